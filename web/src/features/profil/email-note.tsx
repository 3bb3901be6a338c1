import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { resendConfirmation } from '@samtrot/shared/accounts/recovery-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { MailQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { type Account, stateQuery } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirmSentence } from './confirm-text.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { waitMessage } from './failure.ts';
import { useConfirmation } from './use-confirmation.ts';
import './profil.css';

const FAILED =
  'Die Bestätigungsmail konnte nicht gesendet werden. Bitte versuche es später erneut.';

interface Props {
  account: Account;
  onSaved: (change: { nickname: string; pending_email: string | null }, message: string) => void;
  onFailed: (error: ApiError) => void;
  onSession: (alive: boolean) => void;
}

/**
 * A new address that waits for its proof, or an own one that nobody has proven yet (decision X-02).
 * Nothing when all is well.
 */
export function EmailNote({ account, onSaved, onFailed, onSession }: Props) {
  const { pending_email, email_confirmed, user_id, user_email, user_meta } = account;
  const open = pending_email !== null || !email_confirmed;
  // The link is opened elsewhere: returning to this page refetches the state.
  useQuery({ ...stateQuery, refetchOnWindowFocus: open ? 'always' : true });
  const { nickname } = user_meta;
  const withdrawal = useConfirmation({
    send: () => call(updateProfile, { user_id, nickname, email: user_email }),
    onDone: ({ message, pending_email }) => onSaved({ nickname, pending_email }, message),
    onFailed,
  });
  if (!open) return null;
  return (
    <div className="well icon-line">
      <MailQuestionMark className="i subtle" aria-hidden />
      <div>
        {pending_email ? (
          <>
            <p>
              <span className="strong">{pending_email}</span> wartet auf Bestätigung.
            </p>
            <p className="muted above-1">
              Öffne den Link in der E-Mail an diese Adresse. Bis dahin gilt {user_email}.
            </p>
          </>
        ) : (
          <p>{confirmSentence(account)}</p>
        )}
        <div className="row wrap">
          <Resend onSession={onSession} />
          {pending_email && (
            <Button variant="link" onClick={withdrawal.ask}>
              Zurückziehen
            </Button>
          )}
        </div>
      </div>
      <ConfirmationDialog
        confirmation={withdrawal.dialog}
        title="Neue Adresse zurückziehen?"
        description={`Der Link an ${pending_email} gilt dann nicht mehr. Deine Adresse bleibt ${user_email}.`}
        safe="Behalten"
        act="Zurückziehen"
        busyLabel="Wird zurückgezogen …"
        login={user_email}
      />
    </div>
  );
}

function Resend({ onSession }: { onSession: (alive: boolean) => void }) {
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      toast.success((await call(resendConfirmation, {})).message);
      onSession(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NOT_LOGGED_IN') onSession(false);
      else toast.error(waitMessage(error) ?? FAILED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="link" busy={busy} busyLabel="Wird gesendet …" onClick={resend}>
      Bestätigungsmail erneut senden
    </Button>
  );
}
