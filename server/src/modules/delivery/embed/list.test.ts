import { hideInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compose } from '../../../app/compose.ts';
import { buildServer } from '../../../app/server.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import { SOON } from '../../../testing/process/eventually.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';
import { addWebsite, publicIdOf, setAccepts, setStatus } from '../../partners/service.ts';

const PORTAL = 'https://portal.example';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let world: World;
let other: FastifyInstance;
let on: ReturnType<typeof advertisers>;
let owner: Caller;
let ad: { id: number; publicId: string };
let website: string;

const manage = <T>(work: (ctx: Parameters<typeof addWebsite>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const get = (path: string, server = world.server, from = '203.0.113.7') =>
  server.inject({
    method: 'GET',
    url: `/embed/${website}/${path}`,
    remoteAddress: from,
    headers: { 'user-agent': BROWSER, cookie: owner.cookie },
  });
const placed = async (changes: Parameters<typeof on.place>[1]) => {
  const { id } = await on.place(owner, { inserat_typ: '1_week', ...changes });
  const row = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, publicId: row.public_id };
};

beforeAll(async () => {
  world = await testWorld({ PUBLIC_URL: PORTAL });
  const { config, db, pool, clock } = world;
  other = await buildServer(compose({ config, db, pool, clock, log: world.app.log }));
  await other.ready();
  on = advertisers(world);
  owner = await on.rich(5000);
  website = await manage(async (ctx) => {
    await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mond.example' });
    return publicIdOf(ctx.db, 'Mondgarten');
  });
  ad = await placed({ name: 'Lena & "Mia"', titel: 'Ruhige <b>Stunden', cantons: ['ZH'] });
  const base64ImageString = dataUrl(await quarters(40, 20).jpeg().toBuffer());
  await owner.raw('saveInseratImage', { payload: { inserat_id: ad.id, base64ImageString } });
  await placed({ name: 'Berta', cantons: ['BE'] });
  // The server hears of the website within a second.
  await vi.waitFor(async () => expect((await get('liste')).statusCode).toBe(200), 60_000);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await other.close();
  await world[Symbol.asyncDispose]();
});

test('the list of a canton loads only pictures of the portal; each ad can be reported [BOF-124, BOF-55]', async () => {
  const { statusCode, headers, body } = await get('liste?kanton=ZH');
  expect(statusCode).toBe(200);
  const style = /'sha256-[\w+/]{43}='/;
  expect(String(headers['content-security-policy']).replace(style, '<style>')).toBe(
    `default-src 'none'; img-src ${PORTAL}; style-src <style>; base-uri 'none'; form-action 'none'; frame-ancestors 'self' https://mond.example https://www.mond.example; sandbox allow-popups allow-popups-to-escape-sandbox`,
  );
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers).toMatchObject({
    ...{ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' },
    'cross-origin-embedder-policy': 'require-corp',
  });
  expect(body).not.toMatch(/<script|<form|<b>|Berta/i);
  expect(body).toContain('Lena &amp; &quot;Mia&quot;</a></h2><p>Zürich</p><p>Ruhige &lt;b&gt;');
  const addresses = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) expect(address.startsWith(`${PORTAL}/`), address).toBe(true);
  expect(addresses).toContain(`${PORTAL}/melden/inserat/${ad.publicId}?webseite=${website}`);
  expect((await get('liste')).body).toContain('Berta');
  expect((await get('liste?kanton=GE')).body).toContain('Zurzeit ist hier kein Inserat.');
  for (const path of ['liste?kanton=Zürich', 'liste?weiter=x'])
    expect((await get(path)).statusCode, path).toBe(422);
});

test('an ad opens in the frame with its ways to call, and leads back to its list [BOF-124, BOF-55]', async () => {
  const look = 'kanton=ZH&akzent=005f73&ecken=4';
  const list = (await get(`liste?${look}`)).body;
  expect(list).toContain(
    `href="${PORTAL}/embed/${website}/inserat/${ad.publicId}?kanton=ZH&amp;akzent=005f73&amp;ecken=4"`,
  );
  expect(list).toContain('--akzent:#005f73;');
  expect(list).toContain('--ecken:4px}');
  const { body } = await get(`inserat/${ad.publicId}?${look}`);
  expect(body).toContain('<h1>Lena &amp; &quot;Mia&quot;</h1>');
  expect(body).toContain('href="tel:+41791234567" target="_blank"');
  expect(body).toContain(`href="${PORTAL}/embed/${website}/liste?kanton=ZH&amp;akzent=005f73`);
  expect(body).toContain(`/melden/inserat/${ad.publicId}?webseite=${website}`);
  expect(body).toMatch(/<img src="https:\/\/portal\.example\/media\//);
  for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
    const gone = await get(`inserat/${id}`);
    expect([gone.statusCode, gone.body.includes('nicht mehr da')], id).toEqual([404, true]);
  }
});

test('pages follow each other, and what is no colour changes nothing [BOF-124]', async () => {
  for (let n = 0; n < 25; n++)
    await placed({ name: `Uma ${String.fromCharCode(65 + n)}`, cantons: ['UR'] });
  const first = (await get('liste?kanton=UR&grund=%3C/style%3E')).body;
  expect(first.match(/<li>/g)).toHaveLength(24);
  expect(first).toContain('--grund:#fffdfd;');
  const [, next] = /class="weiter" href="([^"]*)"/.exec(first)!;
  const { pathname, search } = new URL(next!.replaceAll('&amp;', '&'));
  const second = (await get(`${pathname.split('/').at(-1)}${search}`)).body;
  expect(second.match(/<li>/g)).toHaveLength(1);
  expect(second).not.toContain('class="weiter"');
});

test('what the rules of the website leave out is in no list and no frame, on both servers [BOF-26, BOF-124]', async () => {
  const seen = (text: string) =>
    Promise.all(
      [world.server, other].map(async (server) =>
        [
          (await get('liste?kanton=ZH', server)).body.includes(text),
          (await get(`inserat/${ad.publicId}`, server)).statusCode,
        ].join(' '),
      ),
    );
  expect(await seen('Lena')).toEqual(['true 200', 'true 200']);
  await world.db
    .updateTable('website')
    .set({ unwanted_cantons: ['ZH'] })
    .where('public_id', '=', website)
    .execute();
  expect(await seen('Lena')).toEqual(['false 404', 'false 404']);
  await world.db
    .updateTable('website')
    .set({ unwanted_cantons: [] })
    .where('public_id', '=', website)
    .execute();
  await world.db
    .updateTable('image')
    .set({ rating: 'explizit' })
    .where('account_id', '=', owner.userId)
    .execute();
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'jugendfrei'));
  await expect
    .poll(async () => (await get(`inserat/${ad.publicId}`, other)).body.includes('<img'), SOON)
    .toBe(false);
  await owner.call(hideInserat, { inserat_id: ad.id });
  expect(await seen('Lena')).toEqual(['false 404', 'false 404']);
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'off'));
  for (const server of [world.server, other])
    await expect.poll(async () => (await get('liste', server)).statusCode, SOON).toBe(404);
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'on'));
  await expect.poll(async () => (await get('liste')).statusCode, SOON).toBe(200);
});

test('one address gets so many pages a minute [BOF-124]', async () => {
  const { config, db, pool, clock, app } = world;
  // Ten pages.
  const few = { ...config, limitFactor: 1 / 12 };
  await using strict = await buildServer(compose({ config: few, db, pool, clock, log: app.log }));
  const answers: number[] = [];
  for (let n = 0; n < 11; n++) answers.push((await get('liste?kanton=GE', strict)).statusCode);
  expect(new Set(answers.slice(0, 10))).toEqual(new Set([200]));
  const last = await get('liste', strict);
  expect([answers[10], last.statusCode]).toContain(429);
  expect((await get('liste', strict, '203.0.113.8')).statusCode).toBe(200);
});
