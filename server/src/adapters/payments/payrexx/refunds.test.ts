import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { payments } from '../../../app/payments.ts';
import { checkBooks } from '../../../modules/overview/service.ts';
import { PaymentRefused, ProviderUnavailable } from '../../../modules/topups/ports.ts';
import * as topups from '../../../modules/topups/service.ts';
import { type Booked, payrexxCounterpart } from '../../../testing/payments/payrexx.ts';
import { MINUTE, payrexxWorld } from '../../../testing/payments/payrexx-world.ts';
import { START } from '../../../testing/world/world.ts';
import { payrexxProvider } from './provider.ts';

let it: Awaited<ReturnType<typeof payrexxWorld>>;
beforeAll(async () => {
  it = await payrexxWorld();
});
afterAll(() => it.world[Symbol.asyncDispose]());
afterEach(async () => {
  it.payrexx.answerInstead();
  expect((await checkBooks(it.world.db)).problems).toEqual([]);
  expect(it.world.defects.splice(0)).toEqual([]);
});

/** A credited payment of 100 + 10. */
async function credited() {
  const opened = await it.opened();
  const transaction = it.payrexx.attempt(opened.gateway, 'confirmed');
  await it.notify(transaction);
  expect(await it.credits(opened.user)).toBe(110);
  return { ...opened, transaction };
}
type Credited = Awaited<ReturnType<typeof credited>>;

const order = (payment: Credited, amount?: number) =>
  it.inTransaction((ctx) =>
    topups.orderRefund(
      { ...ctx, actor: { kind: 'cli' } },
      { paymentId: payment.id, reason: 'Kulanz', mayOwe: false, ...(amount && { amount }) },
    ),
  );
const carryOut = async () => {
  it.world.clock.advance(20 * MINUTE);
  await it.world.runTasks('topups/refunds');
};
/** What the payer got back, in the books of Payrexx. */
const paidBack = ({ transaction }: Credited) =>
  [...it.payrexx.transactions.values()]
    .filter(({ original }) => original === transaction.id)
    .map(({ amount }) => -amount);
const state = async (payment: Credited) => [
  await it.statusOf(payment.id),
  await it.credits(payment.user),
];
const casesOf = async ({ id, gateway }: Credited) =>
  (await it.cases()).filter((key) => key.includes(id) || key.endsWith(`:${gateway}`));

test('a full refund is paid once, whatever webhooks and comparisons follow [T-PAY-13]', async () => {
  const payment = await credited();
  await order(payment);
  await carryOut();
  await carryOut();
  expect(paidBack(payment)).toEqual([10_000]);
  const back = [...it.payrexx.transactions.values()].at(-1)!;
  for (let n = 0; n < 3; n++) expect((await it.notify(back)).status).toBe(200);
  await it.compare();
  expect(await state(payment)).toEqual(['erstattet', 0]);
  expect(await casesOf(payment)).toEqual([]);
});

test('partial refunds ordered here and in the administration of Payrexx add up [T-PAY-13]', async () => {
  const payment = await credited();
  await order(payment, 3_000);
  await carryOut();
  expect([paidBack(payment), await state(payment)]).toEqual([[3_000], ['gutgeschrieben', 77]]);
  const there = it.payrexx.payBack(payment.transaction.id, 2_000);
  await it.notify(there);
  await it.notify(there);
  expect(await state(payment)).toEqual(['gutgeschrieben', 55]);
  await it.compare();
  await order(payment, 5_000);
  await carryOut();
  expect(paidBack(payment)).toEqual([3_000, 2_000, 5_000]);
  await it.compare();
  expect([await state(payment), await casesOf(payment)]).toEqual([['erstattet', 0], []]);
});

test('transactions with only an invoice total are resolved through their gateway [T-PAY-13, T-PAY-15]', async () => {
  it.payrexx.beTerse(true);
  const payment = await credited();
  await order(payment, 4_000);
  await carryOut();
  await it.notify([...it.payrexx.transactions.values()].at(-1)!);
  await it.compare();
  expect([paidBack(payment), await state(payment), await casesOf(payment)]).toEqual([
    [4_000],
    ['gutgeschrieben', 66],
    [],
  ]);
  it.payrexx.beTerse(false);
});

test('lost responses and outages never refund twice [T-PAY-13]', async () => {
  const payment = await credited();
  await order(payment);
  const silences: (() => Response)[] = [
    () => new Response('<html>', { status: 502 }),
    () => new Response('', { status: 429 }),
    () =>
      Response.json({ status: 'error', message: 'The API secret is not correct' }, { status: 403 }),
    () => Response.json({ status: 'success', data: 'done' }),
  ];
  for (const answer of silences) {
    it.payrexx.answerInstead(answer);
    await carryOut();
    it.payrexx.answerInstead(({ method }) => (method === 'POST' ? answer() : undefined));
    await carryOut();
    expect([paidBack(payment), await state(payment)]).toEqual([[], ['gutgeschrieben', 0]]);
  }
  it.payrexx.answerInstead(({ method }) => (method === 'POST' ? 'lost' : undefined));
  await carryOut();
  it.payrexx.answerInstead();
  await carryOut();
  expect([paidBack(payment), await state(payment)]).toEqual([[10_000], ['erstattet', 0]]);
});

test('a pending refund counts as refunded; a refused one returns the credits [T-PAY-13]', async () => {
  const slow = await credited();
  await order(slow);
  await carryOut();
  [...it.payrexx.transactions.values()].at(-1)!.status = 'refund_pending';
  await it.compare();
  expect([await state(slow), await casesOf(slow)]).toEqual([['erstattet', 0], []]);

  for (const answer of [
    () =>
      Response.json(
        { status: 'error', message: 'Transaction can not be refunded' },
        { status: 400 },
      ),
    () => Response.json({ status: 'success', data: [{ id: 1, status: 'declined' }] }),
  ]) {
    const payment = await credited();
    const { id } = await order(payment);
    it.payrexx.answerInstead(({ method }) => (method === 'POST' ? answer() : undefined));
    await carryOut();
    it.payrexx.answerInstead();
    expect([paidBack(payment), await state(payment)]).toEqual([[], ['gutgeschrieben', 110]]);
    expect(await it.cases()).toContain(`refund_refused:${id}`);
  }
});

test('a payment whose own status is refunded takes the credits back [T-PAY-13]', async () => {
  const payment = await credited();
  it.payrexx.transactions.get(payment.transaction.id)!.status = 'refunded';
  await it.poll();
  await it.compare();
  expect(await state(payment)).toEqual(['erstattet', 0]);
});

test('a charge-back takes all credits once and opens a case; a dispute alone does not [T-PAY-13, T-PAY-06]', async () => {
  for (const own of [false, true]) {
    const payment = await credited();
    const booked = it.payrexx.transactions.get(payment.transaction.id)!;
    booked.status = 'disputed';
    await it.notify(booked);
    expect(await state(payment)).toEqual(['gutgeschrieben', 110]);
    let notified: Booked = booked;
    if (own) {
      booked.status = 'confirmed';
      notified = it.payrexx.attempt(payment.gateway, 'chargeback', {
        amount: -10_000,
        original: booked.id,
      });
    } else booked.status = 'chargeback';
    for (let n = 0; n < 3; n++) await it.notify(notified);
    await it.compare();
    expect(await state(payment)).toEqual(['rueckbelastet', 0]);
    expect(await casesOf(payment)).toEqual([`chargeback:${payment.id}`]);
  }
});

test('the paged comparison of 20 payments finds the missing, the extra and the doubly paid one [T-PAY-15]', async () => {
  const before = await it.cases();
  const from = it.world.clock.now();
  const payments_: Credited[] = [];
  for (let n = 0; n < 20; n++) payments_.push(await credited());
  const played = await it.opened();
  it.payrexx.attempt(played.gateway, 'confirmed', { mode: 'TEST' });
  const [lost, twice, third, early] = payments_ as [Credited, Credited, Credited, Credited];
  it.payrexx.transactions.delete(lost.transaction.id);
  it.payrexx.gateways.delete(lost.gateway);
  it.payrexx.attempt(twice.gateway, 'confirmed');
  // Its payment is before the border of the list, what went back of it is after.
  it.payrexx.transactions.get(early.transaction.id)!.time = new Date(
    from.getTime() - 2 * 60 * MINUTE,
  );
  it.payrexx.payBack(early.transaction.id, 1_000);
  const extra = it.payrexx.attempt(third.gateway, 'confirmed', {
    gateway: null,
    referenceId: 'Spende',
  });
  it.world.clock.advance(61 * MINUTE);
  const { providers } = payments({
    config: it.world.config,
    db: it.world.db,
    clock: it.world.clock,
    fetch: (...request) => it.world.outside.fetch(...request),
  });
  const span = { from: new Date(from.getTime() - 1000), until: it.world.clock.now() };
  const compare = () =>
    topups.reconcile({ db: it.world.db, now: it.world.clock.now(), providers }, span);
  expect(await compare()).toEqual({ compared: 21, cases: 2 });
  const opened = (await it.cases()).filter((key) => !before.includes(key));
  expect(opened.map((key) => key.replace(/^overpaid:.*/, 'overpaid')).toSorted()).toEqual(
    [`missing:${lost.id}`, 'overpaid', `unknown:payrexx:transaction:${extra.id}`].toSorted(),
  );
  expect(await compare()).toEqual({ compared: 21, cases: 0 });
  expect(await state(early)).toEqual(['gutgeschrieben', 99]);
  expect(it.payrexx.calls.filter((call) => call === 'GET Transaction/').length).toBeGreaterThan(10);
  const silent: Error[] = [];
  it.payrexx.answerInstead(({ path }) =>
    path === 'Transaction/' ? new Response('', { status: 503 }) : undefined,
  );
  await topups.reconcile({ db: it.world.db, now: it.world.clock.now(), providers }, span, (e) =>
    silent.push(e),
  );
  expect(silent).toHaveLength(1);
  it.payrexx.transactions.delete(extra.id);
});

test('a wrong key or instance makes every call unavailable, and refuses nothing for good [GUT-15]', async () => {
  const right = { baseUrl: 'https://api.example/v1.16', instance: 'haus', apiSecret: 'richtig' };
  const theirs = payrexxCounterpart({ ...right, signingKey: 'x', now: () => START });
  const rest = {
    webhookSecret: 'x',
    returnUrl: 'https://portal.example/guthaben',
    fetch: theirs.fetch,
  };
  const order = { id: 'eins', amountRappen: 500, description: 'Guthaben', method: null };
  const { ref } = await payrexxProvider({ ...right, ...rest }).create(order);
  const wrong = payrexxProvider({ ...right, ...rest, apiSecret: 'falsch' });
  await expect(wrong.create(order)).rejects.toThrow(ProviderUnavailable);
  await expect(wrong.fetchStatus(ref)).rejects.toThrow(ProviderUnavailable);
  await expect(wrong.list!(START, START)).rejects.toThrow(ProviderUnavailable);
  const refund = { ref, id: 'r', amountRappen: 500, refundedBefore: 0 };
  await expect(wrong.refund(refund)).rejects.toThrow(ProviderUnavailable);
  const elsewhere = payrexxProvider({ ...right, ...rest, instance: 'nachbar' });
  await expect(elsewhere.fetchStatus(ref)).rejects.toThrow(ProviderUnavailable);
  await expect(elsewhere.list!(START, START)).rejects.toThrow(ProviderUnavailable);

  const own = payrexxProvider({ ...right, ...rest });
  expect(await own.fetchStatus('4711')).toBeUndefined();
  for (const strange of ['-', '', '../Transaction/1', '1e3', ' 1', '9'.repeat(16)]) {
    const asked = theirs.calls.length;
    expect(await own.fetchStatus(strange)).toBeUndefined();
    expect(theirs.calls).toHaveLength(asked);
  }
  await expect(own.refund(refund), 'nothing was paid').rejects.toThrow(PaymentRefused);
  await expect(own.refund({ ...refund, ref: '4711' })).rejects.toThrow(PaymentRefused);
  const slow = payrexxProvider({
    ...right,
    ...rest,
    timeoutMs: 5,
    fetch: (_url, init) =>
      new Promise((_resolve, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)),
      ),
  });
  await expect(slow.fetchStatus(ref)).rejects.toThrow(ProviderUnavailable);
});
