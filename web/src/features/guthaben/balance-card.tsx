import { formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { type Credits, francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { RENEWAL_DAYS } from '@samtrot/shared/overview/renewal-rules.ts';
import { debtTexts, lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { BadgePercent, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Account } from '../../lib/session/session.ts';
import { Velvet } from '../../ui/velvet.tsx';
import { useCountUp } from './use-count-up.ts';
import './balance.css';
import '../../ui/velvet.css';

interface Props {
  credits: Credits;
  debt: Pick<Account, 'owed' | 'owed_for'>;
  /** What came as bonus and by coupons. */
  sums: ReactNode;
  /** What renewals of the next 30 days use. */
  renewals: Credits;
  /** As displayed, 0 for none. */
  discountPercent: number;
  /** The balance before a top-up that has just arrived; the number counts up from it once. */
  countFrom: Credits | null;
}

export function BalanceCard({ credits, debt, sums, renewals, discountPercent, countFrom }: Props) {
  const shown = useCountUp(credits, countFrom);
  const missing = lackingWithDebt(Math.max(0, renewals - credits), debt.owed);
  return (
    <Velvet
      className="balance c4"
      folds={{ seed: 3, n: 44, w: 420, h: 300, amp: 0.07, bunch: 0.86 }}
      aria-labelledby="guthaben-balance"
    >
      <h2 className="v-title" id="guthaben-balance" tabIndex={-1}>
        Dein Guthaben
      </h2>
      <div className="row-tight align-baseline above-2">
        <span className="balance-num num" aria-hidden="true">
          {formatNumber(shown)}
        </span>
        <span className="v-muted" aria-hidden="true">
          Credits
        </span>
        <span className="sr">{formatNumber(credits)} Credits</span>
      </div>
      {debt.owed > 0 && <Debt {...debt} />}
      {sums}
      {renewals > 0 && (
        <p className="balance-sub above-5 num">
          Automatisch reaktivieren kostet in den nächsten {RENEWAL_DAYS} Tagen{' '}
          {formatCredits(renewals)}.{missing > 0 && ` Dafür fehlen noch ${formatCredits(missing)}.`}
        </p>
      )}
      {discountPercent > 0 && (
        <p className="well icon-line v-note">
          <BadgePercent className="i" aria-hidden="true" />
          <span>Dein Rabatt: {discountPercent}&nbsp;% auf jede Aufladung</span>
        </p>
      )}
    </Velvet>
  );
}

/** What was spent before its money went back, said before anything is sold. */
const Debt = ({ owed, owed_for: why }: Props['debt']) => (
  <div className="well icon-line above-4 below-4 v-note debt" data-slot="debt">
    <TriangleAlert className="i" aria-hidden="true" />
    <div>
      <p>
        <strong className="num">{debtTexts.open(owed)}.</strong> {debtTexts.next}
      </p>
      {why && (
        <p className="v-muted above-1 num">
          {debtTexts.why({
            reason: why.reason,
            at: new Date(why.date),
            amount: francsToRappen(why.amount),
          })}
        </p>
      )}
    </div>
  </div>
);
