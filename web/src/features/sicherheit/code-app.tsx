import {
  confirmFactor,
  prepareFactor,
  removeFactor,
} from '@samtrot/shared/access/factor-contract.ts';
import { tidyCode } from '@samtrot/shared/access/factor-rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { Check, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Factors } from './passkeys.tsx';
import { CodesDialog } from './recovery-codes.tsx';
import { useReauthentication } from './use-reauthentication.tsx';
import './factors.css';
import './lines.css';

interface Props {
  factors: Factors;
  onChanged: () => unknown;
}

/** The authenticator app: switch on, change, switch off (ACC-31, EXP-81). */
export function CodeApp({ factors: { factor, passkeys }, onChanged }: Props) {
  const { run, question } = useReauthentication({
    kind: 'factor',
    hasPasskey: passkeys.length > 0,
  });
  const [shown, setShown] = useState<Output<typeof prepareFactor>>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [removing, setRemoving] = useState(false);

  const prepare = () => run(async () => setShown(await call(prepareFactor, {})));
  const remove = () =>
    run(async () => {
      toast.success((await call(removeFactor, {})).message);
      onChanged();
    });
  /** Returns what is wrong with the code, or nothing. */
  const confirm = async (code: string): Promise<string> => {
    let wrong = '';
    await run(async () => {
      try {
        const { recovery_codes } = await call(confirmFactor, { code });
        setShown(undefined);
        setCodes(recovery_codes);
        onChanged();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.fields.code) throw error;
        wrong = error.fields.code;
      }
    });
    return wrong;
  };

  const set = factor ? 'Ändern' : 'Einrichten';
  return (
    <>
      <li id="code-app">
        <Smartphone className="i muted" aria-hidden />
        <span>
          <b className="strong">
            Zweiter Schritt{' '}
            {factor && (
              <Badge tone="success" icon={Check}>
                An
              </Badge>
            )}
          </b>
          <small className="note num">
            {factor
              ? `mit einer Code-App, seit ${formatDate(new Date(factor.since))}`
              : 'noch aus · ein Code aus einer App schützt dich, wenn jemand dein Passwort kennt'}
          </small>
        </span>
        <span className="row-tight wrap factor-acts">
          <Button size="sm" aria-label={`${set}: Zweiter Schritt`} onClick={prepare}>
            {set}
          </Button>
          {factor && (
            <Button
              size="sm"
              variant="danger-quiet"
              aria-label="Ausschalten: Zweiter Schritt"
              onClick={() => setRemoving(true)}
            >
              Ausschalten
            </Button>
          )}
        </span>
        {factor?.removal_at && (
          <Alert tone="warning" className="safety-sub">
            Jemand hat verlangt, den zweiten Schritt auszuschalten. Das gilt ab{' '}
            {formatDateTime(new Date(factor.removal_at))}. Warst du das nicht, öffne den Link in
            unserer E-Mail.
          </Alert>
        )}
      </li>
      {shown && <SetupDialog {...shown} onClose={() => setShown(undefined)} onCode={confirm} />}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      <ConfirmDialog
        open={removing}
        title="Zweiten Schritt ausschalten?"
        description="Danach reicht dein Passwort. Deine Wiederherstellungscodes gelten nicht mehr, und auf anderen Geräten wirst du abgemeldet."
        safe="Behalten"
        act="Ausschalten"
        danger
        onAct={() => {
          setRemoving(false);
          void remove();
        }}
        onClose={() => setRemoving(false)}
      />
      {question}
    </>
  );
}

interface SetupProps extends Output<typeof prepareFactor> {
  onClose: () => void;
  onCode: (code: string) => Promise<string>;
}

function SetupDialog({ secret, uri, qr, onClose, onCode }: SetupProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Code-App einrichten"
      description="Lies den Code mit deiner App ein, oder tippe den Schlüssel ab."
    >
      <form
        className="stack above-5"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (busy) return;
          setBusy(true);
          setProblem(await onCode(tidyCode(code)).finally(() => setBusy(false)));
        }}
      >
        <img
          style={{ justifySelf: 'center', borderRadius: 'var(--radius-md)' }}
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt="QR-Code für die Code-App"
          width={184}
          height={184}
        />
        <p className="stack-tight">
          <span className="xs muted">Schlüssel</span>
          <code className="strong">{secret.match(/.{4}/g)!.join(' ')}</code>
          <a className="link link-target" href={uri}>
            In einer App auf diesem Gerät öffnen
          </a>
        </p>
        <Field label="Code aus der App" error={problem} help="6 Ziffern">
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            maxLength={9}
            value={code}
            onChange={({ target }) => {
              setCode(target.value);
              setProblem('');
            }}
          />
        </Field>
        <DialogActions>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Wird geprüft …">
            Einschalten
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
