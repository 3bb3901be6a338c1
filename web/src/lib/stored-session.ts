const KEY = 'session';

/** What this device remembers of a login (FRM-33). Identity itself is in the cookie, which no script can read. */
interface StoredSession {
  userId: number;
  loggedIn: true;
  remember: boolean;
}

export const rememberSession = (session: StoredSession): void => localStorage.setItem(KEY, JSON.stringify(session));

export function forgetSession(): void {
  localStorage.removeItem(KEY);
  sessionStorage.clear();
}

const FAILED = 'load-failed';

/** For the login page: that it appears because the account could not be loaded. */
export const noteFailedLoad = (): void => sessionStorage.setItem(FAILED, '1');

/** Whether it does; said once. */
export function takeFailedLoad(): boolean {
  const noted = sessionStorage.getItem(FAILED) !== null;
  sessionStorage.removeItem(FAILED);
  return noted;
}

export const hasStoredSession = (): boolean => localStorage.getItem(KEY) !== null;

const tabs = new BroadcastChannel('session');

/**
 * Tells the other tabs of this browser whose session it is now, null for nobody's. Not by the storage event: the server empties the
 * storage, which fires none.
 */
export const announceSession = (userId: number | null): void => tabs.postMessage(userId);

/** Calls back when another tab has logged out, or has logged in somebody else. */
export function onOtherSession(own: number, callback: () => void): () => void {
  const listen = ({ data }: MessageEvent<number | null>) => data !== own && callback();
  tabs.addEventListener('message', listen);
  return () => tabs.removeEventListener('message', listen);
}
