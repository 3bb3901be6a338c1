import * as offline from '@samtrot/shared/pause-all/contract.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api/api.ts';
import { sessionEnded, stateQuery, useAccount } from '../../lib/session/session.ts';
import { failureText, isOpen, type Left, type Offline } from './labels.ts';

/** How often receipts are asked for while a website has to take note of something. */
const LOOK_MS = 2_000;
/** Nobody is left waiting for an answer that does not come. */
const TIMEOUT_MS = 15_000;

const offlineQuery = queryOptions({
  queryKey: [offline.getOffline.name],
  queryFn: ({ signal }): Promise<Offline> => call(offline.getOffline, {}, signal),
  staleTime: LOOK_MS,
  refetchInterval: ({ state: { data } }) =>
    data?.offline && data.run?.websites.some(isOpen) ? LOOK_MS : false,
});

/**
 * What did not come back with the switch, until it is put away. It is about the account and goes
 * with it.
 */
const leftQuery = queryOptions({
  queryKey: ['offline-left'],
  queryFn: (): Left => [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Since when the account is off all websites, as the server said; null while it is not. With the
 * receipts as they come in.
 */
export function useOffline() {
  const { offline_at } = useAccount();
  const { data, error, refetch, isFetching } = useQuery({
    ...offlineQuery,
    enabled: offline_at !== null,
  });
  return {
    since: offline_at === null ? null : new Date(offline_at),
    run: offline_at === null ? null : data?.offline ? data.run : undefined,
    failed: error !== null,
    busy: isFetching,
    retry: () => void refetch(),
  };
}

export function useLeft() {
  const client = useQueryClient();
  const { data } = useQuery({ ...leftQuery, enabled: false, initialData: [] });
  return { left: data, putAway: () => client.setQueryData(leftQuery.queryKey, []) };
}

/** Pauses or resumes everything. Not optimistic: shown as done only after the server's response. */
export function useSwitch(onDone: (message: string) => void) {
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (to: 'offline' | 'online') => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      return to === 'offline'
        ? { ...(await call(offline.goOffline, {}, signal)), left: [] }
        : await call(offline.goOnline, {}, signal);
    },
    onSuccess: ({ offline: isOffline, run, message, left }) => {
      client.setQueryData(offlineQuery.queryKey, { offline: isOffline, run });
      client.setQueryData(leftQuery.queryKey, left);
      client.setQueryData(
        stateQuery.queryKey,
        (account) =>
          account && {
            ...account,
            offline_at: isOffline ? (run?.begun_at ?? account.offline_at) : null,
          },
      );
      onDone(message);
      // The lists show what has become of everything as soon as the account is there again.
      void client.invalidateQueries({ queryKey: stateQuery.queryKey });
    },
    onError: (cause) => {
      if (cause instanceof ApiError && cause.code === 'NOT_LOGGED_IN') sessionEnded(client);
      // It may have arrived all the same: the account knows.
      else void client.invalidateQueries({ queryKey: stateQuery.queryKey });
    },
  });
  return {
    throwIt: mutate,
    busy: isPending,
    failure: (to: 'offline' | 'online') =>
      error === null ? null : failureText(error instanceof ApiError ? error : undefined, to),
    reset,
  };
}
