import type { Order } from '@samtrot/shared/kernel/sorting.ts';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type Key, type ReactNode, useState } from 'react';
import { NewOnes, useSteady } from './list-state.tsx';
import { ordered, pressed, type Sorted } from './table-order.ts';
import './table.css';

export interface Column<Row> {
  label: string;
  cell(row: Row): ReactNode;
  /** With it the head sorts the rows. */
  sortBy?(row: Row): Sorted;
  /** With it the head asks for the list by this column: these rows are a page of it. */
  sort?: string;
  /** The cell names its row. */
  names?: boolean;
  /** The label is only read out. */
  silent?: boolean;
  /** Stands at the right. */
  number?: boolean;
  /** Too much for a phone. */
  wide?: boolean;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): Key;
  /** Rows come and go by themselves: under pointer and focus they wait (BOF-146). */
  updates?: boolean;
  /** Which list these rows are of, where another search or page takes their place. */
  which?: string;
  /** Of a list that comes in pages: by what it is sorted, and what a head asks for. */
  order?: Order | null;
  onOrder?(order: Order | null): void;
}

const classOf = ({ number, wide }: { number?: boolean; wide?: boolean }): string =>
  clsx(number && 'is-number', wide && 'is-wide');

/** A table with sortable heads; on a phone a list of two lines (BOF-144). */
export function Table<Row>({ updates, ...of }: Props<Row>) {
  return updates ? <SteadyTable {...of} /> : <SortedTable {...of} />;
}

/** What an order calls the column; undefined where the head does not sort. */
const headOf = <Row,>({ sort, sortBy, label }: Column<Row>): string | undefined =>
  sort ?? (sortBy && label);

/** The rows in the order that a head was pressed for; a list in pages comes in it. */
function useOrder<Row>({ columns, order: ofPage = null, onOrder }: Props<Row>) {
  const [own, setOwn] = useState<Order | null>(null);
  const order = onOrder ? ofPage : own;
  const by = columns.find((column) => order && headOf(column) === order.column)?.sortBy;
  return {
    order,
    arranged: (some: readonly Row[]) => (order && by ? ordered(some, by, order.falling) : some),
    press: (column: string) => (onOrder ?? setOwn)(pressed(order, column)),
  };
}

function SortedTable<Row>(of: Props<Row>) {
  const { arranged, ...heads } = useOrder(of);
  return <Rows {...of} {...heads} rows={arranged(of.rows)} />;
}

function SteadyTable<Row>(of: Props<Row>) {
  const { rows, keyOf, which: list } = of;
  const { arranged, ...heads } = useOrder(of);
  // Its own press of a head is another list; a changed cell moves no row under the pointer.
  const which = JSON.stringify([list, heads.order]);
  const { shown, waiting, showAll, around } = useSteady(rows, keyOf, { which, arranged });
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      <Rows {...of} {...heads} rows={shown} />
    </div>
  );
}

interface Heads {
  order: Order | null;
  press(column: string): void;
}

function Rows<Row>({ caption, columns, rows, keyOf, order, press }: Props<Row> & Heads) {
  return (
    <table className="house-table">
      <caption className="sr">{caption}</caption>
      <thead className={columns.some(headOf) ? 'is-sortable' : undefined}>
        <tr>
          {columns.map((column) => {
            const { label, silent } = column;
            const head = headOf(column);
            return head !== undefined ? (
              <SortHead
                key={label}
                label={label}
                className={classOf(column)}
                order={order?.column === head ? order : null}
                onPress={() => press(head)}
              />
            ) : (
              <th key={label} scope="col" className={classOf(column)}>
                {silent ? <span className="sr">{label}</span> : label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, cell, names, silent, ...look }, at) =>
              names ? (
                <th key={label} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={label}
                  className={classOf(look)}
                  data-label={at === 0 || silent ? undefined : label}
                >
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SortHead({
  label,
  className,
  order,
  onPress,
}: {
  label: string;
  className: string;
  order: Order | null;
  onPress: () => void;
}) {
  const Icon = order ? (order.falling ? ArrowDown : ArrowUp) : ArrowUpDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={order ? (order.falling ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="house-sort" onClick={onPress}>
        {label}
        <Icon className="i" aria-hidden />
      </button>
    </th>
  );
}
