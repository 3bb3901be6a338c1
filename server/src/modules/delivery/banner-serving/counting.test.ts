import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type App, compose } from '../../../app/compose.ts';
import { buildServer } from '../../../app/server.ts';
import { placements } from '../../../testing/listings/placements.ts';
import { eventually, SOON } from '../../../testing/process/eventually.ts';
import { waiters } from '../../../testing/process/gate.ts';
import { simulateOutage, standingTime } from '../../../testing/process/outage.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';
import { deleteContent } from '../../banners/service.ts';
import { addWebsite, issueKey } from '../../partners/service.ts';
import { viewTokens } from './tokens.ts';

let world: World;
/** A second server process: same database and secret, separate memory. */
let other: { app: App; server: FastifyInstance };
let place: ReturnType<typeof placements>;
let owner: Caller;
let website: { id: number; key: string };
let banner: number;

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TARGET = 'https://studio-linde.example/';
const ahead = (ms: number) => new Date(START.getTime() + ms);
const run = { start: START, end: ahead(3 * DAY_MS) };

const visit = (url: string, options: Partial<InjectOptions> = {}, server = world.server) =>
  server.inject({
    method: 'GET',
    url,
    ...options,
    headers: { 'user-agent': BROWSER, ...options.headers },
  });
const path = (address: string) => new URL(address).pathname;

/** The addresses of a new view of this banner. */
async function view(id = banner): Promise<{ seen: string; clicked: string }> {
  const { public_id } = await world.db
    .selectFrom('banner')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return eventually(async () => {
    const answer = await world.server.inject({
      method: 'GET',
      url: '/partner/v1/banners?slot=a4&count=10',
      headers: { authorization: `Bearer ${website.key}` },
    });
    const found = answer.json().banners.find((one: { id: string }) => one.id === public_id);
    return { seen: path(found.impression_url), clicked: path(found.click_url) };
  });
}
/** The banner's counts by Swiss day, after both servers have flushed. */
async function kept(id = banner): Promise<Record<string, [views: number, clicks: number]>> {
  await Promise.all([world.app.writeCounts(), other.app.writeCounts()]);
  const { rows } = await sql<{ day: string; views: number; clicks: number }>`
    select day::text, views, clicks from banner_day where banner_id = ${id} order by day`.execute(
    world.db,
  );
  return Object.fromEntries(rows.map(({ day, views, clicks }) => [day, [views, clicks]]));
}
const TODAY = '2026-11-20';

beforeAll(async () => {
  world = await testWorld();
  const { config, db, pool, clock } = world;
  const app = compose({ config, db, pool, clock, log: world.app.log });
  other = { app, server: await buildServer(app) };
  await other.server.ready();
  place = placements(world);
  owner = await world.user();
  website = await world.db.transaction().execute(async (db) => {
    const ctx = { db, now: START, actor: { kind: 'cli' as const } };
    const { id } = await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mond.example' });
    return { id, key: await issueKey(ctx, 'Mondgarten') };
  });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await other.server.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.updateTable('banner').set({ deleted_at: START }).execute();
  banner = await place.banner(owner.userId, { run, websites: [website.id], url: TARGET });
});

test('a view and a click count once each; only day, website and counts are stored [T-DEL-11]', async () => {
  const { seen, clicked } = await view();
  const pixel = await visit(seen);
  expect([pixel.statusCode, pixel.headers['content-type'], pixel.rawPayload.length]).toEqual([
    200,
    'image/gif',
    42,
  ]);
  expect(pixel.headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const click = await visit(clicked);
  expect([click.statusCode, click.headers.location]).toEqual([303, TARGET]);
  expect(click.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  for (const { headers } of [pixel, click]) expect(headers['set-cookie']).toBeUndefined();
  expect(await kept()).toEqual({ [TODAY]: [1, 1] });
  const rows = await world.db.selectFrom('banner_event').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|Firefox/);
});

test('a view sent 100 times in parallel to two processes, before and after a flush, counts once [T-DEL-11]', async () => {
  const { seen, clicked } = await view();
  for (let round = 0; round < 2; round++) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        visit(index % 3 ? seen : clicked, {}, index % 2 ? world.server : other.server),
      ),
    );
    expect(await kept()).toEqual({ [TODAY]: [1, 1] });
  }
});

test('a process counts and redirects a banner that only another process has read yet [T-DEL-11, T-DEL-12]', async () => {
  using _standing = standingTime();
  await visit((await view()).seen, {}, other.server);
  const latest = await place.banner(owner.userId, { run, websites: [website.id], url: TARGET });
  const token = viewTokens(world.config.sessionSecret).write(latest, website.id, START);
  expect((await visit(`/b/v/${token}`, {}, other.server)).statusCode).toBe(200);
  const next = await place.banner(owner.userId, { run, websites: [website.id], url: TARGET });
  const click = viewTokens(world.config.sessionSecret).write(next, website.id, START);
  expect((await visit(`/b/c/${click}`, {}, other.server)).headers.location).toBe(TARGET);
  expect([await kept(latest), await kept(next)]).toEqual([
    { [TODAY]: [1, 0] },
    { [TODAY]: [0, 1] },
  ]);
});

test('concurrent writes of two processes sum to exactly the accepted views [T-DEL-11, T-LOAD-02]', async () => {
  const second = await place.banner(owner.userId, { run, websites: [website.id] });
  const views = [];
  for (let index = 0; index < 60; index++) views.push(await view(index % 3 ? banner : second));
  const writing = views.map(async ({ seen, clicked }, index) => {
    const server = index % 2 ? world.server : other.server;
    await visit(seen, index % 4 ? {} : { method: 'POST', payload: 'egal' }, server);
    if (index % 5 === 0) await visit(clicked, {}, server);
    if (index % 7 === 0) await Promise.all([world.app.writeCounts(), other.app.writeCounts()]);
  });
  await Promise.all(writing);
  expect(await kept()).toEqual({ [TODAY]: [40, 8] });
  expect(await kept(second)).toEqual({ [TODAY]: [20, 4] });
});

test('many views are written in one statement for the counts and one for the delivery receipts [T-DEL-11]', async () => {
  const views = [];
  for (let index = 0; index < 40; index++) views.push(await view());
  await kept();
  using query = vi.spyOn(world.pool, 'connect');
  for (const { seen } of views) await visit(seen);
  await world.app.writeCounts();
  // Two for each flush; on a slow machine a flush interval or two end during the requests.
  expect(query.mock.calls.length).toBeLessThanOrEqual(8);
  expect(await kept()).toEqual({ [TODAY]: [40, 0] });
});

test.each([
  [
    'a robot',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ],
  ['a program', { 'user-agent': 'curl/8.9.1' }],
  ['a script', { 'user-agent': 'python-requests/2.32' }],
  ['a headless browser', { 'user-agent': `${BROWSER.replace('Firefox', 'HeadlessChrome')}` }],
  ['nobody by name', { 'user-agent': '' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
  ['an older prefetch', { purpose: 'prefetch' }],
  ['a prefetch of Firefox', { 'x-moz': 'prefetch' }],
])('%s gets a response and is not counted [T-DEL-11]', async (_, headers) => {
  const { seen, clicked } = await view();
  expect((await visit(seen, { headers })).statusCode).toBe(200);
  expect((await visit(clicked, { headers })).headers.location).toBe(TARGET);
  expect(await kept()).toEqual({});
});

test('HEAD counts nothing, a beacon of any type counts as a view, a click by POST is refused [T-DEL-11]', async () => {
  const { seen, clicked } = await view();
  for (const url of [seen, clicked]) await visit(url, { method: 'HEAD' });
  expect(await kept()).toEqual({});
  expect((await visit(clicked, { method: 'POST' })).statusCode).toBe(404);
  const beacon = {
    method: 'POST' as const,
    payload: '{"x":',
    headers: { 'content-type': 'application/json' },
  };
  expect((await visit(seen, beacon)).statusCode).toBe(200);
  expect(await kept()).toEqual({ [TODAY]: [1, 0] });
});

test('a view expires after a day; its click redirects as long as the banner runs [T-DEL-06]', async () => {
  const early = await view();
  world.clock.set(ahead(DAY_MS - 1));
  expect((await visit(early.seen)).statusCode).toBe(200);
  expect(await kept()).toEqual({ '2026-11-21': [1, 0] });
  world.clock.set(ahead(DAY_MS));
  expect((await visit(early.seen)).statusCode).toBe(410);
  expect((await visit(early.clicked)).headers.location).toBe(TARGET);
  expect(await kept()).toEqual({ '2026-11-21': [1, 0] });
});

test('counted events are purged only after their tokens have expired [T-DEL-11]', async () => {
  const { seen } = await view();
  world.clock.set(ahead(DAY_MS - 1));
  await visit(seen);
  await kept();
  const events = async () =>
    (await world.db.selectFrom('banner_event').select('kind').execute()).length;
  const before = await events();
  for (const at of [DAY_MS, 2 * DAY_MS + HOUR_MS - 1]) {
    world.clock.set(ahead(at));
    await world.runTasks('delivery/purge');
  }
  expect(await events()).toBeGreaterThanOrEqual(1);
  world.clock.set(ahead(2 * DAY_MS + HOUR_MS));
  await world.runTasks('delivery/purge');
  expect(before).toBeGreaterThan(0);
  expect(await events()).toBe(0);
  expect(Object.values(await kept())).toEqual([[1, 0]]);
});

test('a modified address is refused and redirects nowhere [T-DEL-06]', async () => {
  const [mine, theirs] = [
    await view(),
    await view(
      await place.banner(owner.userId, {
        run,
        websites: [website.id],
        url: 'https://boese.example/',
      }),
    ),
  ];
  const token = mine.clicked.slice('/b/c/'.length);
  const flipped = [...token].map(
    (letter, index) =>
      token.slice(0, index) + (letter === 'A' ? 'B' : 'A') + token.slice(index + 1),
  );
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const strange = theirs.clicked.slice('/b/c/'.length);
  const spliced = [12, 18, 23, 29].map((cut) =>
    Buffer.concat([bytes(token).subarray(0, cut), bytes(strange).subarray(cut)]).toString(
      'base64url',
    ),
  );
  const bad = [
    ...[
      ...flipped,
      ...spliced,
      '',
      'x',
      `${token}A`,
      token.slice(1),
      `${token}=`,
      token.replace(/^./, '%00'),
      `${token}%0d%0aLocation:%20https://boese.example`,
    ],
    ...[
      `${token}?dest=https://boese.example`,
      `${token}?utm=1`,
      `${token}/https://boese.example`,
      'constructor',
      'ä'.repeat(60),
    ],
  ];
  for (const kind of ['c', 'v']) {
    for (const one of bad) {
      const answer = await visit(`/b/${kind}/${one}`);
      expect([400, 404, 414], `${kind} ${one}`).toContain(answer.statusCode);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.body).not.toContain('boese');
      if (answer.statusCode === 404) expect(one).toMatch(/^$|\/|x/);
    }
  }
  expect(await kept()).toEqual({});
});

test('a click on an expired, hidden or deleted banner returns a German page without the target [T-DEL-06]', async () => {
  const { clicked, seen } = await view();
  const gone = async () => {
    const answer = await visit(clicked);
    expect([answer.statusCode, answer.headers.location]).toEqual([410, undefined]);
    expect(answer.body).toContain('Diese Anzeige ist nicht mehr online');
    expect(answer.body).not.toContain('studio-linde');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await visit(seen)).statusCode).toBe(410);
  };
  world.clock.set(run.end);
  await gone();
  world.clock.set(START);
  await world.db.updateTable('banner').set({ hidden_at: START }).where('id', '=', banner).execute();
  await expect.poll(async () => (await visit(clicked)).statusCode, SOON).toBe(410);
  await gone();
  await world.db.updateTable('banner').set({ hidden_at: null }).where('id', '=', banner).execute();
  await expect.poll(async () => (await visit(clicked)).statusCode, SOON).toBe(303);
  expect(await kept()).toEqual({ [TODAY]: [0, 1] });
  await world.db
    .updateTable('banner')
    .set({ deleted_at: START })
    .where('id', '=', banner)
    .execute();
  await expect.poll(async () => (await visit(clicked)).statusCode, SOON).toBe(410);
  await gone();
  expect(await kept()).toEqual({ [TODAY]: [0, 1] });
});

test('a click redirects to the stored target, even if changed after the view [T-DEL-05]', async () => {
  const { clicked } = await view();
  await world.db
    .updateTable('banner')
    .set({ url: 'https://zürich.example/neu?x=1#oben' })
    .where('id', '=', banner)
    .execute();
  await expect
    .poll(async () => (await visit(clicked)).headers.location, SOON)
    .toBe('https://xn--zrich-kva.example/neu?x=1#oben');
});

test('a view around midnight counts for the Swiss day of its time [T-DEL-11]', async () => {
  const midnight = new Date('2026-11-20T23:00:00Z');
  world.clock.set(new Date(midnight.getTime() - MINUTE_MS));
  const [first, second] = [await view(), await view()];
  await visit(first.seen);
  world.clock.set(midnight);
  await visit(second.seen);
  expect(await kept()).toEqual({ '2026-11-20': [1, 0], '2026-11-21': [1, 0] });
});

test('during a database outage views are queued, written afterwards, and clicks redirect [T-DEL-11]', async () => {
  using _standing = standingTime();
  const { seen, clicked } = await view();
  {
    using _away = simulateOutage(world.pool);
    await visit(seen);
    expect((await visit(clicked)).headers.location).toBe(TARGET);
    await expect(world.app.writeCounts()).rejects.toThrow('away');
  }
  expect(await kept()).toEqual({ [TODAY]: [1, 1] });
});

test('a queued view of a banner that is then deleted is not written [BAN-23]', async () => {
  const { seen } = await view();
  await visit(seen);
  await world.db.transaction().execute(async (db) => {
    await deleteContent({ db, now: START }, owner.userId);
    // The flush interval may end at any moment of the deletion.
    const written = kept();
    await eventually(async () => expect(await waiters(world.pool)).not.toEqual([]));
    void written;
  });
  expect(await kept()).toEqual({});
});

test('a shutdown flushes the queued counts [T-DEL-11]', async () => {
  const { config, db, pool, clock } = world;
  const third = await buildServer(compose({ config, db, pool, clock, log: world.app.log }));
  const { seen } = await view();
  await visit(seen, {}, third);
  await third.close();
  const { rows } =
    await sql`select from banner_day where banner_id = ${banner} and views = 1`.execute(world.db);
  expect(rows).toHaveLength(1);
});

test('views of one IP address are counted up to a limit [T-DEL-11]', async () => {
  const { config, db, pool, clock } = world;
  const strict = await buildServer(
    compose({ config: { ...config, limitFactor: 0.01 }, db, pool, clock, log: world.app.log }),
  );
  for (let index = 0; index < 9; index++)
    expect((await visit((await view()).seen, {}, strict)).statusCode).toBe(200);
  await strict.close();
  expect(await kept()).toEqual({ [TODAY]: [6, 0] });
});
