import { formatChf, formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { type Credits, francsToRappen } from '@samtrot/shared/kernel/money.ts';
import type { TopupOption } from '@samtrot/shared/topups/contract.ts';
import { afterSettling } from '@samtrot/shared/topups/debt.ts';
import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { discountedPrice, totalCredits } from '@samtrot/shared/topups/rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { MethodChoice } from './method-choice.tsx';
import './topup-dialog.css';
import '../../ui/cost-list.css';

interface Props {
  /** Null closes it; the last one stays visible while it fades. */
  option: TopupOption | null;
  discountPercent: number;
  account: { balance: Credits; owed: Credits };
  methods: readonly { id: PaymentMethod; name: string }[];
  /** Null: chosen on the payment page. */
  method: PaymentMethod | null;
  onMethod: (method: PaymentMethod | null) => void;
  busy: boolean;
  onPay: (option: TopupOption) => void;
  onClose: () => void;
}

/**
 * Names what is paid and what comes of it before the browser leaves for the payment page (GUT-11).
 */
export function TopupDialog({
  option,
  discountPercent,
  account,
  methods,
  method,
  onMethod,
  busy,
  onPay,
  onClose,
}: Props) {
  if (!option) return null;
  const list = francsToRappen(option.price);
  const { price, saving } = discountedPrice(list, discountPercent);
  const after = afterSettling(account, totalCredits(option));
  return (
    <ConfirmDialog
      open
      title={`${formatNumber(totalCredits(option))} Credits aufladen?`}
      description={
        method === 'bank_transfer'
          ? `Du zahlst ${formatChf(price)} per Überweisung. Was du dafür brauchst, siehst du gleich.`
          : `Du zahlst ${formatChf(price)} und wirst zur Zahlungsseite weitergeleitet. Danach kommst du hierher zurück.`
      }
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
            ...(option.bonus > 0
              ? [{ label: 'Bonus', amount: `+ ${formatCredits(option.bonus)}` }]
              : []),
            ...(after.settles > 0
              ? [
                  { label: 'Gleicht Offenes aus', amount: `− ${formatNumber(after.settles)}` },
                  { label: 'Danach im Guthaben', amount: formatCredits(after.balance) },
                  ...(after.owed > 0
                    ? [{ label: 'Danach noch offen', amount: formatCredits(after.owed) }]
                    : []),
                ]
              : []),
            ...(saving > 0
              ? [
                  { label: 'Normalpreis', amount: formatChf(list) },
                  {
                    label: `Dein Rabatt (${discountPercent}\u00a0%)`,
                    amount: `− ${formatChf(saving)}`,
                  },
                ]
              : []),
          ]}
        />
      </div>
      <div className="cost-total" style={{ marginTop: 0 }}>
        <span className="strong">Du zahlst</span>
        <span className="sum num">{formatChf(price)}</span>
      </div>
      {methods.length > 0 && (
        <MethodChoice methods={methods} value={method} onChange={onMethod} disabled={busy} />
      )}
    </ConfirmDialog>
  );
}
