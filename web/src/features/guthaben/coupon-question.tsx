import type { Coupon } from '@samtrot/shared/coupons/contract.ts';
import { formatCredits, formatDate } from '@samtrot/shared/kernel/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import './coupon-card.css';
import './topup-dialog.css';
import '../../ui/cost-list.css';

export interface CouponProps {
  /** Null closes it. */
  coupon: Coupon | null;
  busy: boolean;
  onRedeem: () => void;
  onClose: () => void;
}

/** Says what a code gives before it is used up (GUT-37, GUT-45). */
export function CouponQuestion({ coupon, busy, onRedeem, onClose }: CouponProps) {
  if (!coupon) return null;
  const { code, credits, description, expiry_date } = coupon;
  return (
    <ConfirmDialog
      open
      title="Gutschein einlösen?"
      description={description || 'Der Gutschein kann nur einmal eingelöst werden.'}
      safe="Abbrechen"
      act="Einlösen"
      busy={busy}
      busyLabel="Wird eingelöst …"
      onAct={onRedeem}
      onClose={onClose}
    >
      <div className="above-5 below-5">
        <CostList
          items={[
            { label: 'Code', amount: <span className="anywhere">{code}</span> },
            ...(expiry_date
              ? [{ label: 'Gültig bis', amount: formatDate(new Date(expiry_date)) }]
              : []),
          ]}
        />
      </div>
      <div className="between align-baseline">
        <span className="strong">Du erhältst</span>
        <span className="big-number num">{formatCredits(credits)}</span>
      </div>
    </ConfirmDialog>
  );
}
