import { contentProblems, problemKey } from '@samtrot/shared/catalogue/list-rules.ts';
import {
  contentOf,
  LISTS,
  type ListField,
  type ListRow,
  MOST_COLUMNS,
  rowsOf,
} from '@samtrot/shared/catalogue/shape-rules.ts';
import {
  requestCatalogue,
  saveCatalogue,
  transferCatalogue,
} from '@samtrot/shared/catalogue/staff-contract.ts';
import { ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field, FieldGroup } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { type Column, Table } from '../table.tsx';
import { useChange } from '../use-change.tsx';
import { CatalogueSubmit } from './catalogue-submit.tsx';
import { baseOf, type Catalogue, shownValue, type Version } from './catalogue-table.tsx';

interface Props {
  list: Catalogue['list'];
  of: Version;
  all: readonly Version[];
}

/** Digits become a number; everything else stays as it was typed, for the rules to refuse. */
const typedValue = (text: string): unknown =>
  /^[-−]?\d{1,15}$/.test(text.trim()) ? Number(text.trim().replace('−', '-')) : text;

/** A draft in its fields; what was typed stays until it is saved (BOF-109, BOF-116). */
export function CatalogueDraft({ list, of, all }: Props) {
  const { label, fields, noun, rows: fixed, lasting } = LISTS[list];
  const base = baseOf(of, all);
  const [rows, setRows] = useState(() => rowsOf(list, of.content));
  const [seen, setSeen] = useState(of.saved);
  const [kept, setKept] = useState(() => JSON.stringify(contentOf(list, rows)));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [submitting, setSubmitting] = useState(false);
  const { run, busy, dialog } = useChange();
  const content = contentOf(list, rows);
  const changed = JSON.stringify(content) !== kept;
  const elsewhere = of.saved > seen;

  const reload = () => {
    const now = rowsOf(list, of.content);
    setRows(now);
    setSeen(of.saved);
    setKept(JSON.stringify(contentOf(list, now)));
    setProblems({});
  };
  // Nothing was typed here: what was saved elsewhere is shown at once.
  if (elsewhere && !changed && !busy) reload();
  const focusFirst = (found: Record<string, string>) => {
    setProblems(found);
    requestAnimationFrame(() => {
      const first = document.querySelector<HTMLElement>('.catalogue-draft [aria-invalid=true]');
      first?.closest('details')?.setAttribute('open', '');
      first?.focus();
    });
  };
  const save = async (): Promise<boolean> => {
    const found = contentProblems(list, content);
    if (Object.keys(found).length > 0) {
      focusFirst(found);
      return false;
    }
    return run(
      saveCatalogue,
      { version_id: of.version_id, seen, content },
      ({ saved }) => {
        setSeen(saved);
        setKept(JSON.stringify(content));
        setProblems({});
      },
      (error) => {
        if (Object.keys(error.fields).length === 0) return false;
        focusFirst(error.fields);
        return true;
      },
    );
  };
  const setValue = (at: number, field: ListField, value: unknown) => {
    setRows(
      rows.map((row, n) =>
        n === at ? { ...row, values: { ...row.values, [field.name]: value } } : row,
      ),
    );
    const key = problemKey(list, { row: rows[at]!, at, field: field.name });
    if (key in problems) setProblems({ ...problems, [key]: '' });
  };
  const add = () => {
    const used = all
      .flatMap((one) => rowsOf(list, one.content))
      .concat(rows)
      .map(({ id }) => Number(id));
    const id = Math.max(0, ...used) + 1;
    const values = Object.fromEntries(
      fields.map(({ name, kind }) => [name, kind === 'flag' || '']),
    );
    setRows([...rows, { id: String(id), label: `${noun} ${id}`, values }]);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.catalogue-draft tbody tr:last-child input')?.focus(),
    );
  };
  const cellOf = (row: ListRow, at: number, field: ListField) => ({
    field,
    value: row.values[field.name],
    error: problems[problemKey(list, { row, at, field: field.name })],
    onChange: (value: unknown) => setValue(at, field, value),
  });
  const was = new Map(base && rowsOf(list, base.content).map((row) => [row.id, row]));
  const columns: Column<ListRow>[] = [
    { label: noun, names: true, cell: (row) => row.label },
    ...(fields.length === 1 && base
      ? [
          {
            label: base.state === 'valid' ? 'Jetzt' : 'Vorher',
            number: fields[0]!.kind === 'whole',
            cell: ({ id }: ListRow) => shownValue(was.get(id)?.values[fields[0]!.name], fields[0]!),
          },
        ]
      : []),
    ...fields.map(
      (field): Column<ListRow> => ({
        label: fields.length === 1 ? 'Neu' : field.label,
        cell: (row) => {
          const at = rows.indexOf(row);
          return <Cell {...cellOf(row, at, field)} label={`${row.label}, ${field.label}`} />;
        },
      }),
    ),
    ...(fixed
      ? []
      : [
          {
            label: 'Entfernen',
            silent: true as const,
            cell: (row: ListRow) =>
              lasting && was.has(row.id) ? null : (
                <IconButton
                  icon={Trash2}
                  label={`${row.label} entfernen`}
                  onClick={() => {
                    setProblems({});
                    setRows(rows.filter((one) => one !== row));
                  }}
                />
              ),
          },
        ]),
  ];
  return (
    <>
      {of.retired && (
        <Alert
          tone="warning"
          action={
            <Button
              busy={busy}
              disabled={changed}
              onClick={() => run(transferCatalogue, { version_id: of.version_id, seen })}
            >
              Auf neue Fassung übertragen
            </Button>
          }
        >
          Es gibt schon eine neuere Fassung. Was du geändert hast, kommt auf sie, alles andere ist
          wie dort.
        </Alert>
      )}
      {elsewhere && changed && (
        <Alert tone="warning" live action={<Button onClick={reload}>Neue Fassung ansehen</Button>}>
          Das wurde inzwischen geändert. Was du getippt hast, ist nicht gespeichert.
        </Alert>
      )}
      <section className="house-panel catalogue-draft" aria-labelledby="fassung">
        <h2 id="fassung">
          {label}, Fassung {of.number}{' '}
          {base && <small className="muted">Entwurf aus Fassung {base.number}</small>}
        </h2>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void save();
          }}
        >
          {fields.length > MOST_COLUMNS ? (
            rows.map((row, at) => (
              <details key={row.id} className="catalogue-entry">
                <summary className="house-summary">
                  <ChevronRight className="i" aria-hidden />
                  {row.label}
                </summary>
                <div className="house-form">
                  {fields.map((field) => (
                    <EntryField key={field.name} {...cellOf(row, at, field)} label={field.label} />
                  ))}
                </div>
              </details>
            ))
          ) : (
            <Table
              caption={`${label}, Fassung ${of.number}`}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )}
          {problems.content && (
            <p className="house-state bad" role="alert">
              {problems.content}
            </p>
          )}
          <div className="house-acts catalogue-acts">
            {!fixed && (
              <Button icon={Plus} onClick={add}>
                {noun}
              </Button>
            )}
            <Button type="submit" busy={busy} disabled={!changed}>
              Speichern
            </Button>
            <Button
              variant="primary"
              disabled={busy || of.retired}
              onClick={async () => {
                if (!changed || (await save())) setSubmitting(true);
              }}
            >
              Vorlegen
            </Button>
          </div>
        </form>
      </section>
      {submitting && (
        <CatalogueSubmit
          of={of}
          seen={seen}
          request={requestCatalogue}
          onClose={() => setSubmitting(false)}
        />
      )}
      {dialog}
    </>
  );
}

interface CellProps {
  field: ListField;
  label: string;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

const Cell = ({ field: { kind }, label, value, error, onChange }: CellProps) =>
  kind === 'flag' ? (
    <span className="catalogue-flag">
      <Switch
        aria-label={label}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    </span>
  ) : (
    <Field label={label} error={error} className="catalogue-cell">
      <Input
        inputMode={kind === 'whole' ? 'numeric' : 'text'}
        autoComplete="off"
        value={String(value ?? '')}
        onChange={({ target }) =>
          onChange(kind === 'whole' ? typedValue(target.value) : target.value)
        }
      />
    </Field>
  );

/** A field of an entry that has many. */
function EntryField({ field, label, value, error, onChange }: CellProps) {
  const { kind, options = {}, optional = false } = field;
  if (kind === 'flag')
    return (
      <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)}>
        {label}
      </Checkbox>
    );
  if (kind === 'choices') {
    const chosen: unknown[] = Array.isArray(value) ? value : [];
    return (
      <FieldGroup label={label} error={error}>
        <div className="house-acts">
          {Object.entries(options).map(([id, words]) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target: { checked } }) =>
                onChange(
                  Object.keys(options).filter((one) =>
                    one === id ? checked : chosen.includes(one),
                  ),
                )
              }
            >
              {words}
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
    );
  }
  return (
    <Field label={label} error={error} optional={optional}>
      {optional ? (
        <Textarea
          rows={2}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input
          autoComplete="off"
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
