import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatChf, formatCredits, formatNumber, francsToRappen, rappenToFrancs } from './money.ts';

test.each([
  [0, 'CHF 0.-'],
  [5_000, 'CHF 50.-'],
  [10_000, 'CHF 100.-'],
  [100_000, 'CHF 1’000.-'],
  [123_456_700, 'CHF 1’234’567.-'],
  [4_750, 'CHF 47.50'],
  [4_705, 'CHF 47.05'],
  [5, 'CHF 0.05'],
  [-4_750, '−CHF 47.50'],
])('%i Rappen read %s [PUB-07]', (rappen, text) => {
  expect(formatChf(rappen)).toBe(text);
});

test('whole francs always end in a dash, others in two digits, and the digits are the amount [PUB-07]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (rappen) => {
      const text = formatChf(rappen);
      expect(text).toMatch(/^CHF \d{1,3}(’\d{3})*\.(-|\d\d)$/);
      expect(Number(text.replace(/CHF |’/g, '').replace('.-', '.00')) * 100).toBeCloseTo(rappen, 1);
    }),
  );
});

test('numbers and credits carry the Swiss thousands mark', () => {
  expect(formatNumber(1300)).toBe('1’300');
  expect(formatNumber(-1300)).toBe('−1’300');
  expect(formatNumber(999)).toBe('999');
  expect(formatCredits(1)).toBe('1 Credit');
  expect(formatCredits(0)).toBe('0 Credits');
  expect(formatCredits(1000)).toBe('1’000 Credits');
  expect(formatCredits(-1)).toBe('−1 Credit');
});

test('francs with two decimals become Rappen and back without a rest', () => {
  expect(francsToRappen(47.5)).toBe(4750);
  expect(francsToRappen(1.005 * 100)).toBe(10_050);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e10 }), (rappen) => {
      expect(francsToRappen(rappenToFrancs(rappen))).toBe(rappen);
    }),
  );
});
