import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { clockTask } from './jobs.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  // Ads of earlier tests would become due.
  await sql`update inserat set status = 'geloescht'`.execute(world.db);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const at = (ms: number) => new Date(START.getTime() + ms);

/** Ads with a booking each, inserted directly. */
async function adsIn(
  status: 'geplant' | 'aktiv',
  count: number,
  startAt: Date,
  endAt: Date,
): Promise<number[]> {
  const { userId } = await on.rich(0);
  const { rows } = await sql<{ id: number }>`
    with ads as (
      insert into inserat (account_id, status, inserat_typ, start_at, end_at, lifted_at, created_at, changed_at)
      select ${userId}, ${status}, '1_week', ${startAt}, ${endAt}, ${status === 'aktiv' ? startAt : null}, ${START}, ${START} from generate_series(1, ${count})
      returning id)
    insert into booking (inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images, created_at)
    select id, ${userId}, '1_week', ${startAt}, ${endAt}, true, 3, 3, 10, ${START} from ads returning inserat_id as id`.execute(
    world.db,
  );
  await sql`update inserat set booking_id = booking.id from booking where booking.inserat_id = inserat.id and inserat.booking_id is null`.execute(
    world.db,
  );
  return rows.map(({ id }) => id);
}

const rowsOf = (ids: number[]) =>
  world.db.selectFrom('inserat').selectAll().where('id', 'in', ids).orderBy('id').execute();
const effectsOf = (ids: number[]) =>
  world.db.selectFrom('effect').selectAll().where('inserat_id', 'in', ids).execute();
const run = (now: Date) => clockTask.run({ db: world.db, now });

test('four concurrent schedulers over 200 due ads start each once [INS-48, T-RACE-11]', async () => {
  const ids = await adsIn('geplant', 200, at(HOUR_MS), at(8 * DAY_MS));
  const now = at(HOUR_MS);
  const clocks = Array.from({ length: 4 }, async () => {
    let done = 0;
    for (let part = await run(now); part > 0; part = await run(now)) done += part;
    return done;
  });
  const done = await Promise.all(clocks);
  // A run that finds all rows locked returns; the next tick continues.
  for (let part = await run(now); part > 0; part = await run(now)) done.push(part);
  expect(done.reduce((sum, part) => sum + part, 0)).toBe(200);
  const rows = await rowsOf(ids);
  expect(
    nonEmpty(rows).every(
      (row) => row.status === 'aktiv' && +row.lifted_at! === +now && +row.changed_at === +now,
    ),
  ).toBe(true);
  expect(await effectsOf(ids)).toHaveLength(200);
});

test('four concurrent schedulers over 200 expired ads end each once [INS-47]', async () => {
  const ids = await adsIn('aktiv', 200, START, at(DAY_MS));
  await Promise.all(Array.from({ length: 4 }, () => run(at(DAY_MS))));
  while ((await run(at(DAY_MS))) > 0);
  expect(nonEmpty(await rowsOf(ids)).every((row) => row.status === 'abgelaufen')).toBe(true);
  expect(await effectsOf(ids)).toHaveLength(200);
});

test('nothing runs early, and after an outage missed events run in order [INS-48]', async () => {
  const ids = await adsIn('geplant', 2, at(HOUR_MS), at(2 * HOUR_MS));
  expect(await run(at(HOUR_MS - 1))).toBe(0);
  expect((await rowsOf(ids)).map(({ status }) => status)).toEqual(['geplant', 'geplant']);
  while ((await run(at(3 * HOUR_MS))) > 0);
  const rows = await rowsOf(ids);
  expect(rows.map(({ status }) => status)).toEqual(['abgelaufen', 'abgelaufen']);
  expect(rows.map(({ lifted_at }) => lifted_at)).toEqual([at(HOUR_MS), at(HOUR_MS)]);
  expect(
    (await effectsOf(ids)).map(({ key, due_at }) => [key.split(':')[0], due_at]).sort(),
  ).toEqual([...Array(2).fill(['end', at(2 * HOUR_MS)]), ...Array(2).fill(['start', at(HOUR_MS)])]);
});

test('a clock set back repeats nothing [INS-48, T-SCH-06]', async () => {
  const ids = await adsIn('geplant', 1, at(HOUR_MS), at(DAY_MS));
  expect(await run(at(HOUR_MS))).toBe(1);
  expect(await run(at(0))).toBe(0);
  expect(await run(at(HOUR_MS))).toBe(0);
  expect(await effectsOf(ids)).toHaveLength(1);
});

test('a locked ad is skipped and processed at the next tick [INS-48]', async () => {
  const [id] = await adsIn('geplant', 1, at(HOUR_MS), at(DAY_MS));
  await world.db.transaction().execute(async (db) => {
    await sql`select from inserat where id = ${id} for update`.execute(db);
    expect(await run(at(HOUR_MS))).toBe(0);
  });
  expect(await run(at(HOUR_MS))).toBe(1);
});

test('deleted ads and drafts are never started [INS-48]', async () => {
  const ids = await adsIn('geplant', 2, at(HOUR_MS), at(DAY_MS));
  await world.db
    .updateTable('inserat')
    .set({ status: 'geloescht' })
    .where('id', '=', ids[0]!)
    .execute();
  await world.db
    .updateTable('inserat')
    .set({ status: 'entwurf' })
    .where('id', '=', ids[1]!)
    .execute();
  expect(await run(at(2 * DAY_MS))).toBe(0);
  expect((await rowsOf(ids)).map(({ status }) => status)).toEqual(['geloescht', 'entwurf']);
});

test('a hidden ad ends with its booking [INS-47]', async () => {
  const ids = await adsIn('aktiv', 1, START, at(DAY_MS));
  await world.db
    .updateTable('inserat')
    .set({ status: 'ausgeblendet' })
    .where('id', '=', ids[0]!)
    .execute();
  expect(await run(at(DAY_MS - MINUTE_MS))).toBe(0);
  expect(await run(at(DAY_MS))).toBe(1);
  expect((await rowsOf(ids))[0]!.status).toBe('abgelaufen');
});
