import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers, cantons, type Saving } from '../../testing/listings/inserate.ts';
import { type RawRequest, race } from '../../testing/process/race.ts';
import { smtpServer } from '../../testing/services/smtp.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
let on: ReturnType<typeof advertisers>;
let port: number;
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({ SMTP_URL: smtp.url });
  on = advertisers(world);
  port = Number(new URL(await world.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
beforeEach(async () => {
  world.clock.set(START);
  await sql`update inserat set status = 'geloescht', alert_at = null`.execute(world.db);
  await sql`update push set state = 'cancelled', settled_at = ${START} where state = 'due'`.execute(
    world.db,
  );
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  const { rows } =
    await sql`select id from push where (state = 'due') <> (settled_at is null)`.execute(world.db);
  expect([rows, world.defects]).toEqual([[], []]);
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const clock = () => world.runTasks('publication/clock', 'publication/missed', 'publication/alert');
const at = (ms: number) => world.clock.set(new Date(+START + ms));
/** The first noon after the start, in Zurich. */
const NOON = new Date('2026-11-21T11:00:00Z');
const NOON_PUSH = [{ date: '2026-11-21', time: '12:00' }];
const rowOf = (id: number) =>
  world.db.selectFrom('inserat').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pushStates = async (id: number) =>
  (
    await world.db
      .selectFrom('push')
      .select('state')
      .where('inserat_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state);

test('after account deletion nothing starts, is pushed, renewed or announced [T-SCH-07, INV-06, INV-19]', async () => {
  const owner = await world.user();
  await on.grant(owner.userId, 1000);
  await owner.call(updateNotifications, {
    expiryAlert: true,
    disableMessages: false,
    newsletter: false,
  });
  const place = (changes: Partial<Saving>) => on.place(owner, { inserat_typ: '1_day', ...changes });
  const pushed = await place({
    inserat_typ: '3_days',
    date_time_pushes: NOON_PUSH,
    push_times: ['12:00'],
  });
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-21',
    publish_time: '12:00',
  } as const;
  const planned = await place({ ...plan, date_time_pushes: NOON_PUSH });
  const renewing = await place({ auto_extend: true });
  const ids = [pushed.id, planned.id, renewing.id];
  const paid = 1000 - (await on.credits(owner));
  world.clock.set(new Date(+NOON - 1000));
  expect((await owner.raw('delete_account', { payload: { password: PASSWORD } })).status).toBe(200);
  await world.finishDeletions();
  const mails = (await world.mails(owner.email)).length;
  const ledger = () =>
    sql<{ kind: string; amount: number }>`
      select kind, sum(amount)::int as amount from ledger_transfer where cause like ${`%forfeit:${owner.userId}%`} group by 1`
      .execute(world.db)
      .then(({ rows }) => rows);
  const books = await ledger();
  expect(books).toEqual([{ kind: 'forfeit', amount: 1000 - paid }]);

  for (const late of [0, HOUR_MS, DAY_MS, 3 * DAY_MS, 8 * DAY_MS]) {
    world.clock.set(new Date(+NOON + late));
    await Promise.all([clock(), clock()]);
  }
  for (const id of ids)
    expect(await rowOf(id)).toMatchObject({ status: 'geloescht', lifted_at: null, titel: '' });
  expect((await Promise.all(ids.map(pushStates))).flat()).toEqual(Array(4 + 1).fill('cancelled'));
  const bookings = await world.db
    .selectFrom('booking')
    .select('id')
    .where('inserat_id', 'in', ids)
    .execute();
  expect([bookings.length, (await world.mails(owner.email)).length, await ledger()]).toEqual([
    3,
    mails,
    books,
  ]);
});

test('during a mail outage an alert is retried and sent once; nothing else waits for it [T-SCH-08, INS-49, INS-50]', async () => {
  const owner = await on.rich(1000);
  const other = await on.rich(1000);
  const wishes = { expiryAlert: true, disableMessages: false, newsletter: false };
  await owner.call(updateNotifications, wishes);
  await on.place(owner, { inserat_typ: '3_days' });
  const neighbour = await on.place(other, { inserat_typ: '3_days', push_times: ['13:00'] });
  const due = { subject: 'Deine Laufzeit endet bald' };
  const mailRow = async () =>
    (await rowsInClear(world.db, 'mail'))
      .filter(({ subject }) => subject === due.subject)
      .map(({ attempts, sent_at, next_try_at }) => ({ attempts, sent_at, next_try_at }));
  await world.runTasks('mail/send');
  smtp.accepted.length = 0;

  await smtp.goAway();
  at(2 * DAY_MS);
  await clock();
  await world.runTasks('mail/send');
  expect(await mailRow()).toMatchObject([
    { attempts: 1, sent_at: null, next_try_at: new Date(+START + 2 * DAY_MS + 10_000) },
  ]);
  // Another ad was pushed on time, and no request was affected.
  expect((await rowOf(neighbour.id)).lifted_at).toEqual(new Date(+START + 2 * DAY_MS));
  expect((await on.place(other, { inserat_typ: '1_day' })).status).toBe(200);
  for (const minutes of [1, 5, 30]) {
    at(2 * DAY_MS + minutes * 60_000);
    await Promise.all([clock(), clock()]);
    await world.runTasks('mail/send');
  }
  expect(await mailRow()).toMatchObject([{ attempts: 4, sent_at: null }]);

  await smtp.comeBack();
  at(2 * DAY_MS + 3 * HOUR_MS);
  for (let turn = 0; turn < 3; turn++) {
    await clock();
    await world.runTasks('mail/send');
  }
  expect(await mailRow()).toMatchObject([
    { attempts: 5, sent_at: world.clock.now(), next_try_at: null },
  ]);
  const announced = smtp.accepted.filter(({ raw }) =>
    /Subject: Deine Laufzeit endet bald/.test(raw),
  );
  expect(announced).toHaveLength(1);
});

/** Each package over a month's end with all extras: price by hand, start and end by calendar. */
test.each<[Saving['inserat_typ'], number, string, string]>([
  ['1_day', 10, '2027-01-31', '2027-02-01'],
  ['3_days', 20, '2027-02-27', '2027-03-02'],
  ['5_days', 30, '2027-03-26', '2027-03-31'],
  ['1_week', 40, '2027-10-30', '2027-11-06'],
  ['1_month', 100, '2027-01-31', '2027-03-02'],
  ['1_month', 100, '2027-08-31', '2027-09-30'],
])(
  '%s for %s planned for %s ends on %s and costs the tabulated price [T-SCH-11, PRI-17, PRI-18, PRI-19, INS-43]',
  async (inserat_typ, price, from, to) => {
    const owner = await on.rich(1000);
    const { body } = await on.place(owner, {
      inserat_typ,
      publish_option: 'Planen',
      publish_date: from,
      publish_time: '18:30',
      cantons: cantons(5),
      push_times: ['08:00', '20:00'],
      top_ad_enabled: true,
      color_enabled: true,
      date_time_pushes: [{ date: from, time: '21:00' }],
    });
    const day = (date: string) => `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)} 18:30`;
    // Two more regions, two daily times, one date, the plan, TopAd and colour.
    expect(body.charged).toBe(price + 2 * 5 + 2 * 5 + 5 + 5 + 80 + 20);
    expect(body.inserat).toMatchObject({
      inserat_status: 'geplant',
      start_zeit: day(from),
      end_zeit: day(to),
    });
    const { start_at, end_at } = body.inserat as { start_at: string; end_at: string };
    expect(body.inserat.topad_until).toBe(new Date(Date.parse(start_at) + DAY_MS).toISOString());
    const seen: string[] = [];
    for (const instant of [
      Date.parse(start_at) - 1,
      Date.parse(start_at),
      Date.parse(end_at) - 1,
      Date.parse(end_at),
    ]) {
      world.clock.set(new Date(instant));
      await clock();
      seen.push((await on.list(owner))[0]!.inserat_status);
    }
    expect(seen).toEqual(['geplant', 'aktiv', 'aktiv', 'abgelaufen']);
  },
);

const send = (user: Caller, name: string, id: number): RawRequest => ({
  path: `/api?action=${name}`,
  headers: { cookie: user.cookie },
  body: JSON.stringify({ inserat_id: id }),
});

test('hiding, pushing and a due start at once: hidden in the end, each push settled once [T-RACE-11]', async () => {
  const owner = await on.rich(10_000);
  for (let round = 0; round < 6; round++) {
    world.clock.set(START);
    const before = await on.credits(owner);
    const { id } = await on.place(owner, {
      inserat_typ: '3_days',
      publish_option: 'Planen',
      publish_date: '2026-11-21',
      publish_time: '12:00',
      date_time_pushes: NOON_PUSH,
    });
    world.clock.set(NOON);
    const [statuses] = await Promise.all([
      race(port, [send(owner, 'hide_inserat', id), send(owner, 'push_inserat', id)]),
      clock(),
      clock(),
    ]);
    // Either start wins, so hiding always succeeds; a hidden ad cannot be pushed.
    expect(statuses[0]).toBe(200);
    expect([200, 409]).toContain(statuses[1]);
    await clock();
    const states = await pushStates(id);
    expect(states).toHaveLength(1);
    expect(['done', 'refunded']).toContain(states[0]);
    expect(await rowOf(id)).toMatchObject({ status: 'ausgeblendet', start_at: NOON });
    const charged = 20 + 5 + 5 + (statuses[1] === 200 ? 5 : 0) - (states[0] === 'refunded' ? 5 : 0);
    expect(await on.credits(owner)).toBe(before - charged);
    await owner.call(life.deleteInserat, { inserat_id: id });
  }
});
