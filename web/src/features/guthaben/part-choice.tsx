import { formatChf, formatCredits, francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { paymentStatus, settlePart } from '@samtrot/shared/topups/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Less came than was asked for: the payer takes the credits for it, or asks for the money (BOF-96). */
export function PartChoice({ paymentId, part: { received, credits } }: Props) {
  const [asked, setAsked] = useState<Way | null>(null);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const reload = useReload();
  const choose = async (way: Way) => {
    setBusy(true);
    try {
      toast.success((await call(settlePart, { payment_id: paymentId, way })).message);
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : FAILED);
    }
    // Also after a refusal: somebody else has settled it, and the page shows how it stands now.
    await Promise.all([reload(), client.invalidateQueries({ queryKey: [paymentStatus.name] })]);
    setBusy(false);
    setAsked(null);
  };
  const money = formatChf(francsToRappen(received));
  const enough = `${formatCredits(credits)} ${credits === 1 ? 'reicht' : 'reichen'} mir`;
  return (
    <div className="part-choice">
      {credits > 0 && (
        <Button variant="primary" onClick={() => setAsked('credits')}>
          {enough}
        </Button>
      )}
      <Button onClick={() => setAsked('refund')}>Zurückzahlen lassen</Button>
      <ConfirmDialog
        open={asked === 'credits'}
        title={`${formatCredits(credits)} für ${money} nehmen?`}
        description="Die Aufladung ist damit abgeschlossen. Einen Bonus gibt es nur für den ganzen Betrag."
        safe="Noch nicht"
        act="Credits nehmen"
        busy={busy}
        busyLabel="Wird gutgeschrieben …"
        onAct={() => void choose('credits')}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        open={asked === 'refund'}
        title={`${money} zurückzahlen lassen?`}
        description="Wir prüfen die Zahlung und zahlen sie auf dem Weg zurück, auf dem sie kam."
        safe="Noch nicht"
        act="Zurückzahlen lassen"
        busy={busy}
        busyLabel="Wird gesendet …"
        onAct={() => void choose('refund')}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

const FAILED = 'Das hat nicht geklappt. Bitte versuche es noch einmal.';
