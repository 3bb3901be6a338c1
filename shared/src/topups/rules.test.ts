import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatChf } from '../kernel/format.ts';
import {
  amountPaid,
  amountsMatch,
  BALANCE_RECHECK_MS,
  bonusOfRefund,
  creditsForPart,
  creditsOfRefund,
  discountedPrice,
  discountPercent,
  PAYMENT_REDIRECT_MS,
  PENDING_NOTE_MS,
  paymentReturn,
  returnTexts,
  shownDiscountPercent,
  splitAt,
  topupFailure,
  topupTexts,
  totalCredits,
} from './rules.ts';

// The shared package knows no browser types; browser and server both have this class.
declare const URLSearchParams: new (query: string) => { get(name: string): string | null };

const LIST_PRICES = [5_000, 10_000, 50_000, 100_000];

test('the shown discount is pulled into 0 to 100 [GUT-08, CON-26]', () => {
  expect([150, -5, 12, '30', 'x', undefined].map(shownDiscountPercent)).toEqual([
    100, 0, 12, 30, 0, 0,
  ]);
});

test('a discount outside 0 to 100 or that is not a number is none [CON-26]', () => {
  expect([0, 100, 12.5, '20'].map(discountPercent)).toEqual([0, 100, 12.5, 20]);
  expect(
    [101, -1, NaN, Infinity, '', ' ', 'ten', null, undefined, {}, [5], true].map(discountPercent),
  ).toEqual(Array(12).fill(0));
});

test('price and saving are rounded to two decimals, half up [GUT-09, GUT-10, CON-27]', () => {
  expect(discountedPrice(9_990, 12.5)).toEqual({ price: 8_741, saving: 1_249 });
  expect(discountedPrice(10_000, 33)).toEqual({ price: 6_700, saving: 3_300 });
  // 50 % of CHF 0.01, of CHF 0.03 and 15 % off CHF 1.10 are each half a Rappen.
  expect(discountedPrice(1, 50).price).toBe(1);
  expect(discountedPrice(3, 50).price).toBe(2);
  expect(discountedPrice(110, 15).price).toBe(94);
  expect(formatChf(discountedPrice(5_000, 5).price)).toBe('CHF 47.50');
});

test('for every whole discount on every package price plus saving is the list price [GUT-09, GUT-10, CON-26, CON-27]', () => {
  for (const list of LIST_PRICES) {
    for (let percent = 0; percent <= 100; percent++) {
      const { price, saving } = discountedPrice(list, percent);
      // Package prices are whole francs, so whole percents come out exact: no rounding can hide a
      // mistake.
      expect(price * 100).toBe(list * (100 - percent));
      expect(price + saving).toBe(list);
    }
  }
});

test('any list price and discount: whole Rappen, never negative, at most half a Rappen off [T-PAY-12, GUT-09, GUT-10, CON-27]', () => {
  const list = fc.oneof(fc.constantFrom(...LIST_PRICES), fc.integer({ min: 1, max: 10_000_000 }));
  const hundredths = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(list, hundredths, (rappen, percent) => {
      const { price, saving } = discountedPrice(rappen, percent / 100);
      expect(Number.isInteger(price) && Number.isInteger(saving)).toBe(true);
      expect(price).toBeGreaterThanOrEqual(0);
      expect(price + saving).toBe(rappen);
      const exact = BigInt(rappen) * BigInt(10_000 - percent);
      const distance = BigInt(price) * 10_000n - exact;
      expect(distance > -5_000n && distance <= 5_000n).toBe(true);
    }),
  );
});

test('a higher discount never costs more [GUT-09]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 99 }),
      (list, percent) => {
        expect(discountedPrice(list, percent + 1).price).toBeLessThanOrEqual(
          discountedPrice(list, percent).price,
        );
      },
    ),
  );
});

test('figures of the page agree only when each one is the own figure [API-15]', () => {
  const offer = { credits: 100, bonus: 10, price: 8_741, discountPercent: 12.5 };
  expect(amountsMatch({}, offer)).toBe(true);
  expect(amountsMatch({ amount: 100, payment_amount: 87.41, discount_percent: 12.5 }, offer)).toBe(
    true,
  );
  for (const payment_amount of [0, 0.01, -1, 1e308, NaN, 87.4, 87.42, 87.409, 8741, -87.41]) {
    expect(amountsMatch({ payment_amount }, offer), String(payment_amount)).toBe(false);
  }
  for (const discount_percent of [100, 101, -50, 33.333, 0, 12, NaN])
    expect(amountsMatch({ discount_percent }, offer)).toBe(false);
  for (const amount of [110, 50, 0, -100, 100.5])
    expect(amountsMatch({ amount }, offer)).toBe(false);
});

test('every price there can be agrees with itself in francs [API-15, CON-02]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_00 }), (price) => {
      const offer = { credits: 1, bonus: 0, price, discountPercent: 0 };
      expect(amountsMatch({ payment_amount: price / 100 }, offer)).toBe(true);
      expect(amountsMatch({ payment_amount: (price + 1) / 100 }, offer)).toBe(false);
    }),
  );
});

test('what arrives is credits plus bonus: 110, 600 and 1300 [GUT-59, GUT-60, CON-25]', () => {
  const bought = [
    { credits: 100, bonus: 10 },
    { credits: 500, bonus: 100 },
    { credits: 1000, bonus: 300 },
  ];
  expect(bought.map(totalCredits)).toEqual([110, 600, 1300]);
});

test('timings [CON-18, CON-19, CON-22]', () => {
  expect([PAYMENT_REDIRECT_MS, BALANCE_RECHECK_MS, PENDING_NOTE_MS]).toEqual([1500, 1000, 600_000]);
});

test('every failure to open a payment has its words [ERR-056, ERR-057, ERR-058, ERR-059, ERR-060, GUT-16]', () => {
  expect(topupTexts.preparing).toBe('Zahlung wird vorbereitet...');
  expect(topupFailure({ success: false, message: 'Nicht gefunden.' })).toBe(
    'Fehler: Nicht gefunden.',
  );
  expect(topupFailure({ success: false })).toBe(
    'Fehler: Unbekannter Fehler beim Erstellen der Zahlung',
  );
  expect(topupFailure({ success: false, message: '' })).toBe(
    'Fehler: Unbekannter Fehler beim Erstellen der Zahlung',
  );
  expect(topupFailure({ success: true })).toBe('Fehler: Keine Zahlungs-URL erhalten');
  expect(topupFailure(undefined)).toBe('Fehler: Fehler beim Erstellen der Zahlung');
  expect(topupFailure({ success: true, payment_url: 'https://pay.example' })).toBeNull();
});

const read = (query: string) => paymentReturn(new URLSearchParams(query));

test('every spelling of a cancelled payment [GUT-20, GUT-21, ERR-062]', () => {
  for (const query of [
    'status=cancelled',
    'status=cancel',
    'payment=cancelled',
    'payment=cancel',
    'cancelled=1',
  ]) {
    expect(read(query), query).toMatchObject({ outcome: 'cancelled' });
  }
  expect(returnTexts.cancelled).toBe('Zahlung wurde abgebrochen. Keine Credits wurden abgebucht.');
  expect(read('cancelled').outcome).toBe('cancelled');
  expect(read('status=CANCELLED').outcome).toBe('cancelled');
});

test('every spelling of a failed payment [GUT-20, GUT-22, ERR-061]', () => {
  for (const query of ['status=declined', 'status=error', 'status=failed', 'error=1', 'error']) {
    expect(read(query), query).toMatchObject({ outcome: 'failed' });
  }
  expect(returnTexts.failed).toBe('Zahlung fehlgeschlagen. Bitte versuche es erneut.');
});

test('every spelling of success [GUT-20, GUT-23]', () => {
  for (const query of [
    'status=confirmed',
    'status=success',
    'success=1',
    'success=true',
    'success',
  ]) {
    expect(read(query), query).toMatchObject({ outcome: 'success' });
  }
});

test('anything else is unclear, also a flag that says no [ERR-063, GUT-20]', () => {
  for (const query of [
    '',
    'status=',
    'status=paid',
    'payment=success',
    'success=0',
    'error=false',
    'cancelled=0',
  ]) {
    expect(read(query), query).toMatchObject({ outcome: 'unclear' });
  }
  expect(returnTexts.unclear).toBe('Zahlung abgebrochen, kontaktiere Support bei Problemen.');
});

test('bad news win over a success in the same address [GUT-21, GUT-22]', () => {
  expect(read('status=success&cancelled=1').outcome).toBe('cancelled');
  expect(read('success=1&error=1').outcome).toBe('failed');
});

test('the address names the payment whose exact state decides; anything but an id is ignored [GUT-26, CON-23]', () => {
  const id = '3f0c8d1e-0000-4000-8000-00000000abcd';
  expect(read(`status=success&payment=${id.toUpperCase()}`).paymentId).toBe(id);
  for (const payment of ['cancel', '1', `${id}x`, `x${id}`, '../x', ''])
    expect(read(`payment=${payment}`).paymentId).toBeNull();
});

test('no address whatsoever makes it throw [GUT-20]', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      expect(['cancelled', 'failed', 'success', 'unclear']).toContain(read(query).outcome);
    }),
  );
});

test('money that goes back in any parts takes exactly all credits back, each part its share [T-PAY-13]', () => {
  const offer = fc.record({
    credits: fc.integer({ min: 1, max: 5000 }),
    bonus: fc.integer({ min: 0, max: 1000 }),
    price: fc.integer({ min: 1, max: 500_000 }),
  });
  fc.assert(
    fc.property(
      offer,
      fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 10 }),
      (what, wanted) => {
        let before = 0;
        let taken = 0;
        for (const want of [...wanted, what.price]) {
          const amount = Math.min(want, what.price - before);
          const part = creditsOfRefund(what, { ordered: before, taken }, amount);
          expect(part).toBeGreaterThanOrEqual(0);
          taken += part;
          before += amount;
          const share = ((what.credits + what.bonus) * before) / what.price;
          expect(Math.abs(taken - share)).toBeLessThanOrEqual(0.5);
        }
        expect(taken).toBe(what.credits + what.bonus);
      },
    ),
  );
});

test('a refund takes no credits when more than its share were taken before [T-PAY-13]', () => {
  expect(
    creditsOfRefund({ credits: 10, bonus: 0, price: 1_000 }, { ordered: 0, taken: 5 }, 100),
  ).toBe(0);
});

test('the bonus goes back by the same share as the credits, so that what stays keeps its price [T-PAY-13]', () => {
  const offer = { credits: 100, bonus: 10, price: 10_000 };
  expect(bonusOfRefund(offer, { ordered: 0, amount: 5_000, back: 55 })).toBe(5);
  expect(bonusOfRefund(offer, { ordered: 5_000, amount: 5_000, back: 55 })).toBe(5);
  expect(bonusOfRefund(offer, { ordered: 0, amount: 10_000, back: 110 })).toBe(10);
  expect(bonusOfRefund({ ...offer, bonus: 0 }, { ordered: 0, amount: 10_000, back: 100 })).toBe(0);
  // Never more than goes back in all, nor less than none where the roundings of both shares meet.
  expect(bonusOfRefund(offer, { ordered: 0, amount: 10_000, back: 7 })).toBe(7);
  expect(
    bonusOfRefund({ credits: 2, bonus: 1, price: 100 }, { ordered: 20, amount: 5, back: 1 }),
  ).toBe(0);
});

test('a few Rappen count as paid, what is far too much goes back, the rest is a part [FIX-01]', () => {
  expect(
    [9_994, 9_995, 10_000, 10_005, 10_099, 10_100, 20_000].map((received) =>
      amountPaid(10_000, received),
    ),
  ).toEqual([
    { whole: false, surplus: 0 },
    { whole: true, surplus: 0 },
    { whole: true, surplus: 0 },
    { whole: true, surplus: 0 },
    { whole: true, surplus: 0 },
    { whole: true, surplus: 100 },
    { whole: true, surplus: 10_000 },
  ]);
});

test('the credits of a part follow the price that was asked, rounded down and without bonus [FIX-01]', () => {
  expect(creditsForPart({ credits: 100, price: 9_500 }, 9_000)).toBe(94);
  expect(creditsForPart({ credits: 100, price: 10_000 }, 9_950)).toBe(99);
  expect(creditsForPart({ credits: 100, price: 10_000 }, 99)).toBe(0);
  expect(creditsForPart({ credits: 100, price: 10_000 }, 20_000)).toBe(100);
});

test('a part and its rest are the whole package, and each is worth something [FIX-01]', () => {
  const credits = fc.integer({ min: 1, max: 2_000 });
  fc.assert(
    fc.property(
      credits,
      fc.nat(400),
      fc.integer({ min: 2, max: 200_000 }),
      fc.nat(),
      (bought, bonus, price, n) => {
        const came = 1 + (n % (price - 1));
        const split = splitAt({ credits: bought, bonus, price }, came);
        const { part, rest } = split ?? { part: { credits: 0 }, rest: null };
        expect(part.credits).toBe(creditsForPart({ credits: bought, price }, came));
        if (!split || !rest) return;
        for (const half of [split.part, rest])
          expect([half.credits > 0, half.bonus >= 0, half.price > 0]).toEqual([true, true, true]);
        expect(part.credits + rest.credits).toBe(bought);
        expect([split.part.bonus + rest.bonus, split.part.price + rest.price]).toEqual([
          bonus,
          price,
        ]);
      },
    ),
  );
  const whole = { credits: 100, bonus: 10, price: 10_000 };
  expect([99, 10_000].map((came) => splitAt(whole, came))).toEqual([null, null]);
  expect(splitAt(whole, 9_000)).toEqual({
    part: { credits: 90, bonus: 9, price: 9_000 },
    rest: { credits: 10, bonus: 1, price: 1_000 },
  });
});
