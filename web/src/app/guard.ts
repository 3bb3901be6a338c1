import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api.ts';
import { isKept } from '../lib/page/unsaved-changes.ts';
import { leaveFor, stateQuery } from '../lib/session/session.ts';
import { whyEnded } from '../lib/session/session-times.ts';

/**
 * Before every protected page: loads a missing or outdated account, or redirects to the login
 * (FRM-27 to FRM-29). Preloading requests and redirects nothing. A form stays while the server is
 * briefly unreachable, because a new ad gets its address while it is being written.
 */
export async function guard(client: QueryClient, { preload }: { preload: boolean }): Promise<void> {
  if (preload) return;
  try {
    await client.fetchQuery({ ...stateQuery, retry: false });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : '';
    const known = client.getQueryData(stateQuery.queryKey) !== undefined;
    if (code !== 'NOT_LOGGED_IN' && known && isKept()) return;
    // The login page says why it appears (X-08, ERR-044).
    leaveFor(
      client,
      code === 'NOT_LOGGED_IN' ? (whyEnded() ?? 'rest') : code === 'NO_DATA' ? 'empty' : 'failed',
    );
    // The browser is leaving this document; nothing of the page may show meanwhile.
    await new Promise(() => {});
  }
}

/** Whether somebody is logged in, without sending anybody anywhere. */
export const hasSession = (client: QueryClient): Promise<boolean> =>
  client.fetchQuery({ ...stateQuery, retry: false, meta: { quiet: true } }).then(
    () => true,
    () => false,
  );
