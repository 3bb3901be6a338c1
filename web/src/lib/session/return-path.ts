const KEY = 'return-to';

interface Kept {
  userId: number;
  path: string;
}

/** Before the login page opens because the session ended: whose page was open. */
export const keepReturnPath = (kept: Kept): void =>
  sessionStorage.setItem(KEY, JSON.stringify(kept));

/** What was kept; once for each document. */
export function takeReturnPath(): Kept | null {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as Kept);
}

/** Where a login leads: back to the page that was open, for the same account and on this site. */
export const pageAfterLogin = (kept: Kept | null, userId: number): string =>
  kept?.userId === userId && /^\/(?![/\\])/.test(kept.path) ? kept.path : '/home';
