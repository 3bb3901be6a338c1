import type { Action, Output, Params } from '@samtrot/shared/kernel/action.ts';
import { type Order, orderIn, sortsOf, sortText } from '@samtrot/shared/kernel/sorting.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { listOf } from './api.ts';

/** A number where the list has one order: that of its last row. */
type Cursor = string | number;

/**
 * A list that comes in pages, sorted by the server; its address keeps the order (BOF-144). Until
 * another page is there the last one stays, so that a pressed head keeps the focus.
 */
export function usePagedList<A extends Action, Column extends string>(
  spec: A,
  filter: Omit<Params<A>, 'sort' | 'cursor'>,
  columns: readonly Column[],
) {
  const inAddress: { sort?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const sort = sortsOf(columns).find((one) => one === inAddress.sort);
  const list = JSON.stringify([filter, sort]);
  /** Where each page began, to go back; another list begins at its first, also when it was seen. */
  const [pages, setPages] = useState({ list, cursors: [] as Cursor[] });
  if (pages.list !== list) setPages({ list, cursors: [] });
  const cursors = pages.list === list ? pages.cursors : [];
  const asked = {
    ...filter,
    ...(sort && { sort }),
    ...(cursors.length > 0 && { cursor: cursors.at(-1) }),
  };
  const query = useQuery({
    ...listOf(spec, asked as Params<A>),
    placeholderData: keepPreviousData,
  });
  const loaded = {
    which: `${list} ${cursors.length}`,
    order: sort ? orderIn(sort) : null,
    cursors,
  };
  const shown = useRef(loaded);
  if (!query.isPlaceholderData) shown.current = loaded;
  const { which, order } = shown.current;
  const next = (query.data as (Output<A> & { cursor: Cursor | null }) | undefined)?.cursor ?? null;
  const turn = (to: Cursor[]) => {
    if (!query.isPlaceholderData) setPages({ list, cursors: to });
  };
  return {
    query,
    /** For the table. */
    table: {
      which,
      order,
      onOrder: (to: Order | null) =>
        void navigate({
          to: '.',
          search: (to ? { sort: sortText(to) } : {}) as never,
          resetScroll: false,
        }),
    },
    /** For the buttons below it. */
    pages: {
      newestFirst: order === null,
      onBack: shown.current.cursors.length > 0 ? () => turn(cursors.slice(0, -1)) : null,
      onNext: next === null ? null : () => turn([...cursors, next]),
    },
  };
}

type Pages = ReturnType<typeof usePagedList>['pages'];

export const PageButtons = ({
  of: { newestFirst, onBack, onNext },
  inPanel = false,
}: {
  of: Pages;
  inPanel?: boolean;
}) =>
  (onBack || onNext) && (
    <div className={clsx('house-acts', inPanel && 'house-state')}>
      {onBack && (
        <Button size="sm" onClick={onBack}>
          {newestFirst ? 'Neuere' : 'Zurück'}
        </Button>
      )}
      {onNext && (
        <Button size="sm" onClick={onNext}>
          {newestFirst ? 'Ältere' : 'Weiter'}
        </Button>
      )}
    </div>
  );
