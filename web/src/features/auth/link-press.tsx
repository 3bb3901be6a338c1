import { confirmNewsletter, endNewsletter } from '@samtrot/shared/accounts/newsletter-contract.ts';
import { NEWSLETTER_WORDING } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { hasStoredSession } from '../../lib/session/stored-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import '../../ui/auth-frame.css';

const KINDS = {
  confirm: {
    action: confirmNewsletter,
    ask: NEWSLETTER_WORDING,
    label: 'Newsletter bestätigen',
    busy: 'Wird bestätigt …',
    outdated: 'In deinem Profil kannst du dir einen neuen Link senden lassen.',
  },
  end: {
    action: endNewsletter,
    ask: 'Danach bekommst du von uns keinen Newsletter mehr. Mitteilungen zu deinem Konto bleiben, wie du sie eingestellt hast.',
    label: 'Newsletter abbestellen',
    busy: 'Wird abbestellt …',
    outdated: 'Du kannst den Newsletter in deinem Profil ausschalten.',
  },
} as const;

const OUTDATED = 'Der Link ist ungültig oder abgelaufen.';
const PROFILE = { href: '/profil', label: 'Zum Profil' };
const HOME = { href: '/', label: 'Zur Startseite' };
/** The profile requires the login. */
const LOGIN = { href: '/auth/login', label: 'Zur Anmeldung' };

type State = { is: 'open' | 'busy' } | { is: 'done' | 'outdated' | 'failed'; message: string };

/**
 * A mailed link does nothing by being opened, because mail programs open links ahead of their
 * reader: it takes a press.
 */
export function NewsletterPress({ kind, token }: { kind: keyof typeof KINDS; token: string }) {
  const [state, setState] = useState<State>({ is: 'open' });
  const { action, ask, label, busy, outdated } = KINDS[kind];
  const press = async () => {
    setState({ is: 'busy' });
    try {
      setState({ is: 'done', message: (await call(action, { token })).message });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A link to unsubscribe is not requested again, as the general words for an old link have it.
      if (error.code === 'LINK_INVALID') setState({ is: 'outdated', message: OUTDATED });
      else setState({ is: 'failed', message: error.message });
    }
  };
  const onward = hasStoredSession() ? PROFILE : state.is === 'outdated' ? LOGIN : HOME;
  const over = state.is === 'done' || state.is === 'outdated';
  return (
    <div className="auth-outcome">
      {'message' in state ? (
        <Alert tone={state.is === 'done' ? 'success' : 'danger'} live>
          <p>{state.message}</p>
          {state.is === 'outdated' && <p>{outdated}</p>}
        </Alert>
      ) : (
        <p>{ask}</p>
      )}
      {over ? (
        <ButtonAnchor variant="primary" size="lg" block href={onward.href}>
          {onward.label}
        </ButtonAnchor>
      ) : (
        <Button
          variant="primary"
          size="lg"
          block
          busy={state.is === 'busy'}
          busyLabel={busy}
          onClick={press}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
