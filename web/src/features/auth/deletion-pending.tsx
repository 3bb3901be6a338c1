import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import '../../ui/auth-frame.css';

interface Props {
  /** Until when the account can be kept, in the words of the server. */
  message: string;
  busy: boolean;
  onKeep: () => void;
}

/** Instead of the form, for an account that waits for its deletion (ACC-12, EXP-86). */
export function DeletionPending({ message, busy, onKeep }: Props) {
  const keep = useRef<HTMLButtonElement>(null);
  // The pressed button has gone with the form.
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className="stack gap-5 auth-outcome">
      <Alert tone="warning" live>
        <p className="strong">{message}</p>
        <p>Behältst du es, ist alles wieder da: deine Inserate ausgeblendet, dein Guthaben ganz.</p>
      </Alert>
      <Button
        ref={keep}
        variant="primary"
        size="lg"
        block
        busy={busy}
        busyLabel="Wird wiederhergestellt …"
        onClick={onKeep}
      >
        Konto behalten
      </Button>
      <ButtonAnchor size="lg" block href="/">
        Wieder gehen
      </ButtonAnchor>
    </div>
  );
}

/** A login that was proven, and what keeps the account and ends it. */
export interface Waiting {
  message: string;
  keep: () => Promise<void>;
}

/** The same after a passkey or a second step, which need not be given again. */
export function KeepOffer({
  message,
  keep,
  onFailure,
}: Waiting & { onFailure: (message: string) => void }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await keep();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFailure(error.message);
    }
  };
  return <DeletionPending message={message} busy={busy} onKeep={() => void press()} />;
}
