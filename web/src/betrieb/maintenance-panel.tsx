import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { maintenanceText } from '@samtrot/shared/notices/maintenance-rules.ts';
import {
  endMaintenance,
  getMaintenance,
  setMaintenance,
} from '@samtrot/shared/notices/staff-contract.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useList } from './api.ts';
import { Loaded } from './list-state.tsx';
import { MomentField, shownMoment, wireMoment } from './moment-field.tsx';
import { useChange } from './use-change.tsx';

/** Whether the portal is in maintenance, and the switch of it (BOF-132). */
export function MaintenancePanel() {
  const query = useList(getMaintenance, {});
  const { run, busy, dialog } = useChange();
  const [asking, setAsking] = useState(false);
  const of = query.data?.maintenance;
  return (
    <section className="house-panel" aria-labelledby="h-wartung">
      <h2 id="h-wartung">Wartung</h2>
      <div className="house-state house-text">
        <Loaded query={query}>
          {() => (
            <>
              <p>
                {of
                  ? `${of.lasts ? 'Wartung seit' : 'Geplant ab'} ${formatDateTime(new Date(of.from))}, bis ${formatDateTime(new Date(of.until))}${of.set_by ? `, von ${of.set_by}` : ''}.`
                  : 'Keine Wartung.'}
              </p>
              <div className="house-acts">
                <Button onClick={() => setAsking(true)}>
                  {of ? 'Ändern' : 'Wartung einstellen'}
                </Button>
                {of && (
                  <Button busy={busy} onClick={() => void run(endMaintenance, {})}>
                    {of.lasts ? 'Beenden' : 'Absagen'}
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </div>
      {asking && <Times onClose={() => setAsking(false)} />}
      {dialog}
    </section>
  );
}

function Times({ onClose }: { onClose: () => void }) {
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState(() => shownMoment(new Date(Date.now() + HOUR_MS)));
  const end = wireMoment(until);
  return (
    <>
      <ConfirmDialog
        open
        title="Wartung einstellen?"
        description="Ansehen, Anmelden, Meldungen und «Überall offline» gehen weiter. Alles andere wartet."
        safe="Zurück"
        act="Einstellen"
        busy={busy}
        busyLabel="Einen Moment …"
        actDisabled={!end}
        onClose={onClose}
        onAct={async () => {
          const start = wireMoment(from);
          if (await run(setMaintenance, { until: end!, ...(start && { from: start }) })) onClose();
        }}
      >
        <div className="house-form">
          <MomentField
            label="Von"
            optional
            value={from}
            help="Leer: ab sofort."
            error={errors.from}
            onChange={setFrom}
          />
          <MomentField label="Bis" value={until} error={errors.until} onChange={setUntil} />
          {end && <p className="muted">{maintenanceText(new Date(end), new Date())}</p>}
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
