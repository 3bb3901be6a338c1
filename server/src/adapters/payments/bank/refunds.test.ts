import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../modules/overview/service.ts';
import * as topups from '../../../modules/topups/service.ts';
import { statement } from '../../../testing/payments/camt/statement.ts';
import { type Transfer, transfers } from '../../../testing/payments/transfers.ts';
import { testWorld, type World } from '../../../testing/world/world.ts';
import { matchEntry, refundPaidByHand } from './bookkeeping.ts';
import { readReference } from './reference.ts';

const PRICE = 10_000;

let world: World;
let on: ReturnType<typeof transfers>;
beforeAll(async () => {
  world = await testWorld();
  on = transfers(world);
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  expect(world.defects.splice(0)).toEqual([]);
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
});

const inTransaction = <T>(work: (ctx: Parameters<typeof refundPaidByHand>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));

/** A credited transfer with a refund ordered by an operator, and the payment its case requests. */
async function ordered(amount?: number): Promise<Transfer & { refund: string; message: string }> {
  const paid = await on.open();
  await on.importing(
    statement([{ amount: PRICE, reference: paid.reference, booking: `B-${paid.id.slice(0, 8)}` }]),
  );
  const order = {
    paymentId: paid.id,
    reason: 'Kulanz',
    mayOwe: false,
    ...(amount !== undefined && { amount }),
  };
  const { id: refund } = await inTransaction((ctx) => topups.orderRefund(ctx, order));
  await world.runTasks('topups/refunds');
  const found = await inTransaction(({ db }) => topups.openCases(db));
  const open = found.find(({ key }) => key === `refund_by_hand:${refund}`)!;
  const details = open.details as {
    message: string;
    came_on: string;
    came_as: string;
    amount_rappen: number;
  };
  expect(open).toMatchObject({ kind: 'refund_by_hand', payment_id: paid.id });
  expect(details).toMatchObject({
    came_on: '2026-11-23',
    came_as: `B-${paid.id.slice(0, 8)}`,
    refund,
  });
  expect([details.amount_rappen, readReference(details.message)]).toEqual([
    amount ?? PRICE,
    details.message,
  ]);
  return { ...paid, refund, message: details.message };
}

const refundStatus = async (id: string) =>
  (
    await world.db
      .selectFrom('payment_refund')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

test('a refund case names all that its transfer needs, and the statement with it confirms it [T-PAY-13, X-35]', async () => {
  const back = await ordered();
  expect([
    await on.credits(back),
    await refundStatus(back.refund),
    await on.statusOf(back),
  ]).toEqual([...[0, 'beauftragt', 'gutgeschrieben']]);
  // Nobody is asked again for nothing.
  world.clock.advance(3_600_000);
  await world.runTasks('topups/refunds');
  expect(await on.cases(back)).toEqual(['refund_by_hand']);

  const file = statement([{ amount: PRICE, debit: true, message: `Rückzahlung ${back.message}` }]);
  expect(await on.importing(file)).toMatchObject({ refunds: 1, cases: 0 });
  expect([await refundStatus(back.refund), await on.statusOf(back), await on.cases(back)]).toEqual([
    ...['bestaetigt', 'erstattet', []],
  ]);
  expect(await on.importing(file)).toMatchObject({ refunds: 0, cases: 0 });
  world.clock.advance(3 * 86_400_000);
  await world.runTasks('topups/reconcile');
  expect([await on.credits(back), await on.cases(back)]).toEqual([0, []]);
});

test('a refund confirmed by the operator is not confirmed again by a later statement [T-PAY-13, X-35]', async () => {
  const back = await ordered(4_000);
  expect(await inTransaction((ctx) => refundPaidByHand(ctx, back.refund))).toBe(true);
  expect(await inTransaction((ctx) => refundPaidByHand(ctx, back.refund))).toBe(false);
  expect([
    await refundStatus(back.refund),
    await on.statusOf(back),
    await on.credits(back),
  ]).toEqual([...['bestaetigt', 'gutgeschrieben', 66]]);
  const debit = { amount: 4_000, debit: true, reference: back.message };
  expect(await on.importing(statement([debit]))).toMatchObject({ entries: 1, cases: 0 });
  expect(await on.cases(back)).toEqual([]);
  // Paid a second time, or come back: somebody has to look.
  await on.importing(statement([debit]));
  await on.importing(statement([{ ...debit, debit: false }]));
  expect(await on.cases(back)).toEqual(['refund_differs', 'refund_differs']);
});

test('a debit of another amount or currency does not confirm a refund [T-PAY-13, X-35]', async () => {
  for (const odd of [
    { amount: PRICE - 1 },
    { amount: PRICE, currency: 'EUR' },
    { amount: PRICE, debit: false },
  ]) {
    const back = await ordered();
    await on.importing(statement([{ debit: true, reference: back.message, ...odd }]));
    expect([await refundStatus(back.refund), await on.statusOf(back)]).toEqual([
      'beauftragt',
      'gutgeschrieben',
    ]);
    expect(await on.cases(back)).toEqual(['refund_by_hand', 'refund_differs']);
  }
});

test('two partial refunds are confirmed one by one and end the payment [T-PAY-13, X-35]', async () => {
  const first = await ordered(4_000);
  const rest = await inTransaction((ctx) =>
    topups.orderRefund(ctx, { paymentId: first.id, reason: 'Rest', mayOwe: false, amount: 6_000 }),
  );
  await world.runTasks('topups/refunds');
  expect(await on.cases(first)).toEqual(['refund_by_hand', 'refund_by_hand']);
  await inTransaction((ctx) => refundPaidByHand(ctx, rest.id));
  await inTransaction((ctx) => refundPaidByHand(ctx, first.refund));
  expect([await on.statusOf(first), await on.credits(first), await on.cases(first)]).toEqual([
    'erstattet',
    0,
    [],
  ]);
});

test('an unknown refund cannot be confirmed [T-PAY-13]', async () => {
  const nothing = '00000000-0000-4000-8000-000000000000';
  await expect(inTransaction((ctx) => refundPaidByHand(ctx, nothing))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a reversal of the payment cancels its unpaid refund; paid later, it is a case [T-PAY-13, X-35]', async () => {
  const back = await ordered(4_000);
  await on.importing(
    statement([{ amount: PRICE, reference: back.reference, debit: true, reversal: true }]),
  );
  expect([
    await on.credits(back),
    await on.statusOf(back),
    await refundStatus(back.refund),
  ]).toEqual([...[0, 'rueckbelastet', 'abgelehnt']]);
  expect(await on.cases(back)).toEqual(['chargeback']);
  await on.importing(statement([{ amount: 4_000, debit: true, reference: back.message }]));
  expect(await on.cases(back)).toEqual(['chargeback', 'refund_differs']);
  expect([await on.credits(back), await on.statusOf(back)]).toEqual([0, 'rueckbelastet']);
});

/** A part that came and has to be paid back by hand. */
async function partGoingBack(
  amount = 8_000,
): Promise<Transfer & { refund: string; message: string }> {
  const paid = await on.open();
  await on.importing(statement([{ amount, reference: paid.reference }]));
  const { id: refund } = await inTransaction((ctx) =>
    topups.orderRefund(ctx, { paymentId: paid.id, reason: 'Wunsch', mayOwe: false }),
  );
  await world.runTasks('topups/refunds');
  const open = (await inTransaction(({ db }) => topups.openCases(db))).find(
    ({ key }) => key === `refund_by_hand:${refund}`,
  )!;
  return { ...paid, refund, message: (open.details as { message: string }).message };
}

test('a reversal of a part payment cancels its unpaid refund; paid later, it is a case [T-PAY-13, X-35]', async () => {
  const back = await partGoingBack();
  await on.importing(
    statement([{ amount: 8_000, reference: back.reference, debit: true, reversal: true }]),
  );
  expect([await refundStatus(back.refund), await on.statusOf(back), await on.cases(back)]).toEqual([
    ...['abgelehnt', 'zurueckbezahlt', ['chargeback']],
  ]);
  await on.importing(statement([{ amount: 8_000, debit: true, reference: back.message }]));
  expect(await on.cases(back)).toEqual(['chargeback', 'refund_differs']);
});

test('a reversal of a part payment after its refund opens a case about the double loss [T-PAY-13, X-35]', async () => {
  for (const rest of [undefined, 2_000]) {
    const back = await partGoingBack();
    await inTransaction((ctx) => refundPaidByHand(ctx, back.refund));
    expect([await on.statusOf(back), await on.cases(back)]).toEqual(['zurueckbezahlt', []]);
    if (rest) await on.importing(statement([{ amount: rest, reference: back.reference }]));
    const before = await on.cases(back);
    await on.importing(
      statement([{ amount: 8_000, reference: back.reference, debit: true, reversal: true }]),
    );
    expect([before, await on.cases(back)]).toEqual(
      rest ? [['differs'], ['differs', 'differs']] : [[], ['chargeback']],
    );
  }
});

test.each(['with its reference', 'matched by the operator'])(
  'a rest %s during the refund of its part opens one case, which stays [FIX-01, X-35]',
  async (way) => {
    const back = await partGoingBack();
    const matched = way !== 'with its reference';
    await on.importing(
      statement([{ amount: 2_000, ...(!matched && { reference: back.reference }) }]),
    );
    if (matched) {
      const newest = world.db.selectFrom('bank_entry').select('id').orderBy('id', 'desc').limit(1);
      const { id: entry } = await newest.executeTakeFirstOrThrow();
      await matchEntry(
        { db: world.db, now: world.clock.now(), actor: { kind: 'cli' }, bank: on.bank },
        { entry, payment: back.id },
      );
    }
    expect(await on.cases(back)).toEqual(['underpaid', 'refund_by_hand', 'differs']);
    await on.importing(statement([{ amount: 8_000, debit: true, reference: back.message }]));
    expect([await on.statusOf(back), await on.cases(back)]).toEqual([
      'zurueckbezahlt',
      ['differs'],
    ]);
    world.clock.advance(3 * 86_400_000);
    await world.runTasks('topups/reconcile');
    expect([await on.credits(back), await on.cases(back)]).toEqual([0, ['differs']]);
  },
);

test('a credit in another currency during the refund of a part opens a case [FIX-01, X-35]', async () => {
  const back = await partGoingBack();
  await on.importing(statement([{ amount: 2_000, currency: 'EUR', reference: back.reference }]));
  await on.importing(statement([{ amount: 8_000, debit: true, reference: back.message }]));
  expect([await on.statusOf(back), await on.cases(back)]).toEqual(['zurueckbezahlt', ['differs']]);
});

test('a reversal of one of two credited transfers opens one case [FIX-01, X-35]', async () => {
  const paid = await on.open();
  for (const amount of [8_000, 2_000])
    await on.importing(statement([{ amount, reference: paid.reference }]));
  const reversal = { amount: 2_000, reference: paid.reference, debit: true, reversal: true };
  await on.importing(statement([reversal]));
  world.clock.advance(3 * 86_400_000);
  await world.runTasks('topups/reconcile');
  expect([await on.credits(paid), await on.statusOf(paid), await on.cases(paid)]).toEqual([
    ...[110, 'gutgeschrieben', ['differs']],
  ]);
});
