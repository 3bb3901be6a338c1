import type { Action, Output, Params } from '@samtrot/shared/kernel/action.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from './call.ts';

// The calls themselves stand apart, so that the login pages load without the cache.
export { ApiError, call };

export const useRead = <A extends Action>(
  spec: A,
  params: Params<A>,
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number } = {},
) =>
  useQuery<Output<A>, ApiError>({
    queryKey: [spec.name, params],
    queryFn: ({ signal }) => call(spec, params, signal),
    ...options,
  });
