import { login } from '@samtrot/shared/access/contract.ts';
import { useRef, useState } from 'react';
import { ApiError, call } from '../lib/api/call.ts';
import type { Account } from '../lib/session/session.ts';
import { announceSession } from '../lib/session/stored-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { SessionEnded } from '../ui/session-ended.tsx';
import '../ui/dialog.css';

export interface LoginAgainProps {
  account: Account;
  /** Logged in again: the editor continues. */
  onDone: () => void;
}

/** The session has ended: requests the password in place, so that the form stays. */
export function LoginAgain({ account, onDone }: LoginAgainProps) {
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (busy) return;
    if (password === '') return setError('Passwort ist erforderlich.');
    setBusy(true);
    try {
      const { user_id } = await call(login, { log: account.user_email, pwd: password });
      announceSession(user_id);
      onDone();
    } catch (failure) {
      setError(
        failure instanceof ApiError
          ? (failure.fields.pwd ?? failure.message)
          : 'Anmeldung fehlgeschlagen.',
      );
      setBusy(false);
      field.current?.focus();
    }
  };
  return (
    <>
      <SessionEnded
        action={
          <Button variant="primary" onClick={() => setOpen(true)}>
            Anmelden
          </Button>
        }
      >
        Deine Eingaben sind noch da: Melde dich an, dann geht es hier weiter.
      </SessionEnded>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Anmelden"
        description={account.user_email}
        initialFocus={field}
      >
        <form
          className="above-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <input type="hidden" autoComplete="username" value={account.user_email} readOnly />
          <Field label="Passwort" error={error}>
            <PasswordInput
              ref={field}
              autoComplete="current-password"
              enterKeyHint="go"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setError('');
              }}
            />
          </Field>
          <DialogActions>
            <Button disabled={busy} onClick={() => setOpen(false)}>
              Abbrechen
            </Button>
            <Button type="submit" variant="primary" busy={busy} busyLabel="Anmeldung läuft …">
              Anmelden
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
