import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { CASE_REASON_MAX } from '@samtrot/shared/money-desk/case-rules.ts';
import { type payment, refundPreview, requestRefund } from '@samtrot/shared/money-desk/contract.ts';
import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useList } from '../api.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

export type Payment = Output<typeof payment>;

const chf = (francs: number) => formatChf(francsToRappen(francs));

/** What was typed, in francs; null when it is no amount that can go back. */
function amountOf(typed: string, most: number): number | null {
  const text = typed.trim().replace(',', '.').replaceAll(/[’']/g, '');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) return null;
  const amount = Number(text);
  return amount > 0 && amount <= most ? amount : null;
}

/** Amount, to where and reason, with what it takes from the account (BOF-97). */
export function RefundDialog({ of, onClose }: { of: Payment; onClose: () => void }) {
  const { payment_id } = of.payment;
  const [typed, setTyped] = useState(String(of.refundable));
  const [owes, setOwes] = useState(false);
  const amount = amountOf(typed, of.refundable);
  return (
    <ReasonDialog
      title={`Zahlung ${payment_id} zurückzahlen`}
      description="Das Geld geht auf dem Weg zurück, auf dem es kam. Sie bekommt eine Mail und einen Korrekturbeleg."
      act="Zurückzahlen"
      danger
      ready={amount !== null}
      max={CASE_REASON_MAX}
      help="Er steht im Protokoll."
      onClose={onClose}
      onAct={(run, reason) =>
        run(requestRefund, {
          payment_id,
          amount: amount!,
          reason,
          seen_back: of.seen_back,
          ...(owes && { may_owe: true }),
        })
      }
    >
      <Field
        label="Betrag in CHF"
        help={`Höchstens ${chf(of.refundable)}`}
        error={
          amount === null
            ? `Bitte gib einen Betrag bis ${chf(of.refundable)} ein, zum Beispiel 33.35.`
            : undefined
        }
      >
        <Input
          inputMode="decimal"
          value={typed}
          maxLength={12}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      {amount !== null && (
        <Preview paymentId={payment_id} amount={amount} owes={owes} onOwes={setOwes} />
      )}
    </ReasonDialog>
  );
}

interface PreviewProps {
  paymentId: number;
  amount: number;
  owes: boolean;
  onOwes: (owes: boolean) => void;
}

function Preview({ paymentId, amount, owes, onOwes }: PreviewProps) {
  const query = useList(refundPreview, { payment_id: String(paymentId), amount: String(amount) });
  const shown = query.data;
  if (!shown) return <p role="status">{query.error?.message ?? 'Wird berechnet …'}</p>;
  return (
    <>
      <p role="status">
        {shown.to}. {formatCredits(shown.credits - shown.missing)} gehen zurück, danach sind{' '}
        {formatCredits(shown.balance)} im Konto.
        {shown.awaits && <> Eine zweite Person muss zustimmen.</>}
      </p>
      {shown.missing > 0 && (
        <Checkbox checked={owes} onChange={({ target }) => onOwes(target.checked)}>
          {formatCredits(shown.missing)} davon sind ausgegeben und bleiben offen.
        </Checkbox>
      )}
    </>
  );
}
