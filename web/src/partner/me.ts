import type { Output } from '@samtrot/shared/kernel/action.ts';
import { consoleMe } from '@samtrot/shared/partners/entry-contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../lib/api/call.ts';

export const meQuery = queryOptions({
  queryKey: [consoleMe.name],
  queryFn: ({ signal }) => call(consoleMe, {}, signal),
  staleTime: 15_000,
});

/** Who is logged in; only inside the frame, which waits for it. */
export const useMe = (): Output<typeof consoleMe> => useQuery(meQuery).data!;

export function useConsoleTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Partner`;
  }, [title]);
}
