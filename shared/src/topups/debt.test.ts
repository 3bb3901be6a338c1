import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterExchange,
  afterSettling,
  DEBT_REASONS,
  debtTexts,
  lackingText,
  lackingWithDebt,
} from './debt.ts';

test('of what comes in, the debt is settled first and the rest is in the balance [EXP-96, FIX-04]', () => {
  expect(afterSettling({ balance: 0, owed: 240 }, 600)).toEqual({
    settles: 240,
    balance: 360,
    owed: 0,
  });
  expect(afterSettling({ balance: 0, owed: 240 }, 50)).toEqual({
    settles: 50,
    balance: 0,
    owed: 190,
  });
  expect(afterSettling({ balance: 12, owed: 0 }, 50)).toEqual({ settles: 0, balance: 62, owed: 0 });
  const credits = fc.integer({ min: 0, max: 5000 });
  fc.assert(
    fc.property(credits, credits, credits, (balance, owed, incoming) => {
      const after = afterSettling({ balance, owed }, incoming);
      expect(after.balance - after.owed).toBe(balance - owed + incoming);
      expect(Math.min(after.owed, after.balance - balance)).toBe(0);
    }),
  );
});

test('the balance after an exchange is the refund less the debt and the price [EXP-58, EXP-96]', () => {
  const credits = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(fc.boolean(), credits, credits, credits, (owing, had, refund, total) => {
      const wallet = owing ? { balance: 0, owed: had } : { balance: had, owed: 0 };
      const { after, missing } = afterExchange(wallet, { refund, total });
      const there = Math.max(0, wallet.balance - wallet.owed + refund);
      expect(after).toBe(there - total);
      expect(missing > 0).toBe(after < 0);
      // With exactly that topped up, it suffices to the credit.
      const topped = afterSettling(wallet, missing);
      expect(afterExchange(topped, { refund, total }).after).toBe(Math.max(0, after));
    }),
  );
});

test('a debt says how much, why and since when [EXP-96, BOF-98]', () => {
  expect(`${debtTexts.open(240)}. ${debtTexts.next}`).toBe(
    'Offen: 240 Credits. Sie werden mit deiner nächsten Aufladung verrechnet.',
  );
  const at = new Date('2026-11-12T23:30:00Z');
  expect(DEBT_REASONS).toEqual(['chargeback', 'refund']);
  expect(debtTexts.why({ reason: 'chargeback', at, amount: 50_000 })).toContain(
    'hat am 13.11.2026 eine Zahlung von CHF 500.- zurückgeholt',
  );
  expect(debtTexts.why({ reason: 'refund', at, amount: 9_550 })).toContain(
    'Am 13.11.2026 gingen CHF 95.50',
  );
});

test('what is lacking counts what is owed, because a top-up settles that first [FIX-04, EXP-96]', () => {
  expect(lackingWithDebt(90, 250)).toBe(340);
  expect(lackingWithDebt(0, 250)).toBe(0);
  expect(lackingWithDebt(90, 0)).toBe(90);
  expect(lackingText(340, 250)).toBe('340 Credits, davon 250 offen');
  expect(lackingText(90, 0)).toBe('90 Credits');
});
