import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { REPORT_REASON_IDS, REPORT_REASONS } from '@samtrot/shared/reports/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addWebsite, publicIdOf } from '../modules/partners/service.ts';
import { advertisers } from '../testing/listings/inserate.ts';
import { rowsInClear } from '../testing/world/encrypted-rows.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { buildIfStale } from './build.ts';

let world: World;
let publicId: string;
let draftId: string;
let website: string;
const publicIdOfAd = async (id: number) => {
  const of = world.db.selectFrom('inserat').select('public_id').where('id', '=', id);
  return (await of.executeTakeFirstOrThrow()).public_id;
};
beforeAll(async () => {
  await buildIfStale('web');
  world = await testWorld({ PUBLIC_URL: 'http://localhost:3000', LIMIT_FACTOR: '1' });
  const on = advertisers(world);
  const owner = await on.rich(100);
  const { id } = await on.place(owner, { inserat_typ: '1_week' });
  publicId = await publicIdOfAd(id);
  draftId = await publicIdOfAd((await on.place(owner, { post_status: 'draft' })).id);
  const ctx = { now: START, actor: { kind: 'cli' as const } };
  website = await world.db.transaction().execute(async (db) => {
    await addWebsite({ db, ...ctx }, { name: 'Nachtfalter', url: 'https://nachtfalter.example' });
    return publicIdOf(db, 'Nachtfalter');
  });
});
beforeEach(() => world.db.deleteFrom('rate_limit').execute());
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const open = (url: string) => world.server.inject({ url, headers: { accept: 'text/html' } });
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world.server.inject({
    method: 'POST',
    url,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
const reports = async () =>
  (await rowsInClear(world.db, 'report')).toSorted((a, b) => Number(a.id) - Number(b.id));

test('the form needs no script and takes the ad from the address [BOF-55]', async () => {
  const { statusCode, body, headers } = await open(`/melden/inserat/${publicId}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('Inserat melden</h1>');
  for (const reason of REPORT_REASON_IDS) expect(body).toContain(REPORT_REASONS[reason].label);
  const form = body.slice(body.indexOf('<form'), body.indexOf('</form>'));
  expect([...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    ...['website', 'send_key'],
    ...REPORT_REASON_IDS.map(() => 'reason'),
    ...['message', 'name', 'email', 'phone'],
  ]);
  expect(body).not.toContain('%REPORT');
  expect(form).not.toContain('<script');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
});

test('an anonymous report by the form is a row with a number [BOF-55]', async () => {
  const url = `/melden/inserat/${publicId}?webseite=${website}`;
  expect((await open(url)).body).toContain(`value="${website}"`);
  const sent = await post(url, { website, reason: 'zwang', message: '', name: '', email: '' });
  expect(sent.statusCode).toBe(303);
  const row = (await reports()).at(-1)!;
  const receipt = await open(String(sent.headers.location));
  expect(receipt.statusCode).toBe(200);
  expect(receipt.body).toContain(
    `Deine Meldung hat die Nummer M-${row.id}. Wir sehen sie innert 2 Stunden an.`,
  );
  expect(row).toMatchObject({ reason: 'zwang', by_website: false, email: null, name: null });
  const site = await world.db.selectFrom('website').selectAll().executeTakeFirstOrThrow();
  expect(row.website_id).toBe(site.id);
});

test('a reload after a report shows its receipt and sends nothing again [BOF-55]', async () => {
  const url = `/melden/inserat/${publicId}`;
  const { location } = (await post(url, { reason: 'betrug' })).headers;
  const before = await reports();
  const number = `M-${before.at(-1)!.id}`;
  // Nothing of why in the address, which stays in the history.
  expect(location).toBe(`${url}/danke?nummer=${number}&stunden=24`);
  for (let times = 0; times < 2; times++) {
    const { body, headers } = await open(String(location));
    expect(body).toContain(`hat die Nummer ${number}. Wir sehen sie innert 24 Stunden an.`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  }
  expect(await reports()).toEqual(before);
  for (const query of ['', '?nummer=M-1', '?nummer=<b>&stunden=2', `?nummer=${number}&stunden=3`])
    expect((await open(`${url}/danke${query}`)).statusCode, query).toBe(404);
  const other = `/melden/inserat/${draftId}/danke?nummer=${number}&stunden=24`;
  expect((await open(other)).statusCode).toBe(404);
});

test('a form has a key of its own, under which it sends once, also an hour later [BOF-55]', async () => {
  const url = `/melden/inserat/${publicId}`;
  const keyIn = (body: string) => / name="send_key" value="([0-9a-f-]{36})"/.exec(body)?.[1];
  const send_key = keyIn((await open(url)).body)!;
  expect(keyIn((await open(url)).body)).not.toBe(send_key);
  const typed = { reason: 'betrug', message: 'Vorauszahlung', send_key };
  // Refused, it keeps its key.
  expect(keyIn((await post(url, { ...typed, email: 'keine' })).body)).toBe(send_key);
  const { location } = (await post(url, typed)).headers;
  const before = await reports();
  world.clock.advance(HOUR_MS);
  await world.db.deleteFrom('rate_limit').execute();
  expect((await post(url, typed)).headers.location).toBe(location);
  expect(await reports()).toEqual(before);
  // An invalid key is replaced; the report is stored.
  expect((await post(url, { ...typed, send_key: '"><b>' })).headers.location).not.toBe(location);
});

test('a refused form says why and keeps what was typed [BOF-55]', async () => {
  const before = await reports();
  const { statusCode, body } = await post(`/melden/inserat/${publicId}`, {
    reason: 'betrug',
    message: '<script>x</script>%REPORT_NAME%',
    email: 'keine',
    name: '"><b>',
  });
  expect(statusCode).toBe(422);
  expect(body).toContain('role="alert"');
  expect(body).toContain('&lt;script&gt;x&lt;/script&gt;%REPORT_NAME%</textarea>');
  expect(body).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(body).toMatch(/value="betrug" checked=""/);
  expect(await reports()).toEqual(before);
});

test('drafts, unknown things and other sites are refused, and so is the fourth in an hour [BOF-55, BOF-65]', async () => {
  const url = `/melden/inserat/${publicId}`;
  for (const wrong of [
    `/melden/inserat/${draftId}`,
    `/melden/inserat/${crypto.randomUUID()}`,
    `/melden/konto/${publicId}`,
    '/melden/inserat/1',
  ]) {
    expect((await open(wrong)).statusCode, wrong).toBe(404);
    expect((await post(wrong, { reason: 'zwang' })).statusCode, wrong).toBe(404);
  }
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://fremd.example' }])
    expect((await post(url, { reason: 'zwang' }, headers as never)).statusCode).toBe(403);
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await post(url, { reason: 'betrug' })).statusCode);
  expect(statuses).toEqual([303, 303, 303, 428]);
  expect((await post(url, { reason: 'betrug' })).body).toContain('in einer Stunde nochmals');
});

test('the contact page leads to the form of what its address names [BOF-55]', async () => {
  for (const thing of ['inserat', 'club', 'banner']) {
    const { statusCode, headers } = await open(`/kontakt?${thing}=${publicId}&grund=zwang`);
    expect([statusCode, headers.location]).toEqual([302, `/melden/${thing}/${publicId}`]);
  }
  for (const query of ['?inserat=1', '?konto=x', ''])
    expect((await open(`/kontakt${query}`)).statusCode).toBe(200);
});
