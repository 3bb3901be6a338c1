import { reportLogin } from '@samtrot/shared/access/security-contract.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { clearLinkToken } from '../../lib/session/link-token.ts';
import { announceSession, clearSession } from '../../lib/session/stored-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import '../../ui/auth-frame.css';

type State =
  | { is: 'open' | 'busy' }
  | { is: 'done'; resetToken: string }
  | { is: 'outdated' | 'failed'; message: string };

const OUTDATED = 'Der Link ist ungültig oder abgelaufen.';

/**
 * The mailed «Das war ich nicht» (EXP-89). Opening it does nothing, because mail programs open
 * links ahead of their reader: it takes a press.
 */
export function NotMe({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: 'open' });
  const press = async () => {
    setState({ is: 'busy' });
    try {
      const { reset_token } = await call(reportLogin, { token });
      clearLinkToken();
      clearSession();
      announceSession(null);
      setState({ is: 'done', resetToken: reset_token });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'LINK_INVALID') setState({ is: 'outdated', message: OUTDATED });
      else setState({ is: 'failed', message: error.message });
    }
  };
  if (state.is === 'done') {
    return (
      <div className="stack gap-5 auth-outcome">
        <Alert tone="success" live>
          <ul>
            <li>Alle Geräte sind abgemeldet.</li>
            <li>Offene Änderungen sind aufgehoben, auch eine Löschung deines Kontos.</li>
            <li>
              Seit der fremden Anmeldung hinzugefügte Passkeys und neue Wiederherstellungscodes
              gelten nicht mehr.
            </li>
            <li>Dein altes Passwort gilt nicht mehr.</li>
          </ul>
        </Alert>
        <ButtonAnchor
          variant="primary"
          size="lg"
          block
          href={`/auth/reset-password?token=${state.resetToken}`}
        >
          Neues Passwort setzen
        </ButtonAnchor>
      </div>
    );
  }
  if (state.is === 'outdated') {
    return (
      <div className="stack gap-5 auth-outcome">
        <Alert tone="danger" live>
          <p>{state.message}</p>
          <p>Setze zur Sicherheit ein neues Passwort. Damit endet jede fremde Anmeldung.</p>
        </Alert>
        <ButtonAnchor variant="primary" size="lg" block href="/auth/forgot">
          Neues Passwort anfordern
        </ButtonAnchor>
      </div>
    );
  }
  return (
    <div className="stack gap-5 auth-outcome">
      {state.is === 'failed' ? (
        <Alert tone="danger" live>
          {state.message}
        </Alert>
      ) : (
        <p>
          Wir melden alle Geräte ab und heben offene Änderungen auf, auch eine Löschung deines
          Kontos. Passkeys und Wiederherstellungscodes, die seit der fremden Anmeldung dazukamen,
          gelten dann nicht mehr. Dein altes Passwort auch nicht, und du setzt gleich ein neues.
        </p>
      )}
      <Button
        variant="primary"
        size="lg"
        block
        busy={state.is === 'busy'}
        busyLabel="Wird abgemeldet …"
        onClick={press}
      >
        Alle Geräte abmelden
      </Button>
    </div>
  );
}
