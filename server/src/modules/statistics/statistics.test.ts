import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { getStatistics } from '@samtrot/shared/statistics/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DB } from '../../platform/schema.generated.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { addWebsite } from '../partners/service.ts';
import { lastWeek, read as statistics } from './service.ts';

/** Created for each test. */
let user: Caller;
let world: World;
let on: ReturnType<typeof advertisers>;
let sites: number[];
let ad: number;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  const ctx = { now: START, actor: { kind: 'cli' as const } };
  sites = await world.db.transaction().execute(async (db) => {
    const added = [];
    for (const name of ['Seerose', 'Mondgarten'])
      added.push(
        (await addWebsite({ ...ctx, db }, { name, url: `https://${name.toLowerCase()}.example` }))
          .id,
      );
    return added;
  });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(1000);
  ad = (await on.place(user, { inserat_typ: '1_month' })).id;
});

type Kind = 'inserat' | 'club' | 'banner';
const ask = (kind: Kind, id: unknown, more: object = {}, who: Caller = user) =>
  who.raw('getStatistics', { method: 'GET', query: { kind, id: String(id), ...more } });
const read = async (kind: Kind, id: number, more: object = {}) => {
  const { status, body } = await ask(kind, id, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return getStatistics.output.parse(body);
};
const ahead = (ms: number) => new Date(START.getTime() + ms);
const at = (hours: number) => world.clock.set(ahead(hours * HOUR_MS));
const day = (ago: number) => localDate(ahead(-ago * DAY_MS));
const counted = (
  kind: 'inserat' | 'club',
  item_id: number,
  website: number,
  ago: number,
  figures: Partial<Record<'views' | 'phone' | 'whatsapp' | 'sms' | 'homepage', number>>,
) =>
  world.db
    .insertInto('visit_day')
    .values({ kind, item_id, website_id: sites[website]!, day: day(ago), ...figures })
    .execute();
const hours = (from: number, until: number, views: number, inserat_id = ad) =>
  world.db
    .insertInto('visit_hour')
    .values(
      Array.from({ length: until - from }, (_, index) => ({
        inserat_id,
        hour: ahead((from + index) * HOUR_MS),
        views,
      })),
    )
    .execute();
const press = (spec: (typeof life)[keyof typeof life]) =>
  user.raw(spec.name, { payload: { inserat_id: ad } });
const none = { views: 0, phone: 0, whatsapp: 0, sms: 0, homepage: 0, clicks: 0 };

test("statistics of all three kinds require a session and the caller's own item [API-19, T-DEL-11]", async () => {
  const other = await on.rich(0);
  const place = placements(world);
  const run = { start: START, end: ahead(DAY_MS) };
  const things = {
    inserat: ad,
    club: await place.club(user.userId, { run }),
    banner: await place.banner(user.userId, { run }),
  };
  for (const [kind, id] of Object.entries(things) as [Kind, number][]) {
    expect((await ask(kind, id)).status).toBe(200);
    expect((await ask(kind, id, {}, world.visitor)).status).toBe(401);
    expect((await ask(kind, id, { user_id: user.userId }, other)).status).toBe(403);
    const code = {
      inserat: 'INSERAT_NOT_FOUND',
      club: 'CLUB_NOT_FOUND',
      banner: 'BANNER_NOT_FOUND',
    }[kind];
    expect(await ask(kind, id, {}, other)).toMatchObject({ status: 404, body: { code } });
    expect(await ask(kind, 999_999)).toMatchObject({ status: 404, body: { code } });
  }
});

test.each([
  ['kind', { kind: 'konto' }],
  ['kind', { kind: '' }],
  ['id', { id: '0' }],
  ['id', { id: '-1' }],
  ['id', { id: 'x' }],
  ['id', { id: '1.5' }],
  ['id', { id: '9'.repeat(20) }],
  ['days', { days: '0' }],
  ['days', { days: '366' }],
  ['days', { days: '-3' }],
  ['days', { days: '1.5' }],
  ['days', { days: 'alle' }],
])('an invalid %s is refused with an error at its field: %j [API-19]', async (field, wrong) => {
  expect(await ask('inserat', ad, wrong)).toMatchObject({
    status: 422,
    body: { errors: { [field]: expect.any(String) } },
  });
});

test('an ad has counts by day and website, oldest first, with totals; empty days are omitted [T-DEL-11]', async () => {
  await counted('inserat', ad, 0, 0, { views: 5, phone: 1 });
  await counted('inserat', ad, 1, 0, { views: 7, whatsapp: 2, homepage: 3 });
  await counted('inserat', ad, 0, 29, { views: 11 });
  await counted('inserat', ad, 0, 30, { views: 100 });
  await counted('club', ad, 0, 0, { views: 1000 });
  expect(await read('inserat', ad)).toEqual({
    kind: 'inserat',
    id: ad,
    title: 'Ruhige Stunden am See',
    from: '2026-10-22',
    to: '2026-11-20',
    websites: [
      { id: sites[1], name: 'Mondgarten' },
      { id: sites[0], name: 'Seerose' },
    ],
    days: [
      { ...none, day: '2026-10-22', website_id: sites[0], views: 11 },
      { ...none, day: '2026-11-20', website_id: sites[1], views: 7, whatsapp: 2, homepage: 3 },
      { ...none, day: '2026-11-20', website_id: sites[0], views: 5, phone: 1 },
    ],
    total: { views: 23, phone: 1, whatsapp: 2, sms: 0, homepage: 3, clicks: 0 },
    effects: [],
  });
  expect((await read('inserat', ad, { days: '31' })).total.views).toBe(123);
  expect(await read('inserat', ad, { days: '1' })).toMatchObject({
    from: '2026-11-20',
    total: { views: 12 },
  });
  expect((await read('inserat', ad, { days: '365' })).from).toBe('2025-11-21');
});

test('days are Swiss days, also across daylight saving changes [T-DEL-11]', async () => {
  for (const [now, from, to] of [
    ['2026-11-20T22:59:59Z', '2026-11-14', '2026-11-20'],
    ['2026-11-20T23:00:00Z', '2026-11-15', '2026-11-21'],
    ['2026-10-27T22:30:00Z', '2026-10-21', '2026-10-27'],
    ['2027-03-29T22:30:00Z', '2027-03-24', '2027-03-30'],
  ] as const) {
    world.clock.set(new Date(now));
    const { rows } = await sql<{
      cookie: number;
    }>`update session set last_seen_at = ${new Date(now)} returning 1`.execute(world.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(await read('inserat', ad, { days: '7' })).toMatchObject({ from, to });
  }
});

test('a club is titled by its name, a banner by its label in lists, with views and clicks [T-DEL-11]', async () => {
  const place = placements(world);
  const run = { start: START, end: ahead(DAY_MS) };
  const club = await place.club(user.userId, { run });
  await counted('club', club, 0, 1, { views: 4, homepage: 2 });
  await counted('inserat', club, 0, 1, { views: 900 });
  expect(await read('club', club)).toMatchObject({
    title: 'Haus Linde',
    total: { ...none, views: 4, homepage: 2 },
    effects: [],
    days: [{ day: day(1), website_id: sites[0], views: 4, homepage: 2 }],
  });
  const banner = await place.banner(user.userId, { run, websites: sites });
  await world.db
    .insertInto('banner_day')
    .values([
      { banner_id: banner, website_id: sites[0]!, day: day(2), views: 80, clicks: 3 },
      { banner_id: banner, website_id: sites[1]!, day: day(40), views: 80, clicks: 3 },
    ])
    .execute();
  expect(await read('banner', banner)).toMatchObject({
    title: 'Studio Linde',
    total: { ...none, views: 80, clicks: 3 },
    effects: [],
    websites: [{ id: sites[0], name: 'Seerose' }],
    days: [{ ...none, day: day(2), website_id: sites[0], views: 80, clicks: 3 }],
  });
});

test('the effect of a push, TopAd and colour is compared to hours without, newest first [T-DEL-11]', async () => {
  // Two views an hour for two days; a push brings five, a TopAd nine, with colour twelve.
  await hours(0, 48, 2);
  at(48);
  expect((await press(life.pushInserat)).status).toBe(200);
  await hours(48, 54, 5);
  at(54);
  expect((await press(life.topInserat)).status).toBe(200);
  await hours(54, 60, 9);
  at(60);
  expect((await press(life.colorInserat)).status).toBe(200);
  await hours(60, 66, 12);
  at(66);
  const iso = (hour: number) => ahead(hour * HOUR_MS).toISOString();
  expect((await read('inserat', ad)).effects).toEqual([
    { kind: 'farbe', from: iso(60), until: null, views_per_hour: 12, usual_per_hour: 2, factor: 6 },
    {
      kind: 'topad',
      from: iso(54),
      until: null,
      views_per_hour: 10.5,
      usual_per_hour: 2,
      factor: 5.25,
    },
    {
      kind: 'push',
      from: iso(48),
      until: iso(54),
      views_per_hour: 5,
      usual_per_hour: 2,
      factor: 2.5,
    },
  ]);
});

test("an effect is measured within the retention of hours, of the caller's ad only [T-DEL-11]", async () => {
  const { id: other } = await on.place(user, { inserat_typ: '1_month' });
  await hours(0, 40, 1000, other);
  await hours(0, 40, 2);
  at(30);
  await press(life.pushInserat);
  const effectAt = async (ms: number) => {
    world.clock.set(ahead(ms));
    return (await read('inserat', ad)).effects;
  };
  expect(await effectAt(40 * HOUR_MS)).toMatchObject([
    { kind: 'push', views_per_hour: 2, usual_per_hour: 2, factor: 1 },
  ]);
  expect(await effectAt(30 * HOUR_MS + 60 * DAY_MS)).toHaveLength(1);
  expect(await effectAt(38 * HOUR_MS + 60 * DAY_MS)).toEqual([]);
});

test('an ad that is online longer than hours are kept is compared as any other [T-DEL-11]', async () => {
  const end_at = ahead(90 * DAY_MS);
  await world.db.updateTable('inserat').set({ end_at }).where('id', '=', ad).execute();
  const bought = 61 * 24;
  await hours(30 * 24, bought, 2);
  at(bought);
  expect((await press(life.topInserat)).status).toBe(200);
  await hours(bought, bought + 6, 9);
  at(bought + 6);
  expect((await read('inserat', ad)).effects).toMatchObject([
    { kind: 'topad', views_per_hour: 9, usual_per_hour: 2, factor: 4.5 },
  ]);
});

test('a deleted ad, club or banner has no statistics [INS-34, T-DEL-03]', async () => {
  const place = placements(world);
  await counted('inserat', ad, 0, 0, { views: 5 });
  await hours(-2, 0, 2);
  await press(life.deleteInserat);
  expect((await ask('inserat', ad)).status).toBe(404);
  const gone = { deleted_at: START };
  expect((await ask('club', await place.club(user.userId, gone))).status).toBe(404);
  expect((await ask('banner', await place.banner(user.userId, gone))).status).toBe(404);
  expect(await figuresOf(ad)).toEqual({ days: 0, hours: 0, phases: 0, views: 0 });
});

test('deleting an account deletes its statistics and no others [INV-19, T-DEL-03]', async () => {
  const place = placements(world);
  const club = await place.club(user.userId, { run: { start: START, end: ahead(DAY_MS) } });
  const other = await on.rich(200);
  const theirs = (await on.place(other, { inserat_typ: '1_month' })).id;
  for (const id of [ad, theirs]) {
    await counted('inserat', id, 0, 0, { views: 5 });
    await hours(-2, 0, 2, id);
    await sql`update inserat set views = 5 where id = ${id}`.execute(world.db);
  }
  await counted('club', club, 0, 0, { views: 5 });
  const { status } = await user.call(deleteAccount, { user_id: user.userId, password: PASSWORD });
  expect(status).toBe(200);
  await world.finishDeletions();
  expect(await figuresOf(ad)).toEqual({ days: 0, hours: 0, phases: 0, views: 0 });
  expect(await figuresOf(theirs)).toEqual({ days: 1, hours: 2, phases: 1, views: 5 });
  const { rows } =
    await sql`select from visit_day where kind = 'club' and item_id = ${club}`.execute(world.db);
  expect(rows).toEqual([]);
});

async function figuresOf(id: number) {
  const { rows } = await sql<Record<'days' | 'hours' | 'phases' | 'views', number>>`
    select (select count(*)::int from visit_day where kind = 'inserat' and item_id = i.id) as days,
           (select count(*)::int from visit_hour where inserat_id = i.id) as hours,
           (select count(*)::int from inserat_phase where inserat_id = i.id) as phases, i.views
      from inserat i where id = ${id}`.execute(world.db);
  return rows[0]!;
}

test('with many rows every statistics query is one index range [T-LOAD-02]', async () => {
  const { db } = world;
  await sql`
    insert into visit_day (kind, item_id, website_id, day, views)
    select k, 1000000 + n, ${sites[0]}, date '2026-11-20' - d, 1
      from unnest(array['inserat', 'club']) k, generate_series(1, 1000) n, generate_series(0, 29) d`.execute(
    db,
  );
  const { id: crowd } = await on.place(user, { inserat_typ: '1_month' });
  await sql`
    insert into visit_hour (inserat_id, hour, views)
    select ${crowd}, timestamptz '2026-11-20 00:00Z' - h * interval '1 hour', 1 from generate_series(1, 40000) h`.execute(
    db,
  );
  await sql`
    insert into inserat_phase (inserat_id, kind, from_at, until_at)
    select ${crowd}, 'push', timestamptz '2026-11-20 00:00Z' - h * interval '1 hour', timestamptz '2026-11-20 00:00Z' - h * interval '1 hour'
      from generate_series(1, 30000) h`.execute(db);
  const banner = await placements(world).banner(user.userId, {
    run: { start: START, end: ahead(DAY_MS) },
  });
  const others = await placements(world).banner(user.userId, {
    run: { start: START, end: ahead(DAY_MS) },
  });
  await sql`
    insert into banner_day (banner_id, website_id, day, views)
    select ${others}, ${sites[0]}, date '2026-11-20' - d, 1 from generate_series(1, 20000) d`.execute(
    db,
  );
  await sql`analyze visit_day, visit_hour, inserat_phase, banner_day`.execute(db);
  const asked: CompiledQuery[] = [];
  const logged = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: world.pool }),
    log: ({ query }) => {
      if (/^\s*select/.test(query.sql)) asked.push(query);
    },
  });
  const actor = {
    kind: 'user',
    userId: user.userId,
    sessionHash: Buffer.alloc(0),
  } as const;
  const club = await placements(world).club(user.userId);
  await logged.transaction().execute(async (tx) => {
    for (const [kind, id] of [
      ['inserat', ad],
      ['club', club],
      ['banner', banner],
    ] as const)
      await statistics({ db: tx, now: START, actor }, { kind, id, days: 30 });
    await lastWeek({ db: tx, now: ahead(9 * DAY_MS) }, user.userId);
  });
  const figures = asked.filter(({ sql: text }) => /visit_|banner_day|inserat_phase/.test(text));
  expect(figures).toHaveLength(7);
  for (const { sql: text, parameters } of nonEmpty(figures)) {
    const { rows } = await world.pool.query(`explain (analyze, timing off) ${text}`, [
      ...parameters,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (visit_day|visit_hour|inserat_phase|banner_day)/);
    const passed = [...plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].map(
      ([, n]) => Number(n),
    );
    expect(Math.max(0, ...passed), plan).toBeLessThan(50);
  }
});

test('the week up to yesterday sums ads and clubs from the third day online on [EXP-36]', async () => {
  const club = await placements(world).club(user.userId);
  const other = await on.rich(100);
  const foreign = (await on.place(other, { inserat_typ: 'free' })).id;
  const week = (who: Caller) =>
    world.db.transaction().execute((db) => lastWeek({ db, now: world.clock.now() }, who.userId));
  expect(await week(await on.rich(10))).toBeNull();
  // 23:00 of the second Swiss day, then 01:00 of the third.
  at(34);
  expect(await week(user)).toBeNull();
  at(36);
  const nothing = { views: 0, phone: 0, whatsapp: 0, sms: 0 };
  const days = [-1, 0, 1, 2, 3, 4, 5].map((ago) => day(ago)).reverse();
  expect(await week(user)).toEqual(days.map((one) => ({ day: one, ...nothing })));
  await counted('inserat', ad, 0, -1, { views: 7, phone: 1, sms: 3 });
  await counted('inserat', ad, 1, -1, { views: 2, whatsapp: 2 });
  await counted('club', club, 0, -1, { views: 1, phone: 1, homepage: 5 });
  await counted('inserat', foreign, 0, -1, { views: 100 });
  await counted('inserat', ad, 0, -2, { views: 50 });
  await counted('inserat', ad, 0, 6, { views: 50 });
  const seen = await week(user);
  expect(seen?.at(-1)).toEqual({ day: day(-1), views: 10, phone: 2, whatsapp: 2, sms: 3 });
  expect(seen?.reduce((sum, { views }) => sum + views, 0)).toBe(10);
});
