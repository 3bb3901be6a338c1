import { resendNewsletter } from '@samtrot/shared/accounts/newsletter-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { MailQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { type Account, stateQuery, useReloadOfAccount } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { waitMessage } from './failure.ts';
import './profil.css';

const FAILED =
  'Die Bestätigungsmail konnte nicht gesendet werden. Bitte versuche es später erneut.';

/**
 * The switch of the newsletter is on, and nobody is written to yet: what is missing, and the link
 * to it. Nothing when all is well.
 */
export function NewsletterNote({
  account,
  onSession,
}: {
  account: Account;
  onSession: (alive: boolean) => void;
}) {
  const { newsletter_state: is, user_email } = account;
  const open = is === 'mailed' || is === 'unasked';
  // The link is opened elsewhere: returning to this page refetches the state.
  useQuery({ ...stateQuery, refetchOnWindowFocus: open ? 'always' : true });
  const reload = useReloadOfAccount();
  const [busy, setBusy] = useState(false);
  if (!open) return null;
  const resend = async () => {
    setBusy(true);
    try {
      toast.success((await call(resendNewsletter, {})).message);
      onSession(true);
      await reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NOT_LOGGED_IN') onSession(false);
      else toast.error(error.fields.email ?? waitMessage(error) ?? FAILED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="well icon-line below-4">
      <MailQuestionMark className="i subtle" aria-hidden />
      <div>
        {is === 'mailed' ? (
          <>
            <p>Der Newsletter wartet auf deine Bestätigung.</p>
            <p className="muted above-1">
              Öffne den Link in der E-Mail an {user_email}. Vorher bekommst du keinen Newsletter.
            </p>
          </>
        ) : (
          <>
            <p>Du hast den Newsletter noch nicht bestätigt.</p>
            <p className="muted above-1">
              Du bekommst ihn erst nach deiner Bestätigung. Wir senden dir dazu einen Link an{' '}
              {user_email}.
            </p>
          </>
        )}
        <div className="row wrap">
          <Button variant="link" busy={busy} busyLabel="Wird gesendet …" onClick={resend}>
            {is === 'mailed' ? 'Bestätigungslink erneut senden' : 'Bestätigungslink senden'}
          </Button>
        </div>
      </div>
    </div>
  );
}
