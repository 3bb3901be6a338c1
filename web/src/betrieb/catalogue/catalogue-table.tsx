import {
  flatValue,
  LISTS,
  type ListField,
  type ListRow,
  MOST_COLUMNS,
  rowsOf,
  valueText,
} from '@samtrot/shared/catalogue/shape-rules.ts';
import type { getCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDecimal, formatNumber, shortDay } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { type Column, Table } from '../table.tsx';

export type Catalogue = Output<typeof getCatalogue>;
export type Version = Catalogue['versions'][number];

interface Props {
  list: Catalogue['list'];
  of: Version;
  all: readonly Version[];
}

interface Compared {
  row: ListRow;
  /** The same entry of the version it was drafted from. */
  before: ListRow | undefined;
  gone?: true;
}

/** The version that another was drafted from. */
export const baseOf = (of: Version, all: readonly Version[]): Version | undefined =>
  all.find(({ number }) => number === of.based_on);

/** A value as people read it. */
export function shownValue(value: unknown, field: ListField): string {
  if (value === undefined) return '–';
  return typeof value === 'number' ? formatNumber(value) : valueText(flatValue(field, value));
}

/** A version beside the one it was drafted from. */
export function CatalogueTable({ list, of, all }: Props) {
  const { label, fields, noun } = LISTS[list];
  const base = baseOf(of, all);
  const was = new Map(base && rowsOf(list, base.content).map((row) => [row.id, row]));
  const is = rowsOf(list, of.content);
  const kept = new Set(is.map(({ id }) => id));
  const rows: Compared[] = [
    ...is.map((row) => ({ row, before: was.get(row.id) })),
    ...[...was.values()]
      .filter(({ id }) => !kept.has(id))
      .map((row): Compared => ({ row, before: row, gone: true })),
  ];
  return (
    <section className="house-panel" aria-labelledby="fassung">
      <h2 id="fassung">
        {label}, Fassung {of.number}{' '}
        {base && <small className="muted">verglichen mit Fassung {base.number}</small>}
      </h2>
      {fields.length > MOST_COLUMNS ? (
        rows.map((one) => (
          <Entry key={one.row.id} of={one} fields={fields} compared={base !== undefined} />
        ))
      ) : (
        <Table
          caption={`${label}, Fassung ${of.number}`}
          rows={rows}
          keyOf={({ row }) => row.id}
          columns={[
            {
              label: noun,
              names: true,
              sortBy: ({ row }) => row.label,
              cell: ({ row }) => row.label,
            },
            ...(fields.length === 1
              ? single(fields[0]!, of, base)
              : fields.map((field) => several(field, base !== undefined))),
          ]}
        />
      )}
    </section>
  );
}

/**
 * An entry with many fields: its name and first sentence, the rest when it is opened; what changed
 * is open.
 */
function Entry({
  of,
  fields,
  compared,
}: {
  of: Compared;
  fields: readonly ListField[];
  compared: boolean;
}) {
  const { row, before, gone } = of;
  const shown = (one: ListRow) => fields.map((field) => shownValue(one.values[field.name], field));
  const changed = compared && String(before && shown(before)) !== String(shown(row));
  return (
    <details className="catalogue-entry" open={changed || gone}>
      <summary className="house-summary">
        <ChevronRight className="i" aria-hidden />
        <span>
          {row.label} <small className="muted">{String(row.values[fields[1]!.name] ?? '')}</small>
        </span>
      </summary>
      <dl>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>{several(field, compared).cell(of)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const columnOf = ({ state, valid_from }: Version): string => {
  if (state === 'valid') return 'Jetzt';
  return valid_from && state !== 'replaced' && state !== 'declined'
    ? `Ab ${shortDay(localDate(new Date(valid_from)))}`
    : 'Danach';
};

/** Before, after, difference. */
function single(field: ListField, of: Version, base: Version | undefined): Column<Compared>[] {
  const number = field.kind === 'whole';
  const after: Column<Compared> = {
    label: columnOf(of),
    number,
    cell: ({ row, before, gone }) => {
      if (gone) return '–';
      const text = shownValue(row.values[field.name], field);
      return base && before?.values[field.name] !== row.values[field.name] ? (
        <ins>{text}</ins>
      ) : (
        text
      );
    },
  };
  if (!base) return [after];
  return [
    {
      label: base.state === 'valid' ? 'Jetzt' : 'Vorher',
      number,
      cell: ({ before }) => shownValue(before?.values[field.name], field),
    },
    after,
    {
      label: 'Unterschied',
      number,
      cell: ({ row, before, gone }) => (
        <Difference
          before={before?.values[field.name]}
          after={gone ? undefined : row.values[field.name]}
        />
      ),
    },
  ];
}

/** One field of an entry; what was stands struck through before what is. */
const several = (field: ListField, compared: boolean): Column<Compared> => ({
  label: field.label,
  number: field.kind === 'whole',
  cell: ({ row, before, gone }) => {
    const text = shownValue(row.values[field.name], field);
    if (gone) return <del>{text}</del>;
    const old = before?.values[field.name];
    if (!compared || (before && shownValue(old, field) === text)) return text;
    return (
      <>
        {before && <del>{shownValue(old, field)}</del>} <ins>{text}</ins>
      </>
    );
  },
});

function Difference({ before, after }: { before: unknown; after: unknown }) {
  if (before === after) return <span className="muted">gleich</span>;
  if (before === undefined) return <Badge tone="success">neu</Badge>;
  if (after === undefined) return <Badge tone="warning">entfällt</Badge>;
  if (typeof before !== 'number' || typeof after !== 'number') return <Badge>geändert</Badge>;
  const up = after > before;
  const size = Math.abs(after - before);
  return (
    <Badge tone={up ? 'warning' : 'success'} icon={up ? ArrowUp : ArrowDown}>
      {up ? '+' : '−'} {before > 0 ? `${formatDecimal((size / before) * 100)} %` : size}
    </Badge>
  );
}
