import { getBalance, state } from '@samtrot/shared/overview/contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

test('only its owner reads the balance, which equals that of `state` after every movement [FIX-15]', async () => {
  const on = advertisers(world);
  const [user, other] = [await on.rich(100), await on.rich(7)];
  const asked = async (caller = user) => (await caller.call(getBalance, {})).body;
  expect(await asked()).toEqual({ success: true, credits: 100, owed: 0 });
  const book = <T>(
    work: (ctx: { db: Parameters<typeof wallet.balance>[0]; now: Date }) => Promise<T>,
  ) => world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
  const booking = { userId: user.userId, description: 'Test' };
  await book((ctx) => wallet.spend(ctx, { ...booking, amount: 30, cause: 'test:spent' }));
  expect([(await asked()).credits, (await asked(other)).credits]).toEqual([70, 7]);
  await book((ctx) =>
    wallet.credit(ctx, 'correction', { ...booking, amount: 5, cause: 'test:house' }),
  );
  const { body } = await user.call(state, {});
  expect([(await asked()).credits, body.state]).toEqual([
    75,
    expect.objectContaining({ credits: 75 }),
  ]);
  expect(await world.visitor.raw('getBalance', { method: 'GET' })).toMatchObject({
    status: 401,
    body: { code: 'NOT_LOGGED_IN' },
  });
  expect(
    await user.raw('getBalance', { method: 'GET', query: { user_id: String(other.userId) } }),
  ).toMatchObject({
    status: 403,
    body: { code: 'WRONG_USER' },
  });
});

test('the response contains the debt [FIX-15]', async () => {
  const user = await world.user();
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  const ref = payment_url.split('/').at(-1);
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('id', '=', ref)
    .execute();
  world.clock.advance(2 * 60_000);
  await world.runTasks('topups/poll');
  await world.db.transaction().execute(async (db) => {
    const ctx = { db, now: world.clock.now(), actor: { kind: 'cli' } as const };
    await wallet.spend(ctx, {
      userId: user.userId,
      amount: 20,
      cause: 'test:gone',
      description: 'Test',
    });
    await topups.enterChargeback(ctx, { paymentId: payment_id, reason: 'Test' });
  });
  expect((await user.call(getBalance, {})).body).toEqual({ success: true, credits: 0, owed: 20 });
});
