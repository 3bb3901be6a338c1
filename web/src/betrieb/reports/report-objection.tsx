import {
  OBJECTING_SIDES,
  REPORT_TEXT_MAX,
  REPORT_TEXT_MIN,
} from '@samtrot/shared/reports/rules.ts';
import { objectReport } from '@samtrot/shared/reports/staff-contract.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { Choice } from '../reason-dialog.tsx';
import { useChange } from '../use-change.tsx';

type Side = (typeof OBJECTING_SIDES)[number];
export const SIDE_LABELS: Record<Side, string> = {
  reporter: 'Absender der Meldung',
  owner: 'Die Besitzerin',
};

/** Enters that one side does not agree: another person then looks again. */
export function ReportObjection({ number }: { number: string }) {
  const { run, busy, dialog } = useChange();
  const [by, setBy] = useState<Side>('reporter');
  const [message, setMessage] = useState('');
  const short = message.trim().length < REPORT_TEXT_MIN;
  return (
    <section className="house-panel" aria-labelledby="zweiter-blick">
      <h2 id="zweiter-blick">Nicht einverstanden?</h2>
      <div className="house-state house-form">
        <p className="muted">
          Hat jemand auf unsere Mail geantwortet, entscheidet eine andere Person nochmals, einmal.
        </p>
        <Choice
          label="Wer"
          value={by}
          ids={OBJECTING_SIDES}
          labels={SIDE_LABELS}
          onChange={setBy}
        />
        <Field label="Was sie schreibt" help={`Mindestens ${REPORT_TEXT_MIN} Zeichen.`}>
          <Textarea
            rows={3}
            value={message}
            maxLength={REPORT_TEXT_MAX}
            onChange={({ target }) => setMessage(target.value)}
          />
        </Field>
        <div className="house-acts">
          <Button
            busy={busy}
            busyLabel="Einen Moment …"
            disabled={short}
            onClick={() => void run(objectReport, { number, by, message })}
          >
            Nochmals prüfen lassen
          </Button>
        </div>
      </div>
      {dialog}
    </section>
  );
}
