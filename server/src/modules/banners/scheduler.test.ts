import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import {
  deleteBanner,
  hideBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import {
  bannersOf,
  bannerWish,
  pictureFor,
  type Wish,
  websiteOf,
} from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { addressOf } from '../../testing/world/accounts.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { bannerAlertTask, bannerClockTask } from './jobs.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let sites: number[];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  sites = [await websiteOf(world), await websiteOf(world, 'mondgarten')];
  await world.db.updateTable('website').set({ status: 'on' }).execute();
  await world.db.updateTable('banner').set({ open_end: null, alert_at: null }).execute();
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const END = addCalendarMonths(START, 1);
const at = (ms: number) => world.clock.set(new Date(+END + ms));
const clock = () => world.runTasks('banners/clock', 'banners/alert');
const ENDS = 'Deine Laufzeit endet bald';
const NOT_RENEWED = 'Deine Laufzeit wurde nicht verlängert';
type Owner = Caller & { email?: string };
const emailOf = ({ userId }: Owner) => addressOf(world.db, userId);
const mails = async (owner: Owner, subject: string) =>
  (await world.mails(await emailOf(owner))).filter((mail) => mail.subject === subject);
const order = async (owner: Caller, changes: Partial<Wish> = {}): Promise<number> => {
  const answer = await owner.call(orderBanner, bannerWish({ webseiten: sites, ...changes }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.banner.ID;
};
/** An owner with reminders switched on. */
async function alerted(credits: number): Promise<Caller> {
  const owner = await on.rich(credits);
  await owner.call(updateNotifications, {
    expiryAlert: true,
    disableMessages: false,
    newsletter: false,
  });
  return owner;
}
/** An owner with this many credits after ordering a renewing banner of 78 per run. */
async function renewing(left: number, changes: Partial<Wish> = {}) {
  const owner = await alerted(78 + left);
  return { owner, ID: await order(owner, { auto_extend: true, ...changes }) };
}
const bookingsOf = (ID: number) =>
  world.db
    .selectFrom('banner_booking')
    .selectAll()
    .where('banner_id', '=', ID)
    .orderBy('id')
    .execute();
const only = async (owner: Caller) => (await bannersOf(owner))[0]!;

test('at its end a banner is renewed and charged without a gap [BAN-48, INS-47]', async () => {
  const { owner, ID } = await renewing(100);
  at(2000);
  await clock();
  const next = addCalendarMonths(END, 1);
  expect(await only(owner)).toMatchObject({
    status: 'aktiv',
    start_at: END.toISOString(),
    end_at: next.toISOString(),
    auto_extend: true,
    banner_credits: 78,
  });
  const [first, second] = await bookingsOf(ID);
  expect(second).toMatchObject({
    renews: first!.id,
    start_at: END,
    months: 1,
    websites: 2,
    total: 78,
  });
  expect(await on.credits(owner)).toBe(22);
  const { rows } = await world.pool.query(
    `select actor from audit where object = 'banner:${ID}' order by id`,
  );
  expect(rows.map(({ actor }) => actor)).toEqual([`user:${owner.userId}`, 'system']);
  // The second end comes too early for another one.
  world.clock.set(next);
  await clock();
  expect(await only(owner)).toMatchObject({ status: 'abgelaufen', auto_extend: true });
  expect(await mails(owner, NOT_RENEWED)).toHaveLength(1);
});

test('a renewal that fails is named, holds up no other and is made up for once it can be [BAN-48, RUN-17]', async () => {
  const stuck = await renewing(100);
  const other = await renewing(100);
  const owner = connect(world.url, { role: null, max: 1 });
  try {
    await sql`update banner set open_end = open_end - interval '1 second' where id = ${stuck.ID}`.execute(
      owner.db,
    );
    await sql
      .raw(
        `create function refuse_renewal() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
         create trigger refuse_renewal before insert on banner_booking for each row
           when (new.banner_id = ${stuck.ID}) execute function refuse_renewal()`,
      )
      .execute(owner.db);
    at(2000);
    await expect(clock()).rejects.toThrow(`the renewal of banner ${stuck.ID} failed`);
    await clock();
    expect([await bookingsOf(stuck.ID), await bookingsOf(other.ID)]).toMatchObject([
      [{}],
      [{}, {}],
    ]);
    expect(await on.credits(stuck.owner)).toBe(100);
    const { body } = await world.send('', { method: 'GET', url: '/readyz' });
    expect(body.clock_lag_ms).toBeGreaterThan(1000);
    await sql`drop function refuse_renewal cascade`.execute(owner.db);
  } finally {
    await owner.db.destroy();
  }
  at(2000 + MINUTE_MS);
  await clock();
  expect(await bookingsOf(stuck.ID)).toHaveLength(2);
  expect(await on.credits(stuck.owner)).toBe(22);
});

test('however many renewals fail, the others are made in the same run [BAN-48, RUN-17]', async () => {
  const stuck: { ID: number }[] = [];
  for (let n = 0; n < 6; n++) stuck.push(await renewing(100));
  const other = await renewing(100);
  const ids = stuck.map(({ ID }) => ID);
  const owner = connect(world.url, { role: null, max: 1 });
  try {
    await sql`update banner set open_end = open_end - interval '1 second'
               where id = any(${ids}::bigint[])`.execute(owner.db);
    await sql
      .raw(
        `create function refuse_renewal() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
         create trigger refuse_renewal before insert on banner_booking for each row
           when (new.banner_id in (${ids})) execute function refuse_renewal()`,
      )
      .execute(owner.db);
    at(2000);
    const failed: string = await clock().then(
      () => '',
      ({ message }) => message,
    );
    for (const id of ids) expect(failed).toContain(`the renewal of banner ${id} failed`);
    expect(await bookingsOf(other.ID)).toHaveLength(2);
    for (const id of ids) expect(await bookingsOf(id)).toHaveLength(1);
  } finally {
    await sql`drop function if exists refuse_renewal cascade`.execute(owner.db);
    await owner.db.destroy();
  }
});

test('concurrent workers renew once, or send one mail if the credits do not suffice [BAN-48, INV-06]', async () => {
  const { owner: rich, ID } = await renewing(1000);
  const { owner: poor } = await renewing(77);
  at(0);
  const run = () => bannerClockTask.run({ db: world.db, now: world.clock.now() });
  for (let turn = 0; turn < 3; turn++) await Promise.all(Array.from({ length: 6 }, run));
  expect([(await bookingsOf(ID)).length, await on.credits(rich)]).toEqual([2, 922]);
  expect([await on.credits(poor), (await only(poor)).status]).toEqual([77, 'abgelaufen']);
  const [mail, ...more] = await mails(poor, NOT_RENEWED);
  expect(more).toEqual([]);
  expect(mail!.text).toContain('78 Credits');
  expect(await mails(rich, NOT_RENEWED)).toEqual([]);
});

test('a booking that goes on from another one is there once, whatever a program does [BAN-48]', async () => {
  const { ID } = await renewing(100);
  at(0);
  await clock();
  const [first] = await bookingsOf(ID);
  const { id: _id, total: _total, ...again } = { ...first!, renews: first!.id };
  await expect(world.db.insertInto('banner_booking').values(again).execute()).rejects.toMatchObject(
    { code: '23505' },
  );
});

test('a renewal skips removed websites; without any the banner ends with a mail [BAN-48]', async () => {
  const { owner, ID } = await renewing(1000);
  await world.db
    .updateTable('website')
    .set({ status: 'off' })
    .where('id', '=', sites[1]!)
    .execute();
  at(0);
  await clock();
  expect((await bookingsOf(ID))[1]).toMatchObject({ websites: 1, total: 60 });
  await world.db.updateTable('website').set({ status: 'on' }).execute();
  // Back again it is none that was paid for.
  expect((await only(owner)).webseiten).toEqual([sites[0]]);
  await world.db.updateTable('website').set({ status: 'off' }).execute();
  world.clock.set(addCalendarMonths(END, 1));
  await clock();
  expect([(await only(owner)).status, (await bookingsOf(ID)).length]).toEqual(['abgelaufen', 2]);
  expect((await mails(owner, NOT_RENEWED))[0]!.text).toContain('keine der gewählten Webseiten');
  expect(await on.credits(owner)).toBe(940);
});

test('what was forbidden since does not go on by itself [BAN-48]', async () => {
  const { owner, ID } = await renewing(1000);
  await world.db.updateTable('banner').set({ text: 'AO möglich' }).where('id', '=', ID).execute();
  at(0);
  await clock();
  expect([(await only(owner)).status, await on.credits(owner)]).toEqual(['abgelaufen', 1000]);
  expect((await mails(owner, NOT_RENEWED))[0]!.text).toContain('nicht mehr erlaubt');
});

test('a scheduler that was down for days charges no time in which nothing was shown [BAN-48]', async () => {
  const { owner } = await renewing(100);
  at(3 * DAY_MS);
  await clock();
  expect(await only(owner)).toMatchObject({
    status: 'aktiv',
    start_at: world.clock.now().toISOString(),
  });
});

test('without the flag, hidden or deleted it just ends [BAN-48]', async () => {
  const owner = await on.rich(1000);
  const plain = await order(owner, { text: 'Ohne' });
  const hidden = await order(owner, { text: 'Versteckt', auto_extend: true });
  const gone = await order(owner, { text: 'Weg', auto_extend: true });
  await owner.call(hideBanner, { banner_id: hidden });
  await owner.call(deleteBanner, { banner_id: gone });
  at(0);
  await clock();
  for (const ID of [plain, hidden, gone]) expect(await bookingsOf(ID)).toHaveLength(1);
  expect((await bannersOf(owner)).map(({ status }) => status)).toEqual([
    'abgelaufen',
    'abgelaufen',
  ]);
  expect([await mails(owner, ENDS), await mails(owner, NOT_RENEWED)]).toEqual([[], []]);
});

test('a deletion at the end pays for no further run; an edit then edits the renewed banner [BAN-23]', async () => {
  const { owner } = await renewing(1000);
  at(0);
  const { ID } = await only(owner);
  expect((await owner.call(deleteBanner, { banner_id: ID })).body).toMatchObject({
    refunded: 0,
    credits: 1000,
  });

  world.clock.set(START);
  const other = await renewing(1000);
  at(0);
  const saved = await other.owner.call(
    saveBanner,
    bannerWish({ ID: other.ID, webseiten: sites, text: 'Weiter' }),
  );
  expect(saved.body).toMatchObject({
    credits: 922,
    banner: { status: 'aktiv', text: 'Weiter', auto_extend: false },
  });
  await clock();
  expect(await bookingsOf(other.ID)).toHaveLength(2);
});

test('renewal switched on after the end applies to the next order [BAN-48]', async () => {
  const owner = await on.rich(1000);
  const ID = await order(owner);
  at(1);
  await owner.call(saveBanner, bannerWish({ ID, webseiten: sites, auto_extend: true }));
  await clock();
  expect(await bookingsOf(ID)).toHaveLength(1);
  expect(await only(owner)).toMatchObject({ status: 'abgelaufen', auto_extend: true });
});

test('a closed account: nothing renews itself or is announced [API-37]', async () => {
  const { owner, ID } = await renewing(1000);
  expect((await owner.raw('delete_account', { payload: { password: PASSWORD } })).status).toBe(200);
  await world.finishDeletions();
  at(-DAY_MS);
  await clock();
  at(0);
  await clock();
  expect(await bookingsOf(ID)).toHaveLength(1);
});

test('one reminder is sent a day before the end, by any number of runs and workers [CON-81, INS-49]', async () => {
  const owner = await alerted(1000);
  const ID = await order(owner);
  at(-DAY_MS - 1);
  await clock();
  expect(await mails(owner, ENDS)).toEqual([]);
  at(-DAY_MS);
  const look = () => bannerAlertTask.run({ db: world.db, now: world.clock.now() });
  for (let turn = 0; turn < 2; turn++) await Promise.all([look(), look(), look()]);
  at(-HOUR_MS);
  await clock();
  const [mail, ...more] = await mails(owner, ENDS);
  expect(more).toEqual([]);
  expect(mail!.text).toContain(`Nummer ${ID} endet am 20.12.2026, 13:00`);
  expect(mail!.text.replace(/http\S+/, '')).not.toMatch(/banner|linde/i);
});

test('not to those who switched it off, nor for what renews itself and is paid [CON-81, INS-50]', async () => {
  const off = await on.rich(1000);
  await off.call(updateNotifications, {
    expiryAlert: false,
    disableMessages: false,
    newsletter: false,
  });
  const silent = await renewing(0);
  await silent.owner.call(updateNotifications, {
    expiryAlert: true,
    disableMessages: true,
    newsletter: false,
  });
  await order(off);
  const { owner: rich } = await renewing(78);
  const { owner: poor } = await renewing(77);
  at(-DAY_MS);
  await clock();
  const sent = await Promise.all(
    [off, silent.owner, rich, poor].map(async (owner) => (await mails(owner, ENDS)).length),
  );
  expect(sent).toEqual([0, 0, 0, 1]);
  at(0);
  await clock();
  expect(await mails(silent.owner, NOT_RENEWED)).toEqual([]);
});

test('a hidden one is not announced; shown again in its last day it is [CON-81]', async () => {
  const owner = await alerted(1000);
  const banner_id = await order(owner);
  await owner.call(hideBanner, { banner_id });
  at(-DAY_MS);
  await clock();
  expect(await mails(owner, ENDS)).toEqual([]);
  await owner.raw('activate_banner', { payload: { banner_id } });
  await clock();
  expect(await mails(owner, ENDS)).toHaveLength(1);
});

test('/readyz shows how long the oldest end of a banner has been waiting [INS-47]', async () => {
  const lag = async () =>
    (await world.send('', { method: 'GET', url: '/readyz' })).body.clock_lag_ms;
  await renewing(100);
  await order(await on.rich(1000));
  at(-1);
  expect(await lag()).toBe(0);
  at(5000);
  expect(await lag()).toBe(5000);
  await clock();
  expect(await lag()).toBe(0);
});

test('a renewed banner with a picture shows the same picture [BAN-48]', async () => {
  const owner = await on.rich(3000);
  const ID = await order(owner, {
    typ: 'a2',
    banner_bild: await pictureFor('a2'),
    auto_extend: true,
  });
  const { banner_bild } = await only(owner);
  at(0);
  await clock();
  expect(await only(owner)).toMatchObject({ ID, status: 'aktiv', banner_bild });
});
