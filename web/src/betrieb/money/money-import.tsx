import { pluralText } from '@samtrot/shared/kernel/format.ts';
import { importStatement, importStatus } from '@samtrot/shared/money-desk/contract.ts';
import {
  STATEMENT_MAX_BYTES,
  STATEMENT_TOO_LARGE,
} from '@samtrot/shared/money-desk/import-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { listOf } from '../api.ts';
import { useChange } from '../use-change.tsx';
import './money.css';

interface Dropped {
  key: string;
  name: string;
  /** What became of it. */
  state:
    | { is: 'reading' }
    | { is: 'read'; job: number; known: boolean }
    | { is: 'bad'; why: string };
}

const PROGRESS_EVERY_MS = 1_000;

/** The bytes of a file as base64. */
const contentOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.readAsDataURL(file);
  });

/** «Bank einlesen»: files dropped or chosen, each with its progress (BOF-100). */
export function MoneyImport() {
  const { run, dialog } = useChange();
  const [files, setFiles] = useState<Dropped[]>([]);
  const [over, setOver] = useState(false);
  const become = (key: string, state: Dropped['state']) =>
    setFiles((known) => known.map((one) => (one.key === key ? { ...one, state } : one)));

  const read = async (chosen: readonly File[]) => {
    const added = chosen.map((file) => ({ file, key: crypto.randomUUID(), name: file.name }));
    setFiles((known) => [
      ...added.map(({ key, name }): Dropped => ({ key, name, state: { is: 'reading' } })),
      ...known,
    ]);
    // One after the other: each has its own answer.
    for (const { file, key } of added) {
      if (file.size > STATEMENT_MAX_BYTES) {
        become(key, { is: 'bad', why: STATEMENT_TOO_LARGE });
        continue;
      }
      const content = await contentOf(file);
      await run(
        importStatement,
        { content },
        ({ job_id, known }) => become(key, { is: 'read', job: job_id, known }),
        ({ fields, message }) => {
          become(key, { is: 'bad', why: fields.content ?? message });
          return true;
        },
      );
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read([...event.dataTransfer.files]);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void read([...(target.files ?? [])]);
    target.value = '';
  };
  return (
    <section className="house-panel" aria-labelledby="bank">
      <h2 id="bank">Bank einlesen</h2>
      <div className="money-way house-form">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen by the button in it */}
        <div
          className="money-drop"
          data-over={over}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <FileUp className="i" aria-hidden />
          <label>
            Dateien hierher ziehen oder <span className="link">auswählen</span>
            <input
              type="file"
              className="sr"
              accept=".xml,text/xml,application/xml"
              multiple
              onChange={choose}
            />
          </label>
        </div>
        <p className="muted">camt.053 oder camt.054, bis 50 MB je Datei</p>
        {files.length > 0 && (
          <ul className="house-list" aria-label="Gelesene Dateien" aria-live="polite">
            {files.map(({ key, name, state }) => (
              <li key={key}>
                <b>{name}</b>
                {state.is === 'reading' && <span className="muted">Wird gelesen …</span>}
                {state.is === 'bad' && (
                  <>
                    <Badge tone="danger">Nicht gelesen, nichts geändert</Badge>
                    <span className="muted">{state.why}</span>
                  </>
                )}
                {state.is === 'read' && <Progress job={state.job} known={state.known} />}
              </li>
            ))}
          </ul>
        )}
      </div>
      {dialog}
    </section>
  );
}

function Progress({ job, known }: { job: number; known: boolean }) {
  const query = useQuery({
    ...listOf(importStatus, { job_id: String(job) }),
    // A person waits for it; once all is done nothing changes any more.
    refetchInterval: ({ state: { data } }) =>
      data && data.done === data.added ? false : PROGRESS_EVERY_MS,
  });
  const of = query.data;
  if (!of) return <span className="muted">{query.error?.message ?? 'Wird gelesen …'}</span>;
  const { added, done, movements, credited, refunds, cases } = of;
  return (
    <>
      {done < added && (
        <progress max={added} value={done} aria-label="Verarbeitet">
          {done} von {added}
        </progress>
      )}
      <span className="muted">
        {known ? 'Schon gelesen. ' : ''}
        {done < added ? `${done} von ${added} verarbeitet, ` : ''}
        {pluralText(movements, 'Buchung', 'Buchungen')}, {added} neu, {movements - added} schon
        bekannt, {credited} gutgeschrieben, {pluralText(refunds, 'Rückzahlung', 'Rückzahlungen')},{' '}
        {pluralText(cases, 'Fall', 'Fälle')}
        {of.without_parts > 0 &&
          `, ${pluralText(of.without_parts, 'Sammelbuchung', 'Sammelbuchungen')} ohne Einzelheiten: bitte auch das camt.054 dazu`}
      </span>
    </>
  );
}
