import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { profilePasswordProblem } from '@samtrot/shared/accounts/profile-rules.ts';
import { PASSWORD_RULES } from '@samtrot/shared/accounts/rules.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { type ApiError, call } from '../../lib/api/api.ts';
import { guardUnsavedChanges } from '../../lib/page/unsaved-changes.ts';
import { usePasswordStrength } from '../../lib/passwords/use-password-strength.ts';
import type { Account } from '../../lib/session/session.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { toast } from '../../ui/toast.tsx';
import { Changes } from './changes.tsx';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { EmailNote } from './email-note.tsx';
import {
  changesOf,
  FIELD_ORDER,
  FIELDS,
  hasChanges,
  openFields,
  PROBLEMS,
  type ProfileValues,
  toWire,
  valuesOf,
} from './profile-values.ts';
import { SaveBar } from './save-bar.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useRefreshAccount } from './use-refresh-account.ts';
import './profil.css';
import '../../ui/field.css';

/** ERR-075 */
const FAILED = 'Fehler beim Speichern des Profils';

interface Props {
  account: Account;
  onSession: (alive: boolean) => void;
}

/** Nickname, address and password (PRO-02, PRO-04 to PRO-12, PRO-18, PRO-19). */
export function ProfileSection({ account, onSession }: Props) {
  const refresh = useRefreshAccount();
  const form = useForm<ProfileValues>({ mode: 'onTouched', defaultValues: valuesOf(account) });
  const {
    register,
    formState,
    handleSubmit,
    watch,
    reset,
    trigger,
    setError,
    setFocus,
    getValues,
  } = form;
  const { errors } = formState;
  const values = watch();
  const changed = hasChanges(values, account);
  const strength = usePasswordStrength(values.password, {
    username: account.user_login,
    nickname: values.nickname,
    email: values.email,
  });
  const guessable = profilePasswordProblem(values.password) === null ? strength.problem : null;
  const open = [...openFields(values), ...(guessable ? ['Passwort'] : [])];
  const asked = useLocation({ select: ({ hash }) => hash === 'passwort' });
  useEffect(() => {
    if (asked) setFocus('password');
  }, [asked, setFocus]);
  useEffect(
    () => (changed ? guardUnsavedChanges(() => onSession(false)) : undefined),
    [changed, onSession],
  );

  // What the account became elsewhere shows in the fields that nobody has touched.
  const { nickname } = account.user_meta;
  const { user_email } = account;
  useEffect(() => {
    const values = { nickname, email: user_email, password: '', passwordConfirm: '' };
    reset(values, { keepDirtyValues: true, keepErrors: true, keepTouched: true });
  }, [nickname, user_email, reset]);

  const saved = (
    change: Pick<Account, 'pending_email'> & { nickname: string },
    message: string,
  ) => {
    onSession(true);
    refresh((known) => ({
      ...known,
      pending_email: change.pending_email,
      user_meta: { ...known.user_meta, nickname: change.nickname },
    }));
    toast.success(message);
  };
  const failed = (error: ApiError) => {
    if (error.code === 'NOT_LOGGED_IN') return onSession(false);
    const refused = FIELD_ORDER.filter((field) => error.fields[field]);
    for (const field of refused) setError(field, { message: error.fields[field]! });
    // After the dialog has given the focus back.
    if (refused[0]) setTimeout(() => setFocus(refused[0]!, { shouldSelect: true }), 50);
    else toast.error(error.code === 'EMAIL_CHANGE_OPEN' ? error.message : FAILED);
  };

  const saving = useConfirmation({
    send: (password) => call(updateProfile, toWire(getValues(), account, password)),
    passwordField: 'current_password',
    onDone: ({ message, pending_email }) => {
      const wire = toWire(getValues(), account);
      reset({ ...valuesOf(account), nickname: wire.nickname });
      saved({ nickname: wire.nickname, pending_email }, message);
    },
    onFailed: failed,
  });

  const check = (field: keyof ProfileValues) =>
    register(field, {
      validate: (_, typed) => PROBLEMS[field](typed) ?? true,
      onChange: () => {
        if (field === 'password' && getValues('passwordConfirm') !== '')
          void trigger('passwordConfirm');
      },
    });

  return (
    <SettingsCard id="h-profil" title="Profil" lead="Mit dem Spitznamen begrüssen wir dich.">
      <dl className="pairs row wrap gap-6">
        <div>
          <dt className="xs">Benutzername</dt>
          <dd>{account.user_login}</dd>
        </div>
        <div>
          <dt className="xs">Benutzer-ID</dt>
          <dd className="num">{account.user_id}</dd>
        </div>
      </dl>
      <form
        className="stack gap-5"
        noValidate
        onSubmit={handleSubmit(saving.ask)}
        aria-labelledby="h-profil"
      >
        <Field label={FIELDS.nickname} error={errors.nickname?.message}>
          <Input autoComplete="nickname" enterKeyHint="next" {...check('nickname')} />
        </Field>
        <div className="stack gap-3">
          <Field label={FIELDS.email} error={errors.email?.message}>
            <Input
              type="email"
              autoComplete="email"
              inputMode="email"
              enterKeyHint="next"
              {...check('email')}
            />
          </Field>
          <EmailNote account={account} onSaved={saved} onFailed={failed} onSession={onSession} />
        </div>
        <div className="two">
          <div className="field">
            <Field
              label={FIELDS.password}
              optional
              error={errors.password?.message ?? guessable}
              help={
                values.password === '' &&
                'Mindestens 12 Zeichen, mit Gross- und Kleinbuchstaben, Zahlen und Sonderzeichen'
              }
            >
              <PasswordInput
                onFocus={strength.load}
                autoComplete="new-password"
                enterKeyHint="next"
                {...check('password')}
              />
            </Field>
            {values.password !== '' && (
              <PasswordRules password={values.password} rules={PASSWORD_RULES} />
            )}
          </div>
          <Field label={FIELDS.passwordConfirm} error={errors.passwordConfirm?.message}>
            <PasswordInput
              what="Bestätigung"
              autoComplete="new-password"
              enterKeyHint="done"
              {...check('passwordConfirm')}
            />
          </Field>
        </div>
        <SaveBar
          label="Profil speichern"
          changed={changed}
          open={open}
          busy={saving.dialog.busy}
          onDiscard={() => reset(valuesOf(account))}
          onRefused={() => void trigger(undefined, { shouldFocus: true })}
        />
      </form>
      <ConfirmationDialog
        confirmation={saving.dialog}
        title="Profil speichern?"
        safe="Abbrechen"
        act="Speichern"
        busyLabel="Wird gespeichert …"
        login={account.user_email}
      >
        <Changes lines={changesOf(values, account)} />
      </ConfirmationDialog>
    </SettingsCard>
  );
}
