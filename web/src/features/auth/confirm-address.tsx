import { confirmEmail } from '@samtrot/shared/accounts/recovery-contract.ts';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { clearLinkToken } from '../../lib/session/link-token.ts';
import { hasStoredSession } from '../../lib/session/stored-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import '../../ui/auth-frame.css';

type State =
  | { is: 'working' }
  | { is: 'done' | 'outdated' | 'refused' | 'failed'; message: string };

// One question for one page view, however often the component is mounted.
let asked: Promise<State> | undefined;

const ask = (token: string): Promise<State> =>
  call(confirmEmail, { token }).then(
    ({ message }) => {
      clearLinkToken();
      return { is: 'done', message } as const;
    },
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const { code, status, message } = error;
      if (code === 'LINK_INVALID') return { is: 'outdated', message } as const;
      return {
        is: status >= 400 && status < 500 && code !== 'TOO_MANY_ATTEMPTS' ? 'refused' : 'failed',
        message,
      } as const;
    },
  );

/** Proves with the token of a mailed link that the address is read. */
export function ConfirmAddress({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: 'working' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) asked = undefined;
    asked ??= ask(token);
    let gone = false;
    void asked.then((answer) => !gone && setState(answer));
    return () => {
      gone = true;
    };
  }, [token, attempt]);

  const onward = hasStoredSession()
    ? { href: '/home', label: 'Weiter zu Home' }
    : { href: '/auth/login', label: 'Zur Anmeldung' };
  if (state.is === 'working') {
    return (
      <div className="stack gap-5 auth-outcome" aria-busy="true">
        <Spinner />
      </div>
    );
  }
  return (
    <div className="stack gap-5 auth-outcome">
      <Alert tone={state.is === 'done' ? 'success' : 'danger'} live>
        <p>{state.message}</p>
        {state.is === 'outdated' && (
          // Where registration is discreet there is no account before the link.
          <p>
            Melde dich an. Dort kannst du dir einen neuen Link senden lassen. Hast du noch kein
            Konto, registriere dich noch einmal.
          </p>
        )}
      </Alert>
      {state.is === 'failed' ? (
        <Button
          variant="primary"
          size="lg"
          block
          onClick={() => {
            setState({ is: 'working' });
            setAttempt(attempt + 1);
          }}
        >
          Erneut versuchen
        </Button>
      ) : (
        <ButtonAnchor variant="primary" size="lg" block href={onward.href}>
          {onward.label}
        </ButtonAnchor>
      )}
    </div>
  );
}
