import { getBalance } from '@samtrot/shared/overview/contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, call } from '../lib/api/api.ts';
import { giftsQuery, transactionsQuery } from '../lib/api/transactions-query.ts';
import { sessionEnded, stateQuery } from '../lib/session/session.ts';

/**
 * With the way there and back, and that of the account, a balance is never older than two seconds.
 */
const EVERY_MS = 1_500;
/** A server that is away is not asked so often. */
const AWAY_MS = 10_000;

/**
 * Polls the balance while the page is visible and reloads all that shows it when it changed
 * elsewhere. Once the session is over it says so and stops (ACC-03).
 */
export function useFreshBalance(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt, error } = useQuery({
    queryKey: [getBalance.name],
    queryFn: ({ signal }) => call(getBalance, {}, signal),
    // What the account said a moment ago need not be asked again.
    initialData: () => client.getQueryData(stateQuery.queryKey),
    initialDataUpdatedAt: () => client.getQueryState(stateQuery.queryKey)?.dataUpdatedAt,
    staleTime: EVERY_MS,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
    refetchInterval: ({ state: { error } }) => {
      if (error instanceof ApiError && error.status === 401) return false;
      return error ? AWAY_MS : EVERY_MS;
    },
  });
  const over = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (over) sessionEnded(client);
  }, [client, over]);
  const loadedFor = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer like the one before may differ from what the page shows by now
  useEffect(() => {
    if (!data) return;
    const shown = client.getQueryState(stateQuery.queryKey);
    const found = figures(data);
    if (shown?.data && figures(shown.data) === found) {
      loadedFor.current = undefined;
      return;
    }
    // Once for each balance, and after a failure not at once: a page that shows something else all
    // the same is not loaded for ever.
    const failed = shown?.status === 'error' && Date.now() - shown.errorUpdatedAt > AWAY_MS;
    if (loadedFor.current === found && !failed) return;
    // What is on its way already may have set out before the movement; then the next look decides.
    if (shown?.fetchStatus !== 'fetching') loadedFor.current = found;
    for (const { queryKey } of [stateQuery, transactionsQuery, giftsQuery])
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, [client, data, dataUpdatedAt]);
}

const figures = ({ credits, owed }: { credits: number; owed: number }): string =>
  `${credits} ${owed}`;
