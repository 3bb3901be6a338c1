import { requestFactorRemoval, secondFactor } from '@samtrot/shared/access/factor-contract.ts';
import { tidyCode } from '@samtrot/shared/access/factor-rules.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { type ReactNode, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import type { Waiting } from './deletion-pending.tsx';
import { enter } from './enter.ts';
import PasskeyLogin from './passkey-login.tsx';
import '../../ui/auth-frame.css';

interface Props {
  /** Names the login that waits. */
  pending: string;
  remember: boolean;
  /** Back to the password; with a message when this login has ended. */
  onBack: (message: string) => void;
  /** The account waits for its deletion. */
  onDeletion: (waiting: Waiting) => void;
}

type Way = 'code' | 'recovery' | 'lost';

/** After the password: a code of the app, a passkey or a recovery code (ACC-31 to ACC-34). */
export default function SecondStep({ pending, remember, onBack, onDeletion }: Props) {
  const [way, setWay] = useState<Way>('code');
  const [failure, setFailure] = useState('');
  const [removal, setRemoval] = useState('');
  const go = (to: Way) => () => {
    setFailure('');
    setWay(to);
  };

  /** Returns what is wrong with the field, or nothing. */
  const send = async (typed: string): Promise<string> => {
    setFailure('');
    try {
      if (way === 'lost') {
        const { removal_at } = await call(requestFactorRemoval, { pending, password: typed });
        setRemoval(removal_at);
        return '';
      }
      const proof = way === 'code' ? { code: typed } : { recovery_code: typed };
      const logIn = async (more: { keep_account?: true }) => {
        const { user_id } = await call(secondFactor, { pending, ...proof, ...more });
        await enter(user_id, remember);
      };
      await logIn({}).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'DELETION_PENDING') throw error;
        onDeletion({ message: error.message, keep: () => logIn({ keep_account: true }) });
      });
      return '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, recovery_code, password } = error.fields;
      const wrong = code ?? recovery_code ?? password;
      if (error.code === 'LOGIN_EXPIRED') onBack(error.message);
      else if (!wrong) setFailure(error.message);
      return wrong ?? '';
    }
  };

  if (removal) {
    return (
      <div className="stack gap-5 auth-outcome">
        <Alert tone="success" live>
          Wir haben dir eine E-Mail geschickt. Ab {formatDateTime(new Date(removal))} kannst du dich
          ohne Code anmelden. Bis dahin schreiben wir dir jeden Tag.
        </Alert>
        <Button size="lg" block onClick={() => onBack('')}>
          Zurück zur Anmeldung
        </Button>
      </div>
    );
  }
  return (
    <>
      {way === 'code' && (
        <OneField
          key="code"
          lead="Gib den Code aus deiner Code-App ein."
          label="Code"
          submit="Bestätigen"
          ready={(text) => /^\d{6}$/.test(tidyCode(text))}
          open="6 Ziffern"
          failure={failure}
          send={send}
          field={(props) => (
            <Input
              {...props}
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="go"
              maxLength={9}
            />
          )}
        />
      )}
      {way === 'recovery' && (
        <OneField
          key="recovery"
          lead="Gib einen deiner Wiederherstellungscodes ein. Jeder gilt einmal."
          label="Wiederherstellungscode"
          submit="Bestätigen"
          ready={(text) => text.trim() !== ''}
          open="Code"
          failure={failure}
          send={send}
          field={(props) => (
            <Input {...props} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
          )}
        />
      )}
      {way === 'lost' && (
        <OneField
          key="lost"
          lead="Ohne Code-App und Wiederherstellungscodes schalten wir den zweiten Schritt in 72 Stunden aus. Bis dahin bekommst du jeden Tag eine E-Mail, mit der du das aufhalten kannst."
          label="Passwort"
          submit="Zweiten Schritt ausschalten"
          ready={(text) => text !== ''}
          open="Passwort"
          failure={failure}
          send={send}
          field={(props) => <PasswordInput {...props} autoComplete="current-password" />}
        />
      )}
      <div className="auth-ways">
        {way !== 'lost' && (
          <PasskeyLogin
            pending={pending}
            remember={() => remember}
            onFailure={setFailure}
            onDeletion={onDeletion}
          />
        )}
        {way !== 'code' && (
          <Button variant="link" onClick={go('code')}>
            Code aus der Code-App eingeben
          </Button>
        )}
        {way !== 'recovery' && (
          <Button variant="link" onClick={go('recovery')}>
            Wiederherstellungscode eingeben
          </Button>
        )}
        {way !== 'lost' && (
          <Button variant="link" onClick={go('lost')}>
            Beides verloren?
          </Button>
        )}
        <Button variant="link" onClick={() => onBack('')}>
          Zurück zur Anmeldung
        </Button>
      </div>
    </>
  );
}

interface OneFieldProps {
  lead: string;
  label: string;
  submit: string;
  ready: (text: string) => boolean;
  /** What is missing, in one word. */
  open: string;
  failure: string;
  send: (text: string) => Promise<string>;
  field: (props: {
    value: string;
    autoFocus: true;
    onChange: (event: { target: { value: string } }) => void;
  }) => ReactNode;
}

function OneField({ lead, label, submit, ready, open, failure, send, field }: OneFieldProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <form
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy || !ready(text)) return;
        setBusy(true);
        setProblem(await send(text).finally(() => setBusy(false)));
      }}
    >
      {failure && (
        <Alert tone="danger" live>
          {failure}
        </Alert>
      )}
      <p>{lead}</p>
      <Field label={label} error={problem}>
        {field({
          value: text,
          autoFocus: true,
          onChange: ({ target }) => {
            setText(target.value);
            setProblem('');
          },
        })}
      </Field>
      <SubmitRow
        label={submit}
        busyLabel="Wird geprüft …"
        busy={busy}
        ready={ready(text)}
        open={ready(text) ? [] : [open]}
      />
    </form>
  );
}
