import { SESSION_END_WORDS } from '@samtrot/shared/access/session-rules.ts';

const KEY = 'session';

/**
 * What this device remembers of a login (FRM-33). Identity itself is in the cookie, which no script
 * can read.
 */
interface StoredSession {
  userId: number;
  loggedIn: true;
  remember: boolean;
  /** The ad that was last opened for editing. */
  inseratId?: number;
}

export const rememberSession = (session: StoredSession): void =>
  localStorage.setItem(KEY, JSON.stringify(session));

/** Which ad is being edited; nothing where no login is remembered. */
export function rememberInserat(inseratId: number): void {
  const kept = localStorage.getItem(KEY);
  if (kept !== null) rememberSession({ ...(JSON.parse(kept) as StoredSession), inseratId });
}

export function clearSession(): void {
  localStorage.removeItem(KEY);
  localStorage.removeItem('uploads');
  sessionStorage.clear();
}

const FAILED = 'load-failed';
/** Why the account could not be loaded (ERR-042, ERR-043). Only the code is kept on the device. */
const FAILURES = {
  empty: 'Keine Daten verfügbar',
  failed: 'Fehler beim Laden der Daten',
  ended: 'Deine Sitzung ist abgelaufen.',
  ...SESSION_END_WORDS,
} as const;

/** For the login page: that it appears because the account could not be loaded. */
export const noteFailedLoad = (why: keyof typeof FAILURES): void =>
  sessionStorage.setItem(FAILED, why);

/** The words for it, or null; said once. */
export function takeFailedLoad(): string | null {
  const noted = sessionStorage.getItem(FAILED);
  sessionStorage.removeItem(FAILED);
  return noted !== null && noted in FAILURES ? FAILURES[noted as keyof typeof FAILURES] : null;
}

export const hasStoredSession = (): boolean => localStorage.getItem(KEY) !== null;

const tabs = new BroadcastChannel('session');

/**
 * Announces the current session to the other tabs of this browser, null for none. Not by the
 * storage event: the server empties the storage, which fires none.
 */
export const announceSession = (userId: number | null): void => tabs.postMessage(userId);

/** Calls back when another tab has logged out, or has logged in somebody else. */
export function onOtherSession(own: number, callback: () => void): () => void {
  const listen = ({ data }: MessageEvent<number | null>) => data !== own && callback();
  tabs.addEventListener('message', listen);
  return () => tabs.removeEventListener('message', listen);
}
