import { formatChf, formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { type Credits, francsToRappen } from '@samtrot/shared/kernel/money.ts';
import type { TopupOption } from '@samtrot/shared/topups/contract.ts';
import { afterSettling } from '@samtrot/shared/topups/debt.ts';
import { discountedPrice, totalCredits } from '@samtrot/shared/topups/rules.ts';
import { Gift } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import './topup-card.css';
import '../../ui/badge.css';

interface Props {
  option: TopupOption;
  discountPercent: number;
  /** What is owed is settled first. */
  account: { balance: Credits; owed: Credits };
  onChoose: () => void;
  disabled: boolean;
}

/** One package; on a phone its price is the button. */
export function TopupCard({ option, discountPercent, account, onChoose, disabled }: Props) {
  const list = francsToRappen(option.price);
  const { price, saving } = discountedPrice(list, discountPercent);
  const credits = formatNumber(totalCredits(option));
  const after = afterSettling(account, totalCredits(option));
  return (
    <article className="pack" data-slot="topup-card">
      <div className="pack-badge">
        {option.bonus > 0 ? (
          <span className="badge badge-brand num">
            <Gift className="i" aria-hidden="true" />+ {formatNumber(option.bonus)} Bonus
          </span>
        ) : (
          <span className="xs subtle">Ohne Bonus</span>
        )}
      </div>
      <div className="pack-credits">
        <span className="num">{credits}</span>
        <small>Credits</small>
      </div>
      <div className="pack-price">
        <span className="strong num">{formatChf(price)}</span>
        {saving > 0 && (
          <>
            <span className="xs muted num">
              <span className="sr">Normalpreis </span>
              <s>{formatChf(list)}</s>
            </span>
            <span className="xs medium is-success num">Du sparst {formatChf(saving)}</span>
          </>
        )}
      </div>
      {after.settles > 0 && (
        <div className="pack-debt num">
          <span>gleicht aus − {formatNumber(after.settles)}</span>
          <span className="strong">
            Danach im Guthaben {formatCredits(after.balance).replace(' ', '\u00a0')}
          </span>
        </div>
      )}
      <Button
        variant="secondary"
        block
        onClick={onChoose}
        disabled={disabled}
        aria-label={`${credits} Credits für ${formatChf(price)} aufladen`}
      >
        <span className="only-desktop">Aufladen</span>
        <span className="only-mobile num">{formatChf(price)}</span>
      </Button>
    </article>
  );
}
