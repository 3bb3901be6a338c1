import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonEmpty } from '../testing/non-empty.ts';
import { discountedPrice } from '../topups/rules.ts';
import {
  containedTax,
  HISTORY_TYPES,
  historyType,
  MOVEMENT_KINDS,
  PAGE_LIMITS,
  type PaidPart,
  paidFor,
  paidOf,
  sharesOf,
  taxOf,
} from './rules.ts';

test('of 40 francs 3.00 are value added tax at 8.1 %, of 5 francs 0.37 [GUT-49]', () => {
  expect([4000, 500, 0].map((paid) => containedTax(paid, 81))).toEqual([300, 37, 0]);
});

test('tax and the rest make the price, to half a Rappen [GUT-49]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 0, max: 250 }),
      (paid, permille) => {
        const tax = containedTax(paid, permille);
        const net = paid - tax;
        expect(Math.abs(net * (permille / 1000) - tax)).toBeLessThanOrEqual(
          0.5 * (1 + permille / 1000) + 1e-6,
        );
      },
    ),
  );
});

test('the paid amount is shared over the credits, half a Rappen rounded up, without a remainder [FIX-03, BOF-105]', () => {
  expect(paidFor(94, { credits: 100, paid: 9_500 })).toBe(8_930);
  expect([1, 2, 3].map((n) => paidFor(n, { credits: 3, paid: 100 }))).toEqual([33, 67, 100]);
  expect(paidFor(1, { credits: 2, paid: 1 })).toBe(1);
  expect(paidFor(5, { credits: 5, paid: 0 })).toBe(0);
});

test('the tax of an order is shared over its lines to the Rappen, and a free line has none [FIX-03]', () => {
  expect(sharesOf(337, [40, 5, 0])).toEqual([300, 37, 0]);
  expect([sharesOf(7, [0, 0]), sharesOf(0, [50])]).toEqual([[0, 0], [0]]);
  const prices = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), prices, (sum, lines) => {
      const shares = nonEmpty(sharesOf(sum, lines));
      for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
      const charged = lines.some((price) => price > 0);
      expect(shares.reduce((all, share) => all + share, 0)).toBe(charged ? sum : 0);
    }),
  );
});

/**
 * Credits that came in together, as the book keeps them: how many are left, and the stretch of the
 * payment that is left for them.
 */
interface Lot {
  age: number;
  left: number;
  from: number;
  paid: number;
}

/** Takes credits and what was paid for them off the front of a lot. */
function take(lot: Lot, n: number): PaidPart {
  const part = { from: lot.from, paid: paidFor(n, { credits: lot.left, paid: lot.paid }) };
  lot.left -= n;
  lot.from += part.paid;
  lot.paid -= part.paid;
  return part;
}

const PACKAGES = [
  { list: 5_000, credits: 50, bonus: 0 },
  { list: 10_000, credits: 100, bonus: 10 },
  { list: 50_000, credits: 500, bonus: 100 },
  { list: 100_000, credits: 1000, bonus: 300 },
];
const operation = fc.oneof(
  fc.record({ buy: fc.constantFrom(...PACKAGES), percent: fc.integer({ min: 0, max: 999 }) }),
  fc.record({ coupon: fc.integer({ min: 1, max: 80 }) }),
  fc.record({ spend: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ refund: fc.integer({ min: 1, max: 900 }), which: fc.nat() }),
);

test('in random purchases, spends and refunds the orders contain the tax of the payments [FIX-03, BOF-105]', () => {
  const rate = fc.constantFrom(81, 77, 26, 0, 250);
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 1, maxLength: 40 }),
      rate,
      (operations, permille) => {
        const lots: Lot[] = [];
        const spends: { lot: Lot; n: number; part: PaidPart }[][] = [];
        const payments: number[] = [];
        const sold: PaidPart[] = [];
        const back: PaidPart[] = [];
        let age = 0;
        const spend = (wanted: number) => {
          const uses: (typeof spends)[number] = [];
          let missing = wanted;
          for (const lot of lots.filter(({ left }) => left > 0).sort((a, b) => a.age - b.age)) {
            const n = Math.min(lot.left, missing);
            if (n > 0) uses.push({ lot, n, part: take(lot, n) });
            missing -= n;
          }
          spends.push(uses);
          sold.push(...uses.map(({ part }) => part));
        };
        for (const one of operations) {
          age++;
          if ('buy' in one) {
            const { price: paid } = discountedPrice(one.buy.list, one.percent / 10);
            payments.push(paid);
            lots.push({ age, left: one.buy.credits, from: 0, paid });
            if (one.buy.bonus > 0) lots.push({ age, left: one.buy.bonus, from: 0, paid: 0 });
          } else if ('coupon' in one) lots.push({ age, left: one.coupon, from: 0, paid: 0 });
          else if ('spend' in one) spend(one.spend);
          else {
            const uses = spends[one.which % Math.max(1, spends.length)] ?? [];
            for (const use of uses.toReversed()) {
              const n = Math.min(use.n, one.refund);
              if (n === 0) continue;
              const paid = paidFor(n, { credits: use.n, paid: use.part.paid });
              const part = { from: use.part.from + use.part.paid - paid, paid };
              use.n -= n;
              use.part = { from: use.part.from, paid: use.part.paid - paid };
              back.push(part);
              lots.push({ age: use.lot.age, left: n, ...part });
            }
          }
        }
        spend(Number.MAX_SAFE_INTEGER);
        expect(paidOf(sold) - paidOf(back)).toBe(payments.reduce((sum, paid) => sum + paid, 0));
        const taxed = (parts: readonly PaidPart[]) =>
          taxOf(parts.map((part) => ({ ...part, permille })));
        expect(taxed(sold) - taxed(back)).toBe(
          payments.reduce((sum, paid) => sum + containedTax(paid, permille), 0),
        );
      },
    ),
  );
});

test('CHF 950.- for 1300 credits contain 71.18, in however many orders [FIX-03, BOF-105]', () => {
  const lot = { age: 0, left: 1000, from: 0, paid: 95_000 };
  const orders = Array.from({ length: 40 }, () => ({ ...take(lot, 25), permille: 81 }));
  expect(taxOf(orders)).toBe(7_118);
  expect(new Set(orders.map((part) => taxOf([part])))).toEqual(new Set([178, 177]));
});

test('a page of the history holds 50 movements, at most 100 [X-17]', () => {
  expect(PAGE_LIMITS).toEqual({ usual: 50, most: 100 });
});

test('every movement says what happened, in one of six words [FIX-09]', () => {
  expect(HISTORY_TYPES[historyType('chargeback', true)]).toBe('Korrektur');
  expect(MOVEMENT_KINDS.map((kind) => [kind, HISTORY_TYPES[historyType(kind, false)]])).toEqual([
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
