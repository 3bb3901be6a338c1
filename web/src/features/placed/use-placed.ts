import type { Output } from '@samtrot/shared/kernel/action.ts';
import { ASK_AFTER_MS } from '@samtrot/shared/overview/placed.ts';
import { getPlaced } from '@samtrot/shared/overview/placed-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiError, call } from '../../lib/api/api.ts';
import { allArrived } from './placing.ts';

export type Placed = Output<typeof getPlaced>;

/**
 * What became of the ad; asked at 1, 2, 4, 8 … 60 s while it is on its way (EXP-22), and once when
 * somebody comes back to the page (decision 169).
 */
export function usePlaced(id: number, watches: boolean) {
  const [over, setOver] = useState(!watches);
  const { data, error, isFetching, refetch } = useQuery<Placed, ApiError>({
    queryKey: [getPlaced.name, id],
    queryFn: ({ signal }) => call(getPlaced, { inserat_id: id }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: ({ state }) => watches && !isDone(state.data),
    meta: { quiet: true },
  });
  const asks = watches && !isDone(data);
  useEffect(() => {
    if (!asks) return;
    const timers = ASK_AFTER_MS.map((ms, index) =>
      setTimeout(() => {
        const asked = refetch();
        if (index === ASK_AFTER_MS.length - 1) void asked.then(() => setOver(true));
      }, ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [asks, refetch]);
  return { data, error, isFetching, over, refetch: () => void refetch() };
}

const isDone = (data: Placed | undefined): boolean =>
  data?.online === true && data.websites.length > 0 && allArrived(data.websites);
