import { HISTORY_TYPES } from '@samtrot/shared/history/rules.ts';
import { statusLabel } from './history-labels.ts';
import {
  COLUMNS,
  type Column,
  type Direction,
  FILTERED,
  FILTERS,
  type Filter,
  type HistoryRow,
  newestFirst,
} from './history-rows.ts';

/** GUT-51, CON-06. */
export const PAGE_SIZE = 10;

/** What the history shows; kept in the address so that "back" and a reload find it again. */
export interface HistoryView {
  filter: Filter;
  column: Column;
  direction: Direction;
  page: number;
}

const DEFAULT_VIEW: HistoryView = { filter: 'all', column: 'date', direction: 'desc', page: 1 };

/** Whether the view is the history as it happened; every other one needs all of it to be exact. */
export const isPlain = ({ filter, column, direction }: HistoryView): boolean =>
  filter === DEFAULT_VIEW.filter &&
  column === DEFAULT_VIEW.column &&
  direction === DEFAULT_VIEW.direction;

/** Reads the address; whatever is not understood becomes the default. */
export function viewFromSearch({ filter, sort, page }: Record<string, unknown>): HistoryView {
  const [column, direction] = typeof sort === 'string' ? sort.split('_') : [];
  const number = Number(page);
  return {
    filter: FILTERS.find((known) => known === filter) ?? DEFAULT_VIEW.filter,
    column: COLUMNS.find((known) => known === column) ?? DEFAULT_VIEW.column,
    direction: direction === 'asc' || direction === 'desc' ? direction : DEFAULT_VIEW.direction,
    page: Number.isSafeInteger(number) && number > 0 ? number : DEFAULT_VIEW.page,
  };
}

/** The address of a view: only what differs from the default, so that /guthaben stays plain. */
export function searchOfView({
  filter,
  column,
  direction,
  page,
}: HistoryView): Record<string, string | number> {
  const sort = `${column}_${direction}`;
  return {
    ...(filter !== DEFAULT_VIEW.filter && { filter }),
    ...(sort !== `${DEFAULT_VIEW.column}_${DEFAULT_VIEW.direction}` && { sort }),
    ...(page !== DEFAULT_VIEW.page && { page }),
  };
}

/** The direction after a press on a column: reversed, or at first the newest, the largest and A. */
export function nextDirection(view: HistoryView, column: Column): Direction {
  if (view.column === column) return view.direction === 'asc' ? 'desc' : 'asc';
  return column === 'date' || column === 'amount' ? 'desc' : 'asc';
}

export interface Listed {
  items: HistoryRow[];
  /** Lines of this view among what is loaded (GUT-52). */
  totalCount: number;
  pages: number;
  page: number;
  /** 1-based position of the first and last line, 0 when there is none. */
  from: number;
  to: number;
  /** The page is only partly loaded, and the rest is to be had. */
  unfinished: boolean;
}

/**
 * One page of the view. With `more` to be had, a history as it happened goes on one page beyond
 * what is loaded.
 */
export function listed(rows: readonly HistoryRow[], view: HistoryView, more: boolean): Listed {
  const found = rows
    .filter(({ type }) => view.filter === 'all' || type === FILTERED[view.filter])
    .sort(comparing(view));
  const goesOn = more && isPlain(view);
  const full = Math.ceil(found.length / PAGE_SIZE);
  const pages = Math.max(1, goesOn ? Math.floor(found.length / PAGE_SIZE) + 1 : full);
  // While it goes on nobody knows yet whether a page further back exists.
  const page = goesOn ? view.page : Math.min(view.page, pages);
  const start = (page - 1) * PAGE_SIZE;
  const items = found.slice(start, start + PAGE_SIZE);
  return {
    items,
    totalCount: found.length,
    page,
    pages: Math.max(pages, page),
    from: items.length ? start + 1 : 0,
    to: items.length ? start + items.length : 0,
    unfinished: goesOn && start + PAGE_SIZE > found.length,
  };
}

const { compare } = new Intl.Collator('de-CH', { numeric: true });

const BY: Record<Column, (a: HistoryRow, b: HistoryRow) => number> = {
  date: (a, b) => a.at - b.at,
  type: (a, b) => compare(HISTORY_TYPES[a.type], HISTORY_TYPES[b.type]),
  status: (a, b) => compare(statusLabel(a.status), statusLabel(b.status)),
  amount: (a, b) => a.amount - b.amount,
  description: (a, b) => compare(a.description, b.description),
};

function comparing({ column, direction }: HistoryView) {
  if (column === 'date')
    return direction === 'desc' ? newestFirst : (a: HistoryRow, b: HistoryRow) => newestFirst(b, a);
  const sign = direction === 'asc' ? 1 : -1;
  return (a: HistoryRow, b: HistoryRow) => sign * BY[column](a, b) || newestFirst(a, b);
}
