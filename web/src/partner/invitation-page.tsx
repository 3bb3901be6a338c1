import {
  acceptConsoleInvitation,
  consoleInvitation,
} from '@samtrot/shared/partners/entry-contract.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { Entrance } from '../betrieb/entrance.tsx';
import { ApiError, call } from '../lib/api/call.ts';
import { clearLinkToken, takeLinkToken } from '../lib/session/link-token.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useConsoleTitle } from './me.ts';

type Step =
  | { is: 'loading' }
  | { is: 'refused'; message: string }
  | { is: 'invited'; email: string; website: string };

/** The link of an invitation: name and password, then the console (BOF-125). */
export function InvitationPage() {
  const [token] = useState(takeLinkToken);
  const [step, setStep] = useState<Step>({ is: 'loading' });
  useConsoleTitle('Einladung');
  useEffect(() => {
    call(consoleInvitation, { token: token ?? '' }).then(
      ({ email, website }) => setStep({ is: 'invited', email, website }),
      ({ message }: Error) => setStep({ is: 'refused', message }),
    );
  }, [token]);
  return (
    <Entrance
      tag="Partner"
      title="Zugang einrichten"
      help={step.is === 'invited' ? `Für ${step.website}, als ${step.email}.` : undefined}
    >
      {step.is === 'loading' && <Spinner />}
      {step.is === 'refused' && (
        <Alert tone="danger" live>
          {step.message}
        </Alert>
      )}
      {step.is === 'invited' && (
        <AcceptForm
          token={token!}
          email={step.email}
          onLate={(message) => setStep({ is: 'refused', message })}
        />
      )}
    </Entrance>
  );
}

interface Props {
  token: string;
  email: string;
  onLate(message: string): void;
}

function AcceptForm({ token, email, onLate }: Props) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    setMessage('');
    try {
      await call(acceptConsoleInvitation, { token, name, password });
      clearLinkToken();
      location.assign('/partner');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      if (error.code === 'INVITATION_INVALID') return onLate(error.message);
      if (Object.keys(error.fields).length > 0) return setErrors(error.fields);
      setMessage(error.message);
    }
  };
  return (
    <form className="house-form" onSubmit={submit} noValidate>
      {message && (
        <Alert tone="danger" live>
          {message}
        </Alert>
      )}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Dein Name" error={errors.name}>
        <Input
          value={name}
          maxLength={60}
          autoComplete="name"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <NewPasswordField
        label="Passwort"
        value={password}
        error={errors.password}
        names={{ email, username: name }}
        onChange={setPassword}
      />
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Einen Moment …">
        Zugang einrichten
      </Button>
    </form>
  );
}
