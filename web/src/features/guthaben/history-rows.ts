import type { getDetailedTransactions, Movement, Order } from '@samtrot/shared/history/contract.ts';
import { type HistoryType, historyType } from '@samtrot/shared/history/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';

export type HistoryPage = Pick<
  Output<typeof getDetailedTransactions>,
  'transactions' | 'wallet_transactions'
>;

export const COLUMNS = ['date', 'type', 'status', 'amount', 'description'] as const;
export type Column = (typeof COLUMNS)[number];
export type Direction = 'asc' | 'desc';

/**
 * The values of the filter buttons, in their order (GUT-47); the last two so that every type has
 * its own (FIX-09).
 */
export const FILTERS = [
  'all',
  'order',
  'wallet',
  'bonus',
  'coupons',
  'refund',
  'correction',
] as const;
export type Filter = (typeof FILTERS)[number];

/** What a filter shows: lines of the type it is called after and no others (FIX-09). */
export const FILTERED: Record<Exclude<Filter, 'all'>, HistoryType> = {
  order: 'order',
  wallet: 'topup',
  bonus: 'bonus',
  coupons: 'coupon',
  refund: 'refund',
  correction: 'correction',
};

/** One line of the history (GUT-54): an order or top-up, or a movement of the wallet. */
export interface HistoryRow {
  key: string;
  /** Milliseconds since 1970; of a paid top-up the moment its credits came. */
  at: number;
  type: HistoryType;
  status: Order['status_label'] | Movement['type'];
  /** In credits or, of top-ups, francs (1 credit = CHF 1); negative for what went out. */
  amount: number;
  currency: Order['currency'];
  description: string;
  order: Order | null;
  movement: Movement | null;
}

/** A line in credits with a sign; any other is an order or a top-up with its price. */
export const isMovement = ({ status }: HistoryRow): boolean =>
  status === 'credit' || status === 'debit';

/**
 * The lines of all loaded pages, newest first. A top-up is one line with the paid amount, without
 * the movement of its credits; its bonus and an order are lines of their movements. Top-ups without
 * a movement (waiting or failed) are included.
 */
export function rowsOf(pages: readonly HistoryPage[]): HistoryRow[] {
  const orders = new Map<string, Order>();
  const movements = new Map<number, Movement>();
  // The newest page comes first and knows best.
  for (const page of pages) {
    for (const order of page.transactions)
      if (!orders.has(order.order_id)) orders.set(order.order_id, order);
    for (const movement of page.wallet_transactions)
      if (!movements.has(movement.transaction_id)) movements.set(movement.transaction_id, movement);
  }
  const topups = new Map<string, Movement>();
  const listed = new Set<string>();
  const rows: HistoryRow[] = [];
  for (const movement of movements.values()) {
    const order = (movement.order_id !== null && orders.get(movement.order_id)) || null;
    if (order?.is_wallet_topup && movement.kind === 'topup') topups.set(order.order_id, movement);
    else {
      if (order && !order.is_wallet_topup) listed.add(order.order_id);
      rows.push(ofMovement(movement, order));
    }
  }
  for (const order of orders.values())
    if (!listed.has(order.order_id)) rows.push(ofOrder(order, topups.get(order.order_id) ?? null));
  return rows.sort(newestFirst);
}

export const newestFirst = (a: HistoryRow, b: HistoryRow): number =>
  b.at - a.at ||
  (b.movement?.transaction_id ?? 0) - (a.movement?.transaction_id ?? 0) ||
  (a.key < b.key ? -1 : Number(a.key > b.key));

const ofOrder = (order: Order, movement: Movement | null): HistoryRow => ({
  key: `o${order.order_id}`,
  at: Date.parse(movement?.date ?? order.date),
  type: order.is_wallet_topup ? 'topup' : 'order',
  status: order.status_label,
  amount: order.total,
  currency: order.currency,
  description: order.description,
  order,
  movement,
});

const ofMovement = (movement: Movement, order: Order | null): HistoryRow => ({
  key: `w${movement.transaction_id}`,
  at: Date.parse(movement.date),
  type: historyType(movement.kind, movement.by_bank),
  status: movement.type,
  amount: movement.type === 'debit' ? -movement.amount : movement.amount,
  currency: 'Credits',
  description: movement.details,
  order,
  movement,
});
