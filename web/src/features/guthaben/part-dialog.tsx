import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { paymentStatus, settlePart } from '@samtrot/shared/topups/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { useReload } from '../../lib/session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { FAILED, type Question } from './payment-part.ts';

export interface PartDialogProps {
  question: Question;
  open: boolean;
  onClose: () => void;
}

/** Whether the part is taken as it is, or goes back. */
export function PartDialog({ question, open, onClose }: PartDialogProps) {
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
    onClose();
  };
  return (
    <ConfirmDialog
      {...wordsOf(question)}
      open={open}
      safe="Noch nicht"
      busy={busy}
      onAct={() => void choose(question)}
      onClose={onClose}
    />
  );
}

function wordsOf({ way, part: { received, credits } }: Question) {
  const money = formatChf(francsToRappen(received));
  if (way === 'credits') {
    return {
      title: `${formatCredits(credits)} für ${money} nehmen?`,
      description:
        'Die Aufladung ist damit abgeschlossen. Einen Bonus gibt es nur für den ganzen Betrag.',
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
