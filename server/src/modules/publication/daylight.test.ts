import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../platform/db.ts';
import type { DB } from '../../platform/schema.generated.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { startProgram } from '../../testing/process/program.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
// The same wall times by Python: `python3 instants.py > instants.json` in this folder.
import instants from './instants.json' with { type: 'json' };
import { clockTask, missedTask } from './jobs.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  await sql`update inserat set status = 'geloescht'`.execute(world.db);
  await sql`update push set state = 'cancelled', settled_at = ${START} where state = 'due'`.execute(
    world.db,
  );
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const DAILY: Record<string, string> = instants.daily;
const TIMES = [...new Set(Object.keys(DAILY).map((slot) => slot.slice(11)))];
const ENDS: Record<string, string> = instants.ends;
const PACKAGE_DAYS = [1, 3, 5, 7, 30];
const ADS = 50;
const ZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Zurich'];

/** Copies of a booked ad with its order and pushes. */
async function copies(model: number, n: number): Promise<void> {
  await sql`
    with ads as (
      insert into inserat (account_id, status, inserat_typ, push_times, start_at, end_at, created_at, changed_at)
      select account_id, status, inserat_typ, push_times, start_at, end_at, created_at, changed_at
        from inserat, generate_series(1, ${n}) where id = ${model} returning id),
    bookings as (
      insert into booking (inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images,
                           paid_daily_pushes, created_at)
      select ads.id, b.account_id, b.package, b.start_at, b.end_at, true, 3, 3, 10, b.paid_daily_pushes, b.created_at
        from booking b, ads where b.inserat_id = ${model} returning id, inserat_id),
    orders as (
      insert into booking_order (booking_id, cause, total, items, at)
      select bookings.id, 'copy:' || bookings.id, 0, o.items, o.at
        from bookings, booking_order o join booking b on b.id = o.booking_id where b.inserat_id = ${model} returning id)
    insert into push (inserat_id, account_id, booking_id, kind, slot, due_at, cause)
    select bookings.inserat_id, p.account_id, bookings.id, p.kind, p.slot, p.due_at, 'copy:' || bookings.id
      from bookings, push p where p.inserat_id = ${model}`.execute(world.db);
  await sql`update inserat i set booking_id = b.id from booking b where b.inserat_id = i.id and i.booking_id is null`.execute(
    world.db,
  );
}

/** The application's database with a session in another time zone. */
function databaseIn(zone: string): Database {
  const options = `-c timezone=${zone} -c role=samtrot_app`;
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: world.url, max: 2, options }),
    }),
  });
}

test.each([
  ['2027-03-26', 'UTC'],
  ['2027-10-29', 'Pacific/Kiritimati'],
])(
  'five days from %s, 50 ads, 8 daily pushes: 2000 runs, each once at its instant (%s) [T-SCH-01, T-SCH-03, EDI-85]',
  async (first, zone) => {
    const user = await on.rich(500);
    world.clock.set(new Date(Date.parse(first) - 5 * DAY_MS));
    const { id, body } = await on.place(user, {
      inserat_typ: '5_days',
      publish_option: 'Planen',
      publish_date: first,
      publish_time: '00:00',
      push_times: TIMES,
    });
    expect(body.charged).toBe(30 + 5 + TIMES.length * 5);
    await copies(id, ADS - 1);
    const expected = Object.entries(DAILY)
      .filter(([slot]) => slot >= first)
      .slice(0, 5 * TIMES.length);
    expect(expected).toHaveLength(40);
    await using db = databaseIn(zone);
    const moments = [...new Set(expected.map(([, at]) => at))].toSorted().map((at) => new Date(at));
    let done = 0;
    for (const at of nonEmpty(moments)) {
      // Over the clock change also just before each instant: nothing runs early.
      if (at.getUTCDay() === 0) expect(await clockTask.run({ db, now: new Date(+at - 1) })).toBe(0);
      for (
        let part = await clockTask.run({ db, now: at });
        part > 0;
        part = await clockTask.run({ db, now: at })
      )
        done += part;
      expect(await missedTask.run({ db, now: at })).toBe(0);
    }
    // Every start counts as one, too.
    expect(done).toBe(40 * ADS + ADS);
    const { rows } = await sql<{ slot: string; settled_at: Date; n: number }>`
      select slot, settled_at, count(*)::int as n from push join inserat i on i.id = push.inserat_id
       where i.status = 'aktiv' and push.state = 'done' group by 1, 2 order by 1`.execute(world.db);
    expect(rows.map(({ slot, settled_at, n }) => [slot, +settled_at, n])).toEqual(
      expected.map(([slot, at]) => [slot, Date.parse(at), ADS]),
    );
  },
  30_000,
);

/** The schedule of all rows, computed by a process in this time zone. */
async function planIn(
  zone: string,
): Promise<{ daily: Record<string, string>; ends: Record<string, string> }> {
  const plan = join(import.meta.dirname, '../inserate/promotion/push-plan.ts');
  const script = `
    import { pushesIn } from ${JSON.stringify(plan)};
    import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
    const text = (at) => at.toISOString().slice(0, 16) + 'Z';
    const daily = {};
    for (const [from, to] of [['2027-03-26', '2027-03-31'], ['2027-10-29', '2027-11-03']]) {
      const run = { start_at: instantOf(from, '00:00'), end_at: instantOf(to, '00:00'), date_time_pushes: [], push_times: ${JSON.stringify(TIMES)} };
      for (const { slot, due_at } of pushesIn(run)) daily[slot] = text(due_at);
    }
    const ends = {};
    for (const start of ${JSON.stringify(Object.keys(ENDS))})
      ends[start] = ${JSON.stringify(PACKAGE_DAYS)}.map((days) => text(addCalendarDays(new Date(start), days))).join(' ');
    console.log(JSON.stringify({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone, daily, ends }));`;
  const program = startProgram(script, { folder: import.meta.dirname, env: { TZ: zone } });
  expect(await program.ended).toBe(0);
  const { zone: used, ...answer } = JSON.parse(program.printed());
  expect(used).toBe(zone);
  return answer;
}

test.each(ZONES)(
  'on a machine in %s every push and end is at the instant computed by Python [T-SCH-03, T-SCH-04, INS-42, INS-43]',
  async (zone) => {
    const { daily, ends } = await planIn(zone);
    expect(daily).toEqual(DAILY);
    expect(ends).toEqual(ENDS);
    expect(Object.keys(ENDS).length).toBeGreaterThanOrEqual(2 * 48);
  },
);

test('booked packages end as computed, over both clock changes, in January and on a leap day [T-SCH-04, INS-43]', async () => {
  const user = await on.rich(5000);
  const packages = ['1_day', '3_days', '5_days', '1_week', '1_month'] as const;
  const starts = [
    '2027-03-27T01:00Z',
    '2027-03-28T00:00Z',
    '2027-10-30T00:00Z',
    '2027-10-31T01:00Z',
    '2027-01-31T11:00Z',
  ];
  for (const start of [...starts, '2028-02-29T11:00Z']) {
    world.clock.set(new Date(start));
    const responses = await Promise.all(
      packages.map((inserat_typ) => on.place(user, { inserat_typ })),
    );
    const ends = responses.map(({ body }) => body.inserat.end_at.replace(':00.000Z', 'Z'));
    expect([start, ends.join(' ')]).toEqual([start, ENDS[start]]);
  }
});

const dated = (...slots: string[]) =>
  slots.map((slot) => ({ date: slot.slice(0, 10), time: slot.slice(11) }));

test('dated pushes in a skipped or repeated hour run once, at the right instant [T-SCH-02, EDI-89, EDI-91]', async () => {
  const user = await on.rich(500);
  const cases = [
    ['2027-03-28', '02:30', '2027-03-28T01:30:00Z'],
    ['2027-10-31', '02:30', '2027-10-31T00:30:00Z'],
  ] as const;
  for (const [date, time, instant] of cases) {
    const due = new Date(instant);
    world.clock.set(new Date(+due - DAY_MS));
    const { id, body } = await on.place(user, {
      inserat_typ: '3_days',
      date_time_pushes: dated(`${date} ${time}`),
    });
    expect([body.charged, body.inserat.next_push_at]).toEqual([25, due.toISOString()]);
    for (const minutes of [-60, -1, 0, 1, 59, 60, 61, 120])
      await clockTask.run({ db: world.db, now: new Date(+due + minutes * MINUTE_MS) });
    const pushes = await world.db
      .selectFrom('push')
      .selectAll()
      .where('inserat_id', '=', id)
      .execute();
    expect(pushes.map(({ state, settled_at }) => [state, settled_at])).toEqual([['done', due]]);
  }
});

test('dated pushes in the past, before the start, after the end or twice are refused [T-SCH-02, EDI-90, EDI-91]', async () => {
  const user = await on.rich(500);
  const wish = (slots: string[], more: object = {}) =>
    on.place(user, { inserat_typ: '3_days', date_time_pushes: dated(...slots), ...more });
  const later = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:00',
  } as const;
  const refused: [string[], object, RegExp][] = [
    [['2026-11-20 13:00'], {}, /vorbei/],
    [['2026-11-23 13:00'], {}, /nach dem Ende/],
    [['2026-11-24 12:00'], later, /vor dem Start/],
    [['2026-11-28 08:00'], later, /nach dem Ende/],
    [['2026-02-30 08:00'], {}, /Format/],
    [['2026-11-21 08:00', '2026-11-21 08:00'], {}, /zweimal/],
  ];
  for (const [slots, more, text] of refused) {
    const answer = await wish(slots, more);
    expect([slots, answer.status, answer.body.errors]).toEqual([
      ...[slots, 422, { date_time_pushes: expect.stringMatching(text) }],
    ]);
  }
  expect(await on.credits(user)).toBe(500);
  expect((await wish(['2026-11-23 12:59', '2026-11-20 13:01'])).body.charged).toBe(30);
});
