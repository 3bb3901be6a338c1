import { login } from '@samtrot/shared/access/contract.ts';
import { emailProblem, tidyEmail } from '@samtrot/shared/accounts/rules.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { listText } from '@samtrot/shared/kernel/format.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, call } from '../../lib/api/call.ts';
import type { Challenge } from '../../lib/api/proof-of-work-solver.ts';
import { freshCredentials, onForgotten } from '../../lib/session/fresh-credentials.ts';
import { supportsPasskeys } from '../../lib/session/passkeys.ts';
import { clearSession } from '../../lib/session/stored-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import { DeletionPending, KeepOffer, type Waiting } from './deletion-pending.tsx';
import { enter } from './enter.ts';
import { loginMessage } from './messages.ts';

const MailLogin = lazy(() => import('./mail-login.tsx'));
const PasskeyLogin = lazy(() => import('./passkey-login.tsx'));
const SecondStep = lazy(() => import('./second-step.tsx'));

/** How often more work may become due while the browser does the last. */
const MOST_WORK = 6;

interface Values {
  email: string;
  password: string;
  remember: boolean;
}

const NOTHING: Values = { email: '', password: '', remember: false };

type Credentials = Params<typeof login>;

/**
 * The login with the work that it asks for after several wrong passwords (ACC-20). Meanwhile others
 * may try as well, and more work is due; it grows a few times only.
 */
async function loginWithWork(credentials: Credentials, onWork: () => void) {
  let proof: string | undefined;
  for (let tries = 0; ; tries++) {
    try {
      return await call(login, { ...credentials, ...(proof && { proof }) });
    } catch (error) {
      const challenge = error instanceof ApiError && (error.details.challenge as Challenge);
      if (!challenge || tries === MOST_WORK) throw error;
      onWork();
      const { solveChallenge } = await import('../../lib/api/proof-of-work.ts');
      proof = await solveChallenge(challenge).catch(() => {
        throw error;
      });
    }
  }
}

export function LoginForm() {
  const [failure, setFailure] = useState('');
  /** Until when the account that waits for its deletion can be kept. */
  const [deletion, setDeletion] = useState('');
  /** The same after a passkey or a second step. */
  const [waiting, setWaiting] = useState<Waiting>();
  const [working, setWorking] = useState(false);
  const [byMail, setByMail] = useState<{ reason: string }>();
  /** The login that waits for its second step. */
  const [pending, setPending] = useState('');
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { ...NOTHING, ...freshCredentials() },
  });
  useEffect(() => onForgotten(() => form.reset(NOTHING)), [form]);
  const { register, formState, handleSubmit, watch, setError, trigger } = form;
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
        const credentials = {
          log: tidyEmail(values.email),
          pwd: values.password,
          rememberme: values.remember ? ('1' as const) : ('0' as const),
          ...(keep && { keep_account: true }),
        };
        const { user_id } = await loginWithWork(credentials, () => setWorking(true));
        await enter(user_id, values.remember);
      } catch (error) {
        setWorking(false);
        clearSession();
        if (!(error instanceof ApiError)) throw error;
        setDeletion(error.code === 'DELETION_PENDING' ? error.message : '');
        if (error.code === 'DELETION_PENDING') return;
        if (error.code === 'SECOND_FACTOR_REQUIRED') {
          setPending(String(error.details.pending));
          return;
        }
        // A browser that cannot do the work goes on by mail, too.
        if (error.code === 'MAIL_LOGIN_REQUIRED' || error.code === 'PROOF_REQUIRED') {
          setByMail({ reason: loginMessage(error) });
          return;
        }
        if (error.fields.log)
          setError('email', { message: error.fields.log }, { shouldFocus: true });
        if (error.fields.pwd) {
          const message = loginMessage({ ...error, message: error.fields.pwd });
          setError('password', { message }, { shouldFocus: !error.fields.log });
        }
        if (!error.fields.log && !error.fields.pwd) setFailure(loginMessage(error));
      }
    });

  if (waiting) {
    const back = (message: string) => {
      setWaiting(undefined);
      setPending('');
      setFailure(message);
    };
    return <KeepOffer {...waiting} onFailure={back} />;
  }
  if (pending) {
    return (
      <Suspense>
        <SecondStep
          pending={pending}
          remember={form.getValues('remember')}
          onBack={(message) => {
            setPending('');
            setFailure(message);
          }}
          onDeletion={setWaiting}
        />
      </Suspense>
    );
  }
  if (deletion)
    return <DeletionPending message={deletion} busy={isSubmitting} onKeep={logIn(true)} />;
  if (byMail) {
    const { remember } = form.getValues();
    return (
      <Suspense>
        <MailLogin
          email={email}
          remember={remember}
          reason={byMail.reason}
          onBack={() => setByMail(undefined)}
          onSecondStep={setPending}
        />
      </Suspense>
    );
  }
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
          autoComplete="username webauthn"
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
        <Checkbox {...register('remember')}>
          Angemeldet bleiben
          <span className="block help">Nur auf deinem eigenen Gerät</span>
        </Checkbox>
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
        sentence={(of) => (of.length === 0 ? '' : `Gib ${listText(of)} ein.`)}
        onRefused={() => void trigger(undefined, { shouldFocus: true })}
      />
      {working && (
        <p className="hint-line" role="status">
          Es gab zu viele falsche Passwörter. Dein Browser rechnet deshalb kurz, höchstens etwa 15
          Sekunden.
        </p>
      )}
      <Button variant="secondary" size="lg" block onClick={() => setByMail({ reason: '' })}>
        Anmeldung per Mail
      </Button>
      <Suspense fallback={<PasskeyPlace />}>
        <PasskeyLogin
          remember={() => form.getValues('remember')}
          onFailure={setFailure}
          onDeletion={setWaiting}
        />
      </Suspense>
      <p className="hint-line">
        Noch kein Konto?{' '}
        <a className="link link-target" href="/auth/register">
          Registrieren
        </a>
      </p>
    </form>
  );
}

/** Where the button of the passkeys will stand. */
const PasskeyPlace = () =>
  supportsPasskeys() && (
    <span className="btn btn-lg btn-block" style={{ visibility: 'hidden' }} aria-hidden />
  );
