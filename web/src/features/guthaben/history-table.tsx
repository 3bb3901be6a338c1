import { HISTORY_TYPES } from '@samtrot/shared/history/rules.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { Fragment } from 'react';
import { HistoryDetail } from './history-detail.tsx';
import { COLUMN_LABELS, waitsFor } from './history-labels.ts';
import { RowAmount, RowStatus } from './history-parts.tsx';
import { COLUMNS, type Column, type HistoryRow } from './history-rows.ts';
import { type HistoryView, nextDirection } from './history-view.ts';
import './history.css';
import '../../ui/icon-button.css';

interface Props {
  rows: readonly HistoryRow[];
  view: HistoryView;
  onSort: (order: Pick<HistoryView, 'column' | 'direction'>) => void;
  open: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

/** GUT-48, GUT-49. */
export function HistoryTable({ rows, view, onSort, open, onToggle }: Props) {
  return (
    <table className="table" data-slot="table" aria-labelledby="guthaben-history">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <SortableHead
              key={column}
              column={column}
              view={view}
              onSort={() => onSort({ column, direction: nextDirection(view, column) })}
            />
          ))}
          <th scope="col">
            <span className="sr">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { key, at, type, description } = row;
          const isOpen = open.has(key);
          const Chevron = isOpen ? ChevronUp : ChevronDown;
          return (
            <Fragment key={key}>
              <tr className={clsx(isOpen && 'open')} data-slot="history-row">
                <td className="nowrap num">
                  {formatDate(new Date(at))}
                  <span className="block xs muted">{localTime(new Date(at))}</span>
                </td>
                <td className="nowrap">{HISTORY_TYPES[type]}</td>
                <td>
                  <RowStatus row={row} />
                </td>
                <td className="right">
                  <RowAmount row={row} />
                </td>
                <td className="anywhere">
                  {description}
                  {waitsFor(row) && <span className="block xs muted">{waitsFor(row)}</span>}
                </td>
                <td className="chev">
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={`Details zu ${description}`}
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? `detail-${key}` : undefined}
                    onClick={() => onToggle(key)}
                  >
                    <Chevron className="i" aria-hidden />
                  </button>
                </td>
              </tr>
              {isOpen && (
                <tr className="detail-row">
                  <td colSpan={COLUMNS.length + 1}>
                    <HistoryDetail id={`detail-${key}`} row={row} table />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function SortableHead({
  column,
  view,
  onSort,
}: {
  column: Column;
  view: HistoryView;
  onSort: () => void;
}) {
  const sorted = view.column === column;
  const Icon = !sorted ? ChevronsUpDown : view.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={clsx(column === 'amount' && 'right')}
      aria-sort={sorted ? (view.direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" onClick={onSort}>
        {COLUMN_LABELS[column]}
        <Icon className={clsx('i', !sorted && 'subtle')} aria-hidden />
      </button>
    </th>
  );
}
