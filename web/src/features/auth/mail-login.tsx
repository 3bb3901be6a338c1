import { confirmLoginCode, requestLoginMail } from '@samtrot/shared/access/login-mail-contract.ts';
import { loginCodeProblem } from '@samtrot/shared/access/rules.ts';
import { emailProblem, tidyEmail } from '@samtrot/shared/accounts/rules.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, call } from '../../lib/api/call.ts';
import { forgetRequest, rememberRequest } from '../../lib/session/login-request.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import { DeletionPending } from './deletion-pending.tsx';
import { enter } from './enter.ts';
import { loginMessage } from './messages.ts';

interface Props {
  email: string;
  remember: boolean;
  /** Why the password is not asked for. */
  reason: string;
  onBack(): void;
  /** The login waits for its second step. */
  onSecondStep(pending: string): void;
}

/** The log-in without a password: asks for the link, then for the number of another browser. */
export default function MailLogin({ email, remember, reason, onBack, onSecondStep }: Props) {
  const [asked, setAsked] = useState<{ request: string; message: string }>();
  return (
    <>
      {asked ? (
        <CodeForm
          {...asked}
          remember={remember}
          onAgain={() => setAsked(undefined)}
          onSecondStep={onSecondStep}
        />
      ) : (
        <RequestForm email={email} remember={remember} reason={reason} onAsked={setAsked} />
      )}
      <p className="hint-line">
        <Button variant="link" onClick={onBack}>
          Mit Passwort anmelden
        </Button>
      </p>
    </>
  );
}

function RequestForm({
  email,
  remember,
  reason,
  onAsked,
}: Omit<Props, 'onBack' | 'onSecondStep'> & {
  onAsked(asked: { request: string; message: string }): void;
}) {
  const [failure, setFailure] = useState('');
  const { register, formState, handleSubmit, watch, setError } = useForm({
    mode: 'onTouched',
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;
  const problem = emailProblem(tidyEmail(watch('email')));

  const submit = handleSubmit(async (values) => {
    setFailure('');
    try {
      const { request, message } = await call(requestLoginMail, {
        log: tidyEmail(values.email),
        rememberme: remember,
      });
      rememberRequest({ request, remember });
      onAsked({ request, message });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.fields.log) setError('email', { message: error.fields.log }, { shouldFocus: true });
      else setFailure(loginMessage(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      {reason && (
        <Alert tone="warning" live>
          {reason}
        </Alert>
      )}
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
          enterKeyHint="send"
          {...register('email', { validate: (value) => emailProblem(tidyEmail(value)) ?? true })}
        />
      </Field>
      <p className="sm muted" style={{ marginTop: '-.5rem' }}>
        Wir senden dir einen Link, mit dem du dich ohne Passwort anmeldest. Er ist 15 Minuten
        gültig.
      </p>
      <SubmitRow
        label="Link senden"
        busyLabel="Link wird gesendet …"
        busy={isSubmitting}
        ready={problem === null}
        open={problem ? ['E-Mail'] : []}
      />
    </form>
  );
}

function CodeForm({
  request,
  message,
  remember,
  onAgain,
  onSecondStep,
}: {
  request: string;
  message: string;
  remember: boolean;
  onAgain(): void;
  onSecondStep(pending: string): void;
}) {
  const [failure, setFailure] = useState('');
  /** Until when the account that waits for its deletion can be kept. */
  const [pending, setPending] = useState('');
  const { register, formState, handleSubmit, watch, setError } = useForm({
    mode: 'onTouched',
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  const problem = loginCodeProblem(watch('code').trim());

  const logIn = (keep: boolean) =>
    handleSubmit(async ({ code }) => {
      setFailure('');
      try {
        const { user_id } = await call(confirmLoginCode, {
          request,
          code: code.trim(),
          ...(keep && { keep_account: true }),
        });
        forgetRequest();
        await enter(user_id, remember);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setPending(error.code === 'DELETION_PENDING' ? error.message : '');
        if (error.code === 'DELETION_PENDING') return;
        if (error.code === 'SECOND_FACTOR_REQUIRED') onSecondStep(String(error.details.pending));
        else if (error.fields.code)
          setError('code', { message: error.fields.code }, { shouldFocus: true });
        else setFailure(loginMessage(error));
      }
    });

  if (pending)
    return <DeletionPending message={pending} busy={isSubmitting} onKeep={logIn(true)} />;
  return (
    <form onSubmit={logIn(false)} noValidate>
      <Alert tone="success" live>
        {message}
      </Alert>
      {failure && (
        <Alert tone="danger" live>
          {failure}
        </Alert>
      )}
      <p className="sm">
        Öffne den Link in diesem Browser, dann bist du angemeldet. Auf einem anderen Gerät zeigt er
        dir eine Zahl: Tippe sie hier ein.
      </p>
      <Field label="Zahl vom anderen Gerät" error={errors.code?.message}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          maxLength={6}
          {...register('code', { validate: (value) => loginCodeProblem(value.trim()) ?? true })}
        />
      </Field>
      <SubmitRow
        label="Anmelden"
        busyLabel="Anmeldung läuft …"
        busy={isSubmitting}
        ready={problem === null}
        open={problem ? ['Zahl'] : []}
      />
      <p className="hint-line">Nichts angekommen? Schau auch im Spam-Ordner nach.</p>
      <Button variant="secondary" block onClick={onAgain}>
        Noch einmal senden
      </Button>
    </form>
  );
}
