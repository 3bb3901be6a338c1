import { DAY_MS, MINUTE_MS } from '../kernel/time.ts';

interface Times {
  /** Ends a session so long after the last request that a person caused. */
  restMs: number;
  /** Ends it in any case. */
  mostMs: number;
}

/** How long a session lasts (ACC-01), without and with "Angemeldet bleiben". */
const TIMES = {
  plain: { restMs: 30 * MINUTE_MS, mostMs: DAY_MS },
  remembered: { restMs: 30 * DAY_MS, mostMs: 90 * DAY_MS },
} as const satisfies Record<string, Times>;

export const sessionTimes = (remember: boolean): Times =>
  remember ? TIMES.remembered : TIMES.plain;

/** A session that was last used then or earlier has ended by rest. */
export const restsSince = (now: Date, remember: boolean): Date =>
  new Date(now.getTime() - sessionTimes(remember).restMs);

/** The last use is written at most so often. */
export const SEEN_EVERY_MS = MINUTE_MS;

/** So long before a session ends by rest the page offers to stay (EXP-83). */
export const WARN_BEFORE_SECONDS = 120;

/**
 * Sent by our pages with what no person caused: polling and revalidation. It does not count as a
 * use of the session.
 */
export const PASSIVE_HEADER = 'x-passive';

/** Of each answer to a session that will end by rest: in how many seconds. */
export const RESTS_IN_HEADER = 'session-rests-in';

/** Of the answer to who still has the cookie of an ended session: why it ended. */
export const ENDED_HEADER = 'session-ended';

/**
 * By rest or age; from another device of the account; by a change of password or address; by the
 * house, which holds the account.
 */
export const SESSION_ENDS = ['rest', 'device', 'change', 'held'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

export const SESSION_END_LABELS: Record<SessionEnd, string> = {
  rest: 'Du warst länger nicht da. Bitte melde dich an.',
  device: 'Du wurdest auf einem anderen Gerät abgemeldet.',
  change: 'Dein Konto wurde auf einem anderen Gerät geändert. Bitte melde dich an.',
  held: 'Dein Konto ist gesperrt. Melde dich an, dann siehst du warum.',
};
