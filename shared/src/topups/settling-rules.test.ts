import { expect, test } from 'vitest';
import {
  hasWayOn,
  MERCHANT,
  opened,
  openRest,
  paid,
  type Together,
  type Walked,
  walk,
} from '../testing/payment-walk.ts';
import {
  cameBeside,
  finished,
  type ReportedPayment,
  receivedBy,
  refundable,
  refundOrder,
  type Standing,
  settledByChoice,
  settledByWord,
  surplusDue,
  type Way,
  waitsForRest,
  wentBackBy,
  wentBackWhole,
} from './settling-rules.ts';
import { type PaymentStatus, paymentLife } from './status.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

const tenFrancs = () => opened(ID, { price: 1_000, credits: 10, bonus: 1 });
const come = (payment: Walked, amount: number, change = {}) =>
  walk(payment, {
    kind: 'report',
    reported: { ...paid(payment, amount), ...change },
    tooOld: false,
  });

test.each([
  ['nothing', 0, {}, 'abweichend', 0],
  ['less than nothing', -1_000, {}, 'abweichend', 0],
  ['a Rappen less', 999, {}, 'gutgeschrieben', 11],
  ['a Rappen more', 1_001, {}, 'gutgeschrieben', 11],
  ['one Rappen', 1, {}, 'teilbezahlt', 0],
  ['two payments with one reference', 2_000, {}, 'gutgeschrieben', 11],
  ['another currency', 1_000, { currency: 'EUR' }, 'abweichend', 0],
  ['another payment’s reference', 1_000, { reference: 'x' }, 'abweichend', 0],
  ['somebody else’s money', 1_000, { merchant: 'y' }, 'abweichend', 0],
])('%s has its row in the table of states [FIX-01]', (_, amount, change, status, credits) => {
  const payment = tenFrancs();
  come(payment, amount, change);
  expect([payment.status, sum(payment.booked)]).toEqual([status, credits]);
  come(payment, amount, change);
  expect([payment.status, sum(payment.booked), hasWayOn(payment)]).toEqual([status, credits, true]);
});

test('a part that turns out to be another currency is worth nothing in francs any more [FIX-01]', () => {
  const payment = tenFrancs();
  come(payment, 900);
  expect(payment).toMatchObject({ status: 'teilbezahlt', received: 900 });
  come(payment, 900, { currency: 'EUR' });
  expect(payment).toMatchObject({ status: 'abweichend', received: null });
  expect([
    walk(payment, { kind: 'choose', way: 'credits' }),
    walk(payment, { kind: 'refund', amount: 900 }),
  ]).toEqual([false, false]);
  expect(walk(payment, { kind: 'choose', way: 'returned' })).toBe(true);
});

test('after the account is closed money is for the house, and is never credited [FIX-01]', () => {
  const payment = tenFrancs();
  walk(payment, { kind: 'close' });
  come(payment, 1_000);
  expect([payment.status, payment.booked]).toEqual(['abweichend', []]);
  for (const way of ['credits', 'full'] as const)
    expect(walk(payment, { kind: 'choose', way })).toBe(false);
  come(payment, 1_000, { refundedRappen: 1_000 });
  expect([payment.status, payment.booked]).toEqual(['zurueckbezahlt', []]);
});

test('a charge-back after a refused refund takes exactly the remaining credits of the payment [T-PAY-13]', () => {
  const payment = opened(ID, { price: 784, credits: 8, bonus: 67 });
  come(payment, 784);
  for (const _ of [1, 2]) walk(payment, { kind: 'refund', amount: 392 });
  for (const refused of [true, false]) walk(payment, { kind: 'carryOut', refused });
  expect(payment.booked).toEqual([75, -38, -37, 38]);
  walk(payment, { kind: 'chargeback' });
  expect([payment.status, payment.booked.at(-1), sum(payment.booked)]).toEqual([
    'rueckbelastet',
    -38,
    0,
  ]);
});

test('a part refunded before it is reported waits for no decision [FIX-01]', () => {
  for (const change of [{ chargedBack: true }, { refundedRappen: 900 }]) {
    const payment = tenFrancs();
    come(payment, 900, change);
    expect([payment.status, payment.booked]).toEqual(['zurueckbezahlt', []]);
  }
});

/** Of CHF 100.- for 100 credits + 10 bonus these came, and a payment for the rest is open. */
function waiting(came = 9_000) {
  const first = opened(ID, { price: 10_000, credits: 100, bonus: 10 });
  come(first, came);
  const together: Together = { first, rests: [] };
  const rest = openRest(together, '00000000-0000-4000-8000-000000000002')!;
  const steps = {
    come: (payment: Walked, amount: number, change = {}) =>
      walk(
        payment,
        { kind: 'report', reported: { ...paid(payment, amount), ...change }, tooOld: false },
        together,
      ),
    choose: (payment: Walked, way: Way) => walk(payment, { kind: 'choose', way }, together),
    brought: () => [first, rest].map(({ booked }) => sum(booked)),
  };
  return { first, rest, ...steps };
}

type Waiting = ReturnType<typeof waiting>;

function halfRest(way: Way) {
  return ({ rest, come, choose }: Waiting): void => {
    come(rest, 500);
    choose(rest, way);
  };
}

test('the rest of a payment without need of one is for the house, and can be refunded [FIX-01]', () => {
  for (const amount of [500, 1_000, 2_000]) {
    const { first, rest, come, choose } = waiting();
    choose(first, 'credits');
    come(rest, amount);
    expect([rest.status, rest.booked, hasWayOn(rest)]).toEqual(['abweichend', [], true]);
    expect(walk(rest, { kind: 'refund', amount: undefined })).toBe(true);
  }
});

/** Ten francs for 10 credits and 1 more. */
const standing = (changes: Partial<Standing> = {}): Standing => ({
  id: ID,
  status: 'offen',
  price: 1_000,
  credits: 10,
  bonus: 1,
  received: null,
  ...changes,
});
const reported = (amount: number, changes: Partial<ReportedPayment> = {}): ReportedPayment => ({
  ...paid({ id: ID }, amount),
  ...changes,
});
const AROUND = { merchant: MERCHANT, open: true, tooOld: false, needed: true, ordered: 0 };
const NOTHING_BACK = { ordered: 0, taken: 0, confirmed: 0, surplus: 0 };
const STATES = Object.keys(paymentLife) as PaymentStatus[];

test.each<[string, PaymentStatus, ReportedPayment | undefined, boolean, PaymentStatus | null]>([
  ['silence', 'offen', undefined, false, null],
  ['silence for too long', 'offen', undefined, true, 'verfallen'],
  ['an open page', 'offen', reported(0, { status: 'open' }), false, null],
  ['an open page for too long', 'offen', reported(0, { status: 'open' }), true, 'verfallen'],
  ['a refusal', 'offen', reported(0, { status: 'declined' }), false, 'abgelehnt'],
  ['a cancellation', 'offen', reported(0, { status: 'cancelled' }), false, 'abgebrochen'],
  ['money before the page was known', 'erstellt', reported(1_000), false, 'gutgeschrieben'],
  ['silence for too long before the page was known', 'erstellt', undefined, true, 'verfallen'],
  ['money after a refusal', 'abgelehnt', reported(1_000), false, 'gutgeschrieben'],
  ['a refusal after another', 'abgelehnt', reported(0, { status: 'declined' }), false, null],
  ['money that is credited already', 'gutgeschrieben', reported(1_000), false, null],
  ['the money for a part at last', 'teilbezahlt', reported(1_000), false, 'gutgeschrieben'],
  [
    'a part that was refused after all',
    'teilbezahlt',
    reported(0, { status: 'declined' }),
    false,
    'abgelehnt',
  ],
  [
    'a refusal with money that went back',
    'teilbezahlt',
    reported(9, { status: 'declined', refundedRappen: 9 }),
    false,
    'abgelehnt',
  ],
  [
    'a part that went back',
    'teilbezahlt',
    reported(900, { refundedRappen: 900 }),
    false,
    'zurueckbezahlt',
  ],
  [
    'a part that went back, and more',
    'teilbezahlt',
    reported(900, { refundedRappen: 901 }),
    false,
    'zurueckbezahlt',
  ],
  [
    'a part of which a Rappen is left',
    'teilbezahlt',
    reported(900, { refundedRappen: 899 }),
    false,
    'teilbezahlt',
  ],
  ['a part that became nothing', 'teilbezahlt', reported(0), false, 'abweichend'],
  [
    'a charge-back of a part',
    'abweichend',
    reported(0, { status: 'open', chargedBack: true }),
    false,
    'zurueckbezahlt',
  ],
])(
  '%s in the state %s leads to the state of the table [FIX-01, GUT-19]',
  (_title, status, said, tooOld, next) => {
    const settlement = settledByWord(standing({ status }), said, { ...AROUND, tooOld });
    expect(settlement?.status ?? null).toBe(next);
  },
);

test('a credited payment counts for what came, a few Rappen less or the whole price [FIX-01]', () => {
  const counts = (amount: number) => settledByWord(standing(), reported(amount), AROUND);
  const whole = { credits: 10, bonus: 1 };
  expect(counts(995)).toEqual({
    status: 'gutgeschrieben',
    received: 995,
    counts: { price: 995, ...whole },
  });
  expect(counts(1_005)).toEqual({
    status: 'gutgeschrieben',
    received: 1_005,
    counts: { price: 1_000, ...whole },
  });
  expect(counts(900)).toEqual({
    status: 'teilbezahlt',
    received: 900,
    counts: { price: 1_000, ...whole },
  });
});

test('the same report twice changes nothing, another amount does [FIX-01]', () => {
  const part = standing({ status: 'teilbezahlt', received: 900 });
  expect(settledByWord(part, reported(900), AROUND)).toBeNull();
  expect(settledByWord(part, reported(901), AROUND)).toMatchObject({
    status: 'teilbezahlt',
    received: 901,
  });
});

test('what is being paid back takes no more words of the provider [FIX-01]', () => {
  const part = { status: 'teilbezahlt', received: 900 } as const;
  expect(settledByWord(standing(part), reported(1_000), { ...AROUND, ordered: 900 })).toBeNull();
  expect(settledByWord(standing(), reported(1_000), { ...AROUND, ordered: 900 })?.status).toBe(
    'gutgeschrieben',
  );
});

test('received is what is paid in francs, and nothing less than nothing [FIX-01]', () => {
  expect([reported(900), reported(0)].map(receivedBy)).toEqual([900, 0]);
  const none = [
    undefined,
    reported(900, { status: 'open' }),
    reported(900, { currency: 'EUR' }),
    reported(-1),
  ];
  expect(none.map(receivedBy)).toEqual([null, null, null, null]);
});

test('a payment waits for exactly the rest that was asked for [FIX-01]', () => {
  const part = { status: 'teilbezahlt', price: 1_000, received: 900 } as const;
  expect(waitsForRest(part, { price: 100 }, { ordered: 0 })).toBe(true);
  expect(waitsForRest(part, { price: 101 }, { ordered: 0 })).toBe(false);
  expect(waitsForRest(part, { price: 100 }, { ordered: 1 })).toBe(false);
  expect(waitsForRest({ ...part, received: 899 }, { price: 100 }, { ordered: 0 })).toBe(false);
  expect(waitsForRest({ ...part, received: null }, { price: 1_000 }, { ordered: 0 })).toBe(false);
  expect(waitsForRest({ ...part, status: 'abweichend' }, { price: 100 }, { ordered: 0 })).toBe(
    false,
  );
});

test.each<[string, PaymentStatus, ReportedPayment, number, boolean]>([
  ['other money after all went back', 'zurueckbezahlt', reported(1_000), 0, true],
  ['the money that went back', 'zurueckbezahlt', reported(900), 0, false],
  [
    'a page that is open after all went back',
    'zurueckbezahlt',
    reported(1_000, { status: 'open' }),
    0,
    false,
  ],
  ['other money while some goes back', 'teilbezahlt', reported(1_000), 900, true],
  ['other money while nothing goes back', 'teilbezahlt', reported(1_000), 0, false],
  ['other money of a credited payment', 'gutgeschrieben', reported(1_000), 900, false],
])('%s is beside what goes back: %s [FIX-01]', (_title, status, said, ordered, beside) => {
  expect(cameBeside(standing({ status, received: 900 }), said, ordered)).toBe(beside);
});

test('the money of two states went back whole by the house [FIX-01]', () => {
  expect(STATES.filter(wentBackWhole)).toEqual(['erstattet', 'zurueckbezahlt']);
});

test('of too much goes back what was not ordered back yet [FIX-01]', () => {
  expect(
    [1_099, 1_100, 2_000].map((received) => surplusDue(1_000, received, { surplus: 0 })),
  ).toEqual([0, 100, 1_000]);
  expect([400, 1_000, 1_200].map((surplus) => surplusDue(1_000, 2_000, { surplus }))).toEqual([
    600, 0, 0,
  ]);
});

test.each([
  ['half of it', reported(1_000, { refundedRappen: 500 }), {}, { amount: 500, credits: 6 }],
  [
    'more, after a part was ordered',
    reported(1_000, { refundedRappen: 500 }),
    { ordered: 300, taken: 3 },
    { amount: 200, credits: 3 },
  ],
  [
    'what was ordered',
    reported(1_000, { refundedRappen: 500 }),
    { ordered: 500, taken: 0 },
    { amount: 0, credits: 0 },
  ],
  [
    'less than was ordered',
    reported(1_000, { refundedRappen: 200 }),
    { ordered: 500, taken: 0 },
    { amount: 0, credits: 0 },
  ],
  [
    'the surplus with it',
    reported(1_200, { refundedRappen: 500 }),
    { surplus: 200 },
    { amount: 300, credits: 3 },
  ],
  [
    'a part of the surplus',
    reported(1_200, { refundedRappen: 100 }),
    { surplus: 200 },
    { amount: 0, credits: 0 },
  ],
  [
    'more than its price',
    reported(1_000, { refundedRappen: 5_000 }),
    {},
    { amount: 1_000, credits: 11 },
  ],
  [
    'all, by a charge-back',
    reported(1_000, { chargedBack: true }),
    {},
    { amount: 1_000, credits: 11 },
  ],
  [
    'the rest, by a charge-back',
    reported(1_000, { chargedBack: true }),
    { ordered: 500, taken: 6 },
    { amount: 500, credits: 5 },
  ],
])(
  'what went back without an order, %s, takes its share of the credits [T-PAY-13]',
  (_title, said, back, taken) => {
    expect(wentBackBy(standing(), said, { ...NOTHING_BACK, ...back })).toEqual(taken);
  },
);

test('refundable is the price of what is credited, and what came of what waits [FIX-01]', () => {
  const most = (received: number | null) =>
    Object.fromEntries(
      STATES.map((status) => [status, refundable({ status, price: 1_000, received })]).filter(
        ([, most]) => most !== 0,
      ),
    );
  expect(most(900)).toEqual({ gutgeschrieben: 1_000, teilbezahlt: 900, abweichend: 900 });
  expect(most(null)).toEqual({ gutgeschrieben: 1_000 });
});

test('a refund of a credited payment is what is left of it, or less, with its share of credits [T-PAY-13]', () => {
  const credited = standing({ status: 'gutgeschrieben', received: 1_000 });
  const order = (wanted?: number, back = { ordered: 300, taken: 3 }) =>
    refundOrder(credited, back, wanted);
  expect([order(), order(700)]).toEqual([
    { amount: 700, credits: 8 },
    { amount: 700, credits: 8 },
  ]);
  expect(order(200)).toEqual({ amount: 200, credits: 3 });
  expect([order(701), order(0), order(-1)]).toEqual([null, null, null]);
  expect(order(undefined, { ordered: 1_000, taken: 11 })).toBeNull();
});

test('a refund of what was never credited is all of it or none [FIX-01]', () => {
  const part = standing({ status: 'teilbezahlt', received: 900 });
  const order = (wanted?: number, ordered = 0) => refundOrder(part, { ordered, taken: 0 }, wanted);
  expect([order(), order(900)]).toEqual([
    { amount: 900, credits: 0 },
    { amount: 900, credits: 0 },
  ]);
  expect([order(899), order(901), order(undefined, 900), order(undefined, 1)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(refundOrder({ ...part, received: null }, NOTHING_BACK, undefined)).toBeNull();
  expect(refundOrder(standing(), NOTHING_BACK, undefined)).toBeNull();
});

test('a payment is final once all of its money is confirmed as refunded [FIX-01]', () => {
  const credited = standing({ status: 'gutgeschrieben', received: 1_000 });
  expect(finished(credited, 'erstatten', { confirmed: 1_000 })).toBe('erstattet');
  expect(finished(credited, 'rueckbelasten', { confirmed: 1_000 })).toBe('rueckbelastet');
  expect(finished(credited, 'erstatten', { confirmed: 999 })).toBeNull();
  const part = standing({ status: 'teilbezahlt', received: 900 });
  expect(finished(part, 'erstatten', { confirmed: 900 })).toBe('zurueckbezahlt');
  expect(finished(part, 'erstatten', { confirmed: 899 })).toBeNull();
  expect(finished(standing(), 'erstatten', { confirmed: 0 })).toBeNull();
});

const DECIDABLE = { open: true, ordered: 0, left: 10, completes: true };

test.each([
  ['credits for a part', 'credits', 900, { price: 900, credits: 9, bonus: 0 }],
  ['the whole package for a part', 'full', 900, { price: 900, credits: 10, bonus: 1 }],
  ['the whole package for next to nothing', 'full', 99, { price: 99, credits: 10, bonus: 1 }],
  ['credits for all of it', 'credits', 1_000, { price: 1_000, credits: 10, bonus: 1 }],
  ['credits for more than all of it', 'credits', 2_000, { price: 1_000, credits: 10, bonus: 1 }],
] as const)('the choice of %s is credited [FIX-01, EXP-97]', (_title, way, received, counts) => {
  for (const status of ['teilbezahlt', 'abweichend'] as const)
    expect(settledByChoice(standing({ status, received }), way, DECIDABLE)).toEqual({
      status: 'gutgeschrieben',
      counts,
    });
});

test('what the house has paid back itself keeps what it counted for, also of a closed account [FIX-01]', () => {
  const returned = { status: 'zurueckbezahlt', counts: { price: 1_000, credits: 10, bonus: 1 } };
  const part = standing({ status: 'teilbezahlt', received: 900 });
  expect(settledByChoice(part, 'returned', DECIDABLE)).toEqual(returned);
  expect(
    settledByChoice({ ...part, received: null }, 'returned', { ...DECIDABLE, open: false }),
  ).toEqual(returned);
});

test('no choice is open without a waiting payer, or where credits could not be used or counted [FIX-01]', () => {
  const part = standing({ status: 'teilbezahlt', received: 900 });
  const waits = STATES.filter(
    (status) => settledByChoice({ ...part, status }, 'full', DECIDABLE) !== null,
  );
  expect(waits).toEqual(['teilbezahlt', 'abweichend']);
  for (const way of ['credits', 'full', 'returned'] as const)
    expect(settledByChoice(part, way, { ...DECIDABLE, ordered: 1 }), way).toBeNull();
  for (const way of ['credits', 'full'] as const) {
    expect(settledByChoice(part, way, { ...DECIDABLE, open: false }), way).toBeNull();
    for (const received of [null, 0])
      expect(settledByChoice({ ...part, received }, way, DECIDABLE), way).toBeNull();
  }
  expect(settledByChoice({ ...part, received: 99 }, 'credits', DECIDABLE)).toBeNull();
  expect(settledByChoice({ ...part, received: 100 }, 'credits', DECIDABLE)?.counts.credits).toBe(1);
});
test.each([
  ['the rest comes', [99, 11], ({ rest, come }: Waiting) => come(rest, 1_000)],
  ['the house lets half of the rest count as paid', [99, 11], halfRest('full')],
  ['half of the rest is taken as it is', [0, 5], halfRest('credits')],
  [
    'the part is taken, and the rest is credited all the same',
    [90, 10],
    ({ first, rest, come, choose }: Waiting) => {
      choose(first, 'credits');
      come(rest, 1_000);
      choose(rest, 'credits');
    },
  ],
  [
    'the part is taken, and the house lets the rest count',
    [90, 10],
    ({ first, rest, come, choose }: Waiting) => {
      choose(first, 'credits');
      come(rest, 1_000);
      choose(rest, 'full');
    },
  ],
  [
    'the house lets both count as paid, the part first',
    [110, 5],
    ({ first, rest, come, choose }: Waiting) => {
      choose(first, 'full');
      come(rest, 500);
      choose(rest, 'full');
    },
  ],
  [
    'the house lets the part count as paid after half of the rest was taken',
    [105, 5],
    (it: Waiting) => {
      halfRest('credits')(it);
      it.choose(it.first, 'full');
    },
  ],
  [
    'more of the part came, and the house lets both count, the rest first',
    [105, 10],
    ({ first, rest, come, choose }: Waiting) => {
      come(first, 9_500);
      come(rest, 1_000);
      choose(rest, 'full');
      choose(first, 'full');
    },
  ],
  [
    'the rest came in another name, and the house lets it count',
    [99, 11],
    ({ rest, come, choose }: Waiting) => {
      come(rest, 1_000, { merchant: 'y' });
      choose(rest, 'credits');
    },
  ],
] as const)(
  'a part and its rest give at most one bonus, and no unpaid credits beyond it, where %s [FIX-01]',
  (_, brought, happens) => {
    const it = waiting();
    happens(it);
    expect(it.brought()).toEqual(brought);
  },
);
