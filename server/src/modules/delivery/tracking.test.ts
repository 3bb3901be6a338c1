import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type App, compose } from '../../app/compose.ts';
import { buildServer } from '../../app/server.ts';
import { adBuilder, type TestAd } from '../../testing/listings/ads.ts';
import { placements } from '../../testing/listings/placements.ts';
import { memoryRequest } from '../../testing/partners/partner.ts';
import { eventually } from '../../testing/process/eventually.ts';
import { simulateOutage } from '../../testing/process/outage.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { placementsOf } from '../delivery-receipts/service.ts';
import { addWebsite, issueKey } from '../partners/service.ts';

let world: World;
/** A second server process: same database and secret, separate memory. */
let other: { app: App; server: FastifyInstance };
let ads: ReturnType<typeof adBuilder>;
let place: ReturnType<typeof placements>;
let owner: Caller;
let website: { id: number; key: string; publicId: string };
let elsewhere: { id: number; key: string };

const at = (ms: number) => new Date(START.getTime() + ms);
const get = (
  path: string,
  { key = website.key, server = world.server, method = 'GET' as 'GET' | 'HEAD' } = {},
) =>
  server.inject({
    method,
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
  });
const flush = () => Promise.all([world.app.writeCounts(), other.app.writeCounts()]);
/** The item's delivery receipt of the website, after both servers have flushed. */
async function known(id: number, kind: PlacedKind = 'inserat', on = website.id) {
  await flush();
  return (await placementsOf(world.db, on, kind, [id])).get(id);
}
const publicIdOf = async (table: 'club' | 'banner', id: number) =>
  (
    await world.db
      .selectFrom(table)
      .select('public_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).public_id;
/** Polls until the ad is in this server's list, or absent. */
const listed = (ad: TestAd, there: boolean, server = world.server) =>
  eventually(async () => {
    const { body } = await get('ads?limit=100', { server });
    expect(body.includes(ad.publicId)).toBe(there);
  });
async function daysOf(id: number): Promise<string[]> {
  await flush();
  const { rows } = await sql<{ day: string }>`
    select day::text from website_day where website_id = ${id} order by day`.execute(world.db);
  return rows.map(({ day }) => day);
}

beforeAll(async () => {
  world = await testWorld();
  const { config, db, pool, clock } = world;
  const app = compose({ config, db, pool, clock, log: world.app.log });
  other = { app, server: await buildServer(app) };
  await other.server.ready();
  ads = adBuilder(db);
  place = placements(world);
  owner = await world.user();
  [website, elsewhere] = await db.transaction().execute(async (tx) => {
    const ctx = { db: tx, now: START, actor: { kind: 'cli' as const } };
    const made = async (name: string) => {
      const { id } = await addWebsite(ctx, { name, url: `https://${name}.example` });
      const row = await tx
        .selectFrom('website')
        .select('public_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { id, key: await issueKey(ctx, name), publicId: row.public_id };
    };
    return [await made('mondgarten'), await made('seerose')] as const;
  });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await other.server.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await flush();
  await world.db.deleteFrom('placement').execute();
});

test('a listed ad is recorded as delivered to the requesting website only [decisions 7]', async () => {
  const ad = await ads.add();
  await listed(ad, true);
  expect(await known(ad.id)).toMatchObject({
    delivered_at: START,
    last_delivered_at: START,
    told_at: null,
    seen_at: null,
    gone_at: null,
    gone_by: null,
  });
  expect(await known(ad.id, 'inserat', elsewhere.id)).toBeUndefined();
  await get('ads?limit=100', { key: elsewhere.key });
  expect(await known(ad.id, 'inserat', elsewhere.id)).toMatchObject({ delivered_at: START });
});

test('a single ad, a later page and a change count as deliveries; HEAD does not [decisions 7]', async () => {
  const [alone, changed] = [await ads.add(), await ads.add()];
  await get(`ads/${alone.publicId}`, { method: 'HEAD' });
  expect(await known(alone.id)).toBeUndefined();
  await get(`ads/${alone.publicId}`);
  expect(await known(alone.id)).toMatchObject({ delivered_at: START });
  const { next_since } = (await get('ads?limit=1&q=nirgends')).json();
  expect(await known(changed.id)).toBeUndefined();
  const walk = (await get('ads?canton=ZH&limit=1')).json();
  await get(`ads?canton=ZH&limit=1&cursor=${walk.next_cursor}`);
  expect(next_since).toBeTruthy();
  expect(await known(changed.id)).toMatchObject({ delivered_at: START });
});

test('a tombstone of a hidden ad is recorded as removed, on any process [T-DEL-01]', async () => {
  const ad = await ads.add();
  const { next_since } = (await get('ads?limit=100')).json();
  await listed(ad, true);
  expect(await known(ad.id)).toMatchObject({ delivered_at: START });
  await ads.change(ad, { status: 'ausgeblendet', changed_at: at(MINUTE_MS) });
  expect(await known(ad.id)).toMatchObject({ gone_at: null });
  world.clock.set(at(2 * MINUTE_MS));
  const changes = await get(`ads?since=${next_since}&limit=100`, { server: other.server });
  expect(changes.json().ads).toContainEqual({ id: ad.publicId, deleted: true });
  expect(await known(ad.id)).toMatchObject({
    delivered_at: START,
    gone_at: at(2 * MINUTE_MS),
    gone_by: 'since',
  });
  // The first time is kept.
  await listed(ad, false);
  world.clock.set(at(3 * MINUTE_MS));
  await get(`ads?since=${next_since}&limit=100`);
  await get(`ads/${ad.publicId}`);
  expect(await known(ad.id)).toMatchObject({ gone_at: at(2 * MINUTE_MS), gone_by: 'since' });
});

test('re-reading a list without a hidden ad records its removal; without a moved one it does not [T-DEL-01]', async () => {
  const [hidden, moved] = [await ads.add({ cantons: ['UR'] }), await ads.add({ cantons: ['UR'] })];
  const url = '/partner/v1/ads?canton=UR&limit=99';
  const list = (key: string) => get('ads?canton=UR&limit=99', { key });
  for (const { key } of [website, elsewhere]) expect((await list(key)).json().ads).toHaveLength(2);
  await flush();
  world.clock.set(at(MINUTE_MS));
  await ads.change(moved, { cantons: ['TI'], changed_at: at(MINUTE_MS) });
  await ads.change(hidden, { status: 'ausgeblendet', changed_at: at(MINUTE_MS) });
  world.clock.set(at(2 * MINUTE_MS));
  await eventually(async () => expect((await list(website.key)).json().ads).toHaveLength(0));
  expect(await known(hidden.id)).toMatchObject({ gone_at: at(2 * MINUTE_MS), gone_by: 'asked' });
  expect(await known(moved.id)).toMatchObject({ delivered_at: START, gone_at: null });
  expect(await known(hidden.id, 'inserat', elsewhere.id)).toMatchObject({ gone_at: null });
  const request = memoryRequest(url, { authorization: `Bearer ${elsewhere.key}` });
  await eventually(async () => {
    await list(website.key);
    await get('lists', { key: elsewhere.key });
    expect(world.app.fromMemory(request)?.status).toBe(200);
  });
  expect(await known(hidden.id, 'inserat', elsewhere.id)).toMatchObject({
    gone_at: at(2 * MINUTE_MS),
    gone_by: 'asked',
  });
});

test('NOT_FOUND for a hidden ad records its removal; for an unknown one nothing [T-DEL-01]', async () => {
  const ad = await ads.add();
  await listed(ad, true);
  await ads.change(ad, { status: 'ausgeblendet', changed_at: at(1) });
  world.clock.set(at(1000));
  await eventually(async () => expect((await get(`ads/${ad.publicId}`)).statusCode).toBe(404));
  await get(`ads/${crypto.randomUUID()}`);
  await get('ads/kein-inserat');
  expect(await known(ad.id)).toMatchObject({ gone_at: at(1000), gone_by: 'asked' });
  expect(
    await world.db
      .selectFrom('placement')
      .select('item_id')
      .where('gone_at', 'is not', null)
      .execute(),
  ).toEqual([{ item_id: ad.id }]);
});

test('an ad shown again within ten minutes has a new delivery and a new removal [T-DEL-01]', async () => {
  const ad = await ads.add();
  const { next_since } = (await get('ads?limit=100')).json();
  await listed(ad, true);
  await flush();
  for (const [minute, by] of [
    [1, 'since'],
    [3, 'asked'],
  ] as const) {
    await ads.change(ad, { status: 'ausgeblendet', changed_at: at(minute * MINUTE_MS) });
    world.clock.set(at(minute * MINUTE_MS));
    // The other process has no state of it.
    const path = by === 'since' ? `ads?since=${next_since}&limit=100` : `ads/${ad.publicId}`;
    await get(path, { server: other.server });
    expect(await known(ad.id)).toMatchObject({ gone_at: at(minute * MINUTE_MS), gone_by: by });
    world.clock.set(at((minute + 1) * MINUTE_MS));
    await ads.change(ad, { status: 'aktiv', changed_at: at((minute + 1) * MINUTE_MS) });
    // The removal reaches this server by a notification; until then the delivery is a known one.
    await eventually(async () => {
      await listed(ad, true);
      expect(await known(ad.id)).toMatchObject({
        delivered_at: at((minute + 1) * MINUTE_MS),
        gone_at: null,
      });
    });
  }
});

test('a tombstone of an ad that only left the filter records no removal [decisions 7]', async () => {
  const ad = await ads.add({ cantons: ['ZH'] });
  const { next_since } = (await get('ads?limit=100&canton=ZH')).json();
  await listed(ad, true);
  await ads.change(ad, { cantons: ['BE'], changed_at: at(1) });
  const { ads: changes } = (await get(`ads?since=${next_since}&limit=100&canton=ZH`)).json();
  expect(changes).toContainEqual({ id: ad.publicId, deleted: true });
  expect(await known(ad.id)).toMatchObject({ delivered_at: START, gone_at: null });
});

test('an end by time is recorded once the website reads it [decisions 7]', async () => {
  const ad = await ads.add({ end_at: at(HOUR_MS) });
  const { next_since } = (await get('ads?limit=100')).json();
  await listed(ad, true);
  world.clock.set(at(HOUR_MS + 1));
  await get(`ads?since=${next_since}&limit=100`);
  expect(await known(ad.id)).toMatchObject({ gone_at: at(HOUR_MS + 1), gone_by: 'since' });
});

test('clubs are recorded from list and single reads, and removed by tombstone or NOT_FOUND [decisions 7]', async () => {
  const [listed, alone] = [await place.club(owner.userId), await place.club(owner.userId)];
  const { next_since } = await eventually(async () => {
    const answer = (await get('clubs?limit=100')).json();
    expect(answer.clubs.length).toBeGreaterThanOrEqual(2);
    return answer;
  });
  const publicId = await publicIdOf('club', alone);
  await get(`clubs/${publicId}`, { key: elsewhere.key });
  expect(await known(listed, 'club')).toMatchObject({ delivered_at: START });
  expect(await known(alone, 'club', elsewhere.id)).toMatchObject({ delivered_at: START });
  expect(await known(listed, 'club', elsewhere.id)).toBeUndefined();
  world.clock.set(at(5000));
  await world.db
    .updateTable('club')
    .set({ deleted_at: at(5000), changed_at: at(5000) })
    .execute();
  await get(`clubs?since=${next_since}&limit=100`);
  await eventually(async () =>
    expect((await get(`clubs/${publicId}`, { key: elsewhere.key })).statusCode).toBe(404),
  );
  expect(await known(listed, 'club')).toMatchObject({ gone_at: at(5000), gone_by: 'since' });
  expect(await known(alone, 'club', elsewhere.id)).toMatchObject({
    gone_at: at(5000),
    gone_by: 'asked',
  });
});

test('a repeated response, cached or not, writes nothing for ten minutes', async () => {
  const ad = await ads.add();
  await listed(ad, true);
  const url = '/partner/v1/ads?limit=100';
  const request = memoryRequest(url, { authorization: `Bearer ${website.key}` });
  expect(await known(ad.id)).toMatchObject({ delivered_at: START });
  using connect = vi.spyOn(world.pool, 'connect');
  const again = async (minutes: number) => {
    world.clock.set(at(minutes * MINUTE_MS));
    for (let n = 0; n < 50; n++) {
      world.app.fromMemory(request);
      await get('ads?limit=100');
    }
    // Another query with the same ad.
    await get(`ads/${ad.publicId}?n=${minutes}`);
    await get(`ads/${ad.publicId}`);
    connect.mockClear();
    await world.app.writeCounts();
    return connect.mock.calls.length;
  };
  await eventually(async () => {
    await get('ads?limit=100');
    expect(world.app.fromMemory(request)?.status).toBe(200);
  });
  expect(await again(1)).toBe(0);
  expect(await again(9.9)).toBe(0);
  expect(await known(ad.id)).toMatchObject({ delivered_at: START, last_delivered_at: START });
  world.clock.set(at(10 * MINUTE_MS));
  // Another query, because cached responses were recorded when they were built.
  await get('ads?limit=99');
  expect(await known(ad.id)).toMatchObject({
    delivered_at: START,
    last_delivered_at: at(10 * MINUTE_MS),
  });
});

test('a cached response is recorded for each website that receives it [decisions 7]', async () => {
  const ad = await ads.add();
  await listed(ad, true);
  const headers = { authorization: `Bearer ${elsewhere.key}` };
  await get('lists', { key: elsewhere.key });
  const request = memoryRequest('/partner/v1/ads?limit=100', headers);
  expect(await known(ad.id, 'inserat', elsewhere.id)).toBeUndefined();
  await eventually(async () => {
    await get('ads?limit=100');
    await get('lists', { key: elsewhere.key });
    expect(world.app.fromMemory(request)?.status).toBe(200);
  });
  expect(await known(ad.id, 'inserat', elsewhere.id)).toMatchObject({ delivered_at: START });
});

test("the Swiss days of a website's requests are stored once each [decisions 7]", async () => {
  const midnight = new Date('2026-12-01T23:00:00Z');
  for (const [instant, path] of [
    [new Date(midnight.getTime() - 1), 'ads?limit=3'],
    [midnight, 'clubs?limit=3'],
    [new Date(midnight.getTime() + HOUR_MS), 'ads?limit=4'],
    [new Date(midnight.getTime() + DAY_MS), `ads/${crypto.randomUUID()}`],
    [new Date(midnight.getTime() + 3 * DAY_MS), 'lists'],
  ] as const) {
    world.clock.set(instant);
    await get(path);
    await get(path, { server: other.server });
  }
  expect((await daysOf(website.id)).filter((day) => day > '2026-12')).toEqual([
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
  ]);
});

test('during a database outage deliveries are queued, and written afterwards [T-DEL-01]', async () => {
  const [ad, second] = [await ads.add(), await ads.add()];
  await listed(second, true);
  await known(ad.id);
  await world.db.deleteFrom('placement').execute();
  world.clock.set(at(20 * MINUTE_MS));
  await get('ads?limit=98');
  await get(`ads/${second.publicId}`);
  {
    using _away = simulateOutage(world.pool);
    await expect(world.app.writeCounts()).rejects.toThrow('away');
    await expect(world.app.writeCounts()).rejects.toThrow('away');
  }
  expect(await known(ad.id)).toMatchObject({ delivered_at: at(20 * MINUTE_MS) });
  expect(await known(second.id)).toMatchObject({ delivered_at: at(20 * MINUTE_MS) });
});

test('a shutdown flushes the queued delivery receipts [T-DEL-01]', async () => {
  const { config, db, pool, clock } = world;
  const third = await buildServer(compose({ config, db, pool, clock, log: world.app.log }));
  const ad = await ads.add();
  await get(`ads/${ad.publicId}`, { server: third });
  await third.close();
  expect((await placementsOf(db, website.id, 'inserat', [ad.id])).get(ad.id)).toMatchObject({
    delivered_at: START,
  });
});

test('a banner is delivered once, as data and in a frame, and seen when its view counts [decisions 7]', async () => {
  const run = { start: START, end: at(3 * DAY_MS) };
  const websites = [website.id, elsewhere.id];
  const banner = await place.banner(owner.userId, { run, websites });
  const browser = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const views = () =>
    eventually(async () => {
      const { banners } = (await get('banners?slot=a4', { key: elsewhere.key })).json();
      return new URL(banners[0].impression_url).pathname;
    });
  const seen = await views();
  expect(await known(banner, 'banner', elsewhere.id)).toMatchObject({
    delivered_at: START,
    seen_at: null,
  });
  expect(await known(banner, 'banner')).toBeUndefined();
  const frame = () => world.server.inject({ method: 'GET', url: `/embed/${website.publicId}/a4` });
  expect((await frame()).body).toContain('/b/v/');
  expect(await known(banner, 'banner')).toMatchObject({ delivered_at: START });
  world.clock.set(at(MINUTE_MS));
  {
    using connect = vi.spyOn(world.pool, 'connect');
    for (let n = 0; n < 20; n++) {
      await views();
      await frame();
    }
    connect.mockClear();
    await world.app.writeCounts();
    expect(connect).not.toHaveBeenCalled();
  }
  await world.server.inject({ method: 'GET', url: seen, headers: browser });
  expect(await known(banner, 'banner', elsewhere.id)).toMatchObject({
    delivered_at: START,
    last_delivered_at: START,
    seen_at: at(MINUTE_MS),
    last_seen_at: at(MINUTE_MS),
  });
  expect(await known(banner, 'banner')).toMatchObject({ seen_at: null });
  world.clock.set(at(11 * MINUTE_MS));
  await frame();
  expect(await known(banner, 'banner')).toMatchObject({
    delivered_at: START,
    last_delivered_at: at(11 * MINUTE_MS),
  });
});
