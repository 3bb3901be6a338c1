import type { Output } from '@samtrot/shared/kernel/action.ts';
import {
  staffEnrolFactor,
  staffEnrolPassword,
  staffInvitation,
} from '@samtrot/shared/staff/login-contract.ts';
import { Copy, KeyRound, Printer } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError, call } from '../lib/api/call.ts';
import { clearLinkToken, takeLinkToken } from '../lib/session/link-token.ts';
import { createPasskey, PasskeyFailed, supportsPasskeys } from '../lib/session/passkeys.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { useHouseTitle } from './api.ts';
import { Entrance } from './entrance.tsx';

type Offered = Output<typeof staffEnrolPassword>;
type Step =
  | { is: 'loading' }
  | { is: 'refused'; message: string }
  | { is: 'password'; email: string; name: string }
  | { is: 'factor'; offered: Offered }
  | { is: 'done'; codes: string[] };

const TITLES: Record<Step['is'], string> = {
  loading: 'Einladung',
  refused: 'Einladung',
  password: 'Passwort setzen',
  factor: 'Zweiter Faktor',
  done: 'Wiederherstellungscodes',
};

/** The link of an invitation: a password, a second factor, ten codes (BOF-05, BOF-06). */
export function InvitationPage() {
  const [token] = useState(takeLinkToken);
  const [step, setStep] = useState<Step>({ is: 'loading' });
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setStep({ is: 'refused', message: error.message });
  };
  useHouseTitle(TITLES[step.is]);
  useEffect(() => {
    call(staffInvitation, { token: token ?? '' }).then(
      ({ email, name }) => setStep({ is: 'password', email, name }),
      ({ message }: Error) => setStep({ is: 'refused', message }),
    );
  }, [token]);
  return (
    <Entrance title={TITLES[step.is]}>
      {step.is === 'loading' && <Spinner />}
      {step.is === 'refused' && (
        <Alert tone="danger" live>
          {step.message}
        </Alert>
      )}
      {step.is === 'password' && (
        <PasswordStep
          email={step.email}
          name={step.name}
          onSet={async (password) =>
            setStep({
              is: 'factor',
              offered: await call(staffEnrolPassword, { token: token!, password }),
            })
          }
          onRefused={refuse}
        />
      )}
      {step.is === 'factor' && (
        <FactorStep
          offered={step.offered}
          onProof={async (proof) => {
            const { recovery_codes } = await call(staffEnrolFactor, { token: token!, ...proof });
            clearLinkToken();
            setStep({ is: 'done', codes: recovery_codes });
          }}
          onRefused={refuse}
        />
      )}
      {step.is === 'done' && (
        <>
          <p>
            Bewahre diese zehn Codes sicher auf. Jeder gilt einmal, wenn dein zweiter Faktor fehlt.
            Wir zeigen sie nur jetzt.
          </p>
          <ul className="house-codes">
            {step.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CodeButtons codes={step.codes} />
          <Button variant="primary" block onClick={() => location.assign('/betrieb')}>
            Ich habe sie notiert
          </Button>
        </>
      )}
    </Entrance>
  );
}

/** They are shown once: on paper or in a password manager they outlive this page. */
const CodeButtons = ({ codes }: { codes: string[] }) => (
  <div className="house-acts">
    <Button
      icon={Copy}
      onClick={() =>
        void navigator.clipboard.writeText(codes.join('\n')).then(
          () => toast.success('Die zehn Codes sind kopiert.'),
          () => toast.error('Das Kopieren ging nicht. Schreib die Codes ab.'),
        )
      }
    >
      Kopieren
    </Button>
    <Button icon={Printer} onClick={() => window.print()}>
      Drucken
    </Button>
  </div>
);

const isLate = (error: unknown) => error instanceof ApiError && error.code === 'INVITATION_INVALID';

function PasswordStep({
  email,
  name,
  onSet,
  onRefused,
}: {
  email: string;
  name: string;
  onSet(password: string): Promise<void>;
  onRefused(error: unknown): void;
}) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await onSet(password);
    } catch (error) {
      if (isLate(error)) onRefused(error);
      else if (error instanceof ApiError) setProblem(error.fields.password ?? error.message);
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="house-form" onSubmit={submit} noValidate>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <p className="muted">Für {email}.</p>
      <NewPasswordField
        label="Passwort"
        value={password}
        error={problem}
        names={{ email, username: name }}
        onChange={setPassword}
      />
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Einen Moment …">
        Weiter
      </Button>
    </form>
  );
}

function FactorStep({
  offered,
  onProof,
  onRefused,
}: {
  offered: Offered;
  onProof(proof: { code?: string; passkey?: never }): Promise<void>;
  onRefused(error: unknown): void;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const prove = async (proof: () => Promise<{ code?: string; passkey?: never } | null>) => {
    setBusy(true);
    setProblem('');
    try {
      const given = await proof();
      if (given) await onProof(given);
    } catch (error) {
      if (isLate(error)) onRefused(error);
      else if (error instanceof ApiError) setProblem(error.fields.code ?? error.message);
      else if (error instanceof PasskeyFailed) setProblem(error.message);
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="house-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void prove(async () => ({ code }));
      }}
    >
      {supportsPasskeys() && (
        <Button
          block
          icon={KeyRound}
          disabled={busy}
          onClick={() =>
            void prove(async () => {
              const made = await createPasskey(offered.passkey);
              return made && { passkey: made as never };
            })
          }
        >
          Passkey einrichten
        </Button>
      )}
      <p>Oder eine Code-App: Lies das Bild ein, oder gib den Schlüssel ein.</p>
      <img
        className="house-qr"
        alt="QR-Code für deine Code-App"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(offered.totp.qr)}`}
      />
      <p>
        <code className="house-secret">{offered.totp.secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
      <Field label="Code aus deiner App" error={problem}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Einen Moment …">
        Bestätigen
      </Button>
    </form>
  );
}
