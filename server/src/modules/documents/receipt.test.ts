import { expect, test } from 'vitest';
import { receiptOf } from './receipt.ts';

const topup = {
  id: 'x',
  price: 10_000,
  asked: 10_000,
  received: 10_000,
  discountPercent: 0,
  listPrice: 10_000,
  credits: 100,
  askedCredits: 100,
  bonus: 10,
  completed: false,
  method: null,
  at: new Date('2026-11-23T10:00:00Z'),
};
const settings = {
  operator: { name: 'Samtrot', street: 'Gasse 1', city: '8000 Zürich', country: 'Schweiz' },
  receiptVatNote: '',
} as unknown as Parameters<typeof receiptOf>[2];
const issue = {
  number: 'A-1',
  accountId: 1,
  vatPermille: 81,
  now: new Date('2026-11-23T10:00:00Z'),
};

const rows = (changes: Partial<typeof topup>) => {
  const { figures, tables } = receiptOf({ ...topup, ...changes }, issue, settings);
  return [figures[0]!.value, ...tables[0]!.rows.map(({ cells }) => `${cells[0]} ${cells[2]}`)];
};

test('a receipt shows the received amount and what happened to the difference [FIX-01]', () => {
  expect(rows({})).toEqual(['CHF 100.00', 'Guthaben CHF 100.00', 'Bonus ', 'Total CHF 100.00']);
  expect(rows({ received: 10_050 })).toEqual([
    ...['CHF 100.50', 'Guthaben CHF 100.00', 'Bonus ', 'Rundung CHF 0.50', 'Total CHF 100.50'],
  ]);
  expect(rows({ received: 20_000 })).toEqual([
    ...[
      'CHF 200.00',
      'Guthaben CHF 100.00',
      'Bonus ',
      'Zu viel bezahlt, geht zurück CHF 100.00',
      'Total CHF 200.00',
    ],
  ]);
  expect(rows({ price: 9_000, received: 9_000, credits: 90, bonus: 0 })).toEqual([
    ...['CHF 90.00', 'Guthaben CHF 90.00', 'Total CHF 90.00'],
  ]);
});

test('an amount below one credit is shown as "Rundung", with and without a discount [BOF-94]', () => {
  const part = { bonus: 0, price: 9_000, received: 9_000 };
  expect(rows({ ...part, asked: 9_500, discountPercent: 5, credits: 94 })).toEqual([
    ...[
      'CHF 90.00',
      'Guthaben CHF 94.00',
      'Persönlicher Rabatt 5 % − CHF 4.70',
      'Rundung CHF 0.70',
      'Total CHF 90.00',
    ],
  ]);
  expect(rows({ ...part, price: 9_950, received: 9_950, credits: 99 })).toEqual([
    ...['CHF 99.50', 'Guthaben CHF 99.00', 'Rundung CHF 0.50', 'Total CHF 99.50'],
  ]);
  // The package's price has changed.
  expect(
    rows({ ...part, asked: 9_500, discountPercent: 5, credits: 94, listPrice: 12_000 }),
  ).toEqual([
    ...[
      'CHF 90.00',
      'Guthaben CHF 89.30',
      'Persönlicher Rabatt 5 % im Betrag enthalten',
      'Rundung CHF 0.70',
    ],
    'Total CHF 90.00',
  ]);
});

test('a payment that a rest completed has no rounding: the rest brings the credit that was begun [BOF-94, FIX-01]', () => {
  const part = { completed: true, price: 9_000, received: 9_000, bonus: 9 };
  expect(rows({ ...part, asked: 9_500, discountPercent: 5, credits: 94 })).toEqual([
    ...['CHF 90.00', 'Guthaben CHF 90.00', 'Bonus ', 'Persönlicher Rabatt 5 % im Betrag enthalten'],
    'Total CHF 90.00',
  ]);
  expect(rows({ ...part, price: 9_050, received: 9_050, credits: 90 })).toEqual([
    ...['CHF 90.50', 'Guthaben CHF 90.50', 'Bonus ', 'Total CHF 90.50'],
  ]);
});

test('a rest received after a partial payment is shown as to be refunded [BOF-95, FIX-01]', () => {
  expect(rows({ price: 9_000, received: 10_000, credits: 90, bonus: 0 })).toEqual([
    ...[
      'CHF 100.00',
      'Guthaben CHF 90.00',
      'Zu viel bezahlt, geht zurück CHF 10.00',
      'Total CHF 100.00',
    ],
  ]);
});
