import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { paymentStatus, payRest } from '@samtrot/shared/topups/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { toast } from '../../ui/toast.tsx';
import type { PartDialogProps } from './part-dialog.tsx';
import { FAILED, type PaymentView, type Question } from './payment-part.ts';
import { keepNote } from './pending-note.ts';
import './history.css';

interface Props extends Omit<Question, 'way'> {
  /** What the whole amount brings. */
  whole: Pick<PaymentView, 'credits' | 'bonus'>;
  /** The rest is paid as the part was, by a slip with the same reference. */
  byTransfer: boolean;
}

const PartDialog = lazy<PartDialogProps>(
  () => import('./part-dialog.tsx').then((code) => code.PartDialog),
  ({ open, onClose }) => ({ wanted: open, onClose }),
);

const AskContext = createContext<(question: Question) => void>(() => {});

/**
 * Less came than was due: the payer pays the rest, takes the credits for the part, or requests a
 * refund (BOF-96, EXP-97).
 */
export function PartChoice({ paymentId, part, whole, byTransfer }: Props) {
  const ask = useContext(AskContext);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const { missing, credits, payable } = part;
  const payMissing = async () => {
    setBusy(true);
    try {
      const { payment_id, payment_url } = await call(payRest, { payment_id: paymentId });
      const { credits: amount, bonus } = whole;
      const noted = { amount, bonus, total: amount + bonus, timestamp: Date.now() };
      keepNote({ type: 'credit_purchase', paymentId: payment_id, ...noted });
      location.assign(payment_url);
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : FAILED);
      await client.invalidateQueries({ queryKey: [paymentStatus.name] });
    }
    // The page may come back out of the memory of the browser.
    setBusy(false);
  };
  const enough = `${formatCredits(credits)} ${credits === 1 ? 'reicht' : 'reichen'} mir`;
  const rest = `${formatChf(francsToRappen(missing))} nachzahlen`;
  return (
    <div className="row-tight wrap align-start above-3 below-3 part-choice">
      {byTransfer && (
        <ButtonLink to="/guthaben" search={{ slip: paymentId }} variant="primary">
          {rest}
        </ButtonLink>
      )}
      {payable && (
        <Button
          variant="primary"
          busy={busy}
          busyLabel="Wird vorbereitet …"
          onClick={() => void payMissing()}
        >
          {rest}
        </Button>
      )}
      {credits > 0 && (
        <Button
          variant={payable || byTransfer ? 'secondary' : 'primary'}
          onClick={() => ask({ paymentId, part, way: 'credits' })}
        >
          {enough}
        </Button>
      )}
      <Button onClick={() => ask({ paymentId, part, way: 'refund' })}>Zurückzahlen lassen</Button>
    </div>
  );
}

/**
 * Holds the question above the list of payments, which is another one when the window gets wider or
 * narrower.
 */
export function PartQuestion({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (next: Question) => {
    setQuestion(next);
    setOpen(true);
  };
  return (
    <AskContext value={ask}>
      {children}
      {question && <PartDialog question={question} open={open} onClose={() => setOpen(false)} />}
    </AskContext>
  );
}
