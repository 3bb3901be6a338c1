import fc from 'fast-check';
import { type Operation, paid, type Together, type Walked } from './payment-walk.ts';

/** Packages as they are and as they could be, down to a price of a Rappen. */
export const offers = fc.oneof(
  fc.constantFrom(
    { price: 5_000, credits: 50, bonus: 0 },
    { price: 10_000, credits: 100, bonus: 10 },
    { price: 95_001, credits: 1_000, bonus: 300 },
  ),
  fc.record({
    price: fc.integer({ min: 1, max: 200_000 }),
    credits: fc.integer({ min: 1, max: 3_000 }),
    bonus: fc.integer({ min: 0, max: 500 }),
  }),
);

/** Amounts an adversary would try, as a share of the price and Rappen beside it. */
const amount = fc.record({
  share: fc.constantFrom(1, 1, 1, 1, 0, 0.5, 0.9, 2, 3, -1),
  beside: fc.oneof(
    fc.constant(0),
    fc.constantFrom(-6, -5, -1, 1, 5, 6, 99, 100),
    fc.integer({ min: -5_000, max: 5_000 }),
  ),
});
const of = (whole: number, { share, beside }: { share: number; beside: number }) =>
  Math.round(whole * share) + beside;

const reported = fc
  .record({
    status: fc.constantFrom(
      ...(['paid', 'paid', 'paid', 'paid', 'open', 'declined', 'cancelled'] as const),
    ),
    amount,
    currency: fc.constantFrom('CHF', 'CHF', 'CHF', 'CHF', 'CHF', 'EUR'),
    foreign: fc.constantFrom({}, {}, {}, {}, { reference: 'another' }, { merchant: 'another' }),
    refunded: fc.option(amount, { nil: null, freq: 3 }),
    chargedBack: fc.constantFrom(false, false, false, false, false, true),
    tooOld: fc.boolean(),
  })
  .map(
    ({ status, amount: came, currency, foreign, refunded, chargedBack, tooOld }) =>
      (payment: Walked): Operation => ({
        kind: 'report',
        reported: {
          ...paid(payment, of(payment.asked, came)),
          status,
          currency,
          chargedBack,
          refundedRappen: refunded ? Math.max(0, of(payment.asked, refunded)) : 0,
          ...foreign,
        },
        tooOld,
      }),
  );

const constant = (operation: Operation) => fc.constant(() => operation);

/**
 * Which payment of one package is meant: the first, or one of its rests, counted from the newest.
 */
const which = fc.constantFrom(0, 0, 0, 1, 1, 2);

/** Opens a payment for the rest. */
export const REST = 'rest';

export type Step = typeof REST | { of: number; operation: (payment: Walked) => Operation };

/** The payment that a step is about; the first where there are fewer rests. */
export const targetOf = ({ first, rests }: Together, of: number): Walked =>
  (of && rests.at(-of)) || first;

const operation: fc.Arbitrary<(payment: Walked) => Operation> = fc.oneof(
  { weight: 10, arbitrary: reported },
  { weight: 1, arbitrary: constant({ kind: 'report', reported: undefined, tooOld: true }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('credits', 'full', 'returned')
      .map((way) => () => ({ kind: 'choose', way }) as Operation),
  },
  {
    weight: 3,
    arbitrary: fc.option(amount).map(
      (part) =>
        (payment: Walked): Operation => ({
          kind: 'refund',
          amount: part ? of(payment.price, part) : undefined,
        }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.boolean().map((refused) => () => ({ kind: 'carryOut', refused }) as Operation),
  },
  { weight: 1, arbitrary: constant({ kind: 'chargeback' }) },
  { weight: 1, arbitrary: constant({ kind: 'close' }) },
);

/** A part of the price comes, as most histories with a rest begin. */
const part = fc.integer({ min: 1, max: 99 }).map(
  (percent) =>
    (payment: Walked): Operation => ({
      kind: 'report',
      tooOld: false,
      reported: paid(payment, Math.round((payment.asked * percent) / 100)),
    }),
);

/** What is still asked for comes. */
const all = (payment: Walked): Operation => ({
  kind: 'report',
  tooOld: false,
  reported: paid(payment, payment.asked),
});

/** A history, step by step; each is made when its turn comes, from what the payment is by then. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ of: which, operation }) },
    { weight: 4, arbitrary: fc.constant(REST as Step) },
    { weight: 2, arbitrary: fc.record({ of: fc.constant(0), operation: part }) },
    { weight: 2, arbitrary: fc.constant({ of: 1, operation: all }) },
  ),
  { minLength: 1, maxLength: 16, size: 'max' },
);
