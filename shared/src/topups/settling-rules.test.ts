import { expect, test } from 'vitest';
import { hasWayOn, opened, paid, type Walked, walk } from '../testing/payment-walk.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

const tenFrancs = () => opened(ID, { price: 1_000, credits: 10, bonus: 1 });
const come = (payment: Walked, amount: number, change = {}) =>
  walk(payment, { kind: 'word', word: { ...paid(payment, amount), ...change }, tooOld: false });

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
  expect([walk(payment, { kind: 'choose', way: 'credits' }), walk(payment, { kind: 'refund', amount: 900 })]).toEqual([
    false,
    false,
  ]);
  expect(walk(payment, { kind: 'choose', way: 'returned' })).toBe(true);
});

test('after the account is closed money is for the house, and is never credited [FIX-01]', () => {
  const payment = tenFrancs();
  walk(payment, { kind: 'close' });
  come(payment, 1_000);
  expect([payment.status, payment.booked]).toEqual(['abweichend', []]);
  for (const way of ['credits', 'full'] as const) expect(walk(payment, { kind: 'choose', way })).toBe(false);
  come(payment, 1_000, { refundedRappen: 1_000 });
  expect([payment.status, payment.booked]).toEqual(['zurueckbezahlt', []]);
});

test('a charge-back after a refund that was refused takes exactly the credits that are left of the payment [T-PAY-13]', () => {
  const payment = opened(ID, { price: 784, credits: 8, bonus: 67 });
  come(payment, 784);
  for (const _ of [1, 2]) walk(payment, { kind: 'refund', amount: 392 });
  for (const refused of [true, false]) walk(payment, { kind: 'carryOut', refused });
  expect(payment.booked).toEqual([75, -38, -37, 38]);
  walk(payment, { kind: 'chargeback' });
  expect([payment.status, payment.booked.at(-1), sum(payment.booked)]).toEqual(['rueckbelastet', -38, 0]);
});

test('a part that is gone by the time it is heard of is nobody’s to decide about [FIX-01]', () => {
  for (const change of [{ chargedBack: true }, { refundedRappen: 900 }]) {
    const payment = tenFrancs();
    come(payment, 900, change);
    expect([payment.status, payment.booked]).toEqual(['zurueckbezahlt', []]);
  }
});

test('the rest of a payment that needs none any more is for the house, however it comes, and can go back [FIX-01]', () => {
  for (const amount of [500, 1_000, 2_000]) {
    const payment = { ...tenFrancs(), needed: false };
    come(payment, amount);
    expect([payment.status, payment.booked, hasWayOn(payment)]).toEqual(['abweichend', [], true]);
    expect(walk(payment, { kind: 'refund', amount: undefined })).toBe(true);
  }
});
