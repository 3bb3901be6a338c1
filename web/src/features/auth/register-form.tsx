import { register as registerAction } from '@samtrot/shared/accounts/contract.ts';
import { NEWSLETTER_WORDING } from '@samtrot/shared/accounts/newsletter-rules.ts';
import {
  confirmationProblem,
  emailProblem,
  passwordProblem,
  tidyEmail,
  tidyUsername,
  USERNAME_MAX,
  usernameProblem,
} from '@samtrot/shared/accounts/rules.ts';
import { lazy, Suspense, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { ApiError } from '../../lib/api/call.ts';
import { callWithProof, prepareProof } from '../../lib/api/proof-of-work.ts';
import { usePasswordStrength } from '../../lib/passwords/use-password-strength.ts';
import { keepCredentials } from '../../lib/session/fresh-credentials.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import { openPasswordPoints, registerMessage } from './messages.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { useEmailLookup } from './use-email-lookup.ts';
import '../../ui/field.css';

const DoneDialog = lazy(() => import('./done-dialog.tsx'));

interface Values {
  username: string;
  email: string;
  password: string;
  confirmation: string;
  newsletter: boolean;
}

const TAKEN: Partial<Record<string, FieldPath<Values>>> = {
  EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
};

export function RegisterForm({ onLogin }: { onLogin: () => void }) {
  const [failure, setFailure] = useState('');
  const [registered, setRegistered] = useState<'ready' | 'mailed'>();
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { username: '', email: '', password: '', confirmation: '', newsletter: false },
  });
  const { register, formState, handleSubmit, watch, setError, setFocus, trigger, getValues } = form;
  const { errors, isSubmitting } = formState;
  const values = watch();
  const lookup = useEmailLookup({
    onVerdict: () => void trigger('email'),
    onFailure: (message) => setError('email', { type: 'lookup', message }),
  });
  const strength = usePasswordStrength(values.password, {
    username: values.username,
    email: tidyEmail(values.email),
  });
  const guessable = passwordProblem(values.password) === null ? strength.problem : null;
  const open = [
    // What the server refused is open too, until it is changed.
    errors.username || usernameProblem(tidyUsername(values.username)) ? 'Benutzername' : [],
    (errors.email && errors.email.type !== 'lookup') || emailProblem(tidyEmail(values.email))
      ? 'E-Mail'
      : [],
    openPasswordPoints(values.password),
    guessable ? 'Stärke' : [],
    confirmationProblem(values.password, values.confirmation) ? 'Bestätigung' : [],
  ].flat();

  const submit = handleSubmit(async ({ username, email, password, newsletter }) => {
    setFailure('');
    const name = tidyUsername(username);
    try {
      const answer = await callWithProof(registerAction, {
        username: name,
        email: tidyEmail(email),
        password,
        nickname: name,
        newsletter,
      });
      keepCredentials({ email: tidyEmail(email), password });
      setRegistered(answer.confirm_first ? 'mailed' : 'ready');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const taken = TAKEN[error.code];
      const fields = taken ? { [taken]: error.message } : error.fields;
      const known = Object.entries(fields).filter(([field]) => field in getValues());
      for (const [field, message] of known) {
        setError(field as FieldPath<Values>, { message }, { shouldFocus: true });
      }
      if (known.length === 0) setFailure(registerMessage(error));
    }
  });

  return (
    <>
      <form
        onSubmit={submit}
        onFocus={() => {
          prepareProof('register');
          prepareProof('lookup');
        }}
        noValidate
      >
        {failure && (
          <Alert tone="danger" live>
            {failure}
          </Alert>
        )}
        <div className="two">
          <Field label="Benutzername" error={errors.username?.message}>
            <Input
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
              maxLength={USERNAME_MAX}
              {...register('username', {
                validate: (value) => usernameProblem(tidyUsername(value)) ?? true,
              })}
            />
          </Field>
          <Field label="E-Mail" error={errors.email?.message}>
            <Input
              type="email"
              autoComplete="email"
              inputMode="email"
              enterKeyHint="next"
              {...register('email', {
                validate: (value) =>
                  emailProblem(tidyEmail(value)) ?? lookup.verdictOn(tidyEmail(value)) ?? true,
                onChange: ({ target }) => lookup.soon(tidyEmail(target.value)),
                onBlur: ({ target }) => lookup.now(tidyEmail(target.value)),
              })}
            />
          </Field>
        </div>
        <div className="field">
          <Field label="Passwort" error={errors.password?.message ?? guessable}>
            <PasswordInput
              onFocus={strength.load}
              autoComplete="new-password"
              enterKeyHint="next"
              {...register('password', {
                validate: (value) => passwordProblem(value) ?? true,
                onChange: () => {
                  if (getValues('confirmation') !== '') void trigger('confirmation');
                },
              })}
            />
          </Field>
          <PasswordChecklist password={values.password} refused={guessable !== null} />
        </div>
        <Field label="Passwort bestätigen" error={errors.confirmation?.message}>
          <PasswordInput
            what="Bestätigung"
            autoComplete="new-password"
            enterKeyHint="done"
            {...register('confirmation', {
              validate: (value, { password }) => confirmationProblem(password, value) ?? true,
            })}
          />
        </Field>
        <Checkbox {...register('newsletter')}>{NEWSLETTER_WORDING}</Checkbox>
        <p className="icon-line sm">
          <Badge tone="outline">18+</Badge>
          <span>
            Mit der Registrierung bestätigst du, dass du über 18 Jahre alt bist. Du akzeptierst die{' '}
            <a className="link" href="/rechtliches">
              rechtlichen Bedingungen
            </a>{' '}
            und die{' '}
            <a className="link" href="/datenschutz">
              Datenschutzerklärung
            </a>
            .
          </span>
        </p>
        <SubmitRow
          label="Registrieren"
          busyLabel="Registrierung läuft …"
          busy={isSubmitting}
          ready={open.length === 0}
          open={open}
          onRefused={() => {
            // As the browser does: each field says what it lacks, and the first has the focus.
            if (guessable) setFocus('password');
            void trigger(undefined, { shouldFocus: true });
          }}
        />
      </form>
      <p className="hint-line">
        Schon ein Konto?{' '}
        <a className="link link-target" href="/auth/login">
          Anmelden
        </a>
      </p>
      {registered && (
        <Suspense>
          {registered === 'mailed' ? (
            <DoneDialog firm onLogin={onLogin} title="Bestätige deine E-Mail-Adresse">
              Wir haben dir einen Link gesendet. Öffne ihn, danach kannst du dich anmelden. Schau
              auch im Spam-Ordner nach.
            </DoneDialog>
          ) : (
            <DoneDialog firm onLogin={onLogin} title="Dein Konto ist bereit">
              Melde dich jetzt mit deiner E-Mail-Adresse und deinem Passwort an. Wir haben dir einen
              Link gesendet, mit dem du deine E-Mail-Adresse bestätigst
              {values.newsletter ? ', und einen zweiten für den Newsletter.' : '.'}
            </DoneDialog>
          )}
        </Suspense>
      )}
    </>
  );
}
