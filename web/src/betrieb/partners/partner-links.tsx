import { LINK_ID } from '@samtrot/shared/partners/rules.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useChange } from '../use-change.tsx';
import { useDesk } from './partner-desk.tsx';
import '../page.css';

type Kind = 'inserat' | 'club';
const LABELS: Record<Kind, string> = { inserat: 'Inserat', club: 'Club' };

/** Where one ad and one club stand on the website (BOF-121). */
export function PartnerLinks() {
  const { of, mayManage } = useDesk();
  const [changing, setChanging] = useState<Kind | null>(null);
  return (
    <section className="house-panel" aria-labelledby="links">
      <h2 id="links">Links</h2>
      <dl className="house-facts">
        {(['inserat', 'club'] as const).map((kind) => (
          <div key={kind}>
            <dt>{LABELS[kind]}</dt>
            <dd>
              {of.links[kind] ?? 'nicht bekannt'}{' '}
              {mayManage && (
                <Button
                  size="sm"
                  aria-label={`Link ändern: ${LABELS[kind]}`}
                  onClick={() => setChanging(kind)}
                >
                  Ändern
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {changing && <LinkDialog kind={changing} onClose={() => setChanging(null)} />}
    </section>
  );
}

function LinkDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { calls, of } = useDesk();
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [link, setLink] = useState(of.links[kind] ?? '');
  const { website_id } = of;
  return (
    <>
      <ConfirmDialog
        open
        title={`Wo steht ein ${LABELS[kind]}?`}
        description={`Das Portal ruft die Adresse mit einem ${LABELS[kind]} auf, bevor es sie speichert. Leer entfernt sie.`}
        safe="Zurück"
        act="Prüfen und speichern"
        busy={busy}
        busyLabel="Wird geprüft …"
        onClose={onClose}
        onAct={async () => {
          const wanted = { website_id, kind, link: link.trim() || null };
          if (await run(calls.setPartnerLink, wanted)) onClose();
        }}
      >
        <div className="house-form">
          <Field
            label="Adresse"
            help={`Mit ${LINK_ID}, wo die Nummer steht: ${of.url}/${kind}/${LINK_ID}`}
            error={errors.link}
          >
            <Input
              value={link}
              inputMode="url"
              maxLength={500}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setLink(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
