import { formatChf, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { clsx } from 'clsx';
import {
  Ban,
  Check,
  CircleAlert,
  Clock,
  type LucideIcon,
  Minus,
  Plus,
  RotateCcw,
} from 'lucide-react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { statusLabel } from './history-labels.ts';
import { type HistoryRow, isMovement } from './history-rows.ts';

const LOOKS: Record<HistoryRow['status'], { tone: BadgeTone; icon: LucideIcon }> = {
  Completed: { tone: 'success', icon: Check },
  credit: { tone: 'success', icon: Plus },
  Processing: { tone: 'info', icon: Clock },
  Pending: { tone: 'warning', icon: Clock },
  debit: { tone: 'neutral', icon: Minus },
  Declined: { tone: 'danger', icon: CircleAlert },
  Cancelled: { tone: 'neutral', icon: Ban },
  Failed: { tone: 'danger', icon: CircleAlert },
  Refunded: { tone: 'info', icon: RotateCcw },
  ChargedBack: { tone: 'warning', icon: RotateCcw },
};

export const RowStatus = ({ row: { status } }: { row: HistoryRow }) => (
  <Badge {...LOOKS[status]}>{statusLabel(status)}</Badge>
);

/** What was paid for a top-up in francs; what came and went in credits with its sign. */
export function RowAmount({ row }: { row: HistoryRow }) {
  const { amount, currency } = row;
  const credits = isMovement(row);
  const sign = amount < 0 ? '−' : '+';
  return (
    <span className={clsx('strong right num nowrap', credits && amount > 0 && 'is-success')}>
      {credits ? `${sign}\u00a0${formatNumber(Math.abs(amount))}` : price(amount, currency)}
      {credits && <span className="sr"> Credits</span>}
    </span>
  );
}

/** `CHF 475.-` or `40`. */
export const price = (amount: number, currency: HistoryRow['currency']): string =>
  currency === 'CHF' ? formatChf(francsToRappen(amount)) : formatNumber(amount);

/** A top-up that brought credits, also when its money went back later. */
export const hasReceipt = ({ status, order, movement }: HistoryRow): boolean =>
  ['Completed', 'Refunded', 'ChargedBack'].includes(status) &&
  order?.is_wallet_topup === true &&
  movement !== null;
