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

export const hasStoredSession = (): boolean => localStorage.getItem(KEY) !== null;

const tabs = new BroadcastChannel('session');

/** Tells the other tabs of this browser. Not by the storage event: the server empties the storage, which fires none. */
export const announceLogout = (): void => tabs.postMessage('ended');

/** Calls back when another tab has logged out. */
export function onLogoutElsewhere(callback: () => void): () => void {
  const listen = () => callback();
  tabs.addEventListener('message', listen);
  return () => tabs.removeEventListener('message', listen);
}
