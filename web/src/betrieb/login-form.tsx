import { staffLogin, staffSecondFactor } from '@samtrot/shared/staff/login-contract.ts';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../lib/api/call.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { FactorForm } from './factor-form.tsx';
import './page.css';

interface Props {
  /** Says which of the two steps is shown. */
  onStep(step: 'password' | 'factor'): void;
  onDone(): void;
}

/** Nobody gets in by mail: an owner resets it (BOF-13). */
const LostAccess = () => (
  <p className="muted">
    Passwort oder zweiter Faktor verloren? Eine Inhaberin setzt deinen Zugang unter «Team» zurück;
    dann kommt ein neuer Link per E-Mail. Die einzige Inhaberin setzt ihn auf dem Server zurück.
  </p>
);

/** Address and password, then the second factor (BOF-07). */
export function LoginForm({ onStep, onDone }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  const back = (text: string) => {
    setPending(null);
    setPassword('');
    setMessage(text);
    onStep('password');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setMessage('');
    const error = await call(staffLogin, { email, password }).catch((failure: unknown) => failure);
    setBusy(false);
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'FACTOR_REQUIRED') return setMessage(error.message);
    setPending(String(error.details.pending));
    onStep('factor');
  };
  if (pending !== null)
    return (
      <FactorForm
        act="Anmelden"
        recovery
        help={<LostAccess />}
        onProof={async (proof) => {
          try {
            await call(staffSecondFactor, { pending, ...proof });
          } catch (error) {
            if (error instanceof ApiError && error.code === 'LOGIN_EXPIRED')
              return back(error.message);
            throw error;
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
        Weiter
      </Button>
      <LostAccess />
    </form>
  );
}
