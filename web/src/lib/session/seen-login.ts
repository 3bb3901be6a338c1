/**
 * The newest login that somebody at this device has called her own. Only here: whoever has another
 * device of the account must not make the line go away on this one. Logging out removes it.
 */
const KEY = 'seen-login';

function seenLogin(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Of logins, the newest first, whether one came after the one called her own. */
export const isUnseen = ([newest]: readonly { at: string }[]): boolean =>
  newest !== undefined && newest.at > seenLogin();

export function markLoginSeen(at: string): void {
  try {
    localStorage.setItem(KEY, at);
  } catch {
    // Without storage the line comes back with the next visit.
  }
}
