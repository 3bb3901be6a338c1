import type { Credits, Rappen } from '../kernel/money.ts';

/** Every kind of movement a wallet knows (decisions, section 4). */
export const MOVEMENT_KINDS = [
  'topup',
  'bonus',
  'coupon',
  'order',
  'refund',
  'correction',
  'forfeit',
  'chargeback',
  'settlement',
] as const;

/** What a line of the history says it is, by what happened. */
export const HISTORY_TYPES = {
  topup: 'Aufladung',
  order: 'Kauf',
  bonus: 'Bonus',
  coupon: 'Gutschein',
  refund: 'Rückerstattung',
  correction: 'Korrektur',
} as const;
export type HistoryType = keyof typeof HISTORY_TYPES;

/**
 * Back to the wallet or back to the payer, both are refunds; what a bank takes, the house settles
 * or lets lapse is a correction.
 */
export const historyType = (
  kind: (typeof MOVEMENT_KINDS)[number],
  byBank: boolean,
): HistoryType => {
  if (kind === 'chargeback') return byBank ? 'correction' : 'refund';
  if (kind === 'forfeit' || kind === 'settlement') return 'correction';
  return kind;
};

/** Where credits came from that paid a spend. */
export const LOT_SOURCES = ['bought', 'bonus', 'coupon', 'correction'] as const;

/** As the wire names them (GUT-57); the screens say them in German. */
export const ORDER_STATUS = [
  'Completed',
  'Processing',
  'Pending',
  'Declined',
  'Cancelled',
  'Failed',
  'Refunded',
  'ChargedBack',
] as const;
export type OrderStatus = (typeof ORDER_STATUS)[number];

/** Movements on one page of the call. */
export const PAGE_LIMITS = { usual: 50, most: 100 };

/** Value added tax contained in an amount that was really paid. */
export const containedTax = (paid: Rappen, permille: number): Rappen =>
  Math.round((paid * permille) / (1000 + permille));

/**
 * A stretch of a payment: so many Rappen from this one on. The lots and spends of a payment are
 * stretches that meet without a gap.
 */
export interface PaidPart {
  from: Rappen;
  paid: Rappen;
}

/** With the rate of the tax, in permille, that its order was booked at. */
export interface TaxedPart extends PaidPart {
  permille: number;
}

export const paidOf = (parts: readonly PaidPart[]): Rappen =>
  parts.reduce((sum, { paid }) => sum + paid, 0);

/**
 * Tax contained in stretches of payments. Computed at both ends, so that all stretches of a payment
 * at one rate give exactly its own tax.
 */
export const taxOf = (parts: readonly TaxedPart[]): Rappen =>
  parts.reduce(
    (sum, { from, paid, permille }) =>
      sum + containedTax(from + paid, permille) - containedTax(from, permille),
    0,
  );

/**
 * What was paid for `n` of so many credits, half a Rappen rounded up; all credits give all Rappen
 * (in the book: ledger_paid_for).
 */
export const paidFor = (
  n: Credits,
  { credits, paid }: { credits: Credits; paid: Rappen },
): Rappen => Math.floor((2 * paid * n + credits) / (2 * credits));

/**
 * A sum over lines by their prices, in whole parts that add up to it exactly; nothing of it where
 * nothing was charged.
 */
export function sharesOf(sum: Rappen, prices: readonly Credits[]): Rappen[] {
  const total = prices.reduce((all, price) => all + price, 0);
  let before = 0;
  return prices.map((price) => {
    const from = total > 0 ? Math.round((sum * before) / total) : 0;
    before += price;
    return total > 0 ? Math.round((sum * before) / total) - from : 0;
  });
}
