import { openLoginLink } from '@samtrot/shared/access/login-mail-contract.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { clearLinkToken } from '../../lib/session/link-token.ts';
import { findRequest, forgetRequest } from '../../lib/session/login-request.ts';
import { Alert } from '../../ui/alert.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DeletionPending, KeepOffer, type Waiting } from './deletion-pending.tsx';
import { enter } from './enter.ts';
import '../../ui/auth-frame.css';
import './login-link.css';

const SecondStep = lazy(() => import('./second-step.tsx'));

type Outcome =
  | { code: string }
  | { failure: string }
  | { deletion: string }
  | { waiting: Waiting }
  | { pending: string; remember: boolean };

// Once for one page view, however often the component is mounted.
let opened: Promise<Outcome> | undefined;

async function open(token: string, keep = false): Promise<Outcome> {
  const asked = findRequest();
  try {
    const { user_id, code } = await call(openLoginLink, {
      token,
      ...(asked && { request: asked.request }),
      ...(keep && { keep_account: true }),
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
    if (error.code === 'DELETION_PENDING') return { deletion: error.message };
    return { failure: error.message };
  }
}

/** Logs in where the link was asked for; elsewhere it shows the number to type over. */
export function LoginLink({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [keeping, setKeeping] = useState(false);
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
      <div className="stack gap-5 auth-outcome" aria-busy="true">
        <Spinner />
      </div>
    );
  }
  if ('pending' in outcome) {
    return (
      <Suspense>
        <SecondStep
          {...outcome}
          onBack={(failure) => setOutcome({ failure })}
          onDeletion={(waiting) => setOutcome({ waiting })}
        />
      </Suspense>
    );
  }
  if ('waiting' in outcome)
    return <KeepOffer {...outcome.waiting} onFailure={(failure) => setOutcome({ failure })} />;
  if ('deletion' in outcome) {
    const keep = async () => {
      setKeeping(true);
      setOutcome(await open(token, true));
      setKeeping(false);
    };
    return <DeletionPending message={outcome.deletion} busy={keeping} onKeep={() => void keep()} />;
  }
  if ('failure' in outcome) {
    return (
      <div className="stack gap-5 auth-outcome">
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
    <div className="stack gap-5 auth-outcome">
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
