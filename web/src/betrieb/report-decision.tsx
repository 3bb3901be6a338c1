import { REASON_IDS, type ReasonId, reasonOf } from '@samtrot/shared/holds/rules.ts';
import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import {
  decisionSentences,
  REPORT_TEXT_MAX,
  REPORT_TEXT_MIN,
} from '@samtrot/shared/reports/rules.ts';
import { decideReport, type report } from '@samtrot/shared/reports/staff-contract.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useMe } from './api.ts';
import { useChange } from './use-change.tsx';

type Read = Output<typeof report>;
const KINDS = ['revise', 'blocked'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  of: Read;
  onDecided: () => void;
}

/** «Begründet» or «Unbegründet», with what reporters and owner read (BOF-61). */
export function ReportDecision({ of: { report: it, hold }, onDecided }: Props) {
  const { rights } = useMe();
  const { run, busy, dialog } = useChange();
  const [pressed, setPressed] = useState(false);
  const [justified, setJustified] = useState<'' | 'yes' | 'no'>('');
  const [chosen, setKind] = useState<Kind | ''>('');
  const [reason, setReason] = useState<ReasonId | ''>('');
  const [release, setRelease] = useState(false);
  const [typedAnswer, setAnswer] = useState<string | null>(null);
  const [typedStatement, setStatement] = useState<string | null>(null);

  const kinds = KINDS.filter((kind) => reason === '' || reasonOf(reason).kinds.includes(kind));
  const kind = chosen !== '' && !kinds.includes(chosen) ? kinds[0]! : chosen;
  const holds = justified === 'yes' && kind !== '';
  const usual = justified === '' ? null : decisionSentences(justified === 'yes', holds || !!hold);
  const answer = typedAnswer ?? usual?.answer ?? '';
  const statement =
    typedStatement ??
    (holds && reason !== '' ? reasonOf(reason).sentence : (usual?.statement ?? ''));
  const short = (text: string) => text.trim().length < REPORT_TEXT_MIN;
  const problem = (text: string) =>
    pressed && short(text) ? `Schreibe mindestens ${REPORT_TEXT_MIN} Zeichen.` : null;

  const decide = async () => {
    setPressed(true);
    if (justified === '' || short(answer) || short(statement) || (holds && reason === '')) return;
    const done = await run(decideReport, {
      number: it.number,
      justified: justified === 'yes',
      answer,
      statement,
      ...(holds &&
        reason !== '' && {
          hold: { kind, reason, ...(hold && { seen_version: hold.version }) },
        }),
      ...(justified === 'no' && hold && { release }),
    });
    if (done) onDecided();
  };
  return (
    <section className="house-panel" aria-labelledby="entscheid">
      <h2 id="entscheid">Entscheid</h2>
      <div className="house-state house-form">
        {hold && <p>Zurzeit: {HOLD_LABELS[hold.kind]}.</p>}
        <Field
          label="Die Meldung ist"
          error={pressed && justified === '' ? 'Wähle einen Entscheid' : null}
        >
          <Select
            value={justified}
            placeholder="Wähle einen Entscheid"
            options={[
              { value: 'yes', label: 'Begründet' },
              { value: 'no', label: 'Unbegründet' },
            ]}
            onChange={({ target }) => setJustified(target.value as typeof justified)}
          />
        </Field>
        {justified === 'yes' && rights.includes('hold.set') && (
          <Field label="Folge">
            <Select
              value={kind}
              options={[
                { value: '', label: hold ? 'Bleibt, wie es ist' : 'Keine, nur der Hinweis' },
                ...kinds.map((value) => ({ value, label: HOLD_LABELS[value] })),
              ]}
              onChange={({ target }) => setKind(target.value as Kind | '')}
            />
          </Field>
        )}
        {holds && (
          <Field label="Grund" error={pressed && reason === '' ? 'Wähle einen Grund' : null}>
            <Select
              value={reason}
              placeholder="Wähle einen Grund"
              options={REASON_IDS.map((value) => ({ value, label: reasonOf(value).label }))}
              onChange={({ target }) => setReason(target.value as ReasonId | '')}
            />
          </Field>
        )}
        {justified === 'no' && hold && rights.includes('hold.release') && (
          <Checkbox checked={release} onChange={({ target: { checked } }) => setRelease(checked)}>
            Gleich freigeben
          </Checkbox>
        )}
        <Field
          label="Antwort an die Meldenden"
          help="Geht an alle, die zu diesem Objekt eine E-Mail angegeben haben."
          counter={{ value: answer.trim().length, max: REPORT_TEXT_MAX }}
          error={problem(answer)}
        >
          <Textarea
            rows={4}
            value={answer}
            maxLength={REPORT_TEXT_MAX}
            onChange={({ target }) => setAnswer(target.value)}
          />
        </Field>
        <Field
          label="Begründung an die Besitzerin"
          counter={{ value: statement.trim().length, max: REPORT_TEXT_MAX }}
          error={problem(statement)}
        >
          <Textarea
            rows={4}
            value={statement}
            maxLength={REPORT_TEXT_MAX}
            onChange={({ target }) => setStatement(target.value)}
          />
        </Field>
        <div className="house-acts">
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Einen Moment …"
            onClick={() => void decide()}
          >
            Entscheiden
          </Button>
        </div>
      </div>
      {dialog}
    </section>
  );
}
