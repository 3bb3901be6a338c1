import { expect, test } from 'vitest';
import { receiptOf } from './receipt.ts';

const topup = {
  ...{ id: 'x', price: 10_000, asked: 10_000, received: 10_000, discountPercent: 0, listPrice: 10_000 },
  ...{ credits: 100, bonus: 10, method: null, at: new Date('2026-11-23T10:00:00Z') },
};
const settings = {
  operator: { name: 'Samtrot', street: 'Gasse 1', city: '8000 Zürich', country: 'Schweiz' },
  ...{ vatPermille: 81, receiptVatNote: '' },
} as unknown as Parameters<typeof receiptOf>[2];
const issue = { number: 'A-1', accountId: 1, now: new Date('2026-11-23T10:00:00Z') };

const rows = (changes: Partial<typeof topup>) => {
  const { figures, tables } = receiptOf({ ...topup, ...changes }, issue, settings);
  return [figures[0]!.value, ...tables[0]!.rows.map(({ cells }) => `${cells[0]} ${cells[2]}`)];
};

test('a receipt says what was really received, and what became of the difference [FIX-01]', () => {
  expect(rows({})).toEqual(['CHF 100.00', 'Guthaben CHF 100.00', 'Bonus ', 'Total CHF 100.00']);
  expect(rows({ received: 10_050 })).toEqual([
    ...['CHF 100.50', 'Guthaben CHF 100.00', 'Bonus ', 'Rundung CHF 0.50', 'Total CHF 100.50'],
  ]);
  expect(rows({ received: 20_000 })).toEqual([
    ...['CHF 200.00', 'Guthaben CHF 100.00', 'Bonus ', 'Zu viel bezahlt, geht zurück CHF 100.00', 'Total CHF 200.00'],
  ]);
  expect(rows({ price: 9_000, received: 9_000, credits: 90, bonus: 0 })).toEqual([
    ...['CHF 90.00', 'Guthaben CHF 90.00', 'Total CHF 90.00'],
  ]);
});
