import { formatChf, formatNumber, francsToRappen } from '@samtrot/shared/kernel/money.ts';
import type { TopupOption } from '@samtrot/shared/topups/contract.ts';
import { discountedPrice, totalCredits } from '@samtrot/shared/topups/rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CostList } from '../../ui/cost-list.tsx';

interface Props {
  /** Null closes it; the last one stays visible while it fades. */
  option: TopupOption | null;
  discountPercent: number;
  busy: boolean;
  onPay: (option: TopupOption) => void;
  onClose: () => void;
}

/** Names what is paid and what comes of it before the browser leaves for the payment page (GUT-11). */
export function TopupDialog({ option, discountPercent, busy, onPay, onClose }: Props) {
  if (!option) return null;
  const list = francsToRappen(option.price);
  const { price, saving } = discountedPrice(list, discountPercent);
  return (
    <ConfirmDialog
      open
      title={`${formatNumber(totalCredits(option))} Credits aufladen?`}
      description={`Du zahlst ${formatChf(price)} und wirst zur Zahlungsseite weitergeleitet. Danach kommst du hierher zurück.`}
      safe="Abbrechen"
      act="Zur Zahlung"
      busy={busy}
      busyLabel="Wird geöffnet …"
      onAct={() => onPay(option)}
      onClose={onClose}
    >
      <div className="topup-cost">
        <CostList
          items={[
            { label: 'Credits', amount: formatNumber(option.credits) },
            ...(option.bonus > 0 ? [{ label: 'Bonus', amount: `+ ${formatNumber(option.bonus)}` }] : []),
            ...(saving > 0
              ? [
                  { label: 'Normalpreis', amount: formatChf(list) },
                  { label: `Dein Rabatt (${discountPercent}\u00a0%)`, amount: `− ${formatChf(saving)}` },
                ]
              : []),
          ]}
        />
      </div>
      <div className="cost-total" style={{ marginTop: 0 }}>
        <span className="strong">Du zahlst</span>
        <span className="sum num">{formatChf(price)}</span>
      </div>
    </ConfirmDialog>
  );
}
