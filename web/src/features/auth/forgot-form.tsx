import { lostpassword } from '@samtrot/shared/accounts/recovery-contract.ts';
import { emailProblem, tidyEmail } from '@samtrot/shared/accounts/rules.ts';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, call } from '../../lib/api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import { forgotMessage } from './messages.ts';

const DoneDialog = lazy(() => import('./done-dialog.tsx'));

/** Requests a link that sets a new password (AUT-58 to AUT-66). */
export function ForgotForm() {
  const [failure, setFailure] = useState('');
  const [sent, setSent] = useState('');
  const { register, formState, handleSubmit, watch, setError, trigger } = useForm({
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const { errors, isValid, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    setFailure('');
    try {
      const { message } = await call(lostpassword, {
        user_login: tidyEmail(email),
        redirect_to: `${location.origin}/auth/reset-password`,
      });
      setSent(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { user_login } = error.fields;
      if (user_login) setError('email', { message: user_login }, { shouldFocus: true });
      else setFailure(forgotMessage(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      {failure && (
        <Alert tone="danger" live>
          {failure}
        </Alert>
      )}
      {sent && (
        <Alert tone="success" live>
          {sent}
        </Alert>
      )}
      <Field label="E-Mail" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          enterKeyHint="send"
          {...register('email', { validate: (value) => emailProblem(tidyEmail(value)) ?? true })}
        />
      </Field>
      <p className="sm muted" style={{ marginTop: '-.5rem' }}>
        Der Link ist 24 Stunden gültig. Kommt nichts an, schau auch im Spam-Ordner nach.
      </p>
      <SubmitRow
        label="Link senden"
        busyLabel="Link wird gesendet …"
        busy={isSubmitting}
        ready={isValid}
        open={emailProblem(tidyEmail(watch('email'))) ? ['E-Mail'] : []}
        onRefused={() => void trigger(undefined, { shouldFocus: true })}
      />
      <p className="hint-line">
        <a className="link link-target" href="/auth/login">
          Zurück zur Anmeldung
        </a>
      </p>
      {sent && (
        <Suspense>
          <DoneDialog title="Schau in dein Postfach">
            Gehört zu dieser E-Mail-Adresse ein Konto, erhältst du gleich einen Link. Damit legst du
            ein neues Passwort fest.
          </DoneDialog>
        </Suspense>
      )}
    </form>
  );
}
