import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type Key, type ReactNode, useRef, useState } from 'react';
import { NewOnes, useSteady } from './list-state.tsx';
import { type Order, ordered, pressed, type Sorted } from './table-order.ts';
import './table.css';

export interface Column<Row> {
  label: string;
  cell(row: Row): ReactNode;
  /** With it the head sorts. */
  sortBy?(row: Row): Sorted;
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
  /** There is more than these rows: the list keeps its order. */
  inPages?: boolean;
}

const classOf = ({ number, wide }: { number?: boolean; wide?: boolean }): string =>
  clsx(number && 'is-number', wide && 'is-wide');

/** A table with sortable heads; on a phone a list of two lines (BOF-144). */
export function Table<Row>({ updates, ...of }: Props<Row>) {
  return updates ? <SteadyTable {...of} /> : <SortedTable {...of} />;
}

/** The rows in the order that a head was pressed for; a list in pages keeps its own. */
function useOrder<Row>({ columns, inPages = false }: Props<Row>) {
  const [order, setOrder] = useState<Order | null>(null);
  const by = inPages ? undefined : columns.find(({ label }) => label === order?.column)?.sortBy;
  return {
    order,
    arranged: (some: readonly Row[]) => (order && by ? ordered(some, by, order.falling) : some),
    press: (column: string) => setOrder(pressed(order, column)),
  };
}

function SortedTable<Row>(of: Props<Row>) {
  const { arranged, ...heads } = useOrder(of);
  return <Rows {...of} {...heads} rows={arranged(of.rows)} />;
}

function SteadyTable<Row>(of: Props<Row>) {
  const { rows, keyOf, inPages = false } = of;
  const { arranged, order, press } = useOrder(of);
  // Its own press of a head is another list; a changed cell moves no row under the pointer.
  const which = order ? `${order.column} ${order.falling}` : '';
  const { shown, waiting, showAll, resting, around } = useSteady(rows, keyOf, {
    which,
    arranged,
  });
  // One that grows into pages keeps its heads while somebody is in it.
  const headless = useRef(inPages);
  if (!resting) headless.current = inPages;
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      <Rows
        {...of}
        rows={shown}
        order={order}
        inPages={headless.current}
        press={(column) => {
          headless.current = inPages;
          press(column);
        }}
      />
    </div>
  );
}

interface Heads {
  order: Order | null;
  press(column: string): void;
}

function Rows<Row>({
  caption,
  columns: all,
  rows,
  keyOf,
  inPages = false,
  order,
  press,
}: Props<Row> & Heads) {
  const columns = inPages ? all.map(({ sortBy: _, ...column }): Column<Row> => column) : all;
  return (
    <table className="house-table">
      <caption className="sr">{caption}</caption>
      <thead className={columns.some(({ sortBy }) => sortBy) ? 'is-sortable' : undefined}>
        <tr>
          {columns.map(({ label, sortBy, silent, ...look }) =>
            sortBy ? (
              <SortHead
                key={label}
                label={label}
                className={classOf(look)}
                order={order?.column === label ? order : null}
                onPress={() => press(label)}
              />
            ) : (
              <th key={label} scope="col" className={classOf(look)}>
                {silent ? <span className="sr">{label}</span> : label}
              </th>
            ),
          )}
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
