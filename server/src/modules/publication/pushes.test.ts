import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { type RawRequest, race } from '../../testing/process/race.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let port: number;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  port = Number(new URL(await world.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
beforeEach(async () => {
  world.clock.set(START);
  await sql`update inserat set status = 'geloescht'`.execute(world.db);
  await sql`update push set state = 'cancelled', settled_at = ${START} where state = 'due'`.execute(
    world.db,
  );
  user = await on.rich(1000);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  // INV-06: every due push is in exactly one final state.
  const { rows } =
    await sql`select id from push where (state = 'due') <> (settled_at is null)`.execute(world.db);
  expect([rows, world.defects]).toEqual([[], []]);
  await world[Symbol.asyncDispose]();
});

const dated = (...slots: string[]) =>
  slots.map((slot) => ({ date: slot.slice(0, 10), time: slot.slice(11) }));
/** The first push of a day booked at START (13:00 in Zurich), in these tests. */
const NOON = new Date('2026-11-21T11:00:00Z');
const NOON_SLOT = '2026-11-21 12:00';
const pushesOf = (id: number) =>
  world.db
    .selectFrom('push')
    .selectAll()
    .where('inserat_id', '=', id)
    .orderBy('due_at')
    .orderBy('id')
    .execute();
const states = async (id: number) => (await pushesOf(id)).map(({ state }) => state);
const refundsOf = async (id: number) => (await pushesOf(id)).map(({ refunded }) => refunded);
const tick = async (at: Date) => {
  world.clock.set(at);
  await world.runTasks('publication/clock', 'publication/missed');
};
const after = (at: Date, ms: number) => new Date(+at + ms);
const press = (spec: (typeof life)[keyof typeof life], id: number, who = user) =>
  who.raw(spec.name, { payload: { inserat_id: id } });

test.each([
  ['half an hour [T-SCH-05]', 50, 0, 200],
  ['60 minutes for the first [T-SCH-05]', 60, 0, 200],
  ['60 minutes and a moment for the first [T-SCH-05]', 60, 1, 196],
  ['three hours [T-SCH-05]', 180, 0, 0],
])(
  'after an outage of %s each of 200 due pushes ran late or was refunded, never both',
  async (_name, minutes, ms, done) => {
    const slots = Array.from(
      { length: 50 },
      (_, minute) => `2026-11-21 12:${String(minute).padStart(2, '0')}`,
    );
    await on.grant(user.userId, 1000);
    for (let ad = 0; ad < 4; ad++)
      expect(
        (await on.place(user, { inserat_typ: '3_days', date_time_pushes: dated(...slots) })).status,
      ).toBe(200);
    const before = await on.credits(user);
    const at = after(NOON, minutes * MINUTE_MS + ms);
    await Promise.all([tick(at), tick(at)]);
    await tick(at);
    const { rows } = await sql<{ state: string; n: number; refunded: number }>`
      select state, count(*)::int as n, sum(refunded)::int as refunded from push where account_id = ${user.userId}
       group by 1 order by 1`.execute(world.db);
    const expected = [
      { state: 'done', n: done, refunded: 0 },
      { state: 'refunded', n: 200 - done, refunded: 5 * (200 - done) },
    ];
    expect(rows).toEqual(expected.filter(({ n }) => n > 0));
    expect(await on.credits(user)).toBe(before + 5 * (200 - done));
  },
  20_000,
);

test('a clock set back an hour after a push neither repeats nor refunds it [T-SCH-06]', async () => {
  const { id } = await on.place(user, {
    inserat_typ: '3_days',
    date_time_pushes: dated(NOON_SLOT),
    push_times: ['12:00'],
  });
  const before = await on.credits(user);
  await tick(NOON);
  expect((await states(id)).slice(0, 2)).toEqual(['done', 'done']);
  const lifted = await world.db
    .selectFrom('inserat')
    .select('lifted_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tick(after(NOON, -HOUR_MS));
  await on.place(user, { inserat_id: id, inserat_typ: '3_days', push_times: ['12:00'] });
  await tick(NOON);
  expect((await states(id)).slice(0, 2)).toEqual(['done', 'done']);
  expect(lifted.lifted_at).toEqual(NOON);
  expect(await on.credits(user)).toBe(before);
});

test('a dated push of an ad hidden a second before is refunded and no longer paid for [T-SCH-07]', async () => {
  const { id } = await on.place(user, {
    inserat_typ: '3_days',
    date_time_pushes: dated(NOON_SLOT),
  });
  const before = await on.credits(user);
  world.clock.set(after(NOON, -1000));
  await press(life.hideInserat, id);
  await tick(NOON);
  expect([await states(id), await refundsOf(id), await on.credits(user)]).toEqual([
    ['refunded'],
    [5],
    before + 5,
  ]);
  const [ad] = await on.list(user);
  expect([ad!.date_time_pushes, ad!.paid!.datedPushes]).toEqual([[], 0]);
  // Booked again it is charged again, by its own order.
  const renewal = {
    inserat_id: id,
    inserat_typ: '3_days',
    date_time_pushes: dated('2026-11-22 12:00'),
  } as const;
  expect((await on.place(user, renewal)).body.charged).toBe(5);
  expect(new Set((await pushesOf(id)).map(({ cause }) => cause)).size).toBe(2);
});

test('pushes of an ad deleted a second before are refunded at once, once [T-SCH-07, INS-37]', async () => {
  const { id } = await on.place(user, {
    inserat_typ: '3_days',
    date_time_pushes: dated(NOON_SLOT),
    push_times: ['12:00'],
  });
  world.clock.set(after(NOON, -1000));
  const { body } = await press(life.deleteInserat, id);
  expect(body).toMatchObject({ refunded: 10, credits: 1000 - 20 });
  await tick(after(NOON, 2 * HOUR_MS));
  expect([await states(id), await refundsOf(id)]).toEqual([
    Array(4).fill('refunded'),
    expect.arrayContaining([5]),
  ]);
  expect(await on.credits(user)).toBe(1000 - 20);
});

test('a push due after the ad expired is refunded, even if the ad is booked again first [T-SCH-07]', async () => {
  const slot = '2026-11-21 12:30';
  const place = () => on.place(user, { inserat_typ: '1_day', date_time_pushes: dated(slot) });
  const [first, second] = [(await place()).id, (await place()).id];
  world.clock.set(after(START, DAY_MS + HOUR_MS));
  expect((await press(life.reactivateInserat, second)).status).toBe(200);
  await tick(world.clock.now());
  expect([await states(first), await states(second)]).toEqual([['refunded'], ['refunded']]);
  expect(await on.credits(user)).toBe(1000 - 2 * 15 + 2 * 5 - 10);
});

test('all missed days of a daily push refund its price in total, and no more [PRI-15]', async () => {
  const free = await on.place(user, { push_times: ['12:00', '18:00'] });
  expect(free.body.charged).toBe(10);
  await press(life.hideInserat, free.id);
  for (let day = 1; day <= 30; day++) {
    await tick(after(START, day * DAY_MS - 1));
    const back = (await refundsOf(free.id)).reduce((sum, n) => sum + n, 0);
    expect(back).toBe(Math.ceil((10 * 2 * day) / 60));
  }
  expect(await on.credits(user)).toBe(1000);
});

test('removing and adding times again never refunds more than the price [PRI-15]', async () => {
  const { id } = await on.place(user, { push_times: ['12:00'] });
  for (let day = 0; day < 8; day++) {
    world.clock.set(after(NOON, day * DAY_MS - 1000));
    await press(life.hideInserat, id);
    await tick(after(NOON, day * DAY_MS + 1000));
    await on.place(user, { inserat_id: id, push_times: [] });
    const { body } = await on.place(user, { inserat_id: id, push_times: ['12:00'] });
    expect(body).toMatchObject({ charged: 0 });
    await press(life.activateInserat, id);
  }
  const back = (await refundsOf(id)).reduce((sum, n) => sum + n, 0);
  expect(back).toBe(Math.ceil((5 * 8) / 30));
  expect(await on.credits(user)).toBe(995 + back);
});

test('replacing a daily time is free, also after some days [EDI-85, EDI-95]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week', push_times: ['12:00'] });
  for (const day of [0, 1, 2]) await tick(after(NOON, day * DAY_MS));
  const { body, status } = await on.place(user, {
    inserat_id: id,
    inserat_typ: '1_week',
    push_times: ['18:00'],
  });
  expect([status, body.charged]).toEqual([200, 0]);
  for (let day = 2; day < 8; day++) await tick(after(NOON, day * DAY_MS + 6 * HOUR_MS));
  const done = (await pushesOf(id))
    .filter(({ state }) => state === 'done')
    .map(({ slot }) => slot.slice(8));
  expect(done).toEqual([
    '21 12:00',
    '22 12:00',
    '23 12:00',
    '23 18:00',
    '24 18:00',
    '25 18:00',
    '26 18:00',
  ]);
});

test('a removed dated push pays for another date, unless it has run [EDI-95]', async () => {
  const wish = async (id: number | undefined, ...slots: string[]) => {
    const answer = await on.place(user, {
      ...(id && { inserat_id: id }),
      inserat_typ: '1_week',
      date_time_pushes: dated(...slots),
    });
    return { id: answer.id, charged: answer.body.charged };
  };
  const { id } = await wish(undefined, NOON_SLOT, '2026-11-22 12:00');
  expect((await wish(id, NOON_SLOT, '2026-11-23 12:00')).charged).toBe(0);
  await tick(NOON);
  expect((await on.list(user))[0]!.date_time_pushes).toEqual(dated('2026-11-23 12:00'));
  expect((await wish(id, '2026-11-23 12:00', '2026-11-24 12:00')).charged).toBe(5);
  expect((await pushesOf(id)).map(({ slot, state }) => [slot.slice(8, 10), state])).toEqual([
    ...[
      ['21', 'done'],
      ['22', 'cancelled'],
      ['23', 'due'],
      ['24', 'due'],
    ],
  ]);
});

test('a due push that has not run yet is not removed by an edit [EDI-85]', async () => {
  const { id } = await on.place(user, {
    inserat_typ: '1_week',
    date_time_pushes: dated(NOON_SLOT),
  });
  world.clock.set(after(NOON, MINUTE_MS));
  const edit = {
    inserat_id: id,
    inserat_typ: '1_week',
    date_time_pushes: dated('2026-11-23 12:00'),
  } as const;
  expect((await on.place(user, edit)).body.charged).toBe(5);
  await tick(after(NOON, 2 * MINUTE_MS));
  expect(await states(id)).toEqual(['done', 'due']);
});

test('a push in the minute of the start runs after it, whichever job is first [INS-14, INS-48]', async () => {
  const { id } = await on.place(user, {
    inserat_typ: '1_day',
    publish_option: 'Planen',
    publish_date: '2026-11-21',
    publish_time: '12:00',
    push_times: ['12:00'],
    date_time_pushes: dated(NOON_SLOT),
  });
  world.clock.set(after(NOON, 10 * MINUTE_MS));
  await world.runTasks('publication/missed');
  expect(await states(id)).toEqual(['due', 'due']);
  await world.runTasks('publication/clock');
  expect(await states(id)).toEqual(['done', 'done']);
});

test('on an early start dates after the new end are refunded and daily pushes move [INS-38]', async () => {
  const { id, body } = await on.place(user, {
    inserat_typ: '1_day',
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:00',
    push_times: ['12:00'],
    date_time_pushes: dated('2026-11-25 20:00'),
  });
  expect(body.charged).toBe(25);
  const started = await press(life.activateInserat, id);
  expect(started.body).toMatchObject({
    credits: 980,
    inserat: { date_time_pushes: [], next_push_at: NOON.toISOString() },
  });
  await tick(NOON);
  expect((await pushesOf(id)).filter(({ state }) => state === 'done')).toHaveLength(1);
});

test('daily pushes of a hidden premium ad run on its added days; the others are refunded [INS-44]', async () => {
  const place = () => on.place(user, { inserat_typ: '3_days', push_times: ['12:00'] });
  const [days, hour] = [(await place()).id, (await place()).id];
  for (const id of [days, hour]) {
    world.clock.set(after(NOON, -HOUR_MS));
    await press(life.hideInserat, id);
  }
  await tick(after(NOON, 2 * HOUR_MS));
  expect([await states(days), await states(hour)]).toEqual(Array(2).fill(['due', 'due', 'due']));
  await press(life.activateInserat, hour);
  await tick(after(NOON, DAY_MS));
  world.clock.set(after(NOON, -HOUR_MS + 2 * DAY_MS));
  await press(life.activateInserat, days);
  for (let day = 2; day < 8; day++) await tick(after(NOON, day * DAY_MS));
  const count = async (id: number, state: string) =>
    (await states(id)).filter((is) => is === state).length;
  expect([await count(days, 'done'), await count(days, 'refunded')]).toEqual([3, 0]);
  expect([await count(hour, 'done'), await count(hour, 'refunded')]).toEqual([2, 1]);
});

test('a premium ad hidden until its latest end expires and its daily pushes are refunded [INS-36]', async () => {
  const { id } = await on.place(user, { inserat_typ: '3_days', push_times: ['12:00'] });
  await press(life.hideInserat, id);
  await tick(after(START, 33 * DAY_MS - 1));
  expect((await on.list(user))[0]!.inserat_status).toBe('ausgeblendet');
  await tick(after(START, 33 * DAY_MS));
  expect([(await on.list(user))[0]!.inserat_status, await states(id)]).toEqual([
    'abgelaufen',
    Array(3).fill('refunded'),
  ]);
  expect(await on.credits(user)).toBe(1000 - 20);
});

test('hiding, pushing and a due push at once: hidden in the end, each push settled once [T-RACE-11]', async () => {
  for (let round = 0; round < 5; round++) {
    world.clock.set(START);
    const before = await on.credits(user);
    const { id } = await on.place(user, {
      inserat_typ: '3_days',
      date_time_pushes: dated(NOON_SLOT),
    });
    world.clock.set(NOON);
    const send = (name: string): RawRequest => ({
      path: `/api?action=${name}`,
      headers: { cookie: user.cookie },
      body: JSON.stringify({ inserat_id: id }),
    });
    const [statuses] = await Promise.all([
      race(port, [send('hide_inserat'), send('push_inserat')]),
      world.runTasks('publication/clock'),
    ]);
    expect(statuses[0]).toBe(200);
    await tick(NOON);
    const [push] = await pushesOf(id);
    expect(['done', 'refunded']).toContain(push!.state);
    const [ad] = await on.list(user);
    expect(ad!.inserat_status).toBe('ausgeblendet');
    const charged = 25 + (statuses[1] === 200 ? 5 : 0) - (push!.state === 'refunded' ? 5 : 0);
    expect(await on.credits(user)).toBe(before - charged);
    await press(life.deleteInserat, id);
  }
});
