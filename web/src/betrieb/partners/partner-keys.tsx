import { formatDate, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { KEYS_MAX } from '@samtrot/shared/partners/desk-rules.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useChange } from '../use-change.tsx';
import { useDesk, type Website } from './partner-desk.tsx';
import { OnceDialog } from './partner-once.tsx';
import '../page.css';

type Key = Website['keys'][number];
const nameOf = ({ name, hint }: Key) => name || hint;

/** The keys of a website: several side by side, each shown once (BOF-119). */
export function PartnerKeys() {
  const { calls, of, mayKeys } = useDesk();
  const { run, busy, dialog } = useChange();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const { website_id } = of;
  return (
    <section className="house-panel" aria-labelledby="schluessel">
      <h2 id="schluessel">Schlüssel</h2>
      {of.keys.length === 0 ? (
        <p className="house-state">Kein Schlüssel. Die Webseite bekommt nichts.</p>
      ) : (
        <ul className="house-list">
          {of.keys.map((key) => (
            <li key={key.key_id}>
              <div>
                <b>{nameOf(key)}</b>
                <p className="muted">
                  <code>{key.hint}…</code>{' '}
                  {key.last_used_at
                    ? `zuletzt ${formatDayTime(new Date(key.last_used_at))}`
                    : 'noch nie gebraucht'}
                  {key.ends_at && `, endet am ${formatDate(new Date(key.ends_at))}`}
                </p>
              </div>
              {mayKeys && (
                <div className="house-acts">
                  <Button
                    size="sm"
                    disabled={busy}
                    aria-label={`Zurückziehen: ${nameOf(key)}`}
                    onClick={() => setRevoking(key)}
                  >
                    Zurückziehen
                  </Button>
                  <Button
                    size="sm"
                    disabled={busy}
                    aria-label={`${key.ends_at ? 'Ohne Ende' : 'In 30 Tagen enden'}: ${nameOf(key)}`}
                    onClick={() =>
                      void run(calls.endPartnerKey, {
                        website_id,
                        key_id: key.key_id,
                        ends: key.ends_at === null,
                      })
                    }
                  >
                    {key.ends_at ? 'Ohne Ende' : 'In 30 Tagen enden'}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayKeys && of.keys.length < KEYS_MAX && (
        <div className="house-state">
          <Button size="sm" icon={KeyRound} onClick={() => setMaking(true)}>
            Neuer Schlüssel
          </Button>
        </div>
      )}
      {making && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMade(key);
            setMaking(false);
          }}
        />
      )}
      {revoking && (
        <ConfirmDialog
          open
          title={`Schlüssel «${nameOf(revoking)}» zurückziehen?`}
          description={
            of.keys.length === 1
              ? 'Es ist der einzige. Die Webseite bekommt innert 3 Sekunden nichts mehr und entfernt, was sie hat.'
              : 'Wer ihn noch braucht, bekommt innert 3 Sekunden nichts mehr.'
          }
          safe="Behalten"
          act="Zurückziehen"
          danger
          busy={busy}
          onClose={() => setRevoking(null)}
          onAct={async () => {
            const { key_id } = revoking;
            if (await run(calls.revokePartnerKey, { website_id, key_id })) setRevoking(null);
          }}
        />
      )}
      {made !== null && (
        <OnceDialog title="Neuer Schlüssel" text={made} onClose={() => setMade(null)} />
      )}
      {dialog}
    </section>
  );
}

function NewKey({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const { calls, of } = useDesk();
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [name, setName] = useState('');
  return (
    <>
      <ConfirmDialog
        open
        title="Wofür ist der Schlüssel?"
        description="Die anderen gelten weiter, damit die Webseite ohne Unterbruch wechselt."
        safe="Zurück"
        act="Schlüssel machen"
        busy={busy}
        onClose={onClose}
        onAct={() =>
          void run(calls.issuePartnerKey, { website_id: of.website_id, name }, ({ key }) =>
            onMade(key),
          )
        }
      >
        <div className="house-form">
          <Field label="Name" help="Zum Beispiel «Server 2026»" error={errors.name}>
            <Input
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
