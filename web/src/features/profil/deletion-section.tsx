import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash } from 'lucide-react';
import { call } from '../../lib/api/api.ts';
import { currentTheme, setTheme } from '../../lib/page/theme.ts';
import { leaveNotice } from '../../lib/session/flash-message.ts';
import { type Account, endSessionBy, leave, useReload } from '../../lib/session/session.ts';
import { announceSession } from '../../lib/session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useConfirmation } from './use-confirmation.ts';
import './profil.css';

/** ACC-12 */
const UNDOABLE = '72 Stunden lang kannst du es dir noch anders überlegen.';
/** PRO-25 */
const FAILED = 'Das Konto konnte nicht gelöscht werden. Bitte versuche es später erneut.';

interface Props {
  account: Account;
  onSession: (alive: boolean) => void;
}

/** The end of the account, and what goes with it (PRO-16, PRO-21 to PRO-25). */
export function DeletionSection({ account, onSession }: Props) {
  const client = useQueryClient();
  const reload = useReload();
  const { user_id, user_email, credits } = account;

  const deletion = useConfirmation({
    send: async (password) => {
      const theme = currentTheme();
      const body = { user_id, ...(password !== undefined && { password }) };
      await endSessionBy(client, () => call(deleteAccount, body));
      // The server empties this browser's storage; how the pages look is no secret and stays.
      setTheme(theme);
      announceSession(null);
      leave(client);
      leaveNotice('account-closed');
      // The dialog stays busy until the next document has taken over.
      await new Promise(() => {});
    },
    passwordField: 'password',
    onDone: () => {},
    onFailed: ({ code, message }) => {
      if (code === 'NOT_LOGGED_IN') onSession(false);
      else toast.error(code === 'EMAIL_CHANGE_OPEN' ? message : FAILED);
    },
  });
  const ask = () => {
    // What is forfeited is said to the credit, also when a payment has arrived meanwhile.
    void reload();
    deletion.ask();
  };

  return (
    <SettingsCard id="h-loeschen" title="Konto löschen" lead={UNDOABLE} danger>
      <p>
        Inserate, Banner und Clubs gehen sofort offline. Willst du das Konto behalten, melde dich
        einfach an. Danach ist alles weg. <Forfeit credits={credits} />
      </p>
      <div>
        <Button variant="danger-quiet" icon={Trash} onClick={ask}>
          Konto löschen
        </Button>
      </div>
      <ConfirmationDialog
        confirmation={deletion.dialog}
        title="Konto löschen?"
        safe="Behalten"
        act="Löschen"
        busyLabel="Wird gelöscht …"
        danger
        login={user_email}
      >
        <ul className="stack-tight above-4 consequences">
          <li>
            <Forfeit credits={credits} />
          </li>
          <li>Deine Inserate, Banner und Clubs gehen sofort offline.</li>
          <li>{UNDOABLE}</li>
        </ul>
      </ConfirmationDialog>
    </SettingsCard>
  );
}

/** PRO-22 */
const Forfeit = ({ credits }: { credits: number }) =>
  credits > 0 ? (
    <>
      Dein Guthaben von <strong className="strong num nowrap">{formatCredits(credits)}</strong>{' '}
      verfällt und wird nicht zurückgezahlt.
    </>
  ) : (
    'Guthaben wird nicht zurückgezahlt. Zurzeit hast du keines.'
  );
