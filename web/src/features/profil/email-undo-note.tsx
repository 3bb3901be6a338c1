import { undoOwnEmailChange } from '@samtrot/shared/accounts/profile-contract.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { call } from '../../lib/api/api.ts';
import { leaveNotice } from '../../lib/session/flash-message.ts';
import { type Account, endSessionBy, leave } from '../../lib/session/session.ts';
import { announceSession } from '../../lib/session/stored-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { useConfirmation } from './use-confirmation.ts';
import './profil.css';

const FAILED = 'Das hat nicht geklappt. Bitte lade die Seite neu.';

/** For 72 hours after a change of the address: what counts now, and the way back (EXP-85). */
export function EmailUndoNote({ account, className }: { account: Account; className?: string }) {
  const client = useQueryClient();
  const { user_email, email_undo_until } = account;
  const undo = useConfirmation({
    send: async (password) => {
      const body = password === undefined ? {} : { password };
      await endSessionBy(client, () => call(undoOwnEmailChange, body));
      announceSession(null);
      leave(client);
      leaveNotice('email-restored');
      // The dialog stays busy until the next document has taken over.
      await new Promise(() => {});
    },
    passwordField: 'password',
    onDone: () => {},
    onFailed: () => toast.error(FAILED),
  });
  if (!email_undo_until) return null;
  return (
    <Alert
      tone="warning"
      className={className}
      action={
        <Button icon={Undo2} onClick={undo.ask}>
          Rückgängig machen
        </Button>
      }
    >
      <p>
        <strong className="strong anywhere">Deine E-Mail-Adresse ist jetzt {user_email}.</strong>{' '}
        Bis <span className="num nowrap">{formatDateTime(new Date(email_undo_until))}</span> kannst
        du das hier oder mit dem Link in der Mail an die alte Adresse rückgängig machen.
      </p>
      <ConfirmationDialog
        confirmation={undo.dialog}
        title="Alte E-Mail-Adresse wieder einsetzen?"
        safe="Abbrechen"
        act="Einsetzen"
        busyLabel="Wird eingesetzt …"
        login={user_email}
      >
        <ul className="stack-tight above-4 consequences">
          <li>Die alte Adresse gilt wieder.</li>
          <li>Alle Geräte werden abgemeldet, auch dieses.</li>
          <li>Du setzt ein neues Passwort. Den Link dazu senden wir an die alte Adresse.</li>
        </ul>
      </ConfirmationDialog>
    </Alert>
  );
}
