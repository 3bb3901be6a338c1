import { formatChf, formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { type Credits, francsToRappen } from '@samtrot/shared/kernel/money.ts';
import type { TopupOption } from '@samtrot/shared/topups/contract.ts';
import { afterSettling } from '@samtrot/shared/topups/debt.ts';
import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { discountedPrice, totalCredits } from '@samtrot/shared/topups/rules.ts';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { MethodChoice } from './method-choice.tsx';
import './topup-dialog.css';
import '../../ui/cost-list.css';

export interface TopupProps {
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
export function TopupQuestion({
  option,
  discountPercent,
  account,
  methods,
  method,
  onMethod,
  busy,
  onPay,
  onClose,
}: TopupProps) {
  const head = useRef<HTMLParagraphElement>(null);
  if (!option) return null;
  const list = francsToRappen(option.price);
  const { price, saving } = discountedPrice(list, discountPercent);
  const after = afterSettling(account, totalCredits(option));
  return (
    <Dialog
      open
      title={`${formatNumber(totalCredits(option))} Credits aufladen?`}
      description={
        method === 'bank_transfer'
          ? `Du zahlst ${formatChf(price)} per Überweisung. Was du dafür brauchst, siehst du gleich.`
          : `Du zahlst ${formatChf(price)} und wirst zur Zahlungsseite weitergeleitet. Danach kommst du hierher zurück.`
      }
      // The sheet opens at its top, where amount and price stay (EXP-99).
      initialFocus={head}
      fixed={
        <p className="above-1 topup-price" ref={head} tabIndex={-1}>
          Du zahlst <span className="h3 num">{formatChf(price)}</span>
        </p>
      }
      onClose={busy ? () => {} : onClose}
    >
      <div className="above-5 below-5">
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
      {methods.length > 0 && (
        <MethodChoice methods={methods} value={method} onChange={onMethod} disabled={busy} />
      )}
      <DialogActions>
        <Button disabled={busy} onClick={onClose}>
          Abbrechen
        </Button>
        <Button
          variant="primary"
          busy={busy}
          busyLabel="Wird geöffnet …"
          onClick={() => onPay(option)}
        >
          Zur Zahlung
        </Button>
      </DialogActions>
    </Dialog>
  );
}
