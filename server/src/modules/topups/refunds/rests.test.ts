import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import {
  paymentStatus,
  payRest,
  settlePart,
  walletTopup,
} from '@samtrot/shared/topups/contract.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { payments } from '../../../app/payments.ts';
import { linesOf } from '../../../testing/media/pdf.ts';
import { rounds } from '../../../testing/process/deep.ts';
import { eventually } from '../../../testing/process/eventually.ts';
import { waiters } from '../../../testing/process/gate.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';
import { checkBooks } from '../../overview/service.ts';
import * as wallet from '../../wallet/service.ts';
import type { PaymentProvider } from '../ports.ts';
import * as topups from '../service.ts';
import { settle } from '../settlement.ts';

let world: World;
let provider: PaymentProvider;
beforeAll(async () => {
  world = await testWorld();
  const { config, db, clock, outside } = world;
  provider = payments({
    config,
    db,
    clock,
    fetch: (url, init) => outside.fetch(url, init),
  }).providers.named('sandbox')!;
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  expect((await checkBooks(world.db)).problems).toEqual([]);
  expect(world.defects.splice(0)).toEqual([]);
});

type User = Caller & { email: string };
interface Opened {
  user: User;
  id: string;
  ref: string;
}

const opened = (
  user: User,
  { payment_id: id, payment_url }: { payment_id: string; payment_url: string },
): Opened => ({
  user,
  id,
  ref: payment_url.split('/').at(-1)!,
});
/** The provider says that this came. */
async function comes({ ref }: Opened, change: Record<string, string | number | boolean>) {
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid', ...change })
    .where('id', '=', ref)
    .execute();
  await settle({ db: world.db, now: world.clock.now(), provider }, ref);
}
/** The same of an amount; a provider says no less than it has paid back. */
async function brings(payment: Opened, wanted: number): Promise<void> {
  const books = world.db
    .selectFrom('sandbox.payment')
    .select('refunded')
    .where('id', '=', payment.ref);
  const { refunded } = await books.executeTakeFirstOrThrow();
  await comes(payment, { amount: Math.max(wanted, refunded) });
}
/** A part of 100 credits + 10 bonus for CHF 100.-. */
async function part(amount = 9_000, discount_percent = 0): Promise<Opened> {
  const user = await world.user();
  await world.db
    .updateTable('account')
    .set({ discount_percent })
    .where('id', '=', user.userId)
    .execute();
  const payment = opened(user, (await user.call(walletTopup, { topup_option_id: 2 })).body);
  await comes(payment, { amount });
  return payment;
}
const restOf = async ({ user, id }: Opened): Promise<Opened> =>
  opened(user, (await user.call(payRest, { payment_id: id })).body);
const row = ({ id }: Opened) =>
  world.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const credits = ({ user }: Opened) =>
  world.db.transaction().execute((db) => wallet.balance(db, user.userId));
const seen = async ({ user, id }: Opened) =>
  (await user.call(paymentStatus, { payment_id: id })).body.payment;
const cases = async ({ id }: Opened) => {
  const open = await world.db.transaction().execute((db) => topups.openCases(db));
  return open.filter(({ payment_id }) => payment_id === id).map(({ kind }) => kind);
};
type HouseCtx = Parameters<typeof topups.orderRefund>[0];
const house = <T>(work: (ctx: HouseCtx) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const receiptOf = async ({ user, id }: Opened): Promise<string> => {
  const get = {
    method: 'GET',
    url: `/papers/receipt/${id}.pdf`,
    headers: { cookie: user.cookie },
  } as const;
  const lines = linesOf((await world.server.inject(get)).rawPayload);
  const at = lines.indexOf('Guthaben');
  return lines.slice(at, lines.indexOf('Total', at) + 3).join(' ');
};
const mails = async ({ user }: Opened) =>
  (await world.mails(user.email)).map(({ text }) => text.replace(/\s+/g, ' '));

test('the rest of an underpayment is paid on a page, and both together give the package once [FIX-01, BOF-96]', async () => {
  const payment = await part();
  expect((await seen(payment)).part).toEqual({
    received: 90,
    missing: 10,
    credits: 90,
    payable: true,
  });
  expect((await mails(payment)).at(-1)).toContain(
    'Du kannst CHF 10.- nachzahlen, auf der Zahlungsseite; dann bekommst du alle 110 Credits.',
  );
  const rest = await restOf(payment);
  expect(await row(rest)).toMatchObject({
    price_rappen: 1_000,
    credits: 10,
    bonus: 1,
    rest_of: payment.id,
  });
  for (const _ of [1, 2]) await comes(rest, {});
  await comes(payment, {});
  expect([await credits(payment), await cases(payment), await cases(rest)]).toEqual([110, [], []]);
  expect(await row(payment)).toMatchObject({
    status: 'gutgeschrieben',
    settled_rappen: 9_000,
    settled_credits: 90,
    settled_bonus: 9,
  });
  const audited = world.db
    .selectFrom('audit')
    .select(['actor', 'details'])
    .where('action', '=', 'payment_completed');
  expect(await audited.where('object', '=', `payment:${payment.id}`).execute()).toEqual([
    { actor: 'system', details: { rest: rest.id } },
  ]);
  expect(await seen(rest)).toMatchObject({ status: 'credited', credits: 100, bonus: 10 });
  expect((await seen(rest)).sentence).toBe('110 Credits sind gutgeschrieben.');
  const credited = (await mails(payment)).filter((text) => text.includes('gutgeschrieben'));
  expect(credited).toHaveLength(1);
  expect(credited[0]).toContain(
    'zusammen sind es CHF 100.-. Deinem Konto wurden 100 Credits gutgeschrieben, dazu 10',
  );
  expect([await receiptOf(payment), await receiptOf(rest)]).toEqual([
    'Guthaben 90 CHF 90.00 Bonus 9 Total 99 CHF 90.00',
    'Guthaben 10 CHF 10.00 Bonus 1 Total 11 CHF 10.00',
  ]);
  const { transactions } = (await payment.user.call(getDetailedTransactions, {})).body;
  expect(
    transactions.map(({ description, total }: { description: string; total: number }) => [
      description,
      total,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['Aufladung 90 Credits', 90],
      ['Rest einer Aufladung, 10 Credits', 10],
    ]),
  );
});

test('both parts of a discounted package count what was due, and each refunds its own share [FIX-01]', async () => {
  const payment = await part(9_000, 5);
  const rest = await restOf(payment);
  expect(await row(rest)).toMatchObject({
    price_rappen: 500,
    credits: 6,
    bonus: 1,
    discount_percent: 5,
  });
  await comes(rest, {});
  expect(await credits(payment)).toBe(110);
  expect([await receiptOf(payment), await receiptOf(rest)]).toEqual([
    'Guthaben 94 CHF 90.00 Bonus 9 Persönlicher Rabatt 5 % im Betrag enthalten Total 103 CHF 90.00',
    'Guthaben 6 CHF 5.00 Bonus 1 Persönlicher Rabatt 5 % im Betrag enthalten Total 7 CHF 5.00',
  ]);
  await comes(payment, { charged_back: true });
  expect([await credits(payment), (await row(payment)).status, (await row(rest)).status]).toEqual([
    ...[7, 'rueckbelastet', 'gutgeschrieben'],
  ]);
});

test('an unneeded rest has no payment page; one that came and was refunded may be paid again [FIX-01, FIX-02]', async () => {
  const payment = await part();
  const rest = await restOf(payment);
  expect(await seen(rest)).toMatchObject({ next: 'pay', payment_url: expect.any(String) });
  await comes(rest, { amount: 500 });
  expect((await payment.user.call(payRest, { payment_id: payment.id })).status).toBe(409);
  await payment.user.call(settlePart, { payment_id: rest.id, way: 'credits' });
  await comes(rest, { amount: 500, charged_back: true });
  expect((await row(rest)).status).toBe('rueckbelastet');
  const again = await restOf(payment);
  expect(again.id).not.toBe(rest.id);
  await payment.user.call(settlePart, { payment_id: payment.id, way: 'credits' });
  expect(await seen(again)).toMatchObject({ status: 'pending', next: 'none', payment_url: null });
  const refusals: number[] = [];
  for (let open = 0; open < 4; open++)
    refusals.push((await payment.user.call(walletTopup, { topup_option_id: 1 })).status);
  expect(refusals).toEqual([200, 200, 200, 409]);
});

test('while a rest can be paid there is one page for it; after it was cancelled there is another [FIX-01]', async () => {
  const payment = await part();
  const [first, second] = await Promise.all([restOf(payment), restOf(payment)]);
  expect(second).toEqual(first);
  await comes(first, { status: 'cancelled' });
  const third = await restOf(payment);
  expect(third.id).not.toBe(first.id);
  await comes(third, {});
  expect(await credits(payment)).toBe(110);
  // Paid all the same, where nobody needs it any more.
  await comes(first, {});
  expect([await credits(payment), await cases(first), (await row(first)).status]).toEqual([
    ...[110, ['differs'], 'abweichend'],
  ]);
});

test.each([
  [
    'the credits for the part were taken',
    90,
    (it: Opened) => it.user.call(settlePart, { payment_id: it.id, way: 'credits' }),
  ],
  [
    'the part is being paid back',
    0,
    (it: Opened) =>
      house((ctx) => topups.orderRefund(ctx, { paymentId: it.id, reason: 'Wunsch', mayOwe: true })),
  ],
  ['all of it came after all', 110, (it: Opened) => comes(it, { amount: 10_000 })],
  ['more of it came', 0, (it: Opened) => comes(it, { amount: 9_500 })],
] as const)(
  'a rest that comes once %s is not credited; payer and house are notified [FIX-01]',
  async (_, has, happens) => {
    const payment = await part();
    const rest = await restOf(payment);
    await happens(payment);
    await comes(rest, {});
    expect([await credits(payment), await cases(rest), await seen(rest)]).toEqual([
      ...[has, ['differs']],
      expect.objectContaining({
        status: 'review',
        next: 'support',
        sentence:
          'Deine Zahlung liess sich nicht verbuchen. Wir prüfen sie und schreiben dir. Bitte lade nicht noch einmal auf.',
      }),
    ]);
    expect((await mails(payment)).at(-1)).toContain(
      'Deine Zahlung von CHF 10.- liess sich nicht verbuchen.',
    );
    await house((ctx) =>
      topups.orderRefund(ctx, { paymentId: rest.id, reason: 'nicht gebraucht', mayOwe: false }),
    );
    await world.runTasks('topups/refunds');
    expect((await row(rest)).status).toBe('zurueckbezahlt');
  },
);

test('an underpaid rest waits alone without a rest of its own; the house can accept it [FIX-01]', async () => {
  const payment = await part();
  const rest = await restOf(payment);
  await comes(rest, { amount: 500 });
  expect([
    await credits(payment),
    (await seen(rest)).part,
    (await seen(payment)).part?.payable,
  ]).toEqual([...[0, { received: 5, missing: 5, credits: 5, payable: false }, false]]);
  for (const { id } of [payment, rest])
    expect(await payment.user.raw(payRest.name, { payload: { payment_id: id } })).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_SETTLED' },
    });
  await house((ctx) =>
    topups.settleDifference(ctx, { paymentId: rest.id, way: 'full', reason: 'Kulanz' }),
  );
  expect([await credits(payment), await cases(payment), await cases(rest)]).toEqual([110, [], []]);
});

test('a rest accepted beside a part that counts as the package gives no more than was paid [FIX-01]', async () => {
  const payment = await part();
  const rest = await restOf(payment);
  const full = ({ id: paymentId }: Opened) =>
    house((ctx) => topups.settleDifference(ctx, { paymentId, way: 'full', reason: 'Kulanz' }));
  await full(payment);
  await comes(rest, { amount: 500 });
  await full(rest);
  expect([await credits(payment), await row(rest)]).toEqual([
    115,
    expect.objectContaining({ status: 'gutgeschrieben', settled_credits: 5, settled_bonus: 0 }),
  ]);
});

test('a part and its rest, each accepted as received, give no bonus [FIX-01]', async () => {
  const payment = await part();
  const rest = await restOf(payment);
  await payment.user.call(settlePart, { payment_id: payment.id, way: 'credits' });
  await comes(rest, {});
  await house((ctx) =>
    topups.settleDifference(ctx, { paymentId: rest.id, way: 'credits', reason: 'Kulanz' }),
  );
  expect([await credits(payment), await row(rest)]).toEqual([
    100,
    expect.objectContaining({ status: 'gutgeschrieben', settled_credits: 10, settled_bonus: 0 }),
  ]);
});

const waitingForLocks = (count: number) =>
  eventually(async () => expect(await waiters(world.pool)).toHaveLength(count));
const taken =
  (it: Opened) =>
  (ctx: HouseCtx): Promise<unknown> =>
    topups.choosePartWay(ctx, { userId: it.user.userId, paymentId: it.id, way: 'credits' });
const paidBack =
  (it: Opened) =>
  (ctx: HouseCtx): Promise<unknown> =>
    topups.orderRefund(ctx, { paymentId: it.id, reason: 'Wunsch', mayOwe: true });

test.each([
  ['taken as it is', taken, 90],
  ['ordered back', paidBack, 0],
] as const)(
  'while its payment is being %s no rest is opened, and one that comes completes nothing [FIX-01, T-RACE-03]',
  async (_, operation, has) => {
    const payment = await part();
    let opening: Promise<unknown> | undefined;
    await house(async (ctx) => {
      await operation(payment)(ctx);
      opening = payment.user.raw(payRest.name, { payload: { payment_id: payment.id } });
      await waitingForLocks(1);
    });
    expect(await opening).toMatchObject({ status: 409, body: { code: 'PAYMENT_SETTLED' } });

    const other = await part();
    const rest = await restOf(other);
    let coming: Promise<unknown> | undefined;
    await house(async (ctx) => {
      await operation(other)(ctx);
      coming = comes(rest, {});
      await waitingForLocks(1);
    });
    await coming;
    expect([await credits(other), (await row(rest)).status, await cases(rest)]).toEqual([
      has,
      'abweichend',
      ['differs'],
    ]);
  },
);

test.each([
  ['take its payment as it is', taken, 110],
  ['order it back', paidBack, 11],
] as const)(
  'a rest that comes just before the part is to %s completes it first [FIX-01, T-RACE-03]',
  async (_, operation, has) => {
    const payment = await part();
    const rest = await restOf(payment);
    let both: Promise<unknown> | undefined;
    await house(async ({ db }) => {
      await topups.loadPaymentForUpdate(db, payment.id);
      const coming = comes(rest, {});
      await waitingForLocks(1);
      both = Promise.all([coming, house(operation(payment))]);
      await waitingForLocks(2);
    });
    await both;
    expect([await credits(payment), (await row(rest)).status, await cases(rest)]).toEqual([
      has,
      'gutgeschrieben',
      [],
    ]);
  },
);

test('paying a rest of a foreign, settled or empty payment is refused [FIX-01]', async () => {
  const payment = await part();
  const ask = (user: Caller, id: string) => user.raw(payRest.name, { payload: { payment_id: id } });
  expect(await ask(await world.user(), payment.id)).toMatchObject({ status: 404 });
  const settled = { status: 409, body: { code: 'PAYMENT_SETTLED' } };
  const small = await part(50);
  expect([await ask(small.user, small.id), (await seen(small)).part?.payable]).toMatchObject([
    settled,
    false,
  ]);
  const whole = await part(10_000);
  expect(await ask(whole.user, whole.id)).toMatchObject(settled);
});

test('the account names what its payer can decide first, then the newest, until nothing waits [EXP-97, FIX-01]', async () => {
  const payment = await part();
  const undecided = async () => (await payment.user.call(state, {})).body.state.undecided_payment;
  const undecidedPart = {
    sentence: 'CHF 90.- von CHF 100.- sind angekommen. Bitte lade nicht noch einmal auf.',
    status: 'partial',
    next: 'decide',
  };
  expect(await undecided()).toMatchObject({ payment_id: payment.id, ...undecidedPart });
  world.clock.advance(1_000);
  const rest = await restOf(payment);
  await comes(rest, { amount: 500 });
  world.clock.advance(1_000);
  const foreign = opened(
    payment.user,
    (await payment.user.call(walletTopup, { topup_option_id: 1 })).body,
  );
  await comes(foreign, { currency: 'EUR' });
  expect(await undecided()).toMatchObject({ payment_id: payment.id, ...undecidedPart });
  await payment.user.call(settlePart, { payment_id: payment.id, way: 'refund' });
  expect(await undecided()).toMatchObject({ payment_id: rest.id, next: 'decide' });
  await payment.user.call(settlePart, { payment_id: rest.id, way: 'credits' });
  expect(await undecided()).toMatchObject({ payment_id: payment.id, next: 'decide' });
  await house((ctx) =>
    topups.orderRefund(ctx, { paymentId: payment.id, reason: 'Wunsch', mayOwe: false }),
  );
  expect(await undecided()).toMatchObject({
    payment_id: foreign.id,
    status: 'review',
    next: 'support',
  });
  await house((ctx) =>
    topups.settleDifference(ctx, { paymentId: foreign.id, way: 'returned', reason: 'zurück' }),
  );
  expect(await undecided()).toBeNull();
});

const HISTORIES = rounds(6, 200);
const amount = fc.integer({ min: 1, max: 130 }).map((n) => n * 100);
const operations = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('part' as const), amount }),
    fc.record({ kind: fc.constant('rest' as const), amount }),
    fc.record({
      kind: fc.constantFrom(
        'choose' as const,
        'full' as const,
        'refund' as const,
        'chargeback' as const,
      ),
      rest: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom('open' as const, 'carryOut' as const) }),
  ),
  { minLength: 3, maxLength: 9 },
);

test(`${HISTORIES} random histories of a part and its rests: no double credit, the books balance [FIX-01, INV-01]`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 94 }), operations, async (francs, history) => {
      world.clock.set(START);
      const payment = await part(francs * 100);
      let rest: Opened | undefined;
      // A refusal is as good an answer as any; what counts is what is booked.
      const tried = (work: Promise<unknown>) => work.catch(() => undefined);
      for (const operation of [{ kind: 'open' as const }, ...history]) {
        world.clock.advance(16 * 60_000);
        const of = 'rest' in operation && operation.rest && rest ? rest : payment;
        if (operation.kind === 'part') await brings(payment, operation.amount);
        else if (operation.kind === 'rest') await (rest && brings(rest, operation.amount));
        else if (operation.kind === 'carryOut') await world.runTasks('topups/refunds');
        else if (operation.kind === 'chargeback') await comes(of, { charged_back: true });
        else if (operation.kind === 'choose')
          await of.user.raw(settlePart.name, { payload: { payment_id: of.id, way: 'credits' } });
        else if (operation.kind === 'open') {
          const { body } = await payment.user.raw(payRest.name, {
            payload: { payment_id: payment.id },
          });
          if (body.success) rest = opened(payment.user, body);
        } else if (operation.kind === 'full')
          await tried(
            house((ctx) =>
              topups.settleDifference(ctx, { paymentId: of.id, way: 'full', reason: 'Test' }),
            ),
          );
        else
          await tried(
            house((ctx) =>
              topups.orderRefund(ctx, { paymentId: of.id, reason: 'Test', mayOwe: true }),
            ),
          );
        const holds = await credits(payment);
        // Beyond the package only what was paid for its rests, at CHF 1.- a credit and without
        // bonus.
        const { rows } = await sql<{
          paid: number;
        }>`select coalesce(sum(received_rappen), 0)::int as paid
          from payment where rest_of = ${payment.id}`.execute(world.db);
        expect(holds, JSON.stringify(history)).toBeLessThanOrEqual(110 + rows[0]!.paid / 100);
      }
    }),
    { numRuns: HISTORIES },
  );
});
