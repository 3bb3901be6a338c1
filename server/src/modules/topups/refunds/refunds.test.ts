import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { payments } from '../../../app/payments.ts';
import { connect } from '../../../platform/db.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { someoneWaits } from '../../../testing/process/gate.ts';
import { until } from '../../../testing/process/workers.ts';
import { addressOf } from '../../../testing/world/accounts.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../../../testing/world/world.ts';
import { checkBooks } from '../../overview/service.ts';
import * as wallet from '../../wallet/service.ts';
import * as topups from '../service.ts';
import { carryOutRefunds } from './refund-execution.ts';

const MINUTE = 60_000;
let world: World;
let network: typeof fetch;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  network = world.outside.fetch;
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  user = await world.user();
});
afterEach(async () => {
  world.outside.fetch = network;
  expect((await checkBooks(world.db)).problems).toEqual([]);
  expect(world.defects.splice(0)).toEqual([]);
});

interface Paid {
  id: string;
  ref: string;
}

/** A credited payment of 100 + 10. */
async function paid(): Promise<Paid> {
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 2 })).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await world.send('', {
    method: 'POST',
    url: new URL(payment_url).pathname,
    headers,
    payload: 'result=paid&method=TWINT',
  });
  await look();
  expect(await credits()).toBeGreaterThanOrEqual(110);
  return { id: payment_id, ref: payment_url.split('/').at(-1) };
}

async function look(): Promise<void> {
  world.clock.advance(61 * MINUTE);
  await world.runTasks('topups/poll');
}

const inTransaction = <T>(
  work: (ctx: { db: Parameters<typeof wallet.balance>[0]; now: Date }) => Promise<T>,
) => world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
const credits = () => inTransaction(({ db }) => wallet.balance(db, user.userId));
const owed = () => inTransaction(({ db }) => wallet.owed(db, user.userId));
/** A month of an ad: 100 credits, with its order in the books. */
const spendMonth = () => advertisers(world).place(user, { inserat_typ: '1_month' });
const order = (payment: Paid, changes: Partial<Parameters<typeof topups.orderRefund>[1]> = {}) =>
  inTransaction((ctx) =>
    topups.orderRefund(
      { ...ctx, actor: { kind: 'cli' } },
      { paymentId: payment.id, reason: 'Kulanz', mayOwe: false, ...changes },
    ),
  );
const waitsForLock = () => until(() => someoneWaits(world.pool), 'a wait for a lock');
const carryOut = () => world.runTasks('topups/refunds');
const atProvider = async (ref: string) =>
  world.db
    .selectFrom('sandbox.payment')
    .select(['refunded', 'charged_back'])
    .where('id', '=', ref)
    .executeTakeFirstOrThrow();
const tell = (ref: string, change: Record<string, string | number | boolean>) =>
  world.db.updateTable('sandbox.payment').set(change).where('id', '=', ref).execute();
/** The provider's status is read again, by notification or daily comparison. */
const compare = async () => {
  world.clock.advance(25 * 60 * MINUTE);
  await world.runTasks('topups/reconcile');
};
const statusOf = async ({ id }: Paid) =>
  (
    await world.db
      .selectFrom('payment')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;
const cases = async () =>
  (await inTransaction(({ db }) => topups.openCases(db))).map(({ key }) => key);
const mails = async () => {
  const email = await addressOf(world.db, user.userId);
  return (await world.mails(email)).map(({ subject }) => subject);
};

test('a refund debits the credits with their bonus, pays the money back once and mails it [T-PAY-13, GUT-19, FIX-09]', async () => {
  const payment = await paid();
  expect(await order(payment)).toMatchObject({ amount: 10_000, credits: 110 });
  expect([await credits(), await statusOf(payment)]).toEqual([0, 'gutgeschrieben']);
  await carryOut();
  await carryOut();
  expect(await atProvider(payment.ref)).toMatchObject({ refunded: 10_000 });
  expect([await credits(), await owed(), await statusOf(payment)]).toEqual([0, 0, 'erstattet']);
  const { body } = await user.call(getDetailedTransactions, {});
  expect(body.transactions[0]).toMatchObject({ order_id: payment.id, status_label: 'Refunded' });
  expect(body.wallet_transactions[0]).toMatchObject({
    type: 'debit',
    kind: 'chargeback',
    amount: 110,
    by_bank: false,
  });
  expect(body.wallet_transactions[0].details).toBe('Rückzahlung einer Aufladung');
  await compare();
  expect(await cases()).toEqual([]);
  await world.runTasks('mail/send');
  expect(await mails()).toContain('Rückzahlung einer Aufladung');
});

test('parts of a refund take the same share of the credits each, and together exactly all [T-PAY-13]', async () => {
  const payment = await paid();
  const parts = [];
  for (const amount of [3333, 3333, 3334]) parts.push((await order(payment, { amount })).credits);
  expect(parts.reduce((sum, part) => sum + part)).toBe(110);
  await expect(order(payment, { amount: 1 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await carryOut();
  expect(await atProvider(payment.ref)).toMatchObject({ refunded: 10_000 });
  expect(await statusOf(payment)).toBe('erstattet');
});

test('spent credits are refused, or owed when the operator allows; the wallet stays above zero [T-PAY-13]', async () => {
  const payment = await paid();
  await spendMonth();
  await expect(order(payment)).rejects.toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    extra: { missing: 100 },
  });
  expect(await credits()).toBe(10);
  await order(payment, { mayOwe: true });
  expect([await credits(), await owed()]).toEqual([0, 100]);
  await carryOut();
  expect(await statusOf(payment)).toBe('erstattet');
});

test('an unavailable provider is retried and refunds once; the credits are debited meanwhile [T-PAY-13]', async () => {
  const payment = await paid();
  await order(payment);
  world.outside.fetch = async () => {
    throw new TypeError('fetch failed');
  };
  await carryOut();
  expect([await credits(), (await atProvider(payment.ref)).refunded]).toEqual([0, 0]);
  // It did pay back, and the answer got lost.
  world.outside.fetch = async (...request) => {
    await network(...request);
    throw new TypeError('connection reset');
  };
  world.clock.advance(20 * MINUTE);
  await carryOut();
  world.outside.fetch = network;
  world.clock.advance(20 * MINUTE);
  await carryOut();
  expect([await statusOf(payment), (await atProvider(payment.ref)).refunded]).toEqual([
    'erstattet',
    10_000,
  ]);
});

test('a provider that refuses gives the credits back and opens a case [T-PAY-13]', async () => {
  const payment = await paid();
  const { id } = await order(payment);
  await tell(payment.ref, { charged_back: true });
  await carryOut();
  expect([await credits(), await statusOf(payment)]).toEqual([110, 'gutgeschrieben']);
  expect(await cases()).toContain(`refund_refused:${id}`);
  await tell(payment.ref, { charged_back: false });
});

test('money that went back without our order is noticed: part, the rest, and nothing twice [T-PAY-13]', async () => {
  const payment = await paid();
  await tell(payment.ref, { refunded: 5000 });
  await compare();
  await compare();
  expect([await credits(), await statusOf(payment)]).toEqual([55, 'gutgeschrieben']);
  await tell(payment.ref, { refunded: 10_000 });
  await compare();
  expect([await credits(), await statusOf(payment)]).toEqual([0, 'erstattet']);
});

test('after spending a charge-back leaves a debt, a case and no refund [T-PAY-13, T-PAY-06, BOF-98]', async () => {
  const payment = await paid();
  await spendMonth();
  await tell(payment.ref, { charged_back: true });
  await compare();
  expect([await credits(), await owed(), await statusOf(payment)]).toEqual([
    0,
    100,
    'rueckbelastet',
  ]);
  expect(await cases()).toContain(`chargeback:${payment.id}`);
  await expect(order(payment)).rejects.toMatchObject({
    fields: { amount: expect.stringMatching(/^Die Bank hat diese Zahlung zurückgeholt/) },
  });
  await tell(payment.ref, { charged_back: false, status: 'open' });
  await compare();
  expect(await statusOf(payment)).toBe('rueckbelastet');
  await tell(payment.ref, { charged_back: true, status: 'paid' });
});

test('of ten orders for the same refund at the same time one takes the credits [T-PAY-13]', async () => {
  const payment = await paid();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => order(payment)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await credits()).toBe(0);
});

test('two refunds at the same time for what one wallet can pay: the second is refused, not owed [T-PAY-13, INV-01]', async () => {
  const [one, two] = [await paid(), await paid()];
  await spendMonth();
  let second: Promise<unknown> | undefined;
  await inTransaction(async (ctx) => {
    await topups.orderRefund(
      { ...ctx, actor: { kind: 'cli' } },
      { paymentId: one.id, reason: 'Kulanz', mayOwe: false },
    );
    second = order(two).catch((error: unknown) => error);
    // It has read the balance as it was, and waits for the wallet.
    await waitsForLock();
  });
  expect(await second).toMatchObject({ code: 'INSUFFICIENT_CREDITS', extra: { missing: 100 } });
  expect([await credits(), await owed()]).toEqual([10, 0]);
});

test('a refund that is refused after the account was closed gives its wallet nothing [T-PAY-13, PRO-22]', async () => {
  const payment = await paid();
  await order(payment);
  await tell(payment.ref, { charged_back: true });
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  await carryOut();
  expect([await credits(), await owed()]).toEqual([0, 0]);
  expect(await cases()).toContainEqual(expect.stringContaining('refund_refused'));
});

test('nothing goes back of a payment that is not credited, or of none [T-PAY-13]', async () => {
  const { payment_id } = (await user.call(walletTopup, { topup_option_id: 2 })).body;
  await expect(order({ id: payment_id, ref: '' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(
    order({ id: '00000000-0000-4000-8000-000000000000', ref: '' }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const payment = await paid();
  for (const amount of [0, -5, 10_001])
    await expect(order(payment, { amount })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a refund that is refused after the account was closed gives its wallet nothing [T-PAY-13, T-PAY-16]', async () => {
  const payment = await paid();
  const { id } = await order(payment);
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  await tell(payment.ref, { charged_back: true });
  await carryOut();
  expect([await credits(), await cases()]).toEqual([
    0,
    expect.arrayContaining([`refund_refused:${id}`]),
  ]);
  await tell(payment.ref, { charged_back: false });
});

test.each([
  ['all of it', {}],
  ['a part', { amount: 4000 }],
])(
  'a charge-back during an open refund of %s cancels it, and no credits come back [T-PAY-13]',
  async (_, change) => {
    const payment = await paid();
    await order(payment, change);
    const reason = 'Brief der Bank';
    await inTransaction((ctx) =>
      topups.enterChargeback({ ...ctx, actor: { kind: 'cli' } }, { paymentId: payment.id, reason }),
    );
    expect([await credits(), await owed(), await statusOf(payment)]).toEqual([
      0,
      0,
      'rueckbelastet',
    ]);
    await carryOut();
    expect([await credits(), await owed(), await statusOf(payment)]).toEqual([
      0,
      0,
      'rueckbelastet',
    ]);
    expect(await atProvider(payment.ref)).toMatchObject({ refunded: 0 });
  },
);

test('a refund at a provider that is switched off waits and says so [T-PAY-13]', async () => {
  const payment = await paid();
  await order(payment);
  const warnings: string[] = [];
  const off = { db: world.db, now: world.clock.now(), providers: topups.providersOf([]) };
  await carryOutRefunds(off, ({ message }) => warnings.push(message));
  expect(warnings).toEqual([expect.stringContaining('sandbox')]);
  world.clock.advance(20 * MINUTE);
  await carryOut();
  expect(await statusOf(payment)).toBe('erstattet');
});

test('a refund that fails by a defect keeps no other of its batch waiting [T-PAY-13]', async () => {
  const all = [await paid(), await paid()];
  for (const payment of all) await order(payment);
  // As a program that fails at what a provider answers.
  const { providers } = payments({
    config: world.config,
    db: world.db,
    clock: world.clock,
    fetch: (...request) => world.outside.fetch(...request),
  });
  const sandbox = providers.named('sandbox')!;
  const refund = sandbox.refund.bind(sandbox);
  // Whichever comes first.
  vi.spyOn(sandbox, 'refund')
    .mockRejectedValueOnce(new TypeError('on purpose'))
    .mockImplementation(refund);
  const batch = { db: world.db, now: world.clock.now(), providers };
  await expect(carryOutRefunds(batch, () => {})).rejects.toThrow('on purpose');
  const statuses = () => Promise.all(all.map(statusOf));
  expect((await statuses()).toSorted()).toEqual(['erstattet', 'gutgeschrieben']);
  world.clock.advance(20 * MINUTE);
  await carryOut();
  expect(await statuses()).toEqual(['erstattet', 'erstattet']);
});

test('a charge-back of a refunded payment opens a case: the money is gone twice [T-PAY-13]', async () => {
  const payment = await paid();
  await order(payment);
  await carryOut();
  await tell(payment.ref, { charged_back: true });
  await compare();
  expect([await statusOf(payment), await cases()]).toEqual([
    'erstattet',
    expect.arrayContaining([`chargeback:${payment.id}`]),
  ]);
});

test('a spend at the same moment leaves no debt that the operator did not allow [T-PAY-13, T-RACE-06]', async () => {
  const payment = await paid();
  const { promise: ordered, resolve } = Promise.withResolvers<PromiseSettledResult<unknown>[]>();
  await inTransaction(async (ctx) => {
    const spend = {
      amount: 100,
      cause: `correction:${payment.id}`,
      description: 'Test',
      userId: user.userId,
    };
    await sql`select ledger_spend(${spend.userId}, ${spend.amount}, 'correction', 'correction', ${spend.cause}, ${spend.description}, ${ctx.now})`.execute(
      ctx.db,
    );
    // It reads the balance of before and waits for the wallet.
    resolve(Promise.allSettled([order(payment)]));
    await waitsForLock();
  });
  expect(await ordered).toMatchObject([
    { status: 'rejected', reason: { code: 'INSUFFICIENT_CREDITS', extra: { missing: 100 } } },
  ]);
  expect([await credits(), await owed()]).toEqual([10, 0]);
});

test('two concurrent refunds are carried out one by one [T-PAY-13]', async () => {
  const payment = await paid();
  await order(payment, { amount: 3000 });
  await order(payment, { amount: 2000 });
  await carryOut();
  await carryOut();
  await world.runTasks('mail/send');
  expect(
    (await mails()).filter((subject) => subject === 'Rückzahlung einer Aufladung'),
  ).toHaveLength(2);
});

test('five declined payments in a day put the account before the operator, once [T-PAY-14]', async () => {
  const found: number[] = [];
  for (let n = 0; n < 6; n++) {
    const { payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
    await world.db
      .updateTable('sandbox.payment')
      .set({ status: 'declined' })
      .where('id', '=', payment_url.split('/').at(-1))
      .execute();
    await look();
    const keys = (await cases()).filter((key) => key.startsWith(`carding:${user.userId}:`));
    found.push(keys.length);
  }
  expect(found).toEqual([0, 0, 0, 0, 1, 1]);
});

test('the comparison of 100 payments with a missing, an extra and a wrong one opens three cases [T-PAY-15]', async () => {
  const deletePayments = sql`delete from sandbox.payment`;
  const from = world.clock.now();
  const refs: { id: string; ref: string }[] = [];
  for (let n = 0; n < 100; n++) {
    user = await world.user();
    const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
    refs.push({ id: payment_id, ref: payment_url.split('/').at(-1) });
  }
  await sql`update sandbox.payment set status = 'paid' where status = 'open' and created_at >= ${from}`.execute(
    world.db,
  );
  world.clock.advance(61 * MINUTE);
  for (let n = 0; n < 12; n++) await world.runTasks('topups/poll');
  const before = await cases();
  const owner = connect(world.url, { role: null, max: 1 });
  await sql`delete from sandbox.notification`.execute(owner.db);
  await sql`${deletePayments} where id = ${refs[0]!.ref}`.execute(owner.db);
  await tell(refs[1]!.ref, { amount: 4999 });
  await sql`insert into sandbox.payment (id, idempotency_key, merchant, amount, currency, reference, description, return_url, status, created_at)
    values ('pay_extra', 'extra', 'samtrot', 5000, 'CHF', 'nobody', '', 'http://localhost', 'paid', ${from})`.execute(
    owner.db,
  );
  await owner.db.destroy();
  const span = { from: new Date(from.getTime() - 1000), until: world.clock.now() };
  const outside: typeof fetch = (...request) => world.outside.fetch(...request);
  const { providers } = payments({
    config: world.config,
    db: world.db,
    clock: world.clock,
    fetch: outside,
  });
  const report = await topups.reconcile({ db: world.db, now: world.clock.now(), providers }, span);
  expect(report).toEqual({ compared: 100, cases: 3 });
  expect((await cases()).filter((key) => !before.includes(key)).toSorted()).toEqual(
    [
      `missing:${refs[0]!.id}`,
      `differs:${refs[1]!.id}:CHF4999`,
      'unknown:sandbox:pay_extra',
    ].toSorted(),
  );
  expect(await topups.reconcile({ db: world.db, now: world.clock.now(), providers }, span)).toEqual(
    {
      compared: 100,
      cases: 0,
    },
  );
});

test('the daily comparison credits a payment without any notification or poll [T-PAY-07, T-PAY-15]', async () => {
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  await tell(payment_url.split('/').at(-1), { status: 'paid' });
  await world.db
    .updateTable('payment')
    .set({ next_check_at: null })
    .where('id', '=', payment_id)
    .execute();
  await compare();
  expect(await credits()).toBe(50);
});

test('a case is closed once and keeps the note; the audit log names the case alone [decisions 10]', async () => {
  const payment = await paid();
  await tell(payment.ref, { charged_back: true });
  await compare();
  const open = (await inTransaction(({ db }) => topups.openCases(db))).find(
    ({ payment_id }) => payment_id === payment.id,
  )!;
  const close = () =>
    inTransaction((ctx) =>
      topups.closeCase(
        { ...ctx, actor: { kind: 'cli' } },
        { id: open.id, note: 'Mit der Bank geklärt' },
      ),
    );
  expect([await close(), await close()]).toEqual([true, false]);
  const of = { audit: world.db.selectFrom('audit'), case: world.db.selectFrom('payment_case') };
  // The note may name a person, so it stays with the case.
  const lines = await of.audit
    .select(['action', 'details'])
    .where('object', '=', `case:${open.id}`)
    .execute();
  expect(lines).toEqual([{ action: 'payment_case_closed', details: {} }]);
  const kept = await of.case.select('note').where('id', '=', open.id).executeTakeFirstOrThrow();
  expect(kept.note).toBe('Mit der Bank geklärt');
});
