import { keepAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { confirmNewsletter, endNewsletter } from '@samtrot/shared/accounts/newsletter-contract.ts';
import { NEWSLETTER_WORDING } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { undoEmailChange } from '@samtrot/shared/accounts/recovery-contract.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { hasStoredSession } from '../../lib/session/stored-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import '../../ui/auth-frame.css';

interface Kind {
  action:
    | typeof confirmNewsletter
    | typeof endNewsletter
    | typeof undoEmailChange
    | typeof keepAccount;
  ask: string;
  label: string;
  busy: string;
  /** What to do about a link that is not valid any more. */
  outdated: string;
  /** What the press has done, instead of the answer's message. */
  done?: readonly string[];
  /** It ends sessions, or is pressed without one: it goes on at the login. */
  toLogin?: true;
}

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
  undoEmail: {
    action: undoEmailChange,
    ask: 'Deine alte E-Mail-Adresse gilt dann wieder. Alle Geräte werden abgemeldet, und du setzt ein neues Passwort.',
    label: 'Rückgängig machen',
    busy: 'Wird rückgängig gemacht …',
    outdated: 'Er gilt 72 Stunden und nur einmal. Warst du das nicht, schreibe sofort dem Support.',
    done: [
      'Alte Adresse gilt wieder',
      'Alle Geräte abgemeldet',
      'Setze jetzt ein neues Passwort: Der Link dazu ist in deinem Postfach.',
    ],
    toLogin: true,
  },
  keepAccount: {
    action: keepAccount,
    ask: 'Alles ist dann wieder da: deine Inserate ausgeblendet, dein Guthaben ganz.',
    label: 'Konto behalten',
    busy: 'Wird wiederhergestellt …',
    outdated: 'Er gilt 72 Stunden und nur einmal.',
    done: [
      'Dein Konto bleibt, dein Guthaben auch',
      'Deine Inserate sind ausgeblendet, bis du sie wieder zeigst',
      'Warst du das nicht, setze gleich ein neues Passwort.',
    ],
    toLogin: true,
  },
} as const satisfies Record<string, Kind>;

export type LinkKind = keyof typeof KINDS;

const OUTDATED = 'Der Link ist ungültig oder abgelaufen.';
const PROFILE = { href: '/profil', label: 'Zum Profil' };
const HOME = { href: '/', label: 'Zur Startseite' };
/** The profile requires the login. */
const LOGIN = { href: '/auth/login', label: 'Zur Anmeldung' };

type State =
  | { is: 'open' | 'busy' }
  | { is: 'done' | 'outdated' | 'failed'; lines: readonly string[] };

/**
 * A mailed link does nothing by being opened, because mail programs open links ahead of their
 * reader: it takes a press.
 */
export function LinkPress({ kind, token }: { kind: LinkKind; token: string }) {
  const [state, setState] = useState<State>({ is: 'open' });
  const { action, ask, label, busy, outdated, done, toLogin }: Kind = KINDS[kind];
  const press = async () => {
    setState({ is: 'busy' });
    try {
      const { message } = await call(action, { token });
      setState({ is: 'done', lines: done ?? [message] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Such a link is not requested again, as the general words for an old link have it.
      if (error.code === 'LINK_INVALID') setState({ is: 'outdated', lines: [OUTDATED, outdated] });
      else setState({ is: 'failed', lines: [error.message] });
    }
  };
  const inside = hasStoredSession() && !toLogin;
  const onward = inside ? PROFILE : toLogin || state.is === 'outdated' ? LOGIN : HOME;
  const over = state.is === 'done' || state.is === 'outdated';
  return (
    <div className="stack gap-5 auth-outcome">
      {'lines' in state ? (
        <Alert tone={state.is === 'done' ? 'success' : 'danger'} live>
          {state.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
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
