import { resetPassword } from '@samtrot/shared/accounts/recovery-contract.ts';
import { confirmationProblem, passwordProblem } from '@samtrot/shared/accounts/rules.ts';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, call } from '../../lib/api/call.ts';
import { usePasswordStrength } from '../../lib/passwords/use-password-strength.ts';
import { Alert } from '../../ui/alert.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import { openPasswordPoints, resetMessage } from './messages.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import '../../ui/field.css';

const DoneDialog = lazy(() => import('./done-dialog.tsx'));

/** AUT-53 to AUT-56: this page has its own words for a confirmation that is missing (ERR-019). */
const repeatProblem = (password: string, repeated: string) =>
  repeated === '' ? 'Bitte bestätige dein Passwort.' : confirmationProblem(password, repeated);

interface Props {
  token: string;
  /** Called when the token has done its work, or never will. */
  onUsed(): void;
}

/** Sets a new password with the token of a mailed link (AUT-67 to AUT-74). */
export function ResetForm({ token, onUsed }: Props) {
  const [failure, setFailure] = useState<{ message: string; linkIsBad: boolean }>();
  const [done, setDone] = useState('');
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '', confirmation: '' } });
  const { register, formState, handleSubmit, watch, trigger, getValues, setError } = form;
  const { errors, isValid, isSubmitting } = formState;
  const values = watch();
  const strength = usePasswordStrength(values.password, {});
  const guessable = passwordProblem(values.password) === null ? strength.problem : null;

  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      const { message } = await call(resetPassword, { password, token });
      onUsed();
      setDone(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const linkIsBad = error.code === 'LINK_INVALID' || error.fields.token !== undefined;
      if (linkIsBad) onUsed();
      if (error.fields.password)
        setError('password', { message: error.fields.password }, { shouldFocus: true });
      else setFailure({ message: resetMessage(error, linkIsBad), linkIsBad });
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      {failure && (
        <Alert
          tone="danger"
          live
          action={
            failure.linkIsBad && (
              <a className="link link-target" href="/auth/forgot">
                Neuen Link anfordern
              </a>
            )
          }
        >
          {failure.message}
        </Alert>
      )}
      <div className="field">
        <Field label="Neues Passwort" error={errors.password?.message ?? guessable}>
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
          autoComplete="new-password"
          enterKeyHint="done"
          {...register('confirmation', {
            validate: (value, { password }) => repeatProblem(password, value) ?? true,
          })}
        />
      </Field>
      <SubmitRow
        label="Passwort speichern"
        busyLabel="Passwort wird gespeichert …"
        busy={isSubmitting}
        ready={isValid && !guessable}
        open={[
          openPasswordPoints(values.password),
          guessable ? 'Stärke' : [],
          repeatProblem(values.password, values.confirmation) ? 'Bestätigung' : [],
        ].flat()}
        onRefused={() => void trigger(undefined, { shouldFocus: true })}
      />
      {done && (
        <Suspense>
          <DoneDialog title={done}>
            Melde dich jetzt mit dem neuen Passwort an. Alle anderen Anmeldungen sind beendet.
          </DoneDialog>
        </Suspense>
      )}
    </form>
  );
}
