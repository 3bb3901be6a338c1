import { LOOK_DELAY_DAYS, LOOK_DELAYS } from '@samtrot/shared/access/looks.ts';
import { delayCustomerLooks } from '@samtrot/shared/customers/help-contract.ts';
import { formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useMe } from '../api.ts';
import { Choice, ReasonDialog } from '../reason-dialog.tsx';
import type { Customer } from './customer.ts';
import '../page.css';

type Days = (typeof LOOK_DELAYS)[number];
const DAYS = Object.fromEntries(
  LOOK_DELAYS.map((days) => [days, days === '0' ? 'Sofort zeigen' : `${days} Tage`]),
) as Record<Days, string>;

/** Who has looked at her private data, and whether she reads it at once (BOF-76, BOF-77). */
export function CustomerLooks({ of }: { of: Customer }) {
  const { rights } = useMe();
  const [asks, setAsks] = useState(false);
  const { looks, looks_delayed_until: until } = of;
  return (
    <section className="house-panel" aria-labelledby="zugriffe">
      <h2 id="zugriffe">Zugriffe auf ihre Daten</h2>
      <div className="house-state house-form">
        <p className="muted">
          {until
            ? `Neue Zugriffe sieht die Kundin erst ab dem ${formatDate(new Date(until))}.`
            : 'Die Kundin sieht das unter «Kontoprotokoll».'}
        </p>
        {rights.includes('staff.manage') && !of.closed && (
          <Button onClick={() => setAsks(true)}>
            {until ? 'Frist ändern' : 'Neue Zugriffe später zeigen'}
          </Button>
        )}
      </div>
      {looks.length === 0 ? (
        <p className="house-state">Noch keine.</p>
      ) : (
        <ul className="house-list">
          {looks.map(({ at, by, what }) => (
            <li key={`${at} ${by} ${what}`}>
              <p>
                <b>{by}</b> {what} <span className="muted">{formatDateTime(new Date(at))}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {asks && <DelayDialog of={of} onClose={() => setAsks(false)} />}
    </section>
  );
}

function DelayDialog({ of, onClose }: { of: Customer; onClose: () => void }) {
  const [days, setDays] = useState<Days>('30');
  const ids = LOOK_DELAYS.filter((id) => id !== '0' || of.looks_delayed_until !== null);
  return (
    <ReasonDialog
      title="Neue Zugriffe später zeigen"
      description={`Für eine offene Meldung oder die Polizei, höchstens ${LOOK_DELAY_DAYS} Tage. Was die Kundin schon sieht, bleibt.`}
      act="Festlegen"
      help="Er steht im Protokoll. Nach der Frist steht er auch in der Kopie ihrer Daten."
      onClose={onClose}
      onAct={(run, reason) =>
        run(delayCustomerLooks, { account_id: of.account_id, days: Number(days), reason })
      }
    >
      <Choice label="Wie lange" value={days} ids={ids} labels={DAYS} onChange={setDays} />
    </ReasonDialog>
  );
}
