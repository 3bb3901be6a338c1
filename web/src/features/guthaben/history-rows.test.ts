import type { Movement, Order } from '@samtrot/shared/history/contract.ts';
import { expect, test } from 'vitest';
import { rowsOf } from './history-rows.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

const movement = (id: number, part: Partial<Movement> = {}): Movement => ({
  transaction_id: id,
  type: 'credit',
  kind: 'coupon',
  by_bank: false,
  amount: 5,
  balance: 100,
  details: `Bewegung ${id}`,
  date: at(id),
  paid_by: [],
  order_id: null,
  ...part,
});
const order = (id: string, part: Partial<Order> = {}): Order => ({
  order_id: id,
  number: null,
  date: at(0),
  timestamp: 0,
  is_wallet_topup: true,
  status_label: 'Completed',
  total: 95,
  currency: 'CHF',
  description: 'Aufladung 100 Credits',
  payment_method_title: 'twint',
  items: [],
  paid: 95,
  tax: null,
  billing_address: null,
  order_notes: [],
  ...part,
});
const brief = (transactions: Order[], wallet_transactions: Movement[]) =>
  rowsOf([{ transactions, wallet_transactions }]).map(({ key, type, status, amount }) => [
    key,
    type,
    status,
    amount,
  ]);

test('a paid top-up is one order with what was paid, its bonus a line of its own [GUT-54, GUT-60, FIX-09]', () => {
  const topup = movement(1, { kind: 'topup', amount: 100, order_id: 'a' });
  const bonus = movement(2, { kind: 'bonus', amount: 10, order_id: 'a' });
  expect(brief([order('a')], [bonus, topup])).toEqual([
    ['w2', 'bonus', 'credit', 10],
    ['oa', 'topup', 'Completed', 95],
  ]);
  const [, paid] = rowsOf([{ transactions: [order('a')], wallet_transactions: [bonus, topup] }]);
  expect(paid).toMatchObject({ at: Date.parse(at(1)), movement: topup, currency: 'CHF' });
});

test('an order paid with credits is the line of its movement and carries the items [GUT-49, FIX-09]', () => {
  const debit = movement(3, { type: 'debit', kind: 'order', amount: 75, order_id: 'I-1' });
  const placed = order('I-1', { is_wallet_topup: false, currency: 'Credits', total: 75 });
  expect(brief([placed], [debit])).toEqual([['w3', 'order', 'debit', -75]]);
  expect(rowsOf([{ transactions: [placed], wallet_transactions: [debit] }])[0]?.order).toBe(placed);
});

test('what has no movement stands there as an order: waiting, refused and free ones [GUT-57, X-35]', () => {
  const all = [
    order('p', { status_label: 'Pending', date: at(3) }),
    order('d', { status_label: 'Declined', date: at(2) }),
    order('I-2', { is_wallet_topup: false, total: 0, date: at(1) }),
  ];
  expect(brief(all, [])).toEqual([
    ['op', 'topup', 'Pending', 95],
    ['od', 'topup', 'Declined', 95],
    ['oI-2', 'order', 'Completed', 0],
  ]);
});

test('a top-up whose order is not known is not lost [GUT-54]', () => {
  expect(brief([], [movement(4, { kind: 'topup', amount: 50, order_id: 'x' })])).toEqual([
    ['w4', 'topup', 'credit', 50],
  ]);
});

test.each([
  ['order', 'debit', 'order'],
  ['refund', 'credit', 'refund'],
  ['refund', 'debit', 'refund'],
  ['chargeback', 'debit', 'refund'],
  ['settlement', 'debit', 'correction'],
  ['bonus', 'credit', 'bonus'],
  ['coupon', 'credit', 'coupon'],
  ['correction', 'credit', 'correction'],
  ['forfeit', 'debit', 'correction'],
] as const)(
  'the kind %s (%s) is a line of the type %s, whatever its amount [GUT-47, GUT-60, FIX-09]',
  (kind, way, type) => {
    for (const amount of [110, 600, 1300]) {
      const [row] = rowsOf([
        { transactions: [], wallet_transactions: [movement(5, { kind, type: way, amount })] },
      ]);
      expect(row).toMatchObject({ type, status: way, amount: way === 'debit' ? -amount : amount });
    }
  },
);

test('what a bank took back is a correction [FIX-09]', () => {
  const took = movement(6, { kind: 'chargeback', type: 'debit', by_bank: true });
  expect(rowsOf([{ transactions: [], wallet_transactions: [took] }])[0]).toMatchObject({
    type: 'correction',
  });
});

test('pages that overlap show nothing twice, and the newest page knows best [GUT-53]', () => {
  const rows = rowsOf([
    {
      transactions: [order('p', { status_label: 'Cancelled' })],
      wallet_transactions: [movement(9), movement(8)],
    },
    {
      transactions: [order('p', { status_label: 'Pending' })],
      wallet_transactions: [movement(8), movement(7)],
    },
  ]);
  expect(rows.map(({ key }) => key)).toEqual(['w9', 'w8', 'w7', 'op']);
  expect(rows.at(-1)?.status).toBe('Cancelled');
});
