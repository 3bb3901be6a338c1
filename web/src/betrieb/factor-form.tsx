import type { consolePasskeyChallenge } from '@samtrot/shared/partners/entry-contract.ts';
import { staffPasskeyChallenge } from '@samtrot/shared/staff/login-contract.ts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, call } from '../lib/api/call.ts';
import { answerPasskey, PasskeyFailed, supportsPasskeys } from '../lib/session/passkeys.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

export interface Proof {
  code?: string;
  recovery_code?: string;
  passkey?: never;
}

interface Props {
  act: string;
  /** A recovery code counts at the log-in only. */
  recovery?: boolean;
  /** What stands at the end. */
  help?: ReactNode;
  /** Where the options of a passkey come from. */
  challenge?: typeof staffPasskeyChallenge | typeof consolePasskeyChallenge;
  onProof(proof: Proof): Promise<void>;
}

/** A code of the app, a passkey or a recovery code. */
export function FactorForm({
  act,
  recovery = false,
  help,
  challenge = staffPasskeyChallenge,
  onProof,
}: Props) {
  const [byRecovery, setByRecovery] = useState(false);
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ field?: string; text?: string }>({});

  const prove = async (proof: () => Promise<Proof | null>) => {
    setBusy(true);
    setProblem({});
    try {
      const given = await proof();
      if (given) await onProof(given);
    } catch (error) {
      if (error instanceof PasskeyFailed) setProblem({ text: error.message });
      else if (error instanceof ApiError) {
        const field = error.fields.code ?? error.fields.recovery_code;
        setProblem(field ? { field } : { text: error.message });
      } else throw error;
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove(async () => (byRecovery ? { recovery_code: value } : { code: value }));
  };
  const passkey = () =>
    void prove(async () => {
      const { options } = await call(challenge, {});
      const sent = await answerPasskey(options);
      return sent && { passkey: sent as never };
    });

  return (
    <form className="house-form" onSubmit={submit} noValidate>
      {problem.text && (
        <Alert tone="danger" live>
          {problem.text}
        </Alert>
      )}
      <Field
        label={byRecovery ? 'Wiederherstellungscode' : 'Code aus deiner App'}
        error={problem.field}
      >
        <Input
          key={String(byRecovery)}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Einen Moment …">
        {act}
      </Button>
      {supportsPasskeys() && (
        <Button block icon={KeyRound} disabled={busy} onClick={passkey}>
          Mit Passkey bestätigen
        </Button>
      )}
      {recovery && (
        <Button
          variant="link"
          onClick={() => {
            setByRecovery(!byRecovery);
            setValue('');
            setProblem({});
          }}
        >
          {byRecovery ? 'Code aus der App verwenden' : 'Wiederherstellungscode verwenden'}
        </Button>
      )}
      {help}
    </form>
  );
}
