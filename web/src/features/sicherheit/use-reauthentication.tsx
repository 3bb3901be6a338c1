import { reauthenticate } from '@samtrot/shared/access/contract.ts';
import { reauthenticatePasskey } from '@samtrot/shared/access/passkey-contract.ts';
import type { ReauthenticationKind } from '@samtrot/shared/access/rules.ts';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { askPasskey, PasskeyFailed, supportsPasskeys } from '../../lib/session/passkeys.ts';
import { useAccount } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.tsx';
import './factors.css';

interface Options {
  kind: ReauthenticationKind;
  hasPasskey: boolean;
}

/**
 * Runs changes that need a proof of ownership: when the server asks for one, `question` asks for
 * password or passkey in place, and the change goes on (EXP-84).
 */
export function useReauthentication({ kind, hasPasskey }: Options): {
  run: (work: () => Promise<void>) => Promise<void>;
  question: ReactNode;
} {
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof PasskeyFailed) toast.error(error.message);
      else if (!(error instanceof ApiError)) throw error;
      else if (error.code === 'REAUTHENTICATION_REQUIRED') setWaiting(() => work);
      else toast.error(error.message);
    }
  };
  const question = waiting && (
    <OwnerQuestion
      kind={kind}
      hasPasskey={hasPasskey}
      onClose={() => setWaiting(undefined)}
      onProven={async () => {
        setWaiting(undefined);
        await run(waiting);
      }}
    />
  );
  return { run, question };
}

function OwnerQuestion({
  kind,
  hasPasskey,
  onClose,
  onProven,
}: Options & { onClose: () => void; onProven: () => Promise<void> }) {
  const { user_email } = useAccount();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);

  const prove = async (send: () => Promise<boolean>) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    setNotice('');
    try {
      if (await send()) await onProven();
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof PasskeyFailed)) throw error;
      const wrong = error instanceof ApiError ? error.fields.password : undefined;
      if (wrong) setProblem(wrong);
      else setNotice(error.message);
    } finally {
      setBusy(false);
    }
  };
  const byPassword = () =>
    prove(async () => {
      if (password === '') {
        setProblem('Passwort ist erforderlich.');
        return false;
      }
      await call(reauthenticate, { kind, password });
      return true;
    });
  const byPasskey = () =>
    prove(async () => {
      const passkey = await askPasskey('reauthentication');
      if (passkey) await call(reauthenticatePasskey, { kind, passkey: passkey as never });
      return passkey !== null;
    });

  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      title="Bist du das?"
      description="Zur Sicherheit fragen wir vor dieser Änderung nach."
    >
      <form
        className="stack above-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void byPassword();
        }}
      >
        <input type="text" autoComplete="username" value={user_email} readOnly hidden />
        <Field label="Aktuelles Passwort" error={problem}>
          <PasswordInput
            autoComplete="current-password"
            enterKeyHint="done"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value);
              setProblem('');
            }}
          />
        </Field>
        {notice && (
          <Alert tone="danger" live>
            {notice}
          </Alert>
        )}
        {hasPasskey && supportsPasskeys() && (
          <Button icon={KeyRound} block onClick={byPasskey}>
            Mit Passkey bestätigen
          </Button>
        )}
        <DialogActions>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Wird geprüft …">
            Bestätigen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
