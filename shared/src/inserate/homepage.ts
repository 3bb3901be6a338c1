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
  const address = withHttps(typed);
  if (/[\s<>"'\\]/.test(address)) return fieldTexts.format;
  const url = URL.parse(address);
  const isPublic =
    url?.protocol === 'https:' && url.username === '' && url.password === '' && PUBLIC_NAME.test(url.hostname);
  return isPublic ? null : fieldTexts.format;
}

/** Labels with a top-level part of letters: no addresses of numbers, no names of one machine. */
const PUBLIC_NAME = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!local$|localhost$|internal$|test$|onion$)[a-z][a-z\d-]{0,61}[a-z\d]$/;
