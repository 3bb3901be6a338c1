import { announceSession, rememberSession } from '../../lib/session/stored-session.ts';

/** After a login: keeps what this device remembers of it and opens Home. Never returns. */
export async function enter(userId: number, remember: boolean): Promise<never> {
  rememberSession({ userId, loggedIn: true, remember });
  announceSession(userId);
  location.assign('/home');
  // The button stays busy until the next document has taken over.
  return new Promise<never>(() => {});
}
