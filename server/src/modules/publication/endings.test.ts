import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers, cantons } from '../../testing/listings/inserate.ts';
import { partnerKey } from '../../testing/partners/partner.ts';
import { race } from '../../testing/process/race.ts';
import { addressOf } from '../../testing/world/accounts.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let port: number;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  port = Number(new URL(await world.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
beforeEach(async () => {
  world.clock.set(START);
  await sql`update inserat set status = 'geloescht', alert_at = null`.execute(world.db);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const clock = () => world.runTasks('publication/clock', 'publication/missed', 'publication/alert');
const at = (ms: number) => world.clock.set(new Date(START.getTime() + ms));
const subjects = async (email: string, subject: string) =>
  (await world.mails(email)).filter((mail) => mail.subject === subject).length;
const NOT_RENEWED = 'Deine Laufzeit wurde nicht verlängert';
const ENDS = 'Deine Laufzeit endet bald';
async function renewing(credits: number, more: object = {}) {
  const owner = await on.rich(0);
  const email = await addressOf(world.db, owner.userId);
  await on.grant(owner.userId, 1000);
  await world.db
    .updateTable('account')
    .set({ expiry_alert: true })
    .where('id', '=', owner.userId)
    .execute();
  const { id, body } = await on.place(owner, { inserat_typ: '1_day', auto_extend: true, ...more });
  // Sets the balance to the test's amount.
  const spent = body.credits - credits;
  await world.db
    .transaction()
    .execute((db) =>
      sql`select ledger_spend(${owner.userId}, ${spent}, 'correction', 'correction', ${`rest:${id}`}, '', ${START})`.execute(
        db,
      ),
    );
  expect(await on.credits(owner)).toBe(credits);
  return { owner, id, email };
}
const bookings = async (id: number) =>
  (await world.db.selectFrom('booking').select('id').where('inserat_id', '=', id).execute()).length;

test.each([
  ['0', 0, 0],
  ['one too few', 14, 0],
  ['exactly enough', 15, 1],
  ['enough for two', 30, 2],
])(
  'renewal with %s: one debit per period, never below zero, a mail when it expires [T-SCH-10, INS-44, INS-47]',
  async (_name, credits, periods) => {
    const { owner, id, email } = await renewing(credits, {
      cantons: cantons(4),
      top_ad_enabled: true,
    });
    for (let day = 1; day <= periods; day++) {
      at(day * DAY_MS);
      await Promise.all([clock(), clock()]);
      expect((await on.list(owner))[0]).toMatchObject({
        inserat_status: 'aktiv',
        top_ad_enabled: false,
      });
      expect([await on.credits(owner), await bookings(id)]).toEqual([credits - 15 * day, 1 + day]);
    }
    at((periods + 1) * DAY_MS);
    await clock();
    await clock();
    const [ad] = await on.list(owner);
    expect([ad!.inserat_status, await on.credits(owner), await bookings(id)]).toEqual([
      ...['abgelaufen', credits - 15 * periods, 1 + periods],
    ]);
    expect(await subjects(email, NOT_RENEWED)).toBe(1);
  },
);

test('an ad with renewal off ends despite credits; with mails disabled no mail is sent [T-SCH-10]', async () => {
  const { owner, id, email } = await renewing(0);
  await world.db
    .updateTable('account')
    .set({ disable_messages: true })
    .where('id', '=', owner.userId)
    .execute();
  const off = await renewing(100);
  await off.owner.call(life.autoReactivateInserat, { inserat_id: off.id, enabled: false });
  at(DAY_MS);
  await clock();
  expect((await on.list(owner))[0]!.inserat_status).toBe('abgelaufen');
  expect((await on.list(off.owner))[0]!.inserat_status).toBe('abgelaufen');
  expect([
    await bookings(id),
    await subjects(email, NOT_RENEWED),
    await subjects(off.email, NOT_RENEWED),
  ]).toEqual([1, 0, 0]);
});

test('the scheduler and five concurrent reactivations at the end charge once [T-RACE-14, INS-39]', async () => {
  for (let round = 0; round < 3; round++) {
    at(0);
    const { owner, id } = await renewing(100);
    at(DAY_MS);
    const presses = Array.from({ length: 5 }, () => ({
      path: '/api?action=reactivate_inserat',
      headers: { cookie: owner.cookie },
      body: JSON.stringify({ inserat_id: id }),
    }));
    await Promise.all([
      race(port, presses),
      world.runTasks('publication/clock'),
      world.runTasks('publication/clock'),
    ]);
    expect([await on.credits(owner), await bookings(id)]).toEqual([90, 2]);
  }
});

test('of ten concurrent free ads one is placed [T-RACE-07]', async () => {
  const owner = await on.rich(0);
  const drafts: number[] = [];
  while (drafts.length < 10) drafts.push((await on.place(owner, { post_status: 'draft' })).id);
  const [first] = await on.list(owner);
  const { ID: _id, imageSources: _images, version: _version, ...content } = first!;
  const statuses = await race(
    port,
    drafts.map((inserat_id) => ({
      path: '/api?action=saveInserat',
      headers: { cookie: owner.cookie },
      body: JSON.stringify({ ...content, inserat_id, post_status: 'publish' }),
    })),
  );
  expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)]);
});

test('an auto-renewing ad deleted at its end is not charged again [INS-37]', async () => {
  const { owner, id } = await renewing(100);
  at(DAY_MS + 1000);
  expect((await owner.call(life.deleteInserat, { inserat_id: id })).body).toMatchObject({
    refunded: 0,
    credits: 100,
  });
  expect(await bookings(id)).toBe(1);
});

test('the alert is sent once, 24 hours before the end and not earlier [T-SCH-08, INS-49]', async () => {
  const owner = await world.user();
  await on.grant(owner.userId, 100);
  await world.db
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .execute();
  const wishes = { expiryAlert: true, disableMessages: false, newsletter: false };
  expect((await owner.call(updateNotifications, wishes)).status).toBe(200);
  const { id } = await on.place(owner, { inserat_typ: '3_days' });
  at(2 * DAY_MS - 1);
  await clock();
  expect(await subjects(owner.email, ENDS)).toBe(0);
  at(2 * DAY_MS);
  await Promise.all([clock(), clock()]);
  await clock();
  expect(await subjects(owner.email, ENDS)).toBe(1);
  // Hidden and shown again, its end moves; a booking has one alert.
  await owner.call(life.hideInserat, { inserat_id: id });
  at(2.5 * DAY_MS);
  await owner.call(life.activateInserat, { inserat_id: id });
  at(3 * DAY_MS);
  await clock();
  expect(await subjects(owner.email, ENDS)).toBe(1);
  const [mail] = (await world.mails(owner.email)).filter(({ subject }) => subject === ENDS);
  expect(mail!.text).not.toMatch(/Inserat|Lena/);
});

test('an alert due before the start was processed waits for it [T-SCH-08, INS-49]', async () => {
  const owner = await world.user();
  await on.grant(owner.userId, 100);
  const wishes = { expiryAlert: true, disableMessages: false, newsletter: false };
  expect((await owner.call(updateNotifications, wishes)).status).toBe(200);
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-21',
    publish_time: '13:00',
  } as const;
  expect((await on.place(owner, { inserat_typ: '1_day', ...plan })).status).toBe(200);
  at(DAY_MS);
  await world.runTasks('publication/alert');
  expect(await subjects(owner.email, ENDS)).toBe(0);
  await clock();
  expect(await subjects(owner.email, ENDS)).toBe(1);
});

test.each([
  ['expiryAlert off', { expiryAlert: false, disableMessages: false, newsletter: false }],
  ['disableMessages on', { expiryAlert: true, disableMessages: true, newsletter: false }],
])('%s: no mail [T-SCH-08, INS-49, INS-50]', async (_name, settings) => {
  const owner = await world.user();
  await on.grant(owner.userId, 100);
  await world.db
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .execute();
  await on.place(owner, { inserat_typ: '3_days' });
  expect((await owner.call(updateNotifications, settings)).status).toBe(200);
  at(2 * DAY_MS);
  await clock();
  expect(await subjects(owner.email, ENDS)).toBe(0);
});

test('an auto-renewing ad is announced only if the balance is too low [T-SCH-08]', async () => {
  const three = { inserat_typ: '3_days' };
  const rich = await renewing(20, three);
  const poor = await renewing(19, three);
  at(2 * DAY_MS);
  await clock();
  expect([await subjects(rich.email, ENDS), await subjects(poor.email, ENDS)]).toEqual([0, 1]);
  const [mail] = (await world.mails(poor.email)).filter(({ subject }) => subject === ENDS);
  expect(mail!.text).toContain('Für die automatische Verlängerung sind 20 Credits nötig');
});

test('free ads cannot be planned or renewed; a planned premium ad is charged 5 once [T-SCH-09, EDI-97, EDI-98]', async () => {
  const owner = await on.rich(100);
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  expect(await on.place(owner, plan)).toMatchObject({
    status: 422,
    body: { errors: { publish_option: expect.any(String) } },
  });
  expect(await on.place(owner, { auto_extend: true })).toMatchObject({
    status: 422,
    body: { errors: { auto_extend: expect.any(String) } },
  });
  const { id, body } = await on.place(owner, { inserat_typ: '1_day', ...plan });
  expect(body.charged).toBe(15);
  const moved = await on.place(owner, {
    inserat_id: id,
    inserat_typ: '1_day',
    ...plan,
    publish_date: '2026-11-26',
  });
  expect(moved.body).toMatchObject({ charged: 0, credits: 85 });
});

test('a planned ad deleted before its start is refunded in full with its extras, once [INS-37, PRI-17]', async () => {
  const owner = await on.rich(1000);
  const { id, body } = await on.place(owner, {
    inserat_typ: '1_week',
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
    push_times: ['12:00', '18:00'],
    date_time_pushes: [{ date: '2026-11-26', time: '09:00' }],
    top_ad_enabled: true,
    color_enabled: true,
    cantons: cantons(5),
  });
  await owner.call(life.pushInserat, { inserat_id: id });
  await owner.call(life.topInserat, { inserat_id: id });
  const whole = body.charged + 5 + 80;
  expect(await on.credits(owner)).toBe(1000 - whole);
  const presses = Array.from({ length: 5 }, () => ({
    path: '/api?action=delete_inserat',
    headers: { cookie: owner.cookie },
    body: JSON.stringify({ inserat_id: id }),
  }));
  expect((await race(port, presses)).toSorted()).toEqual([200, 404, 404, 404, 404]);
  expect(await on.credits(owner)).toBe(1000);
  at(30 * DAY_MS);
  await clock();
  expect(await on.credits(owner)).toBe(1000);
});

test('a planned ad is refunded for its unstarted runs, and the list shows the amount [INS-37, decisions 5]', async () => {
  const owner = await on.rich(1000);
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  const { id } = await on.place(owner, { inserat_typ: '3_days', ...plan });
  const other = await on.place(owner, {
    inserat_id: id,
    inserat_typ: '1_week',
    push_times: ['12:00'],
    ...plan,
  });
  const paid = 1000 - other.body.credits;
  expect(paid).toBeGreaterThan(other.body.charged);
  expect(other.body.inserat.planned_refund).toBe(paid);
  expect((await owner.call(life.deleteInserat, { inserat_id: id })).body).toMatchObject({
    refunded: paid,
    credits: 1000,
  });
});

test('an ad leaves the partner API at its end without any job [T-SCH-12, INV-07]', async () => {
  const owner = await on.rich(100);
  const { body } = await on.place(owner, { inserat_typ: '1_day' });
  const ends = Date.parse(body.inserat.end_at);
  const key = await partnerKey(world);
  const shown = async (now: number) => {
    world.clock.set(new Date(now));
    // Bypasses the cache by an ignored parameter.
    const url = `/partner/v1/ads?_=${now}`;
    const answer = await world.send('', {
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${key}` },
    });
    return answer.body.ads.length;
  };
  expect([await shown(ends - 1000), await shown(ends), await shown(ends + 1000)]).toEqual([
    1, 0, 0,
  ]);
});

test('/readyz reports the age of the oldest due start, push or end [INS-47]', async () => {
  const lag = async () =>
    (await world.send('', { method: 'GET', url: '/readyz' })).body.clock_lag_ms;
  const owner = await on.rich(100);
  await on.place(owner, { inserat_typ: '1_day', push_times: ['12:00'] });
  expect(await lag()).toBe(0);
  // The push of 12:00 is an hour before the end at 13:00.
  at(DAY_MS - 3_600_000 + 5000);
  expect(await lag()).toBe(5000);
  await clock();
  expect(await lag()).toBe(0);
  at(DAY_MS + 7000);
  expect(await lag()).toBe(7000);
  await clock();
  expect(await lag()).toBe(0);
});
