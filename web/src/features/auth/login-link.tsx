import { openLoginLink } from '@samtrot/shared/access/login-mail-contract.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { clearLinkToken } from '../../lib/session/link-token.ts';
import { findRequest, forgetRequest } from '../../lib/session/login-request.ts';
import { Alert } from '../../ui/alert.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { enter } from './enter.ts';
import '../../ui/auth-frame.css';
import './login-link.css';

const SecondStep = lazy(() => import('./second-step.tsx'));

type Outcome = { code: string } | { failure: string } | { pending: string; remember: boolean };

// Once for one page view, however often the component is mounted.
let opened: Promise<Outcome> | undefined;

async function open(token: string): Promise<Outcome> {
  const asked = findRequest();
  try {
    const { user_id, code } = await call(openLoginLink, {
      token,
      ...(asked && { request: asked.request }),
    });
    if (user_id === undefined) return { code: code ?? '' };
    clearLinkToken();
    forgetRequest();
    return enter(user_id, asked?.remember ?? false);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'SECOND_FACTOR_REQUIRED') {
      clearLinkToken();
      forgetRequest();
      return { pending: String(error.details.pending), remember: asked?.remember ?? false };
    }
    return { failure: error.message };
  }
}

/** Logs in where the link was asked for; elsewhere it shows the number to type over. */
export function LoginLink({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    opened ??= open(token);
    let gone = false;
    void opened.then((result) => !gone && setOutcome(result));
    return () => {
      gone = true;
    };
  }, [token]);

  if (!outcome) {
    return (
      <div className="auth-outcome" aria-busy="true">
        <Spinner />
      </div>
    );
  }
  if ('pending' in outcome) {
    const fail = (failure: string) => setOutcome({ failure });
    return (
      <Suspense>
        <SecondStep {...outcome} onBack={fail} onDeletion={fail} />
      </Suspense>
    );
  }
  if ('failure' in outcome) {
    return (
      <div className="auth-outcome">
        <Alert tone="danger" live>
          {outcome.failure}
        </Alert>
        <ButtonAnchor variant="primary" size="lg" block href="/auth/login">
          Zur Anmeldung
        </ButtonAnchor>
      </div>
    );
  }
  return (
    <div className="auth-outcome">
      <p>
        Dieser Browser hat den Link nicht verlangt. Tippe diese Zahl dort ein, wo du dich anmelden
        willst:
      </p>
      <p className="login-code num" role="status">
        {outcome.code}
      </p>
      <Alert tone="warning">
        Du willst dich gerade nirgends anmelden? Dann schliesse diese Seite und gib die Zahl
        niemandem weiter.
      </Alert>
    </div>
  );
}
