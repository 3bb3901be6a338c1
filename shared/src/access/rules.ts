import { MINUTE_MS } from '../kernel/time.ts';

/** The changes that can take an account away; each asks for a proof of its own (ACC-10). */
export const REAUTHENTICATION_KINDS = [
  'password',
  'email',
  'factor',
  'passkeys',
  'recovery_codes',
  'export',
  'deletion',
] as const;

export type ReauthenticationKind = (typeof REAUTHENTICATION_KINDS)[number];

/** How long a proof counts for further changes of its kind. A login is none. */
export const REAUTHENTICATION_VALID_MS = 5 * MINUTE_MS;

/**
 * Wrong passwords (ACC-20): counted for an account and for a network, for a known browser in a
 * count of its own. Nobody is locked out; more of them cost the sender work.
 */
export const WRONG_PASSWORDS = {
  /** As many within `windowMs` cost nothing. */
  free: 4,
  windowMs: 15 * 60_000,
  /** With every so many more the work doubles. */
  step: 5,
  /** Times the work of a registration: about 15 s on a CPU slowed four times. */
  mostEffort: 32,
  /** Beyond so many of an account in 24 hours only a mail logs in. */
  aDay: 100,
} as const;

/**
 * The proof of work before the next password is looked at, in times of the least one; 0 is none.
 */
export function effortAfter(wrong: number, free: number = WRONG_PASSWORDS.free): number {
  if (wrong < free) return 0;
  const doublings = Math.floor((wrong - free) / WRONG_PASSWORDS.step);
  return Math.min(2 ** doublings, WRONG_PASSWORDS.mostEffort);
}

/** How many wrong passwords a proof of this effort still does for; without a limit for the most. */
export function allowedWith(effort: number, free: number = WRONG_PASSWORDS.free): number {
  if (effort < 1) return free;
  if (effort >= WRONG_PASSWORDS.mostEffort) return Number.POSITIVE_INFINITY;
  return free + WRONG_PASSWORDS.step * (Math.floor(Math.log2(effort)) + 1);
}

/** Where the mailed link of a log-in leads. */
export const LOGIN_LINK_PATH = '/auth/login-link';

/** The number that the link shows in another browser than the one that asked (ACC-22). */
export function loginCodeProblem(typed: string): string | null {
  if (typed === '') return 'Die Zahl ist erforderlich.';
  return /^\d{6}$/.test(typed) ? null : 'Die Zahl hat sechs Ziffern.';
}
