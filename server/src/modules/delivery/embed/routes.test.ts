import { runInNewContext } from 'node:vm';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compose } from '../../../app/compose.ts';
import { buildServer } from '../../../app/server.ts';
import { placements } from '../../../testing/listings/placements.ts';
import { SOON } from '../../../testing/process/eventually.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';
import { addWebsite, publicIdOf, setStatus } from '../../partners/service.ts';
import { originsOf } from './page.ts';

let world: World;
let other: FastifyInstance;
let place: ReturnType<typeof placements>;
let owner: Caller;
let website: { id: number; publicId: string };

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PORTAL = 'https://portal.example';
const run = { start: START, end: new Date(START.getTime() + 30 * DAY_MS) };
const SLOTS = ['a1', 'a2', 'a3', 'a4'] as const;

const manage = <T>(work: (ctx: Parameters<typeof addWebsite>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const get = (file: string, agent = BROWSER, server = world.server, from = '203.0.113.7') =>
  server.inject({
    method: 'GET',
    url: `/embed/${website.publicId}/${file}`,
    remoteAddress: from,
    headers: { 'user-agent': agent },
  });
async function banner(typ: (typeof SLOTS)[number], text = 'Studio <Linde>'): Promise<number> {
  const id = await place.banner(owner.userId, { typ, run, websites: [website.id], text });
  if (typ !== 'a4') await place.picture(owner.userId, { banner_id: id }, { rating: 'jugendfrei' });
  return id;
}
const drawn = (file: string) => expect.poll(async () => (await get(file)).body, SOON);

beforeAll(async () => {
  world = await testWorld({ PUBLIC_URL: PORTAL });
  const { config, db, pool, clock } = world;
  other = await buildServer(compose({ config, db, pool, clock, log: world.app.log }));
  await other.ready();
  place = placements(world);
  owner = await world.user();
  const { id } = await manage((ctx) =>
    addWebsite(ctx, { name: 'Mondgarten', url: 'https://www.mond.example/start?x=1' }),
  );
  website = { id, publicId: await manage((ctx) => publicIdOf(ctx.db, 'Mondgarten')) };
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await other.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.updateTable('banner').set({ deleted_at: START }).execute();
  await world.db.deleteFrom('overlay_seen').execute();
  for (const slot of ['a1', 'a2', 'a4']) await drawn(`${slot}.js`).toBe('');
});

test('the preview shows what runs or says that nothing does; only the portal frames it, and nothing counts [BOF-124]', async () => {
  const empty = await get('a1?vorschau=1');
  expect([empty.statusCode, empty.body]).toEqual([
    200,
    expect.stringContaining('Hier läuft noch kein Banner (1248 × 244 px).'),
  ]);
  const ids = [await banner('a1'), await banner('a1'), await banner('a4')];
  await drawn('a1.js').not.toBe('');
  await drawn('a4.js').not.toBe('');
  const before = await counted();
  for (let n = 0; n < 3; n++) {
    const { body, headers } = await get('a1?vorschau=1');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBeUndefined();
    expect(body).toContain('<img src="https://portal.example/media/');
    expect(body).not.toMatch(/\/b\/[vc]\/|<a |<script/);
  }
  const { body } = await get('a4?vorschau=1');
  expect(body).toContain('<span class="ziel">Studio &lt;Linde&gt;</span>');
  expect(body).not.toMatch(/\/b\/[vc]\/|<a /);
  expect(await counted()).toEqual(before);
  expect(ids).toHaveLength(3);
  // Another website may not frame it, and what it frames is not the preview.
  expect((await get('a1')).headers['content-security-policy']).not.toContain("'self'");
});

const counted = async () => {
  await world.app.writeCounts();
  const [days, placed] = await Promise.all([
    world.db.selectFrom('banner_day').selectAll().execute(),
    world.db.selectFrom('placement').selectAll().execute(),
  ]);
  return { days, placed };
};

test.each(SLOTS)(
  'the frame of %s loads only its own images, without script or cookie, and can be reported [T-DEL-10, BOF-55]',
  async (slot) => {
    await banner(slot);
    await drawn(slot).toContain('/b/c/');
    const { body, headers, statusCode } = await get(slot);
    expect(statusCode).toBe(200);
    const style = /'sha256-[\w+/]{43}='/;
    expect(String(headers['content-security-policy']).replace(style, '<style>')).toBe(
      `default-src 'none'; img-src ${PORTAL} data:; style-src <style>; base-uri 'none'; form-action 'none'; frame-ancestors https://www.mond.example https://mond.example`,
    );
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // Older browsers would refuse every frame.
    expect([headers['x-frame-options'], headers['set-cookie']]).toEqual([undefined, undefined]);
    expect(body).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(body.match(/<a [^>]*>/g)).toEqual([
      expect.stringMatching(
        /^<a class="ziel" href="https:\/\/portal\.example\/b\/c\/[\w-]{62}" target="_blank" rel="noopener noreferrer nofollow sponsored">$/,
      ),
      expect.stringMatching(
        /^<a class="melden" href="https:\/\/portal\.example\/melden\/banner\/[\w-]{36}\?webseite=[\w-]{36}" /,
      ),
    ]);
    expect(body).toContain('>Anzeige</span>');
    expect(body).toMatch(
      /<img class="mal" src="https:\/\/portal\.example\/b\/v\/[\w-]{62}" width="1" height="1" alt="">/,
    );
    if (slot === 'a4') expect(body).toContain('Studio &lt;Linde&gt;');
    else expect(body).toContain(`src="${PORTAL}/media/`);
  },
);

test.each([
  ['https://mond.example/start', ['https://mond.example', 'https://www.mond.example']],
  ['https://www.mond.example:8443', ['https://www.mond.example:8443', 'https://mond.example:8443']],
  ['http://localhost:3001', ['http://localhost:3001']],
  ['http://127.0.0.1:3001/', ['http://127.0.0.1:3001']],
  ['http://[::1]:3001/', ['http://[::1]:3001']],
])('the pages of %s may frame its banners with and without www. [FIX-25]', (url, origins) => {
  expect(originsOf(url)).toEqual(origins);
});

test('script and frame together are smaller than 30 kB [T-DEL-10]', async () => {
  for (const slot of SLOTS) await banner(slot);
  for (const slot of SLOTS) {
    await drawn(slot).toContain('/b/c/');
    const script = await get(`${slot}.js`, BROWSER, world.server, `198.51.100.${slot[1]}`);
    expect(script.body).not.toBe('');
    const { length } = script.body + (await get(slot)).body;
    expect(length, slot).toBeLessThan(30_000);
  }
});

test.each(['a1', 'a2', 'a4'])(
  'the script of %s inserts a sandboxed frame in its place and touches nothing else [T-DEL-10]',
  async (slot) => {
    await banner(slot as 'a1');
    await drawn(`${slot}.js`).not.toBe('');
    const { body, headers } = await get(`${slot}.js`);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    });
    expect([headers['content-type'], headers['set-cookie']]).toEqual([
      'text/javascript; charset=utf-8',
      undefined,
    ]);
    expect(body).not.toMatch(/cookie|storage|navigator|location|fetch|eval|innerHTML|XMLHttp/i);
    const put: Record<string, unknown>[] = [];
    runInNewContext(body, {
      document: {
        currentScript: { after: (element: Record<string, unknown>) => put.push(element) },
        createElement: (name: string) => ({
          name,
          style: {},
          setAttribute(this: Record<string, unknown>, key: string, value: string) {
            this[key] = value;
          },
        }),
      },
    });
    expect(put).toEqual([
      expect.objectContaining({
        name: 'iframe',
        sandbox: 'allow-popups allow-popups-to-escape-sandbox',
        referrerPolicy: 'no-referrer',
        src: `${PORTAL}/embed/${website.publicId}/${slot}`,
        title: 'Anzeige',
        loading: 'lazy',
      }),
    ]);
  },
);

test('without a running banner the script draws nothing and the frame is empty [T-DEL-10]', async () => {
  for (const slot of SLOTS) {
    expect((await get(`${slot}.js`, BROWSER, world.server, '192.0.2.1')).body).toBe('');
    expect((await get(slot)).body).toMatch(/<body><\/body>/);
  }
  expect(await world.db.selectFrom('overlay_seen').selectAll().execute()).toEqual([]);
});

test('the overlay is shown once per visitor and day across processes, even in parallel [T-DEL-10]', async () => {
  await banner('a3');
  await drawn('a3').toContain('/b/c/');
  await expect.poll(async () => (await get('a3', BROWSER, other)).body).toContain('/b/c/');
  const shown = async (agent = BROWSER, from = '203.0.113.50') => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        get('a3.js', agent, index % 2 ? world.server : other, from),
      ),
    );
    return responses.filter(({ body }) => body !== '').length;
  };
  expect([await shown(), await shown()]).toEqual([1, 0]);
  expect(await shown(BROWSER, '203.0.113.51')).toBe(1);
  expect(await shown(`${BROWSER} Neu`)).toBe(1);
  // Programs and prefetches do not use up the overlay.
  expect(await shown('curl/8.9.1', '203.0.113.52')).toBe(0);
  expect(await shown(BROWSER, '203.0.113.52')).toBe(1);
  world.clock.set(new Date('2026-11-20T23:00:00Z'));
  expect([await shown(), await shown()]).toEqual([1, 0]);
});

test('only a fingerprint of a visitor is stored; its secret is purged after the day [T-DEL-10]', async () => {
  await banner('a3');
  await drawn('a3').toContain('/b/c/');
  expect((await get('a3.js', BROWSER, world.server, '203.0.113.60')).body).not.toBe('');
  const rows = async () =>
    (await sql`select day, visitor, website_id from overlay_seen`.execute(world.db)).rows;
  const [row] = await rows();
  expect(Object.keys(row as object)).toEqual(['day', 'visitor', 'website_id']);
  expect(JSON.stringify(row)).not.toContain('203.0.113.60');
  const secrets = async () =>
    (await world.db.selectFrom('day_secret').selectAll().execute()).length;
  await world.runTasks('delivery/purge');
  expect([(await rows()).length > 0, await secrets()]).toEqual([true, expect.any(Number)]);
  expect(await secrets()).toBeGreaterThan(0);
  world.clock.set(new Date('2026-11-21T23:00:00Z'));
  await world.runTasks('delivery/purge');
  expect([await rows(), await secrets()]).toEqual([[], 0]);
});

test('an unknown website, placement or file and a disabled website return 404 [T-DEL-10]', async () => {
  for (const file of ['a5', 'a1.css', 'a1.js.map', 'A1', 'a1%00', '..%2f..%2fetc', 'a1.js?x=']) {
    const answer = await get(file);
    expect(answer.statusCode, file).toBe(file.includes('?') ? 200 : 404);
  }
  for (const id of ['x', crypto.randomUUID(), String(website.id), '%27']) {
    const answer = await world.send('', { method: 'GET', url: `/embed/${id}/a1` });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(answer.headers['x-frame-options']).toBe('DENY');
  }
  await banner('a1');
  await drawn('a1').toContain('/b/c/');
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'off'));
  await expect.poll(async () => (await get('a1')).statusCode, SOON).toBe(404);
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'on'));
  await expect.poll(async () => (await get('a1')).statusCode, SOON).toBe(200);
});
