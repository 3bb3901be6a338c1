import { openCustomerExport } from '@samtrot/shared/customers/help-contract.ts';
import { formatDateTime, sizeText } from '@samtrot/shared/kernel/format.ts';
import { useState } from 'react';
import './customer.css';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import type { Customer } from './customer.ts';

/** The copy of her data: how far it is, and its download with a reason (BOF-75). */
export function CustomerExport({ of }: { of: Customer }) {
  const [asks, setAsks] = useState(false);
  const copy = of.export;
  if (!copy) return null;
  return (
    <section className="house-panel" aria-labelledby="kopie">
      <h2 id="kopie">Kopie ihrer Daten</h2>
      <div className="house-state house-form" role="status">
        {copy.state === 'failed' && <p>Die Kopie ist nicht gelungen. Lass eine neue machen.</p>}
        {(copy.state === 'waiting' || copy.state === 'running') && (
          <>
            <p>Die Kopie wird gemacht: {copy.percent} %.</p>
            <progress
              className="customer-progress"
              max={100}
              value={copy.percent}
              aria-label="Kopie ihrer Daten"
            />
          </>
        )}
        {copy.state === 'ready' && (
          <>
            <p>
              ZIP, {sizeText(copy.size!)}, bis {formatDateTime(new Date(copy.expires_at!))}
            </p>
            <Button onClick={() => setAsks(true)}>Kopie herunterladen</Button>
          </>
        )}
      </div>
      {asks && (
        <ReasonDialog
          title="Kopie herunterladen"
          description="Die Kopie enthält alles, was sie uns gegeben hat. Bewahre sie nicht länger auf als nötig."
          act="Herunterladen"
          onClose={() => setAsks(false)}
          onAct={(run, reason) =>
            run(openCustomerExport, { account_id: of.account_id, reason }, ({ url }) =>
              location.assign(url),
            )
          }
        />
      )}
    </section>
  );
}
