import { pageAfterLogin, takeReturnPath } from '../../lib/session/return-path.ts';
import { announceSession, rememberSession } from '../../lib/session/stored-session.ts';

/** Read at once: a refused login clears what the browser keeps. */
const returnTo = takeReturnPath();

/**
 * After a login: keeps what this device remembers of it and opens the page that was open when the
 * session ended, or Home. Never returns.
 */
export async function enter(userId: number, remember: boolean): Promise<never> {
  rememberSession({ userId, loggedIn: true, remember });
  announceSession(userId);
  location.assign(pageAfterLogin(returnTo, userId));
  // The button stays busy until the next document has taken over.
  return new Promise<never>(() => {});
}
