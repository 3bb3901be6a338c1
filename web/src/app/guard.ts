import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { leave, stateQuery } from '../lib/session.ts';
import { noteFailedLoad } from '../lib/stored-session.ts';

/**
 * Before every protected page: loads the account when it is missing or older than five minutes; without one, to the login (FRM-27 to
 * FRM-29). A page that is only loaded ahead, because a pointer is over its link, asks nothing and sends nobody away.
 */
export async function guard(client: QueryClient, { preload }: { preload: boolean }): Promise<void> {
  if (preload) return;
  try {
    await client.fetchQuery({ ...stateQuery, retry: false });
  } catch (error) {
    leave(client);
    // The login page says why it appears (X-08, ERR-044).
    const code = error instanceof ApiError ? error.code : '';
    if (code !== 'NOT_LOGGED_IN') noteFailedLoad(code === 'NO_DATA' ? 'empty' : 'failed');
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
