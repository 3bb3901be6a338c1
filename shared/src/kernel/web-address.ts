import { fieldTexts, lengthProblem } from './text.ts';
import { readAddress } from './url.ts';

/**
 * The address with `https://` before it where no scheme is typed. What stands before a port is a
 * name, no scheme.
 */
export const withHttps = (typed: string): string =>
  typed === '' ||
  (/^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[a-z\d.-]+\.[a-z\d-]+:\d{1,5}(?:[/?#]|$)/i.test(typed))
    ? typed
    : `https://${typed.replace(/^\/+/, '')}`;

export const HTTPS_WANTED = 'Bitte gib eine Adresse mit https:// an.';

/**
 * Why this is no address on the web, or null: https, a public name, nobody's password in it. An
 * empty one is none.
 */
export function webAddressProblem(typed: string, max: number): string | null {
  if (typed === '') return null;
  const tooLong = lengthProblem(typed, 0, max);
  if (tooLong) return tooLong;
  if (/^http:\/\//i.test(typed)) return HTTPS_WANTED;
  const address = withHttps(typed);
  // The name is judged as browsers read it: full-width and small-capital letters are the plain ones
  // there.
  const host = WRITTEN.test(address) ? readAddress(address)?.hostname : undefined;
  if (host === undefined || host.length > 253 || !PUBLIC_NAME.test(host)) return fieldTexts.format;
  // Some take broken punycode in a name that is all ASCII, others do not; beside another letter all
  // of them look.
  return readAddress(`https://ü.${host}`) ? null : fieldTexts.format;
}

/**
 * Only a name and perhaps a port before the path: nobody's password, nothing that could end an
 * attribute.
 */
const WRITTEN = /^https:\/\/[\p{L}\d.-]{4,253}(?::\d{1,5})?(?:[/?#][^\s<>"'\\]*)?$/iu;

/**
 * Labels under a top-level part that begins with a letter: no numbers in place of a name, no names
 * of one machine or house.
 */
const PUBLIC_NAME =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!(?:local|localhost|localdomain|internal|intranet|private|lan|home|corp|arpa|test|invalid|onion|alt)$)[a-z][a-z\d-]{0,61}[a-z\d]$/;
