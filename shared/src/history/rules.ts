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

/** Back to the wallet or back to the payer, both are refunds; what the house settles or lets lapse is a correction. */
export const historyType = (kind: (typeof MOVEMENT_KINDS)[number]): HistoryType => {
  if (kind === 'chargeback') return 'refund';
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
] as const;
export type OrderStatus = (typeof ORDER_STATUS)[number];

/** Movements on one page of the call. */
export const PAGE_LIMITS = { usual: 50, most: 100 };

/** What credits buy contains value added tax; the share of it in a price, in Rappen (1 credit = 100 Rappen). */
export const containedTax = (total: Credits, permille: number): Rappen =>
  Math.round((total * 100 * permille) / (1000 + permille));
