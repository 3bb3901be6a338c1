import { randomUUID } from 'node:crypto';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '../../platform/schema.generated.ts';
import { placements } from '../../testing/listings/placements.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import {
  changedClubs,
  clubHorizon,
  clubNamed,
  clubStates,
  nextClubStart,
  passedClubs,
  publishedClub,
  publishedClubs,
  ratedClubs,
} from './service.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('visitors get running clubs newest first, by page and canton, without the contact person [CLU-13]', async () => {
  const user = await world.user();
  const place = placements(world);
  const run = { start: START, end: addCalendarMonths(START, 1) };
  const ids: number[] = [];
  for (const canton of ['ZH', 'BE', 'ZH', 'ZH'])
    ids.push(await place.club(user.userId, { run, canton, vollstaendiger_name: 'Lena Linde' }));
  const endless = await place.club(user.userId, { canton: 'BE' });
  await place.club(user.userId, {
    run: { start: new Date(START.getTime() + 1), end: run.end },
    canton: 'ZH',
  });
  await place.club(user.userId, { run, canton: 'ZH', deleted_at: START });
  const page = (query: Partial<Parameters<typeof publishedClubs>[1]>) =>
    publishedClubs(world.db, { now: START, limit: 10, ...query });
  const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);
  expect(idsOf(await page({}))).toEqual([endless, ...ids.toReversed()]);
  const first = await page({ canton: 'ZH', limit: 2 });
  expect(idsOf(first)).toEqual([ids[3], ids[2]]);
  const last = first.at(-1)!;
  expect(
    idsOf(await page({ canton: 'ZH', after: { since: last.since_key, id: last.id } })),
  ).toEqual([ids[0]]);
  expect(idsOf(await page({ canton: 'ZH', now: run.end }))).toEqual([]);
  const found = await page({});
  expect(JSON.stringify(found)).not.toContain('Lena Linde');
  const { public_id, ...club } = found.at(-1)!;
  expect(club).toMatchObject({ club_name: 'Haus Linde', canton: 'ZH', end_at: run.end });
  expect((await publishedClub(world.db, public_id, START))!.id).toBe(ids[0]);
  expect(await publishedClub(world.db, public_id, run.end)).toBeUndefined();
});

describe('for websites that hold a copy [CLU-13]', () => {
  const run = { start: START, end: addCalendarMonths(START, 1) };
  const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);
  /** Two clubs that run, in Zürich and in Bern, and the horizon before them. */
  async function two() {
    const { userId } = await world.user();
    // It lies below what changed before while another test of the cluster has a transaction open.
    let from = 0;
    await expect
      .poll(async () => {
        from = await clubHorizon(world.db);
        return idsOf(await changedClubs(world.db, { from, now: START, limit: 10 }));
      })
      .toEqual([]);
    const place = placements(world);
    const zh = await place.club(userId, { run, canton: 'ZH' });
    const be = await place.club(userId, { run, canton: 'BE' });
    return { zh, be, from };
  }

  test('changes come in order of their transactions, by pages, with what is shown and what is over', async () => {
    const { zh, be, from } = await two();
    const changes = (query: Partial<Parameters<typeof changedClubs>[1]> = {}) =>
      changedClubs(world.db, { from, now: START, limit: 10, ...query });
    const first = (await changes({ limit: 1 }))[0]!;
    expect(idsOf(await changes())).toEqual([zh, be]);
    expect(first).toMatchObject({ id: zh, shown: true, over: false });
    expect(idsOf(await changes({ after: { tx: first.changed_tx, id: first.id } }))).toEqual([be]);
    await expect
      .poll(async () => idsOf(await changes({ from: await clubHorizon(world.db) })))
      .toEqual([]);
    const inBern = (await changes({ canton: 'BE' })).map(({ shown, over }) => [shown, over]);
    expect(inBern).toEqual([
      [false, false],
      [true, false],
    ]);
    expect((await changes({ now: run.end })).map(({ shown, over }) => [shown, over])).toEqual(
      Array(2).fill([false, true]),
    );
  });

  test('the horizon lies above everything that has changed', async () => {
    const { from } = await two();
    expect(await clubHorizon(world.db)).toBeGreaterThan(from);
    // It waits for every transaction of the cluster, so for those of other tests too.
    const above = async () =>
      changedClubs(world.db, { from: await clubHorizon(world.db), now: START, limit: 10 });
    await expect.poll(async () => idsOf(await above())).toEqual([]);
  });

  test('single ones are found by number and by name, whatever became of them', async () => {
    const { zh, be } = await two();
    const states = await clubStates(world.db, [zh, be], run.end);
    expect(states.map(({ id, shown }) => [id, shown]).toSorted()).toEqual([
      [zh, false],
      [be, false],
    ]);
    expect((await clubStates(world.db, [zh], START)).map(({ shown }) => shown)).toEqual([true]);
    await world.db.updateTable('club').set({ deleted_at: START }).where('id', '=', zh).execute();
    const { public_id } = states.find(({ id }) => id === zh)!;
    expect(await clubNamed(world.db, public_id)).toBe(zh);
    expect(await clubNamed(world.db, randomUUID())).toBeUndefined();
  });

  test('those whose time began or ended meanwhile, and those with pictures of a rating, are found', async () => {
    const { zh, be } = await two();
    const passed = (from: Date, until: Date, more: object = {}) =>
      passedClubs(world.db, { from, until, now: until, afterId: zh - 1, limit: 10, ...more });
    expect(idsOf(await passed(new Date(START.getTime() - 1), START))).toEqual([zh, be]);
    expect(idsOf(await passed(START, run.end))).toEqual([zh, be]);
    expect(idsOf(await passed(START, new Date(run.end.getTime() - 1)))).toEqual([]);
    expect(idsOf(await passed(START, run.end, { limit: 1 }))).toEqual([zh]);
    expect(idsOf(await passed(START, run.end, { afterId: zh }))).toEqual([be]);
    const rated = () =>
      ratedClubs(world.db, { ratings: ['explizit'], now: START, afterId: zh - 1, limit: 10 });
    expect(await rated()).toEqual([]);
  });

  test('the next planned one is known by its start', async () => {
    const { userId } = await world.user();
    const start = new Date(START.getTime() + 1);
    expect(await nextClubStart(world.db, run.end)).toBeNull();
    await placements(world).club(userId, { run: { start, end: run.end } });
    expect(await nextClubStart(world.db, START)).toEqual(start);
    expect(await nextClubStart(world.db, start)).toBeNull();
  });
});

test('a page of clubs is found by index, with many shown or few among many expired [CLU-13]', async () => {
  const asked: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: world.pool }),
    log: ({ query }) => void asked.push(query),
  });
  await using owner = Object.assign(new pg.Client(world.url), {
    [Symbol.asyncDispose]: () => owner.end(),
  });
  await owner.connect();
  const { userId } = await world.user();
  await sql`
    insert into club (account_id, club_name, canton, placed_at, created_at, changed_at)
    select ${userId}::bigint, 'Haus', (array['ZH', 'BE'])[1 + n % 2], ${START}, ${START}, ${START} from generate_series(1, 3000) n`.execute(
    db,
  );
  await sql`
    insert into club_booking (club_id, months, total, start_at, end_at, created_at)
    select id, 1, 50, ${START}::timestamptz - (id % 2900 + 2880) * interval '1 minute', ${addCalendarMonths(START, 1)}, ${START}
      from club where account_id = ${userId}`.execute(db);
  await sql`update club c set booking_id = k.id from club_booking k where k.club_id = c.id and c.account_id = ${userId}`.execute(
    db,
  );
  for (const over of [false, true]) {
    // One of a thousand goes on.
    const past = sql`update club_booking set end_at = start_at + interval '1 day' where club_id % 1009 > 0`;
    if (over) await past.execute(db);
    await owner.query('vacuum analyze club');
    asked.length = 0;
    for (const canton of [undefined, 'ZH']) {
      const page = await publishedClubs(db, { now: START, limit: 25, canton });
      const last = page.at(-1)!;
      await publishedClubs(db, {
        now: START,
        limit: 25,
        canton,
        after: { since: last.since_key, id: last.id },
      });
    }
    await nextClubStart(db, START);
    expect(asked).toHaveLength(5);
    for (const { sql: text, parameters } of [...asked]) {
      const { rows } = await world.pool.query(`explain (analyze, timing off) ${text}`, [
        ...parameters,
      ]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toContain('Seq Scan');
      const passed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, n]) => Number(n));
      expect(Math.max(0, ...passed), plan).toBeLessThan(500);
    }
  }
});
