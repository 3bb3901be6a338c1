import { bannersAnswer, type DeliveredBanner } from '@samtrot/shared/delivery/contract.ts';
import { CALLS_PER_MINUTE } from '@samtrot/shared/delivery/rules.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { compose } from '../../../app/compose.ts';
import { buildServer } from '../../../app/server.ts';
import { placements } from '../../../testing/listings/placements.ts';
import { exactly, memoryRequest } from '../../../testing/partners/partner.ts';
import { SOON } from '../../../testing/process/eventually.ts';
import { simulateOutage, standingTime } from '../../../testing/process/outage.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';
import { addWebsite, issueKey, setAccepts, setStatus } from '../../partners/service.ts';

let world: World;
/** A second server process: same database, separate memory. */
let other: FastifyInstance;
/** Its origin on a real socket. */
let origin: string;
let place: ReturnType<typeof placements>;
let owner: Caller;
const sites = {} as Record<'mond' | 'nacht', { id: number; key: string }>;

const manage = <T>(work: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const ahead = (ms: number) => new Date(START.getTime() + ms);
const run = { start: START, end: ahead(30 * DAY_MS) };

async function ask(query: string, site: keyof typeof sites = 'mond', server = world.server) {
  const answer = await server.inject({
    method: 'GET',
    url: `/partner/v1/banners?${query}`,
    headers: { authorization: `Bearer ${sites[site].key}` },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const shown = async (
  query: string,
  site?: keyof typeof sites,
  server?: FastifyInstance,
): Promise<DeliveredBanner[]> =>
  exactly(bannersAnswer, (await ask(query, site, server)).body).banners;
const texts = async (
  query = 'slot=a4&count=10',
  site?: keyof typeof sites,
  server?: FastifyInstance,
) => (await shown(query, site, server)).map(({ text }) => text).toSorted();
/** Waits until every server process shows these. */
async function everywhere(expected: string[]): Promise<void> {
  await Promise.all(
    [world.server, other].map((server) =>
      expect.poll(() => texts(undefined, 'mond', server), SOON).toEqual(expected),
    ),
  );
}
const link = (text: string, values: Parameters<typeof place.banner>[1] = {}) =>
  place.banner(owner.userId, { run, websites: [sites.mond.id], text, ...values });
const change = (
  id: number,
  values: { hidden_at?: Date | null; deleted_at?: Date; text?: string; url?: string },
) => world.db.updateTable('banner').set(values).where('id', '=', id).execute();

beforeAll(async () => {
  world = await testWorld();
  const { config, db, pool, app, clock } = world;
  other = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  origin = await other.listen({ port: 0, host: '127.0.0.1' });
  place = placements(world);
  owner = await world.user();
  for (const [site, name] of [
    ['mond', 'Mondgarten'],
    ['nacht', 'Nachtblau'],
  ] as const) {
    const { id } = await manage((ctx) =>
      addWebsite(ctx, { name, url: `https://${site}.example/pfad` }),
    );
    sites[site] = { id, key: await manage((ctx) => issueKey(ctx, name)) };
  }
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await other.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('image').execute();
  // Paid bookings stay in the tables.
  await world.db.updateTable('banner').set({ deleted_at: START }).execute();
  for (const site of ['Mondgarten', 'Nachtblau']) {
    await manage((ctx) => setStatus(ctx, site, 'on'));
    await manage((ctx) => setAccepts(ctx, site, 'erotisch'));
  }
  await everywhere([]);
});

test('a banner of each placement matches the contract and contains nothing of its owner [BAN-35, decisions 7]', async () => {
  for (const typ of ['a1', 'a2', 'a3'] as const) {
    const id = await place.banner(owner.userId, {
      typ,
      run,
      websites: [sites.mond.id],
      text: 'Entwurf eines Textes',
    });
    await place.picture(owner.userId, { banner_id: id }, { rating: 'jugendfrei' });
  }
  await link('Studio Linde');
  await expect.poll(async () => (await shown('slot=a1,a2,a3,a4')).length).toBe(4);
  const answer = await ask('slot=a4,a1,a3,a2');
  // Strict schemas: one additional member fails.
  const { banners } = exactly(bannersAnswer, answer.body);
  expect(banners.map(({ slot, text, image }) => [slot, text, image === null])).toEqual([
    ['a4', 'Studio Linde', true],
    ['a1', '', false],
    ['a3', '', false],
    ['a2', '', false],
  ]);
  for (const { click_url, impression_url, end_at, image } of banners) {
    expect(click_url).toMatch(/^http:\/\/localhost:3000\/b\/c\/[\w-]{62}$/);
    expect(impression_url).toBe(click_url.replace('/b/c/', '/b/v/'));
    expect(end_at).toBe(run.end.toISOString());
    if (image)
      expect(image.urls['640']).toMatch(/^http:\/\/localhost:3000\/media\/b+[\da-f]+-640\.webp$/);
  }
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-store',
    vary: 'Authorization',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  const rows = await world.db.selectFrom('banner').select('id').execute();
  for (const { id } of nonEmpty(rows))
    expect(answer.body.banners.map((one: object) => JSON.stringify(one)).join()).not.toContain(
      `"${id}`,
    );
  // The target appears nowhere; only the counted address redirects to it.
  expect(JSON.stringify(answer.body)).not.toContain('studio-linde.example');
});

test.each([
  ['', ['slot']],
  ['slot=', ['slot']],
  ['slot=a5', ['slot']],
  ['slot=a1;a2', ['slot']],
  ['slot=a1,a2,a3,a4,a1', ['slot']],
  ['slot=a1&slot=a2', ['slot']],
  ['slot=<script>', ['slot']],
  ['slot=a1%00', ['slot']],
  ['slot=а1', ['slot']],
  ['slot=a1&count=0', ['count']],
  ['slot=a1&count=11', ['count']],
  ['slot=a1&count=1.5', ['count']],
  ['slot=a1&count=viele', ['count']],
  [`slot=${'a1,'.repeat(400)}a1`, ['slot']],
])('the query %s is refused with an error at its field [decisions 10]', async (query, fields) => {
  const { status, body } = await ask(query);
  expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'INVALID_INPUT', fields]);
});

test('banners require a valid key of an enabled website [T-DEL-07]', async () => {
  for (const authorization of [undefined, 'Bearer falsch', `Basic ${sites.mond.key}`]) {
    const headers = authorization ? { authorization } : {};
    const answer = await world.send('', {
      method: 'GET',
      url: '/partner/v1/banners?slot=a1',
      headers,
    });
    expect(answer).toMatchObject({ status: 401, body: { code: 'KEY_REFUSED' } });
  }
  await manage((ctx) => setStatus(ctx, 'Nachtblau', 'off'));
  await expect.poll(async () => (await ask('slot=a1', 'nacht')).status, SOON).toBe(403);
});

test('a banner appears only on its websites and only in its placement [BAN-51]', async () => {
  await link('Hier');
  await link('Beide', { websites: [sites.mond.id, sites.nacht.id] });
  await everywhere(['Beide', 'Hier']);
  expect(await texts(undefined, 'nacht')).toEqual(['Beide']);
  expect(await shown('slot=a1,a2,a3&count=10')).toEqual([]);
});

test('over complete rotations each banner of a placement is chosen equally often, cached or not [decisions 10]', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `Link ${index}`);
  for (const name of names) await link(name);
  await everywhere(names);
  const counts = new Map<string, number>();
  for (let call = 0; call < names.length * 20; call++) {
    const answer = await fetch(`${origin}/partner/v1/banners?slot=a4`, {
      headers: { authorization: `Bearer ${sites.mond.key}` },
    });
    const { banners } = exactly(bannersAnswer, await answer.json());
    counts.set(banners[0]!.text, (counts.get(banners[0]!.text) ?? 0) + 1);
    // Additions and removals do not affect the remaining banners.
    if (call % 25 === 10) await link(`Gast ${call}`);
  }
  const own = names.map((name) => counts.get(name) ?? 0);
  expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
});

test('start and end hold to the millisecond without any background job [BAN-10]', async () => {
  const planned = { start: ahead(HOUR_MS), end: ahead(2 * HOUR_MS) };
  await link('Geplant', { run: planned });
  await link('Läuft');
  await everywhere(['Läuft']);
  for (const [at, expected] of [
    [planned.start.getTime() - 1, ['Läuft']],
    [planned.start.getTime(), ['Geplant', 'Läuft']],
    [planned.end.getTime() - 1, ['Geplant', 'Läuft']],
    [planned.end.getTime(), ['Läuft']],
    [run.end.getTime() - 1, ['Läuft']],
    [run.end.getTime(), []],
  ] as const) {
    world.clock.set(new Date(at));
    for (const server of [world.server, other])
      expect(await texts(undefined, 'mond', server), new Date(at).toISOString()).toEqual(expected);
  }
});

test('hiding, deleting and showing take effect within a second in every process [BAN-11, T-DEL-01]', async () => {
  const [one, two] = [await link('Eins'), await link('Zwei')];
  await everywhere(['Eins', 'Zwei']);
  await change(one, { hidden_at: START });
  await everywhere(['Zwei']);
  await change(one, { hidden_at: null });
  await everywhere(['Eins', 'Zwei']);
  await change(two, { deleted_at: START });
  await everywhere(['Eins']);
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'off'));
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'on'));
  await everywhere(['Eins']);
});

test('changed text and images are delivered within two seconds in every process [BAN-28]', async () => {
  const id = await link('Vorher');
  await everywhere(['Vorher']);
  await change(id, { text: 'Nachher' });
  await everywhere(['Nachher']);
  const picture = await place.banner(owner.userId, { typ: 'a1', run, websites: [sites.mond.id] });
  await place.picture(owner.userId, { banner_id: picture }, { rating: 'jugendfrei' });
  await expect.poll(async () => (await shown('slot=a1')).length, SOON).toBe(1);
  const before = (await shown('slot=a1'))[0]!.image!.urls['640'];
  await world.db.deleteFrom('image').where('banner_id', '=', picture).execute();
  await place.picture(owner.userId, { banner_id: picture }, { rating: 'jugendfrei' });
  await expect
    .poll(async () => (await shown('slot=a1'))[0]?.image?.urls['640'] ?? before, SOON)
    .not.toBe(before);
});

test('a lost notification connection hides no change [T-DEL-01]', async () => {
  const id = await link('Vor dem Abbruch');
  await everywhere(['Vor dem Abbruch']);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen delivery'`.execute(world.db);
  await change(id, { text: 'Nach Abbruch' });
  await everywhere(['Nach Abbruch']);
});

test("an image rated above the website's limit is not shown; corrections apply within a second [MED-12]", async () => {
  const id = await place.banner(owner.userId, {
    typ: 'a2',
    run,
    websites: [sites.mond.id, sites.nacht.id],
  });
  await place.picture(owner.userId, { banner_id: id }, { rating: 'erotisch' });
  await manage((ctx) => setAccepts(ctx, 'Nachtblau', 'jugendfrei'));
  const both = async () => [
    (await shown('slot=a2')).length,
    (await shown('slot=a2', 'nacht')).length,
  ];
  await expect.poll(both, SOON).toEqual([1, 0]);
  const rate = (rating: string) =>
    world.db.updateTable('image').set({ rating }).where('banner_id', '=', id).execute();
  await rate('explizit');
  await expect.poll(both, SOON).toEqual([0, 0]);
  await rate('jugendfrei');
  await expect.poll(both, SOON).toEqual([1, 1]);
});

test('a banner without its image or text is not shown, nor is an unsaved image [BAN-37]', async () => {
  const id = await place.banner(owner.userId, { typ: 'a1', run, websites: [sites.mond.id] });
  await place.picture(
    owner.userId,
    { banner_id: id },
    { rating: 'jugendfrei', place: 'banner_neu' },
  );
  await link('  ');
  await link('Da');
  await everywhere(['Da']);
  expect(await shown('slot=a1')).toEqual([]);
});

test.each([
  ...[
    'https://user:pass@a.ch/',
    'https://a.ch\r\nSet-Cookie: x=1',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://foo.ｌｏｃａｌ/',
  ],
  ...[
    'https://a.ch/"onmouseover="x',
    'https://a.ch/<x>',
    'https://xn--zzzz.ch/',
    'https://intern.local/',
    'https://[::1]/',
  ],
  ...[
    `https://a.ch/${'x'.repeat(600)}`,
    'https://2130706433/',
    'https://a',
    'https://a.ch\\@b.ch/',
    'https://a.ch/x y',
  ],
])('a banner with the target %j in a stored row is not shown [T-DEL-05]', async (url) => {
  await link('Böse', { url });
  await link('Gut');
  await everywhere(['Gut']);
});

test('calls of one website are limited [decisions 10]', async () => {
  const { config, db, pool, app, clock } = world;
  const strict = await buildServer(
    compose({ config: { ...config, limitFactor: 1 }, db, pool, clock, log: app.log }),
  );
  // All within one minute, the window of the limit.
  using _standing = standingTime();
  try {
    let answer = await ask('slot=a1', 'mond', strict);
    let calls = 1;
    for (; calls <= CALLS_PER_MINUTE && answer.status === 200; calls++)
      answer = await ask('slot=a1', 'mond', strict);
    expect(calls).toBe(CALLS_PER_MINUTE + 1);
    expect(answer).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS', retry_after: expect.any(Number) },
    });
    expect((await ask('slot=a1', 'nacht', strict)).status).toBe(200);
  } finally {
    await strict.close();
  }
});

test('text in every script arrives unchanged over the wire, cached or not [BAN-35, decisions 7]', async () => {
  const text = 'Ätherische Öle – «Grüsse» ☕ 🌙';
  await link(text);
  await everywhere([text]);
  let fromMemory = false;
  for (let turn = 0; turn < 3; turn++) {
    const answer = await fetch(`${origin}/partner/v1/banners?slot=a4`, {
      headers: { authorization: `Bearer ${sites.mond.key}` },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(body.length));
    expect(
      exactly(bannersAnswer, JSON.parse(body.toString())).banners.map((one) => one.text),
    ).toEqual([text]);
    fromMemory ||= !answer.headers.has('x-frame-options');
  }
  expect(fromMemory).toBe(true);
});

test('a request with a stale snapshot during an outage falls back to the route [T-FLT-01]', async () => {
  const headers = { authorization: `Bearer ${sites.mond.key}` };
  const request = memoryRequest('/partner/v1/banners?slot=a2', headers);
  const unheard: unknown[] = [];
  const onRejection = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', onRejection);
  try {
    await world.send('', { method: 'GET', url: request.url!, headers });
    using _later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    // The key is cached, the banner snapshot is not.
    await world.send('', { method: 'GET', url: '/partner/v1/lists', headers });
    using _away = simulateOutage(world.pool);
    expect(world.app.fromMemory(request)).toBeUndefined();
    await new Promise((done) => setTimeout(done, 50));
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  expect(unheard).toEqual([]);
});
