import { NEWSLETTER_WORDING } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { guardUnsavedChanges } from '../../lib/page/unsaved-changes.ts';
import type { Account } from '../../lib/session/session.ts';
import { SettingRow } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { Changes } from './changes.tsx';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { NewsletterNote } from './newsletter-note.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SWITCHES, type Switches, switchesOf, turned } from './switches.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useRefreshAccount } from './use-refresh-account.ts';

/** ERR-077 */
const FAILED = 'Fehler beim Speichern der Benachrichtigungen';

const flag = (on: boolean) => (on ? 'true' : 'false');

interface Props {
  account: Account;
  onSession: (alive: boolean) => void;
}

/** The three switches for mails, which wait for their button (PRO-13 to PRO-16, PRO-20). */
export function NotificationsSection({ account, onSession }: Props) {
  const refresh = useRefreshAccount();
  const [touched, setTouched] = useState<Partial<Switches>>({});
  const saved = switchesOf(account.user_meta);
  const shown = { ...saved, ...touched };
  const changes = turned(shown, saved);
  const changed = changes.length > 0;
  useEffect(
    () => (changed ? guardUnsavedChanges(() => onSession(false)) : undefined),
    [changed, onSession],
  );

  const saving = useConfirmation({
    send: () =>
      call(updateNotifications, {
        user_id: account.user_id,
        expiryAlert: shown.expiryAlert,
        disableMessages: !shown.messages,
        newsletter: shown.newsletter,
      }),
    onDone: ({ message, newsletter_state }) => {
      onSession(true);
      refresh((known) => ({
        ...known,
        newsletter_state,
        user_meta: {
          ...known.user_meta,
          expiry_alert: flag(shown.expiryAlert),
          disable_messages: flag(!shown.messages),
          newsletter: flag(shown.newsletter),
        },
      }));
      setTouched({});
      toast.success(message);
    },
    onFailed: ({ code }) => {
      if (code === 'NOT_LOGGED_IN') onSession(false);
      else toast.error(FAILED);
    },
  });

  return (
    <SettingsCard
      id="h-benachrichtigungen"
      title="Benachrichtigungen"
      lead="E-Mails von uns haben immer einen neutralen Betreff."
    >
      <form
        noValidate
        aria-labelledby="h-benachrichtigungen"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) saving.ask();
        }}
      >
        {SWITCHES.map(({ name, label, help }) => (
          <SettingRow
            key={name}
            name={name}
            label={label}
            help={help}
            checked={shown[name]}
            onChange={(event) => setTouched({ ...touched, [name]: event.target.checked })}
          />
        ))}
        <NewsletterNote account={account} onSession={onSession} />
        <SaveBar
          label="Benachrichtigungen speichern"
          changed={changed}
          busy={saving.dialog.busy}
          onDiscard={() => setTouched({})}
        />
      </form>
      <ConfirmationDialog
        confirmation={saving.dialog}
        title="Benachrichtigungen speichern?"
        safe="Abbrechen"
        act="Speichern"
        busyLabel="Wird gespeichert …"
        login={account.user_email}
      >
        <Changes
          lines={changes.map(({ name, label }) => ({ label, text: shown[name] ? 'ein' : 'aus' }))}
        />
        {shown.newsletter && !saved.newsletter && <p>{NEWSLETTER_WORDING}</p>}
      </ConfirmationDialog>
      <QuestionsSection onSession={onSession} />
    </SettingsCard>
  );
}
