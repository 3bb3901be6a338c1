import { newRecoveryCodes } from '@samtrot/shared/access/factor-contract.ts';
import { FEW_RECOVERY_CODES, recoveryCodesText } from '@samtrot/shared/access/factor-rules.ts';
import { Copy, Download, ListChecks, Printer } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Factors } from './passkeys.tsx';
import { useReauthentication } from './use-reauthentication.tsx';
import './factors.css';
import './lines.css';

interface Props {
  factors: Factors;
  onChanged: () => unknown;
}

/** How many recovery codes are left, and new ones (ACC-32, EXP-81). Nothing without a factor. */
export function RecoveryCodes({ factors, onChanged }: Props) {
  const { factor, passkeys, recovery_codes_left: left } = factors;
  const { run, question } = useReauthentication({
    kind: 'recovery_codes',
    hasPasskey: passkeys.length > 0,
  });
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  if (!factor) return null;
  const renew = () =>
    run(async () => {
      setCodes((await call(newRecoveryCodes, {})).recovery_codes);
      onChanged();
    });
  return (
    <>
      <li id="recovery-codes">
        <ListChecks className="i muted" aria-hidden />
        <span>
          <b className="strong">Wiederherstellungscodes</b>
          <small className="note num">{recoveryCodesText(left)}</small>
          {left <= FEW_RECOVERY_CODES && (
            <small className="note is-warning">
              {left === 0
                ? 'Du hast keinen Code mehr. Hole dir neue, bevor du sie brauchst.'
                : 'Es sind nicht mehr viele. Hole dir neue, bevor sie ausgehen.'}
            </small>
          )}
        </span>
        <Button size="sm" onClick={() => setAsking(true)}>
          Neue Codes
        </Button>
      </li>
      <ConfirmDialog
        open={asking}
        title="Neue Codes holen?"
        description="Die alten Codes gelten danach nicht mehr."
        safe="Behalten"
        act="Neue Codes holen"
        onAct={() => {
          setAsking(false);
          void renew();
        }}
        onClose={() => setAsking(false)}
      />
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {question}
    </>
  );
}

/** The codes, shown once. It closes only by its button, so that nobody loses them by a slip. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Die Codes sind kopiert.');
    } catch {
      toast.error('Kopieren ist hier nicht möglich. Bitte markiere den Text.');
    }
  };
  const save = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    // A file name that says nothing to others.
    const link = Object.assign(document.createElement('a'), { href: url, download: 'codes.txt' });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Dialog
      open
      title="Deine Wiederherstellungscodes"
      description="Wir zeigen sie nur jetzt. Bewahre sie auf, wo nur du hinkommst."
    >
      <ul className="well stack-tight above-4 recovery-list num" aria-label="Codes">
        {codes.map((code) => (
          <li key={code}>
            <code className="strong">{code}</code>
          </li>
        ))}
      </ul>
      <div className="row wrap above-3">
        <Button icon={Copy} onClick={copy}>
          Kopieren
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          Drucken
        </Button>
        <Button icon={Download} onClick={save}>
          Als Datei
        </Button>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Ich habe sie aufbewahrt
        </Button>
      </DialogActions>
    </Dialog>
  );
}
