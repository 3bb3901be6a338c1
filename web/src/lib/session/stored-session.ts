import { SESSION_END_LABELS } from '@samtrot/shared/access/session-rules.ts';

const KEY = 'session';
/** The way to pay that was chosen last. */
const METHOD_KEY = 'samtrot.method';

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

/**
 * `away`: the server only does not answer. The session may hold, so the way to pay that was chosen
 * stays for the page that comes back.
 */
export function clearSession({ away = false } = {}): void {
  const method = away ? sessionStorage.getItem(METHOD_KEY) : null;
  localStorage.removeItem(KEY);
  localStorage.removeItem('uploads');
  localStorage.removeItem('steps');
  sessionStorage.clear();
  if (method !== null) sessionStorage.setItem(METHOD_KEY, method);
}

/** After a login, unless by the account whose page was open. */
export const forgetChoices = (): void => sessionStorage.removeItem(METHOD_KEY);

const FAILED = 'load-failed';
const AWAY = 'Samtrot antwortet gerade nicht. Sobald es wieder geht, geht es hier weiter.';
/**
 * Why the login page appears, a sentence a paragraph (ERR-042, ERR-043, EXP-65, EXP-66). Only the
 * code is kept on the device.
 */
const REASONS = {
  empty: ['Keine Daten verfügbar', AWAY],
  failed: ['Fehler beim Laden der Daten', AWAY],
  rest: [SESSION_END_LABELS.rest],
  device: [SESSION_END_LABELS.device],
  change: [SESSION_END_LABELS.change],
  held: [SESSION_END_LABELS.held],
} as const;

/** For the login page: why it appears. */
export const noteLoginReason = (why: keyof typeof REASONS): void =>
  sessionStorage.setItem(FAILED, why);

/** The sentences for it, or null; said once. */
export function takeLoginReason(): readonly string[] | null {
  const noted = sessionStorage.getItem(FAILED);
  sessionStorage.removeItem(FAILED);
  return noted !== null && noted in REASONS ? REASONS[noted as keyof typeof REASONS] : null;
}

export const hasStoredSession = (): boolean => localStorage.getItem(KEY) !== null;

const tabs = new BroadcastChannel('session');

/**
 * Announces the current session to the other tabs of this browser, null for none. Not by the
 * storage event: the server empties the storage, which fires none.
 */
export const announceSession = (userId: number | null): void => tabs.postMessage(userId);

/**
 * Calls back when another tab has logged out, or has logged in somebody else: with their number, or
 * null.
 */
export function onOtherSession(
  own: number | null,
  callback: (userId: number | null) => void,
): () => void {
  const listen = ({ data }: MessageEvent<number | null>) => data !== own && callback(data);
  tabs.addEventListener('message', listen);
  return () => tabs.removeEventListener('message', listen);
}
