import { dropPayment, paymentStatus } from '@samtrot/shared/topups/contract.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { sessionEnded, useReload } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface Props {
  paymentId: string;
  number: number;
  variant?: 'ghost' | 'secondary';
  onDropped?: () => void;
}

/** Drops a payment that nobody has paid, after a question (EXP-98). */
export function DropPayment({ paymentId, number, variant = 'ghost', onDropped }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const reload = useReload();
  const name = paymentName(number);
  const drop = async () => {
    setBusy(true);
    try {
      toast.success((await call(dropPayment, { payment_id: paymentId })).message);
      onDropped?.();
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      if (failure?.code === 'NOT_LOGGED_IN') return sessionEnded(client);
      toast.error(failure?.message ?? 'Das hat nicht geklappt. Bitte versuche es noch einmal.');
    }
    setBusy(false);
    setOpen(false);
    // Also after a refusal: it was paid meanwhile, and the page shows how it stands now.
    await Promise.all([reload(), client.invalidateQueries({ queryKey: [paymentStatus.name] })]);
  };
  return (
    <>
      <Button
        variant={variant}
        size="sm"
        aria-label={`Verwerfen: ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Verwerfen
      </Button>
      <ConfirmDialog
        open={open}
        title={`${name} verwerfen?`}
        description="Wir warten dann nicht mehr darauf. Hast du schon bezahlt, kommen die Credits trotzdem."
        safe="Behalten"
        act="Verwerfen"
        busy={busy}
        busyLabel="Wird verworfen …"
        onAct={() => void drop()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
