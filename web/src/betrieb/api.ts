import type { HoldReasons } from '@samtrot/shared/holds/reason-rules.ts';
import { holdReasons } from '@samtrot/shared/holds/staff-contract.ts';
import type { Action, Output, Params } from '@samtrot/shared/kernel/action.ts';
import { staffMe } from '@samtrot/shared/staff/login-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, call } from '../lib/api/call.ts';
import { houseTitle } from './house-title.ts';
import { loginEnded } from './login-state.ts';

/** Lists ask again so often; that is no use of the log-in (BOF-146). */
const UPDATES_EVERY_MS = 15_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN') loginEnded();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: UPDATES_EVERY_MS,
      retry: (count, error) => error instanceof ApiError && error.code === 'NETWORK' && count < 1,
    },
    mutations: { retry: false },
  },
});

export const meQuery = queryOptions({
  queryKey: [staffMe.name],
  queryFn: ({ signal }) => call(staffMe, {}, signal),
  staleTime: UPDATES_EVERY_MS,
});

/** Who is logged in; only inside the frame, which waits for it. */
export const useMe = (): Output<typeof staffMe> => useQuery(meQuery).data!;

export const holdReasonsQuery = queryOptions({
  queryKey: [holdReasons.name],
  queryFn: ({ signal }) => call(holdReasons, {}, signal),
  staleTime: UPDATES_EVERY_MS,
});

/** Why something can be held, as it is valid now; the frame waits for it, too. */
export const useHoldReasons = (): HoldReasons => useQuery(holdReasonsQuery).data!.reasons;

export const listOf = <A extends Action>(spec: A, params: Params<A>, place?: string) =>
  queryOptions<Output<A>, ApiError>({
    queryKey: [spec.name, params, place],
    queryFn: ({ signal }) => call(spec, params, signal),
    refetchInterval: UPDATES_EVERY_MS,
  });

/**
 * A list that updates itself. A part of the overview names its `place`, so that the page of its own
 * begins with a new answer.
 */
export const useList = <A extends Action>(spec: A, params: Params<A>, place?: string) =>
  useQuery(listOf(spec, params, place));

/** Says how many urgent reports wait, as the frame has asked; outside of it nobody does. */
export function useHouseTitle(title: string): void {
  const { data } = useQuery({ ...listOf(getStaffOverview, {}), enabled: false });
  const urgent = data?.waiting.reduce((sum, line) => sum + line.urgent, 0) ?? 0;
  useEffect(() => {
    document.title = houseTitle(title, urgent);
  }, [title, urgent]);
}
