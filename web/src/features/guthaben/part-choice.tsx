import { formatChf, formatCredits, francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { paymentStatus, settlePart } from '@samtrot/shared/topups/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { useReload } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import type { PaymentView } from './pending-topup.tsx';

type Way = 'credits' | 'refund';

interface Props {
  paymentId: string;
  part: NonNullable<PaymentView['part']>;
}

interface Question extends Props {
  way: Way;
}

const AskContext = createContext<(question: Question) => void>(() => {});

/** Less came than was asked for: the payer takes the credits for it, or asks for the money (BOF-96). */
export function PartChoice({ paymentId, part }: Props) {
  const ask = useContext(AskContext);
  const { credits } = part;
  const enough = `${formatCredits(credits)} ${credits === 1 ? 'reicht' : 'reichen'} mir`;
  return (
    <div className="part-choice">
      {credits > 0 && (
        <Button variant="primary" onClick={() => ask({ paymentId, part, way: 'credits' })}>
          {enough}
        </Button>
      )}
      <Button onClick={() => ask({ paymentId, part, way: 'refund' })}>Zurückzahlen lassen</Button>
    </div>
  );
}

/** Holds the question above the list of payments, which is another one when the window gets wider or narrower. */
export function PartQuestion({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const reload = useReload();
  const choose = async ({ paymentId, way }: Question) => {
    setBusy(true);
    try {
      toast.success((await call(settlePart, { payment_id: paymentId, way })).message);
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : FAILED);
    }
    // Also after a refusal: somebody else has settled it, and the page shows how it stands now.
    await Promise.all([reload(), client.invalidateQueries({ queryKey: [paymentStatus.name] })]);
    setBusy(false);
    setOpen(false);
  };
  const ask = (next: Question) => {
    setQuestion(next);
    setOpen(true);
  };
  return (
    <AskContext value={ask}>
      {children}
      {question && (
        <ConfirmDialog
          {...wordsOf(question)}
          open={open}
          safe="Noch nicht"
          busy={busy}
          onAct={() => void choose(question)}
          onClose={() => setOpen(false)}
        />
      )}
    </AskContext>
  );
}

function wordsOf({ way, part: { received, credits } }: Question) {
  const money = formatChf(francsToRappen(received));
  if (way === 'credits') {
    return {
      title: `${formatCredits(credits)} für ${money} nehmen?`,
      description: 'Die Aufladung ist damit abgeschlossen. Einen Bonus gibt es nur für den ganzen Betrag.',
      act: 'Credits nehmen',
      busyLabel: 'Wird gutgeschrieben …',
    };
  }
  return {
    title: `${money} zurückzahlen lassen?`,
    description: 'Wir prüfen die Zahlung und zahlen sie auf dem Weg zurück, auf dem sie kam.',
    act: 'Zurückzahlen lassen',
    busyLabel: 'Wird gesendet …',
  };
}

const FAILED = 'Das hat nicht geklappt. Bitte versuche es noch einmal.';
