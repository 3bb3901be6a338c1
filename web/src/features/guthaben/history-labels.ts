import type { Movement } from '@samtrot/shared/history/contract.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import { undecidedTitle } from '@samtrot/shared/topups/status.ts';
import type { Column, Direction, Filter, HistoryRow } from './history-rows.ts';

/** GUT-46. */
export const FILTER_LABELS: Record<Filter, string> = {
  all: 'Alle',
  order: 'Käufe',
  wallet: 'Aufladungen',
  bonus: 'Bonus',
  coupons: 'Gutscheine',
  refund: 'Rückerstattungen',
  correction: 'Korrekturen',
};

/** GUT-48. */
export const COLUMN_LABELS: Record<Column, string> = {
  date: 'Datum',
  type: 'Typ',
  status: 'Status',
  amount: 'Betrag',
  description: 'Beschreibung',
};

/** The same as a choice of one list, for the phone. */
export const SORT_LABELS: Record<Column, Record<Direction, string>> = {
  date: { desc: 'Neueste zuerst', asc: 'Älteste zuerst' },
  amount: { desc: 'Grösster Betrag zuerst', asc: 'Kleinster Betrag zuerst' },
  type: { asc: 'Typ A–Z', desc: 'Typ Z–A' },
  status: { asc: 'Status A–Z', desc: 'Status Z–A' },
  description: { asc: 'Beschreibung A–Z', desc: 'Beschreibung Z–A' },
};

/** In German, whatever the wire says (GUT-57, X-42). */
const STATUS_LABELS: Record<HistoryRow['status'], string> = {
  Completed: 'Abgeschlossen',
  credit: 'Gutschrift',
  Processing: 'In Bearbeitung',
  Pending: 'Ausstehend',
  debit: 'Abbuchung',
  Declined: 'Abgelehnt',
  Cancelled: 'Abgebrochen',
  Failed: 'Fehlgeschlagen',
  Refunded: 'Rückerstattet',
  ChargedBack: 'Zurückgebucht',
};
export const statusLabel = (status: HistoryRow['status']): string => STATUS_LABELS[status];

/** Where credits came from; a date follows. */
export const SOURCE_LABELS: Record<Movement['paid_by'][number]['source'], string> = {
  bought: 'gekauft am',
  bonus: 'Bonus vom',
  coupon: 'Gutschein vom',
  correction: 'Korrektur vom',
};

/** The wire carries our own names of ways to pay, or the words of the provider. */
export const methodLabel = (method: string): string =>
  Object.entries(PAYMENT_METHODS).find(([id]) => id === method)?.[1] ?? method;

/**
 * What a top-up waits for, in words: its money, or a decision of its payer or the house (X-35,
 * FIX-02); null for every other line.
 */
export const waitsFor = ({ status, order }: HistoryRow): string | null => {
  if (!order?.is_wallet_topup) return null;
  if (status === 'Pending') return 'wartet auf Zahlung';
  if (status !== 'Processing') return null;
  const part = order.paid > 0 && order.paid < order.total;
  return undecidedTitle(part ? 'partial' : 'review');
};
