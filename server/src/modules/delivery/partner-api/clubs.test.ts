import { clubAnswer, clubsAnswer, type DeliveredClub } from '@samtrot/shared/delivery/contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placements } from '../../../testing/listings/placements.ts';
import { exactly, partnerKey } from '../../../testing/partners/partner.ts';
import { SOON } from '../../../testing/process/eventually.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';
import { type issueKey, setAccepts } from '../../partners/service.ts';

let world: World;
let place: ReturnType<typeof placements>;
let owner: Caller;
let key: string;

const ahead = (ms: number) => new Date(START.getTime() + ms);
const run = { start: ahead(-DAY_MS), end: ahead(DAY_MS) };
const get = (path: string, headers: Record<string, string> = {}) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const shown = (body: unknown) =>
  exactly(clubsAnswer, body).clubs.filter((one): one is DeliveredClub => !('deleted' in one));
const listed = async (query = '') => shown((await get(`clubs${query}`)).body);
const names = async (query?: string) => (await listed(query)).map(({ name }) => name);
/** Within the maximum delay of a change. */
const poll = (query?: string) => expect.poll(() => names(query), SOON);
const club = (club_name: string, values: Parameters<typeof place.club>[1] = {}) =>
  place.club(owner.userId, { run, club_name, canton: 'ZH', ...values });
const manage = <T>(work: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));

beforeAll(async () => {
  world = await testWorld();
  place = placements(world);
  owner = await world.user();
  key = await partnerKey(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('image').execute();
  await world.db.updateTable('club').set({ deleted_at: START }).execute();
  await poll().toEqual([]);
});

test('a club matches the contract and omits the name of its contact person [CLU-08, decisions 7]', async () => {
  const id = await club('Haus Linde', {
    titel: 'Ruhe am See',
    beschreibung: 'Erste Zeile\nZweite <b>Zeile</b>',
    telefon: '+41443334455',
    vollstaendiger_name: 'Vreni Geheim',
    homepage: 'haus-linde.example',
    strasse_und_nummer: 'Seeweg 4',
    postleitzahl: '8001',
    ort: 'Zürich',
    oeffnungszeiten: JSON.stringify([
      { tag: 5, von: '18:00', bis: '02:00' },
      { tag: 1, von: '10:00', bis: '22:00', fremd: 1 },
    ]) as never,
  });
  await place.picture(owner.userId, { club_id: id });
  await poll().toEqual(['Haus Linde']);
  const [one] = await listed();
  expect(one).toEqual({
    id: one!.id,
    name: 'Haus Linde',
    titel: 'Ruhe am See',
    beschreibung: 'Erste Zeile\nZweite <b>Zeile</b>',
    telefon: '+41443334455',
    homepage: 'https://haus-linde.example',
    adresse: { strasse: 'Seeweg 4', zusatz: '', plz: '8001', ort: 'Zürich', land: 'Schweiz' },
    canton: { id: 'ZH', name: 'Zürich' },
    oeffnungszeiten: [
      { tag: 1, von: '10:00', bis: '22:00' },
      { tag: 5, von: '18:00', bis: '02:00' },
    ],
    images: [expect.objectContaining({ width: 1248, height: 244 })],
    end_at: run.end.toISOString(),
    updated_at: START.toISOString(),
  });
  const single = await get(`clubs/${one!.id}`);
  expect(exactly(clubAnswer, single.body).club).toEqual(one);
  const text = JSON.stringify([single.body, (await get('clubs')).body]);
  for (const secret of ['Geheim', '@beispiel.ch', `"${id}"`])
    expect(text, secret).not.toContain(secret);
});

test('start and end hold to the millisecond without jobs and with cached responses [CLU-12, CLU-13, CLU-14]', async () => {
  await club('Läuft');
  await club('Geplant', { run: { start: ahead(HOUR_MS), end: ahead(2 * HOUR_MS) } });
  const forever = await place.club(owner.userId, { club_name: 'Ohne Ende' });
  await club('Vorbei', { run: { start: ahead(-2 * DAY_MS), end: START } });
  await place.club(owner.userId, { club_name: 'Entwurf', placed_at: null });
  await poll().toEqual(['Ohne Ende', 'Läuft']);
  for (const [at, expected] of [
    [HOUR_MS - 1, ['Ohne Ende', 'Läuft']],
    [HOUR_MS, ['Geplant', 'Ohne Ende', 'Läuft']],
    [2 * HOUR_MS - 1, ['Geplant', 'Ohne Ende', 'Läuft']],
    [2 * HOUR_MS, ['Ohne Ende', 'Läuft']],
    [DAY_MS - 1, ['Ohne Ende', 'Läuft']],
    [DAY_MS, ['Ohne Ende']],
  ] as const) {
    world.clock.set(ahead(at));
    expect(await names(), String(at)).toEqual(expected);
  }
  await world.db.updateTable('club').set({ deleted_at: START }).where('id', '=', forever).execute();
  await poll().toEqual([]);
});

test('a single club is returned until its end, then NOT_FOUND like an unknown one [CLU-13]', async () => {
  await club('Läuft');
  await poll().toEqual(['Läuft']);
  const { id } = (await listed())[0]!;
  world.clock.set(ahead(DAY_MS - 1));
  expect((await get(`clubs/${id}`)).status).toBe(200);
  world.clock.set(ahead(DAY_MS));
  const never = await get(`clubs/${crypto.randomUUID()}`);
  for (const answer of [await get(`clubs/${id}`), await get('clubs/7'), await get('clubs/%27')])
    expect([answer.status, answer.body]).toEqual([never.status, never.body]);
  expect(never).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('a canton filters the list; the cursor returns every club once, newest first [decisions 7]', async () => {
  for (let index = 0; index < 7; index++)
    await club(`Club ${index}`, {
      canton: index % 2 ? 'BE' : 'ZH',
      run: { start: ahead(-index * HOUR_MS), end: run.end },
    });
  await poll('?canton=BE').toEqual(['Club 1', 'Club 3', 'Club 5']);
  await poll().toHaveLength(7);
  const walked: string[] = [];
  for (let cursor: string | null = '', page = 0; cursor !== null; page++) {
    const { body } = await get(`clubs?limit=2${cursor && `&cursor=${cursor}`}`);
    const answer = exactly(clubsAnswer, body);
    walked.push(...shown(body).map(({ name }) => name));
    cursor = answer.next_cursor;
    if (page === 1) await club('Neu', { run: { start: START, end: run.end } });
  }
  expect(walked).toEqual(Array.from({ length: 7 }, (_, index) => `Club ${index}`));
  const { next_cursor } = (await get('clubs?limit=2')).body;
  expect((await get(`clubs?limit=2&canton=ZH&cursor=${next_cursor}`)).status).toBe(422);
});

test.each([
  ['canton=XX', 'canton'],
  ['canton=zh', 'canton'],
  ['canton=ZH&canton=BE', 'canton'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=x', 'limit'],
  ['cursor=x', 'cursor'],
  [`cursor=${'a'.repeat(40)}`, 'cursor'],
  ['since=x', 'since'],
  [`since=${'a'.repeat(40)}`, 'since'],
  [`cursor=${'a'.repeat(40)}&since=${'a'.repeat(40)}`, 'since'],
])('the query %s is refused with an error at its field [decisions 10]', async (query, field) => {
  const { status, body } = await get(`clubs?${query}`);
  expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'INVALID_INPUT', [field]]);
});

test('clubs require a key [T-DEL-07]', async () => {
  for (const path of ['clubs', `clubs/${crypto.randomUUID()}`])
    expect(await get(path, { authorization: 'Bearer falsch' })).toMatchObject({
      status: 401,
      body: { code: 'KEY_REFUSED' },
    });
});

test('an unchanged response returns 304; changes are delivered within a second [decisions 10]', async () => {
  const id = await club('Vorher');
  await poll().toEqual(['Vorher']);
  const { headers } = await get('clubs');
  expect(headers['cache-control']).toMatch(/^public, max-age=60, must-revalidate$/);
  expect(await get('clubs', { 'if-none-match': String(headers.etag) })).toMatchObject({
    status: 304,
    body: '',
  });
  await world.db.updateTable('club').set({ club_name: 'Nachher' }).where('id', '=', id).execute();
  await poll().toEqual(['Nachher']);
  expect((await get('clubs', { 'if-none-match': String(headers.etag) })).status).toBe(200);
});

test("images above the website's rating limit are omitted [MED-12]", async () => {
  const id = await club('Haus');
  for (const rating of ['jugendfrei', 'erotisch', 'explizit'] as const)
    await place.picture(owner.userId, { club_id: id }, { rating });
  const images = async () => (await listed())[0]?.images.length;
  await expect.poll(images, SOON).toBe(2);
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'jugendfrei'));
  await expect.poll(images, SOON).toBe(1);
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'erotisch'));
});

test.each(['javascript:alert(1)', 'http://a.ch', 'https://user:pw@a.ch', 'https://127.0.0.1/'])(
  'the homepage %s in a row is not delivered [T-DEL-05]',
  async (homepage) => {
    await club('Haus', { homepage });
    await poll().toEqual(['Haus']);
    expect((await listed())[0]!.homepage).toBeNull();
  },
);
