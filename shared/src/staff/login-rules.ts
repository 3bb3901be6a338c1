import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** BOF-09: how long a log-in lasts without a call by the person, and in any case. */
export const STAFF_REST_MS = 30 * MINUTE_MS;
export const STAFF_MOST_MS = 12 * HOUR_MS;

/** A log-in that was last used then or earlier has ended by rest. */
export const staffRestsSince = (now: Date): Date => new Date(now.getTime() - STAFF_REST_MS);

/** How long a log-in waits for its second factor, and how many wrong ones end it (BOF-08). */
export const HALF_LOGIN_MS = 15 * MINUTE_MS;
export const WRONG_FACTORS = 5;
/**
 * So many wrong passwords for an address in 15 minutes are looked at, of all browsers together that
 * she has not logged in with. One that she has, has a count of its own: others cannot keep her out.
 */
export const WRONG_PASSWORDS = { attempts: 10, seconds: (15 * MINUTE_MS) / 1000 };
/**
 * Beyond so many wrong codes of a person in 24 hours only passkeys count; counted by browser alike.
 */
export const WRONG_FACTORS_A_DAY = 100;

/** BOF-04 */
export const INVITATION_MS = DAY_MS;
export const INVITATION_PATH = '/betrieb/einladung';
/** BOF-06 */
export const STAFF_RECOVERY_CODES = 10;

/** A browser is known so long after a log-in in it. */
export const KNOWN_BROWSER_MS = 400 * DAY_MS;

export const NAME_MAX = 60;

export const tidyName = (name: string): string => name.trim().replace(/\s+/g, ' ');

export function nameProblem(name: string): string | null {
  if (name === '') return 'Name ist erforderlich.';
  if (!/^[\p{L}][\p{L} .'-]*$/u.test(name)) return 'Ungültiges Format';
  return [...name].length > NAME_MAX ? `Maximal ${NAME_MAX} Zeichen erlaubt` : null;
}

const upper = (text: string) => text.toUpperCase().replace(/[^A-ZÄÖÜ]/g, '');

/**
 * Signs for a name, best first: `NK` for Nora Keller, then other letters of the name, then any.
 * Each is of two letters.
 */
export function signsFor(name: string): string[] {
  const plain = name
    .normalize('NFC')
    .replace(/[àáâéèêëïîíóôòúùû]/gi, (letter) => letter.normalize('NFD').charAt(0));
  const words = plain.split(' ').map(upper).filter(Boolean);
  const first = words[0]?.[0] ?? 'X';
  const last = words.length > 1 ? words.at(-1)! : (words[0]?.slice(1) ?? '');
  const rest = [...(words[0]?.slice(1) ?? ''), ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = [...last, ...rest].map((letter) => first + letter);
  return [...new Set(all)];
}
