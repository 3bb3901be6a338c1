import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../save-file.ts';
import { useChange } from '../use-change.tsx';
import { useDesk } from './partner-desk.tsx';
import '../page.css';

/** Take-downs of 30 days with delivery and confirmation (BOF-123). */
export function PartnerReceipts() {
  const { calls, of } = useDesk();
  const { run, busy, dialog } = useChange();
  const { all, in_time, later, open } = of.receipts;
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
