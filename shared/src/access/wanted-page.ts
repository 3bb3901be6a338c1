/** Requires a login; a visitor is redirected to it. */
const PROTECTED =
  /^\/(home|guthaben|inserate|rabota(\/\d+)?|banner|banner_neu|banner_edit\/\d+|clubs|clubs_neu|clubs_edit\/\d+|zustellung\/(inserat|club|banner)\/\d+|profil|profil\/sicherheit|dashboard\/(kontakt(\/S-\d+)?|datenschutz|rechtliches|impressum))$/;

export const isProtected = (path: string): boolean => PROTECTED.test(path);

const LOGIN = '/auth/login';
/** Where a login leads that wants no other page (AUT-08). */
const HOME = '/home';
/** Names the wanted page in the query of the login. */
export const WANTED = 'weiter';

/** A query as a browser writes it: printable, nothing that another parser reads as a path. */
const QUERY = /^[\w.~%!$'()*+,;:@/?&=-]*$/;
const MOST_CHARACTERS = 2_000;

/**
 * Returns the page that a login opens. Only a protected page of this origin counts, with its
 * query; for anything else it is Home (EXP-67).
 */
export function wantedPage(value: string | null): string {
  const wanted = value ?? HOME;
  const path = wanted.split('?', 1)[0]!;
  const isOurs =
    wanted.length <= MOST_CHARACTERS && isProtected(path) && QUERY.test(wanted.slice(path.length));
  return isOurs ? wanted : HOME;
}

/** The address of the login that leads to this page afterwards. */
export const loginFor = (page: string): string =>
  wantedPage(page) === HOME ? LOGIN : `${LOGIN}?${WANTED}=${encodeURIComponent(page)}`;
