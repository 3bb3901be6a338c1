import { fieldTexts, lengthProblem } from '../kernel/text.ts';
import { TEXT_LIMITS } from './limits.ts';

/** The address with `https://` before it where no scheme is typed (EDI-61). */
export const withHttps = (typed: string): string =>
  typed === '' || /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed.replace(/^\/+/, '')}`;

/** EDI-62: https, a public name, nobody's password in it. */
export function homepageProblem(typed: string): string | null {
  if (typed === '') return null;
  const tooLong = lengthProblem(typed, 0, TEXT_LIMITS.homepage.max);
  if (tooLong) return tooLong;
  return ADDRESS.test(withHttps(typed)) ? null : fieldTexts.format;
}

/** Labels with a top-level part of letters: no numbers in place of a name, no names of one machine, nobody's password. */
const ADDRESS =
  /^https:\/\/(?=[^/?#]{4,253}(?:[/?#]|$))(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+(?!(?:local|localhost|internal|test|onion)(?:[:/?#]|$))\p{L}[\p{L}\d-]{0,61}[\p{L}\d](?::\d{1,5})?(?:[/?#][^\s<>"'\\]*)?$/iu;
