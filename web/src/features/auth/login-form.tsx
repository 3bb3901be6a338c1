import { login } from '@samtrot/shared/access/contract.ts';
import { emailProblem, tidyEmail } from '@samtrot/shared/accounts/rules.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, call } from '../../lib/api/call.ts';
import {
  announceSession,
  clearSession,
  rememberSession,
} from '../../lib/session/stored-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import { DeletionPending } from './deletion-pending.tsx';
import { loginMessage } from './messages.ts';

interface Values {
  email: string;
  password: string;
  remember: boolean;
}

export function LoginForm() {
  const [failure, setFailure] = useState('');
  /** Until when the account that waits for its deletion can be kept. */
  const [pending, setPending] = useState('');
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', remember: true },
  });
  const { register, formState, handleSubmit, watch, setError } = form;
  const { errors, isValid, isSubmitting } = formState;
  const [email, password] = watch(['email', 'password']);
  const open = [
    emailProblem(tidyEmail(email)) ? 'E-Mail' : [],
    password === '' ? 'Passwort' : [],
  ].flat();

  const logIn = (keep: boolean) =>
    handleSubmit(async (values) => {
      setFailure('');
      try {
        const { user_id } = await call(login, {
          log: tidyEmail(values.email),
          pwd: values.password,
          rememberme: values.remember ? '1' : '0',
          ...(keep && { keep_account: true }),
        });
        rememberSession({ userId: user_id, loggedIn: true, remember: values.remember });
        announceSession(user_id);
        location.assign('/home');
        // The button stays busy until the next document has taken over.
        await new Promise(() => {});
      } catch (error) {
        clearSession();
        if (!(error instanceof ApiError)) throw error;
        setPending(error.code === 'DELETION_PENDING' ? error.message : '');
        if (error.code === 'DELETION_PENDING') return;
        if (error.fields.log)
          setError('email', { message: error.fields.log }, { shouldFocus: true });
        if (error.fields.pwd) {
          const message = loginMessage({ ...error, message: error.fields.pwd });
          setError('password', { message }, { shouldFocus: !error.fields.log });
        }
        if (!error.fields.log && !error.fields.pwd) setFailure(loginMessage(error));
      }
    });

  if (pending)
    return <DeletionPending message={pending} busy={isSubmitting} onKeep={logIn(true)} />;
  return (
    <form onSubmit={logIn(false)} noValidate>
      {failure && (
        <Alert tone="danger" live>
          {failure}
        </Alert>
      )}
      <Field label="E-Mail" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          enterKeyHint="next"
          {...register('email', { validate: (value) => emailProblem(tidyEmail(value)) ?? true })}
        />
      </Field>
      <Field label="Passwort" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          enterKeyHint="go"
          {...register('password', {
            validate: (value) => value !== '' || 'Passwort ist erforderlich.',
          })}
        />
      </Field>
      <div className="between wrap" style={{ margin: '-.625rem 0' }}>
        <Checkbox {...register('remember')}>Angemeldet bleiben</Checkbox>
        <a className="link link-target" href="/auth/forgot">
          Passwort vergessen?
        </a>
      </div>
      <SubmitRow
        label="Anmelden"
        busyLabel="Anmeldung läuft …"
        busy={isSubmitting}
        ready={isValid}
        open={open}
      />
      <p className="hint-line">
        Noch kein Konto?{' '}
        <a className="link" href="/auth/register" style={{ padding: '.75rem 0' }}>
          Registrieren
        </a>
      </p>
    </form>
  );
}
