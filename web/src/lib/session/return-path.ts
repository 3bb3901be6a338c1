import { WANTED, wantedPage } from '@samtrot/shared/access/wanted-page.ts';

const KEY = 'return-for';

/** Before the login page opens because the session ended: whose page was open. */
export const keepReturnFor = (userId: number): void => sessionStorage.setItem(KEY, String(userId));

let taken: number | undefined;

/** Whose page it was, null for nobody's. The next document does not know it any more. */
export function takeReturnFor(): number | null {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept !== null) taken = Number(kept);
  return taken ?? null;
}

/** The page that the query of the login page names, or Home. */
const wantedIn = (search: string): string => wantedPage(new URLSearchParams(search).get(WANTED));

/** Where a login leads: to the page that its address names, unless it was another account's. */
export const pageAfterLogin = (search: string, keptFor: number | null, userId: number): string =>
  keptFor === null || keptFor === userId ? wantedIn(search) : '/home';
