import { monthAfter } from '@samtrot/shared/bookkeeping/rules.ts';
import { monthName } from '@samtrot/shared/documents/rules.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { reportRegister } from '@samtrot/shared/reports/staff-contract.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useHouseTitle, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { HouseNotFound } from '../not-found.tsx';
import { saveFile } from '../save-file.ts';
import { useChange } from '../use-change.tsx';
import '../inbox/thread.css';
import '../page.css';

/** Decided reports are kept for two years unless the house keeps them longer. */
const MONTHS = 36;

/** The reports of a month as a file, without personal data (BOF-67). */
export function RegisterPage() {
  useHouseTitle('Register');
  return useMe().rights.includes('report.export') ? <Register /> : <HouseNotFound />;
}

function Register() {
  const months = Array.from({ length: MONTHS }, (_, n) =>
    monthAfter(localDate(new Date()).slice(0, 7), -n),
  );
  const [month, setMonth] = useState(months[0]!);
  const { run, busy, dialog } = useChange();
  const save = () =>
    void run(reportRegister, { month }, ({ name, csv }) => saveFile({ name, text: csv }));
  return (
    <>
      <p>
        <HouseLink to="/meldungen" className="inbox-link">
          Alle Meldungen
        </HouseLink>
      </p>
      <h1 className="h1">Register</h1>
      <section className="house-panel" aria-label="Register eines Monats">
        <div className="house-state house-form">
          <p className="muted">
            Jede Meldung des Monats mit Eingang, Grund, erstem Blick, Entscheid und ob die Frist
            eingehalten ist, dazu Stichproben, die anders entschieden wurden. Ohne Angaben zu
            Personen.
          </p>
          <Field label="Monat">
            <Select
              value={month}
              options={months.map((value) => ({ value, label: monthName(value) }))}
              onChange={({ target }) => setMonth(target.value)}
            />
          </Field>
          <div className="house-acts">
            <Button
              variant="primary"
              icon={Download}
              busy={busy}
              busyLabel="Einen Moment …"
              onClick={save}
            >
              CSV herunterladen
            </Button>
          </div>
        </div>
      </section>
      {dialog}
    </>
  );
}
