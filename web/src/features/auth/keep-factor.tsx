import { keepFactor } from '@samtrot/shared/access/factor-contract.ts';
import { KEEP_FACTOR_LABEL } from '@samtrot/shared/access/factor-rules.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { clearLinkToken } from '../../lib/session/link-token.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import '../../ui/auth-frame.css';

type State = { is: 'open' | 'busy' | 'done' } | { is: 'refused'; message: string };

/** One press, because mail programs open links ahead of their reader. */
export function KeepFactor({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: 'open' });
  const press = async () => {
    setState({ is: 'busy' });
    try {
      await call(keepFactor, { token });
      clearLinkToken();
      setState({ is: 'done' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ is: 'refused', message: error.message });
    }
  };
  if (state.is === 'done') {
    return (
      <div className="stack gap-5 auth-outcome">
        <Alert tone="success" live>
          <p>Der zweite Schritt bleibt eingeschaltet.</p>
          <p>Alle Geräte sind abgemeldet.</p>
          <p>Dein Passwort gilt nicht mehr. Setze jetzt ein neues.</p>
        </Alert>
        <ButtonAnchor variant="primary" size="lg" block href="/auth/forgot">
          Neues Passwort anfordern
        </ButtonAnchor>
      </div>
    );
  }
  return (
    <div className="stack gap-5 auth-outcome">
      {state.is === 'refused' ? (
        <Alert tone="danger" live>
          {state.message}
        </Alert>
      ) : (
        <p>
          Jemand hat dein Passwort eingegeben und verlangt, dass die Anmeldung ohne Code geht. Warst
          du das nicht, halte es hier auf.
        </p>
      )}
      {state.is === 'refused' ? (
        <ButtonAnchor variant="primary" size="lg" block href="/auth/login">
          Zur Anmeldung
        </ButtonAnchor>
      ) : (
        <Button
          variant="primary"
          size="lg"
          block
          busy={state.is === 'busy'}
          busyLabel="Wird aufgehalten …"
          onClick={press}
        >
          {KEEP_FACTOR_LABEL}
        </Button>
      )}
    </div>
  );
}
