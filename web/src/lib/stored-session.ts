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

/** Calls back when another tab has logged out. */
export function onLogoutElsewhere(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY && event.newValue === null) callback();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
