import { askConsolePassword, setConsolePassword } from '@samtrot/shared/partners/entry-contract.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Entrance } from '../betrieb/entrance.tsx';
import { HouseLink } from '../betrieb/link.tsx';
import { ApiError, call } from '../lib/api/call.ts';
import { clearLinkToken, takeLinkToken } from '../lib/session/link-token.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { useConsoleTitle } from './me.ts';

/** What becomes of a form that is sent once. */
function useSending() {
  const [done, setDone] = useState('');
  const [failed, setFailed] = useState<{ message?: string; fields?: Record<string, string> }>({});
  const [busy, setBusy] = useState(false);
  const send = (calling: () => Promise<{ message: string }>) => async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailed({});
    try {
      setDone((await calling()).message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = error.fields;
      setFailed(Object.keys(fields).length > 0 ? { fields } : { message: error.message });
    } finally {
      setBusy(false);
    }
  };
  return { done, failed, busy, send };
}

type Sending = ReturnType<typeof useSending>;

/** The form, or what became of it. */
const Sent = ({
  done,
  failed,
  children,
}: Pick<Sending, 'done' | 'failed'> & { children: ReactNode }) => (
  <>
    {(done || failed.message) && (
      <Alert tone={done ? 'success' : 'danger'} live>
        {done || failed.message}
      </Alert>
    )}
    {!done && children}
    <p>
      <HouseLink to="/anmelden">Zur Anmeldung</HouseLink>
    </p>
  </>
);

/** Asks for a link by mail; the answer is the same for every address. */
export function AskPasswordPage() {
  const [email, setEmail] = useState('');
  const { busy, send, ...sending } = useSending();
  useConsoleTitle('Passwort vergessen');
  return (
    <Entrance
      tag="Partner"
      title="Passwort vergessen"
      help="Wir schicken dir einen Link, mit dem du ein neues setzt."
    >
      <Sent {...sending}>
        <form
          className="house-form"
          onSubmit={send(() => call(askConsolePassword, { email }))}
          noValidate
        >
          <Field label="E-Mail" error={sending.failed.fields?.email}>
            <Input
              type="email"
              autoComplete="username"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" block busy={busy} busyLabel="Einen Moment …">
            Link schicken
          </Button>
        </form>
      </Sent>
    </Entrance>
  );
}

/** Behind the mailed link. */
export function NewPasswordPage() {
  const [token] = useState(takeLinkToken);
  const [password, setPassword] = useState('');
  const { busy, send, ...sending } = useSending();
  useConsoleTitle('Neues Passwort');
  return (
    <Entrance tag="Partner" title="Neues Passwort">
      <Sent {...sending}>
        <form
          className="house-form"
          onSubmit={send(async () => {
            const answer = await call(setConsolePassword, { token: token ?? '', password });
            clearLinkToken();
            return answer;
          })}
          noValidate
        >
          <NewPasswordField
            label="Neues Passwort"
            value={password}
            error={sending.failed.fields?.password}
            onChange={setPassword}
          />
          <Button type="submit" variant="primary" block busy={busy} busyLabel="Einen Moment …">
            Passwort setzen
          </Button>
        </form>
        {sending.failed.message && (
          <p>
            <HouseLink to="/passwort">Neuen Link anfordern</HouseLink>
          </p>
        )}
      </Sent>
    </Entrance>
  );
}
