import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api.ts';
import { leaveFor, stateQuery } from '../lib/session/session.ts';
import { whyEnded } from '../lib/session/session-times.ts';

/**
 * Before every protected page: requests a missing or outdated account, and redirects to the login
 * without a session (FRM-27 to FRM-29). The frame is there meanwhile and shows what is known.
 * Preloading requests and redirects nothing.
 */
export function guard(client: QueryClient, { preload }: { preload: boolean }): void {
  if (preload) return;
  client.fetchQuery(stateQuery).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN')
      leaveFor(client, whyEnded() ?? 'rest');
  });
}

/** Whether somebody is logged in, without sending anybody anywhere. */
export const hasSession = (client: QueryClient): Promise<boolean> =>
  client.fetchQuery({ ...stateQuery, meta: { quiet: true } }).then(
    () => true,
    () => false,
  );
