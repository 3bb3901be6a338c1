import { exportAuditLog, getAuditLog } from '@samtrot/shared/audit/contract.ts';
import { AUDIT_LABELS, AUDIT_SORTS, objectOf, spanProblem } from '@samtrot/shared/audit/rules.ts';
import { figureLines, figureText } from '@samtrot/shared/audit/words.ts';
import type { Output, Params } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { About } from './about.tsx';
import { useHouseTitle, useMe } from './api.ts';
import { Loaded } from './list-state.tsx';
import { PageButtons, usePagedList } from './paged-list.tsx';
import { saveFile } from './save-file.ts';
import { type Column, Table } from './table.tsx';
import { useChange } from './use-change.tsx';
import './page.css';

type Line = Output<typeof getAuditLog>['lines'][number];
type Filter = Omit<Params<typeof getAuditLog>, 'sort' | 'cursor'>;

const KINDS = Object.entries(AUDIT_LABELS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'de-CH'));
const OTHERS = [
  { value: 'system', label: 'System' },
  { value: 'visitor', label: 'Besuch' },
];

const COLUMNS: Column<Line>[] = [
  {
    label: 'Zeit',
    sort: 'at',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(new Date(at))}</time>,
  },
  { label: 'Wer', cell: ({ who }) => who },
  {
    label: 'Was',
    sort: 'kind',
    cell: (line) => (
      <>
        {line.label}
        <Figures of={line} />
      </>
    ),
  },
  { label: 'Worum', cell: (line) => <About of={line} /> },
  { label: 'Warum', cell: ({ reason }) => reason && figureText('reason', reason) },
  { label: 'Recht', cell: ({ right }) => right },
];

/** Who did what to what, by which right and why (BOF-140). */
export function AuditPage() {
  useHouseTitle('Protokoll');
  const { rights } = useMe();
  const [filter, setFilter] = useState<Filter>({});
  const [exporting, setExporting] = useState(false);
  const { query, table, pages } = usePagedList(getAuditLog, filter, AUDIT_SORTS);
  const choose = (changed: Filter) => {
    const all = Object.entries({ ...filter, ...changed }).filter(([, value]) => value);
    setFilter(Object.fromEntries(all));
  };
  const people = (query.data?.people ?? []).map(({ actor, name }) => ({
    value: actor,
    label: name,
  }));
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Protokoll</h1>
        {rights.includes('audit.export') && (
          <Button icon={Download} onClick={() => setExporting(true)}>
            Herunterladen
          </Button>
        )}
      </div>
      <search className="house-filter" aria-label="Protokoll durchsuchen">
        <Field label="Person">
          <Select
            value={filter.actor ?? ''}
            placeholder="Alle"
            options={[...people, ...OTHERS]}
            onChange={({ target }) => choose({ actor: target.value })}
          />
        </Field>
        <Field label="Art">
          <Select
            value={filter.kind ?? ''}
            placeholder="Alle"
            options={KINDS}
            onChange={({ target }) => choose({ kind: target.value as Filter['kind'] })}
          />
        </Field>
        <Field label="Worum" help="Zum Beispiel Inserat 20447">
          <Input
            maxLength={120}
            onBlur={({ target }) => choose({ object: objectOf(target.value) })}
            onKeyDown={({ key, currentTarget }) =>
              key === 'Enter' && choose({ object: objectOf(currentTarget.value) })
            }
          />
        </Field>
        <Field label="Von">
          <Input
            type="date"
            value={filter.from ?? ''}
            onChange={({ target }) => choose({ from: target.value })}
          />
        </Field>
        <Field label="Bis">
          <Input
            type="date"
            value={filter.to ?? ''}
            onChange={({ target }) => choose({ to: target.value })}
          />
        </Field>
      </search>
      <section className="house-panel" aria-label="Zeilen">
        <Loaded query={query}>
          {() =>
            query.data!.lines.length === 0 ? (
              <p className="house-state">Keine Zeilen.</p>
            ) : (
              <Table
                {...table}
                caption={table.order ? 'Protokoll' : 'Protokoll, Neueste zuerst'}
                updates
                rows={query.data!.lines}
                keyOf={({ id }) => id}
                columns={COLUMNS}
              />
            )
          }
        </Loaded>
      </section>
      <PageButtons of={pages} />
      {query.data && <Checkpoint of={query.data.checkpoint} />}
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  );
}

function Figures({ of: { before, after } }: { of: Line }) {
  const lines = figureLines(before, after);
  if (lines.length === 0) return null;
  return (
    <ul className="muted">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const Checkpoint = ({ of }: { of: Output<typeof getAuditLog>['checkpoint'] }) => (
  <p className="muted">
    {of
      ? `Letzter Prüfpunkt ${formatDayTime(new Date(of.at))}, bis Zeile ${of.line}: ${of.hash.slice(0, 16)} …`
      : 'Noch kein Prüfpunkt.'}
  </p>
);

const FORMATS = [
  { value: 'csv', label: 'CSV, für Tabellen' },
  { value: 'jsonl', label: 'JSON, eine Zeile pro Eintrag' },
];

/** The download, which is a line of the log itself (BOF-141). */
function ExportDialog({ onClose }: { onClose: () => void }) {
  const { run, busy, dialog } = useChange();
  const [span, setSpan] = useState({ from: '', to: '' });
  const [format, setFormat] = useState<'csv' | 'jsonl'>('csv');
  const [tried, setTried] = useState(false);
  const problem = spanProblem(span);
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Protokoll herunterladen"
        description="Das Herunterladen steht selbst im Protokoll."
      >
        <form
          className="house-form"
          onSubmit={async (event) => {
            event.preventDefault();
            setTried(true);
            if (problem) return;
            if (await run(exportAuditLog, { ...span, format }, saveFile)) onClose();
          }}
        >
          <Field label="Von">
            <Input
              type="date"
              value={span.from}
              onChange={({ target }) => setSpan({ ...span, from: target.value })}
            />
          </Field>
          <Field label="Bis" {...(tried && problem && { error: problem })}>
            <Input
              type="date"
              value={span.to}
              onChange={({ target }) => setSpan({ ...span, to: target.value })}
            />
          </Field>
          <Field label="Format">
            <Select
              value={format}
              options={FORMATS}
              onChange={({ target }) => setFormat(target.value as 'csv' | 'jsonl')}
            />
          </Field>
          <div className="house-acts">
            <Button type="button" onClick={onClose}>
              Abbrechen
            </Button>
            <Button type="submit" variant="primary" busy={busy} busyLabel="Einen Moment …">
              Herunterladen
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
