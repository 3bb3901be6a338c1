import { withdrawInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { useReload } from '../../lib/session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import './placed.css';

interface Props {
  id: number;
  /** Until when it can be withdrawn. */
  until: string;
  onWithdrawn: (message: string) => void;
  onRefused: () => void;
}

/** «Zurückziehen» of a free ad, while it can be (EXP-28). */
export function PlacedWithdraw({ id, until, onWithdrawn, onRefused }: Props) {
  const [asking, setAsking] = useState(false);
  // From the press on, not only once the call is known to be under way: a second one would fail.
  const [busy, setBusy] = useState(false);
  const reload = useReload();
  const over = useOver(Date.parse(until));
  const withdrawal = useMutation({
    mutationFn: () => call(withdrawInserat, { inserat_id: id }),
    onSuccess: async ({ message }) => {
      await reload();
      onWithdrawn(message);
    },
    onError: (error) => {
      setAsking(false);
      setBusy(false);
      toast.error(error instanceof ApiError ? error.message : 'Das hat nicht geklappt.');
      onRefused();
    },
  });
  if (over && !asking) return null;
  return (
    <p className="v-muted sm above-4 placed-withdraw">
      Doch noch nicht?{' '}
      <button type="button" className="link" onClick={() => setAsking(true)}>
        Zurückziehen
      </button>{' '}
      <span className="num">geht bis {localTime(new Date(until))}.</span>
      <ConfirmDialog
        open={asking}
        title="Inserat zurückziehen?"
        description="Es ist dann wieder ein Entwurf und auf keiner Webseite mehr. Dein Gratis-Inserat von heute bleibt dir. Das geht einmal am Tag."
        safe="Behalten"
        act="Zurückziehen"
        busy={busy}
        busyLabel="Wird zurückgezogen …"
        onAct={() => {
          setBusy(true);
          withdrawal.mutate();
        }}
        onClose={() => setAsking(false)}
      />
    </p>
  );
}

/** Whether this instant has passed. */
function useOver(at: number): boolean {
  const [over, setOver] = useState(() => Date.now() >= at);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, at - Date.now()));
    setOver(Date.now() >= at);
    return () => clearTimeout(timer);
  }, [at]);
  return over;
}
