import {
  consoleLogin,
  consolePasskeyChallenge,
  consoleSecondFactor,
} from '@samtrot/shared/partners/entry-contract.ts';
import { type FormEvent, useState } from 'react';
import { FactorForm } from '../betrieb/factor-form.tsx';
import { HouseLink } from '../betrieb/link.tsx';
import { ApiError, call } from '../lib/api/call.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import '../betrieb/page.css';

interface Props {
  /** Says which of the two steps is shown. */
  onStep(step: 'password' | 'factor'): void;
  onDone(): void;
}

/** Address and password, then the second factor where there is one (BOF-124). */
export function LoginForm({ onStep, onDone }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setMessage('');
    try {
      await call(consoleLogin, { email, password });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'FACTOR_REQUIRED') return setMessage(error.message);
      setPending(String(error.details.pending));
      onStep('factor');
    } finally {
      setBusy(false);
    }
  };
  if (pending !== null)
    return (
      <FactorForm
        act="Anmelden"
        challenge={consolePasskeyChallenge}
        recovery
        onProof={async ({ code, recovery_code, passkey }) => {
          try {
            await call(consoleSecondFactor, {
              pending,
              ...(code !== undefined && { code }),
              ...(recovery_code !== undefined && { recovery_code }),
              ...(passkey !== undefined && { passkey }),
            });
          } catch (error) {
            if (!(error instanceof ApiError && error.code === 'LOGIN_EXPIRED')) throw error;
            setPending(null);
            setPassword('');
            setMessage(error.message);
            return onStep('password');
          }
          onDone();
        }}
      />
    );
  return (
    <form className="house-form" onSubmit={submit} noValidate>
      {message && (
        <Alert tone="danger" live>
          {message}
        </Alert>
      )}
      <Field label="E-Mail">
        <Input
          type="email"
          autoComplete="username"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <Field label="Passwort">
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Einen Moment …">
        Anmelden
      </Button>
      <p>
        <HouseLink to="/passwort">Passwort vergessen?</HouseLink>
      </p>
    </form>
  );
}
