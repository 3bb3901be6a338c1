import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '../../../app/payments.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';
import * as wallet from '../../wallet/service.ts';
import { type PaymentProvider, ProviderUnavailable } from '../ports.ts';
import { providersOf, reconcile, settle } from '../service.ts';
import { reconcileDay } from './reconciliation.ts';

const HOUR = 3_600_000;
let world: World;
let sandbox: PaymentProvider;
beforeAll(async () => {
  world = await testWorld();
  const outside: typeof fetch = (...request) => world.outside.fetch(...request);
  sandbox = payments({
    config: world.config,
    db: world.db,
    clock: world.clock,
    fetch: outside,
  }).providers.named('sandbox')!;
});
afterAll(() => world[Symbol.asyncDispose]());

/** Paid at the provider without any notification. */
async function paidUnnotified(): Promise<{ user: Caller; ref: string }> {
  const user = await world.user();
  const { payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  const ref: string = payment_url.split('/').at(-1);
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('id', '=', ref)
    .execute();
  return { user, ref };
}
const credits = ({ user }: { user: Caller }) =>
  world.db.transaction().execute((db) => wallet.balance(db, user.userId));

/** Looks up each payment by name, as there is no list, and fails for some of them. */
async function compareAsking(fetchStatus: PaymentProvider['fetchStatus']) {
  const now = world.clock.now();
  const warnings: string[] = [];
  const providers = providersOf([{ ...sandbox, list: null, fetchStatus }]);
  const outcome = await reconcile(
    { db: world.db, now, providers },
    { from: new Date(now.getTime() - HOUR * 24), until: now },
    ({ message }) => warnings.push(message),
  ).catch((error: Error) => error.message);
  return { outcome, silences: warnings };
}

test('a payment whose status is unavailable blocks no other comparison [T-PAY-07, T-PAY-15]', async () => {
  const all = [await paidUnnotified(), await paidUnnotified(), await paidUnnotified()];
  world.clock.advance(2 * HOUR);
  const { outcome, silences: warnings } = await compareAsking(async (ref) => {
    if (ref === all[1]!.ref) throw new ProviderUnavailable('no amount');
    return sandbox.fetchStatus(ref);
  });
  expect([outcome, warnings]).toEqual([{ compared: 2, cases: 0 }, ['no amount']]);
  expect(await Promise.all(all.map(credits))).toEqual([50, 0, 50]);
});

test('nor does one that cannot be handled; it is reported at the end [T-PAY-15]', async () => {
  world.clock.advance(25 * HOUR);
  const all = [await paidUnnotified(), await paidUnnotified()];
  world.clock.advance(2 * HOUR);
  const { outcome } = await compareAsking(async (ref) => {
    if (ref === all[0]!.ref) throw new TypeError('a defect');
    return sandbox.fetchStatus(ref);
  });
  expect(outcome).toBe('a defect');
  expect(await Promise.all(all.map(credits))).toEqual([0, 50]);
});

test('a provider that never responds is soon skipped [T-PAY-15]', async () => {
  world.clock.advance(25 * HOUR);
  for (let n = 0; n < 5; n++) await paidUnnotified();
  world.clock.advance(2 * HOUR);
  let asked = 0;
  const { outcome, silences: warnings } = await compareAsking(async () => {
    asked++;
    throw new ProviderUnavailable('away');
  });
  expect([asked, warnings.length, outcome]).toEqual([3, 3, { compared: 0, cases: 0 }]);
});

test('a status that is overtaken while it is compared opens no case [T-PAY-15]', async () => {
  world.clock.advance(25 * HOUR);
  const paid = await paidUnnotified();
  await world.db
    .updateTable('sandbox.payment')
    .set({ amount: 2_000 })
    .where('id', '=', paid.ref)
    .execute();
  await settle({ db: world.db, now: world.clock.now(), provider: sandbox }, paid.ref);
  world.clock.advance(2 * HOUR);
  let asked = 0;
  const { outcome } = await compareAsking(async (ref) => {
    const status = await sandbox.fetchStatus(ref);
    if (++asked > 1) return status;
    await world.db
      .updateTable('sandbox.payment')
      .set({ amount: 5_000 })
      .where('id', '=', ref)
      .execute();
    await settle({ db: world.db, now: world.clock.now(), provider: sandbox }, ref);
    return status;
  });
  expect([await credits(paid), outcome]).toEqual([50, { compared: 1, cases: 0 }]);
});

test('a day is compared once; one that broke off is compared again an hour later [T-PAY-15]', async () => {
  world.clock.set(new Date('2027-01-10T08:00:00Z'));
  const providers = providersOf([sandbox]);
  const compareDay = async () =>
    (await reconcileDay({ db: world.db, now: world.clock.now(), providers }, () => {})) !==
    undefined;
  const breakOff = () =>
    world.db.updateTable('payment_reconciliation').set({ done_at: null }).execute();
  expect(await compareDay()).toBe(true);
  world.clock.advance(3 * HOUR);
  expect(await compareDay()).toBe(false);
  await breakOff();
  expect(await compareDay()).toBe(true);
  await breakOff();
  world.clock.advance(HOUR - 1);
  expect(await compareDay()).toBe(false);
  world.clock.advance(1);
  expect(await compareDay()).toBe(true);
});
