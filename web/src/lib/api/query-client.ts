import { QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionEnded } from '../session/session.ts';
import { ApiError } from './call.ts';

const MINUTES = 60_000;

/**
 * One cache for the whole application. What the server says about the session counts everywhere at
 * once.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN' && !meta?.quiet)
        sessionEnded(queryClient);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTES,
      gcTime: 30 * MINUTES,
      refetchOnWindowFocus: true,
      // A refused call stays refused; only a lost connection is worth another try.
      retry: (count, error) => error instanceof ApiError && error.code === 'NETWORK' && count < 1,
    },
    // Without a network a press says so, and nothing is sent long after it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
