import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { PAGE_LIMITS } from '@samtrot/shared/history/rules.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { transactionsQuery } from '../../lib/api/transactions-query.ts';
import { rowsOf } from './history-rows.ts';

/** The history as far as it is loaded, and how to load what is older (GUT-53, X-17). */
export function useHistory() {
  const newest = useQuery(transactionsQuery);
  const cursor = newest.data?.next ?? null;
  // Older pages follow the newest page: where that one ends elsewhere, they are loaded again
  // without a gap.
  const older = useInfiniteQuery({
    queryKey: [getDetailedTransactions.name, 'older', cursor],
    queryFn: ({ pageParam, signal }) =>
      call(getDetailedTransactions, { limit: PAGE_LIMITS.usual, before: pageParam }, signal),
    initialPageParam: cursor ?? '',
    getNextPageParam: ({ next }) => next,
    enabled: false,
  });
  const pages = useMemo(
    () => (newest.data ? [newest.data, ...(older.data?.pages ?? [])] : []),
    [newest.data, older.data],
  );
  const rows = useMemo(() => rowsOf(pages), [pages]);
  const next = older.data ? (older.data.pages.at(-1)?.next ?? null) : cursor;

  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const [loadingAll, setLoadingAll] = useState(false);
  const loadAll = async (): Promise<void> => {
    setLoadingAll(true);
    let step = await older.fetchNextPage();
    while (here.current && step.hasNextPage && !step.isError) step = await step.fetchNextPage();
    setLoadingAll(false);
  };

  return {
    rows,
    loaded: newest.data !== undefined,
    /** The first load failed. */
    failed: newest.isError && !newest.data,
    busy: newest.isFetching,
    retry: () => void newest.refetch(),
    /** Movements that are loaded; top-ups that came to nothing are none. */
    movements: pages.reduce((sum, page) => sum + page.wallet_transactions.length, 0),
    more: next !== null,
    olderFailed: older.isError && !older.isFetching,
    olderBusy: older.isFetching,
    loadOlder: () => void older.fetchNextPage(),
    loadAll: () => void loadAll(),
    loadingAll,
  };
}
