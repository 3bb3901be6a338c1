import { createInserat } from '@samtrot/shared/inserate/contract.ts';
import { autoReactivateInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { type NextStep, state } from '@samtrot/shared/overview/contract.ts';
import { dropPayment, payRest, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { anAnsweredThread } from '../../testing/world/call-fixtures.ts';
import { house } from '../../testing/world/house.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => {
  world.clock.set(START);
  expect(world.defects.splice(0)).toEqual([]);
});

const stateOf = async (user: Caller) => (await user.call(state, {})).body.state;
const stepsOf = async (user: Caller): Promise<NextStep[]> => (await stateOf(user)).next_steps;
const kinds = async (user: Caller) => (await stepsOf(user)).map(({ kind }) => kind);
const later = (ms: number) => world.clock.set(new Date(START.getTime() + ms));

test('a fresh account is a newcomer until its first ad is placed, a draft changes nothing [EXP-30, EXP-31]', async () => {
  const user = await on.rich(100);
  expect(await stateOf(user)).toMatchObject({ newcomer: true, week: null });
  const { inserat_id } = (await user.call(createInserat, {})).body;
  await world.db
    .updateTable('inserat')
    .set({ status: 'entwurf' })
    .where('id', '=', inserat_id)
    .execute();
  expect(await stateOf(user)).toMatchObject({ newcomer: true });
  expect((await stepsOf(user)).filter(({ kind }) => kind === 'draft')).toMatchObject([
    { id: String(inserat_id), today: false },
  ]);
  await on.place(user, { inserat_typ: 'free' });
  expect(await stateOf(user)).toMatchObject({ newcomer: false });
});

test('an ad is a step within its last day, and no more once it is renewed by itself [EXP-33, EXP-35]', async () => {
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '3_days' });
  const ending = async () => (await stepsOf(user)).filter(({ kind }) => kind === 'ending');
  later(2 * DAY_MS - HOUR_MS);
  expect(await ending()).toEqual([]);
  later(2 * DAY_MS + HOUR_MS);
  expect(await ending()).toMatchObject([{ id: String(id), today: true }]);
  await user.call(autoReactivateInserat, { inserat_id: id, enabled: true });
  expect(await ending()).toEqual([]);
});

test('an open payment is a step after two days, with its number, until it is dropped [EXP-33, EXP-98]', async () => {
  const user = await world.user();
  const opened = async (ago: number) => {
    later(-ago);
    const { body } = await user.call(walletTopup, { topup_option_id: 2 });
    later(0);
    return String(body.payment_id);
  };
  await opened(2 * DAY_MS - HOUR_MS);
  expect(await kinds(user)).not.toContain('open_payment');
  const payment_id = await opened(2 * DAY_MS + HOUR_MS);
  const step = (await stepsOf(user)).find(({ kind }) => kind === 'open_payment');
  expect(step).toMatchObject({ id: payment_id, today: false });
  expect(step?.payment).toMatchObject({ amount: 100, transfer: false });
  expect(step?.payment?.number).toBeGreaterThan(70_000);
  await user.call(dropPayment, { payment_id });
  expect(await kinds(user)).not.toContain('open_payment');
});

test('an open rest asks for no other top-up, and is no step once it is not needed [EXP-33, EXP-97]', async () => {
  const user = await world.user();
  later(-3 * DAY_MS);
  const first = String((await user.call(walletTopup, { topup_option_id: 2 })).body.payment_id);
  const become = (to: { status: string; received_rappen: number }) =>
    world.db.updateTable('payment').set(to).where('id', '=', first).execute();
  await become({ status: 'teilbezahlt', received_rappen: 8_000 });
  await user.call(payRest, { payment_id: first });
  later(0);
  const open = async () => (await stepsOf(user)).filter(({ kind }) => kind === 'open_payment');
  expect((await open()).map(({ payment }) => payment)).toMatchObject([{ amount: 20 }]);
  expect((await open())[0]!.payment!.sentence).not.toContain('lade neu auf');
  await become({ status: 'gutgeschrieben', received_rappen: 8_000 });
  expect(await open()).toEqual([]);
});

test('of all seven kinds the five most urgent are listed, and only those of this account [EXP-33]', async () => {
  const user = await on.rich(100);
  const owner = { ...user, world, on };
  const team = house(world);
  const held = await on.place(user, { inserat_typ: '1_week' });
  const hold = await team.hold(await team.person(), 'inserat', held.id);
  const ending = await on.place(user, { inserat_typ: '1_day' });
  const { thread_id } = await anAnsweredThread(owner);
  later(-3 * DAY_MS);
  const open = (await user.call(walletTopup, { topup_option_id: 2 })).body.payment_id;
  later(0);
  const { inserat_id } = (await user.call(createInserat, {})).body;
  await world.db.transaction().execute(async (db) => {
    await sql`update inserat set status = 'entwurf' where id = ${inserat_id}`.execute(db);
    await sql`update account set email_confirmed_at = null where id = ${user.userId}`.execute(db);
  });
  const { payment_id } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  const part = { status: 'teilbezahlt', received_rappen: 4_000 };
  await world.db.updateTable('payment').set(part).where('id', '=', payment_id).execute();

  later(HOUR_MS);
  const without = await stepsOf(user);
  expect(without.map(({ kind, id }) => [kind, id])).toEqual([
    ['hold', String(hold.id)],
    ['ending', String(ending.id)],
    ['answer', `S-${thread_id}`],
    ['payment', payment_id],
    ['open_payment', open],
  ]);
  expect(without[2]).toMatchObject({ subject: expect.any(String), asked: true, today: true });
  expect(without[3]).toMatchObject({ today: true, payment: { next: 'decide', amount: 50 } });

  // The hold is released, the answer read, the payments settled: room for the less urgent ones.
  await world.db.transaction().execute(async (db) => {
    await sql`update thread_entry set seen_at = ${START} where thread_id = ${thread_id}`.execute(
      db,
    );
    await sql`update payment set status = 'abgebrochen' where account_id = ${user.userId}`.execute(
      db,
    );
  });
  expect((await stepsOf(user)).map(({ kind, today }) => [kind, today])).toEqual([
    ['hold', true],
    ['ending', true],
    ['draft', false],
    ['email', world.config.requireConfirmedEmail],
  ]);
  expect((await kinds(await on.rich(5))).filter((kind) => kind !== 'email')).toEqual([]);
});

test('a debt is a step of today, second to a held ad alone [EXP-33]', async () => {
  const user = await world.user();
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  const ref = String(payment_url).split('/').at(-1)!;
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('id', '=', ref)
    .execute();
  world.clock.advance(2 * 60_000);
  await world.runTasks('topups/poll');
  await world.db.transaction().execute(async (db) => {
    const ctx = { db, now: world.clock.now(), actor: { kind: 'cli' } as const };
    const spent = { userId: user.userId, amount: 20, cause: 'test:steps', description: 'Test' };
    await wallet.spend(ctx, spent);
    await topups.enterChargeback(ctx, { paymentId: payment_id, reason: 'Test' });
  });
  const [first] = await stepsOf(user);
  expect(first).toMatchObject({ kind: 'debt', today: true, at: expect.any(String) });
});
