import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containedTax, HISTORY_TYPES, historyType, MOVEMENT_KINDS, PAGE_LIMITS } from './rules.ts';

test('of 40 credits 3.00 francs are value added tax at 8.1 %, of 5 credits 0.37 [GUT-49]', () => {
  expect([40, 5, 0].map((total) => containedTax(total, 81))).toEqual([300, 37, 0]);
});

test('tax and the rest make the price, to half a Rappen [GUT-49]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 250 }), (total, permille) => {
      const tax = containedTax(total, permille);
      const net = total * 100 - tax;
      expect(Math.abs(net * (permille / 1000) - tax)).toBeLessThanOrEqual(0.5 * (1 + permille / 1000) + 1e-6);
    }),
  );
});

test('a page of the history holds 50 movements, at most 100 [X-17]', () => {
  expect(PAGE_LIMITS).toEqual({ usual: 50, most: 100 });
});

test('every movement says what happened, in one of six words [FIX-09]', () => {
  expect(MOVEMENT_KINDS.map((kind) => [kind, HISTORY_TYPES[historyType(kind)]])).toEqual([
    ['topup', 'Aufladung'],
    ['bonus', 'Bonus'],
    ['coupon', 'Gutschein'],
    ['order', 'Kauf'],
    ['refund', 'Rückerstattung'],
    ['correction', 'Korrektur'],
    ['forfeit', 'Korrektur'],
    ['chargeback', 'Rückerstattung'],
    ['settlement', 'Korrektur'],
  ]);
});
