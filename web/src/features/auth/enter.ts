import { noteEntry } from '../../lib/session/entry.ts';
import { pageAfterLogin, takeReturnFor } from '../../lib/session/return-path.ts';
import {
  announceSession,
  forgetChoices,
  rememberSession,
} from '../../lib/session/stored-session.ts';

/** Read at once: a refused login clears what the browser keeps. */
const returnFor = takeReturnFor();

/**
 * After a login: keeps what this device remembers of it and opens the wanted page, or Home. Never
 * returns.
 */
export async function enter(userId: number, remember: boolean): Promise<never> {
  rememberSession({ userId, loggedIn: true, remember });
  announceSession(userId);
  noteEntry();
  // Where no page was shown it is unknown whose choices they are.
  if (returnFor !== userId) forgetChoices();
  location.assign(pageAfterLogin(location.search, returnFor, userId));
  // The button stays busy until the next document has taken over.
  return new Promise<never>(() => {});
}
