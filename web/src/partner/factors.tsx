import { recoveryCodesText } from '@samtrot/shared/access/factor-rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import {
  addConsoleFactor,
  newConsoleRecoveryCodes,
  offerConsoleFactor,
  removeConsoleFactors,
} from '@samtrot/shared/partners/entry-contract.ts';
import { Copy, KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { copyText } from '../betrieb/partners/partner-once.tsx';
import { useChange } from '../betrieb/use-change.tsx';
import { createPasskey, PasskeyFailed, supportsPasskeys } from '../lib/session/passkeys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { useMe } from './me.ts';

type Offered = Output<typeof offerConsoleFactor>;

function words({ has_app, passkeys }: { has_app: boolean; passkeys: number }): string {
  const parts = [
    ...(has_app ? ['Code-App'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? '1 Passkey' : `${passkeys} Passkeys`] : []),
  ];
  return parts.join(', ') || 'keiner';
}

/** The second factor of who is logged in: offered, never forced (BOF-124). */
export function OwnFactors() {
  const me = useMe();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const has = me.has_app || me.passkeys > 0;
  return (
    <section className="house-panel" aria-labelledby="faktor">
      <h2 id="faktor">Deine Anmeldung</h2>
      <dl className="house-facts">
        <div>
          <dt>Zweiter Faktor</dt>
          <dd>{words(me)}</dd>
        </div>
        {has && (
          <div>
            <dt>Wiederherstellungscodes</dt>
            <dd>{recoveryCodesText(me.recovery_codes)}</dd>
          </div>
        )}
      </dl>
      <div className="house-state house-acts">
        <Button size="sm" icon={KeyRound} onClick={() => setAsked('add')}>
          Zweiten Faktor einrichten
        </Button>
        {has && (
          <>
            <Button size="sm" onClick={() => setAsked('codes')}>
              Neue Codes
            </Button>
            <Button size="sm" onClick={() => setAsked('remove')}>
              Entfernen
            </Button>
          </>
        )}
      </div>
      {asked && <FactorDialog which={asked} onCodes={setCodes} onClose={() => setAsked(null)} />}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
    </section>
  );
}

type Asked = 'add' | 'remove' | 'codes';

const WORDS: Record<Asked, { title: string; text: string; button: string }> = {
  add: {
    title: 'Zweiten Faktor einrichten',
    text: 'Danach fragt jede Anmeldung auch danach. Andere Anmeldungen von dir enden.',
    button: 'Weiter',
  },
  remove: {
    title: 'Zweiten Faktor entfernen',
    text: 'Danach genügt wieder dein Passwort.',
    button: 'Entfernen',
  },
  codes: {
    title: 'Neue Wiederherstellungscodes',
    text: 'Du bekommst zehn neue. Die früheren gelten danach nicht mehr.',
    button: 'Neue Codes',
  },
};

/** They are shown once: on paper or in a password manager they outlive this page. */
const CodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <Dialog
    open
    title="Deine Wiederherstellungscodes"
    description="Bewahre diese zehn Codes sicher auf. Jeder gilt einmal, wenn dein zweiter Faktor fehlt. Wir zeigen sie nur jetzt."
  >
    <div className="house-form">
      <ul className="house-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
    <DialogActions>
      <Button icon={Copy} onClick={() => copyText(codes.join('\n'))}>
        Kopieren
      </Button>
      <Button variant="primary" onClick={onClose}>
        Ich habe sie notiert
      </Button>
    </DialogActions>
  </Dialog>
);

interface DialogProps {
  which: Asked;
  onCodes(codes: string[]): void;
  onClose(): void;
}

function FactorDialog({ which, onCodes, onClose }: DialogProps) {
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [password, setPassword] = useState('');
  const [offered, setOffered] = useState<Offered | null>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const shown = ({ recovery_codes }: { recovery_codes: string[] }) => onCodes(recovery_codes);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (offered) {
      if (await run(addConsoleFactor, { code }, shown)) onClose();
    } else if (which === 'add') await run(offerConsoleFactor, { password }, setOffered);
    else if (which === 'codes') {
      if (await run(newConsoleRecoveryCodes, { password }, shown)) onClose();
    } else if (await run(removeConsoleFactors, { password })) onClose();
  };
  const passkey = async () => {
    setProblem('');
    try {
      const made = await createPasskey(offered!.passkey);
      if (made && (await run(addConsoleFactor, { passkey: made as never }, shown))) onClose();
    } catch (error) {
      if (!(error instanceof PasskeyFailed)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Dialog open onClose={onClose} title={WORDS[which].title} description={WORDS[which].text}>
      <form className="house-form" onSubmit={submit} noValidate>
        {offered ? (
          <>
            {supportsPasskeys() && (
              <Button block icon={KeyRound} disabled={busy} onClick={() => void passkey()}>
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
              <code className="house-secret">
                {offered.totp.secret.match(/.{1,4}/g)!.join(' ')}
              </code>
            </p>
            <Field label="Code aus deiner App" error={errors.code ?? problem}>
              <Input
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onChange={({ target }) => setCode(target.value)}
              />
            </Field>
          </>
        ) : (
          <Field label="Dein Passwort" error={errors.password}>
            <PasswordInput
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
        )}
        <DialogActions>
          <Button onClick={onClose}>Zurück</Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Einen Moment …">
            {offered ? 'Bestätigen' : WORDS[which].button}
          </Button>
        </DialogActions>
      </form>
      {dialog}
    </Dialog>
  );
}
