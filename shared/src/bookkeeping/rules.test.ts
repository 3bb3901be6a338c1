import { expect, test } from 'vitest';
import { type BookLine, dueMonth, gathered, isMonth, lineOf, monthAfter, turned } from './rules.ts';

const line = (more: Partial<BookLine> = {}): BookLine => ({
  day: '2026-11-03',
  debit: 'bank',
  credit: 'prepaid',
  amount: 1000,
  permille: 81,
  tax: 75,
  text: 'Aufgeladen',
  reference: '17',
  ...more,
});

test('each kind of the ledger has its line in the report of a month [BOF-106]', () => {
  const kinds = ['order', 'refund', 'refused', 'bonus', 'coupon', 'topup', 'forfeit'];
  expect(kinds.map(lineOf)).toEqual([
    ...['used', 'used', 'chargeback', 'gift', 'gift', 'topup', 'forfeit'],
  ]);
});

test('a line below zero runs the other way, one of zero stays as it is [BOF-108]', () => {
  expect(turned(line({ amount: -1000, tax: -75 }))).toEqual(
    line({ debit: 'prepaid', credit: 'bank' }),
  );
  expect(turned(line({ amount: 0, tax: 0 }))).toEqual(line({ amount: 0, tax: 0 }));
});

test('lines of a day, a pair of accounts and a rate become one [BOF-108]', () => {
  const lines = [
    line({ day: '2026-11-04', reference: '20' }),
    line({ reference: '18', text: '' }),
    line(),
    line({ reference: '17', amount: -400, tax: -30, text: 'Zurückbezahlt' }),
    line({ permille: 77 }),
    line({ credit: 'owed' }),
    line({ debit: 'provider' }),
  ];
  expect(gathered(lines)).toEqual([
    line({ credit: 'owed' }),
    line({ permille: 77 }),
    line({ amount: 2000, tax: 150, reference: '18, 17' }),
    line({
      debit: 'prepaid',
      credit: 'bank',
      amount: 400,
      tax: 30,
      text: 'Zurückbezahlt',
    }),
    line({ debit: 'provider' }),
    line({ day: '2026-11-04', reference: '20' }),
  ]);
});

test('what adds up to zero is no line', () => {
  const free = line({ amount: 0, tax: 0 });
  expect(gathered([free, line({ day: '2026-11-04' })])).toEqual([line({ day: '2026-11-04' })]);
  expect(gathered([])).toEqual([]);
});

test('a month is four digits and 01 to 12', () => {
  expect(['2026-01', '2026-09', '2026-10', '2026-12'].map(isMonth)).not.toContain(false);
  const none = ['2026-00', '2026-13', '2026-20', '2026-1', '26-01', 'x2026-01', '2026-01-01', ''];
  expect(none.map(isMonth)).not.toContain(true);
});

test('months are counted across years', () => {
  expect(monthAfter('2026-11')).toBe('2026-12');
  expect(monthAfter('2026-12')).toBe('2027-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
  expect(monthAfter('2026-02', -26)).toBe('2023-12');
  expect(monthAfter('0999-12', 1)).toBe('1000-01');
  expect(monthAfter('0998-12', 1)).toBe('0999-01');
});

test('on the fifth day the month before closes by itself [BOF-108]', () => {
  expect(dueMonth('2026-11-05')).toBe('2026-10');
  expect(dueMonth('2026-11-30')).toBe('2026-10');
  expect(dueMonth('2026-11-04')).toBe('2026-09');
  expect(dueMonth('2026-01-04')).toBe('2025-11');
});
