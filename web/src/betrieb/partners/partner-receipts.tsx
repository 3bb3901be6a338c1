import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../save-file.ts';
import { useChange } from '../use-change.tsx';
import { useDesk } from './partner-desk.tsx';
import '../page.css';

const KINDS = { inserat: 'Inserat', club: 'Club', banner: 'Banner' } as const;

/** Take-downs of 30 days with delivery and confirmation (BOF-123). */
export function PartnerReceipts() {
  const { calls, of } = useDesk();
  const { run, busy, dialog } = useChange();
  const { all, in_time, later, open, waiting } = of.receipts;
  const facts: [string, number][] = [
    ['Abgeschaltet, 30 Tage', all],
    ['Bestätigt innert 60 Sek.', in_time],
    ['Später bestätigt', later],
    ['Offen', open],
  ];
  return (
    <section className="house-panel" aria-labelledby="quittungen">
      <h2 id="quittungen">Quittungen</h2>
      <dl className="house-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {waiting.length > 0 && (
        <ul className="house-list" aria-label="Offene Quittungen">
          {waiting.map(({ kind, public_id, at, link }) => (
            <li key={`${kind} ${public_id} ${at}`}>
              <p>
                {KINDS[kind]} <code>{public_id?.slice(0, 8) ?? 'gelöscht'}</code>
              </p>
              <p className="sm muted">abgeschaltet {formatDayTime(new Date(at))}</p>
              {link && (
                <a
                  className="link"
                  href={link}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`Auf der Webseite ansehen: ${KINDS[kind]} ${public_id!.slice(0, 8)}`}
                >
                  Auf der Webseite ansehen
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="house-state">
        <Button
          size="sm"
          icon={Download}
          busy={busy}
          aria-label="Quittungen als CSV herunterladen"
          onClick={() =>
            void run(calls.exportPartnerReceipts, { website_id: of.website_id }, saveFile)
          }
        >
          CSV
        </Button>
      </div>
      {dialog}
    </section>
  );
}
