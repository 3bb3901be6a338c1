import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import type { Confirmation } from './use-confirmation.ts';
import './profil.css';

export interface ConfirmationProps {
  confirmation: Confirmation;
  /** The question. */
  title: string;
  description?: ReactNode;
  /** Labels of the safe choice at the left and of the acting choice, the verb of the question. */
  safe: string;
  act: string;
  busyLabel: string;
  danger?: boolean;
  /** Whose password it is, for password managers. */
  login: string;
  children?: ReactNode;
}

/**
 * The confirmation of a change, with a password field when the server requires re-authentication.
 */
export function ConfirmationQuestion(props: ConfirmationProps) {
  const { confirmation, title, description, safe, act, busyLabel, danger, login, children } = props;
  const { open, busy, asksPassword, notice, close, confirm } = confirmation;
  const safeButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={busy ? () => {} : close}
      title={title}
      description={description}
      initialFocus={safeButton}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may be called from inside another form, which is not meant.
          event.stopPropagation();
          void confirm();
        }}
      >
        {children}
        {asksPassword && <PasswordQuestion confirmation={confirmation} login={login} />}
        {notice && (
          <Alert tone="danger" live className="above-4">
            {notice}
          </Alert>
        )}
        <DialogActions>
          <Button ref={safeButton} disabled={busy} onClick={close}>
            {safe}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
          >
            {act}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function PasswordQuestion({ confirmation, login }: { confirmation: Confirmation; login: string }) {
  const { busy, password, problem, typePassword } = confirmation;
  const input = useRef<HTMLInputElement>(null);
  // First when it appears, then with each message.
  useEffect(() => {
    if (!busy) input.current?.focus();
    if (problem) input.current?.select();
  }, [busy, problem]);
  return (
    <div className="above-5" aria-live="polite">
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      <Field
        label="Aktuelles Passwort"
        error={problem}
        help="Zur Sicherheit fragen wir vor dieser Änderung danach."
      >
        <PasswordInput
          ref={input}
          autoComplete="current-password"
          enterKeyHint="done"
          value={password}
          readOnly={busy}
          onChange={(event) => typePassword(event.target.value)}
        />
      </Field>
      <a className="link link-target" href="/auth/forgot" target="_blank" rel="noopener">
        Passwort vergessen?
      </a>
    </div>
  );
}
