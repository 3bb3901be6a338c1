import type { Credits } from '../kernel/money.ts';
import { fieldTexts, lengthProblem } from '../kernel/text.ts';
import { isCalendarDate } from '../kernel/wall-time.ts';
import { COUPON_CODE, COUPON_FORMAT_TEXT, tidyCouponCode } from './rules.ts';

/** The most codes made at once (BOF-102). */
export const MOST_CODES = 10_000;
/** Stands for a random character in a pattern. */
export const RANDOM_MARK = '#';
/** Fewer random characters could be guessed: 32 to the power of 8 is 1.1 million millions. */
export const LEAST_RANDOM = 8;
export const MOST_COUPON_CREDITS = 100_000;
export const MOST_USES = 1_000_000;
export const MOST_PER_ACCOUNT = 100;
export const SERIES_NAME_MAX = 80;
/** An account is new for so many days after its registration. */
export const NEW_ACCOUNT_DAYS = 30;
/** Top-ups so many days after a redemption count as its effect (BOF-103). */
export const EFFECT_DAYS = 30;

export interface SeriesPlan {
  name: string;
  /** A code, or a pattern in which each `#` becomes a random character. */
  code: string;
  count: number;
  credits: Credits;
  /** Swiss days, both included; null: at once, and without an end. */
  from: string | null;
  until: string | null;
  /** Credits in all. */
  budget: Credits | null;
  /** Redemptions in all. */
  uses: number | null;
  perAccount: number;
  onlyNew: boolean;
}

const between = (n: number | null, most: number): string | undefined =>
  n === null || (Number.isInteger(n) && n >= 1 && n <= most)
    ? undefined
    : `Eine ganze Zahl von 1 bis ${String(most).replace(/\B(?=(\d{3})+$)/g, '’')}.`;

const marksIn = (pattern: string): number => pattern.split(RANDOM_MARK).length - 1;

export const isPattern = (code: string): boolean => code.includes(RANDOM_MARK);

/** A code or pattern as it is kept. */
export const tidyPattern = (typed: string): string => tidyCouponCode(typed);

function codeProblem({ code, count }: SeriesPlan): string | undefined {
  if (code === '') return fieldTexts.required;
  const marks = marksIn(code);
  if (!COUPON_CODE.test(code.replaceAll(RANDOM_MARK, 'X'))) return COUPON_FORMAT_TEXT;
  if (marks > 0 && marks < LEAST_RANDOM)
    return `Mindestens ${LEAST_RANDOM} Zeichen «${RANDOM_MARK}», sonst lassen sich die Codes erraten.`;
  return count > 1 && marks === 0
    ? `Für mehrere Codes braucht es «${RANDOM_MARK}» im Muster, zum Beispiel HERBST-########.`
    : undefined;
}

const dayProblem = (day: string | null, earliest: string): string | undefined => {
  if (day === null) return undefined;
  if (!isCalendarDate(day)) return fieldTexts.format;
  return day < earliest ? 'Dieser Tag ist vorbei.' : undefined;
};

/** What is wrong with a plan, by field; `today` is the Swiss day. */
export function planProblems(plan: SeriesPlan, today: string): Record<string, string> {
  const { name, count, credits, from, until, budget, uses, perAccount } = plan;
  const found: Record<string, string | null | undefined> = {
    name: lengthProblem(name, 1, SERIES_NAME_MAX),
    code: codeProblem(plan),
    count: between(count, MOST_CODES),
    credits: between(credits, MOST_COUPON_CREDITS),
    from: dayProblem(from, today),
    until:
      dayProblem(until, today) ??
      (from !== null && until !== null && until < from
        ? 'Das Ende liegt vor dem Anfang.'
        : undefined),
    budget:
      between(budget, 100_000_000) ??
      (budget !== null && budget < credits ? 'Das reicht nicht für eine Einlösung.' : undefined),
    uses: between(uses, MOST_USES),
    per_account: between(perAccount, MOST_PER_ACCOUNT),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The most credits a plan can cost; infinite where nothing ends it (BOF-101). */
export function mostCost({ code, count, credits, budget, uses }: SeriesPlan): number {
  const redemptions = Math.min(uses ?? Infinity, isPattern(code) ? count : Infinity);
  return Math.min(budget ?? Infinity, credits * redemptions);
}

/** What sorts the list (BOF-144). */
export const SERIES_SORTS = ['name', 'credits', 'uses', 'spent', 'ends_at'] as const;
export type SeriesSort = (typeof SERIES_SORTS)[number];

export const SERIES_STATES = {
  planned: 'Beginnt noch',
  running: 'Läuft',
  used_up: 'Aufgebraucht',
  ended: 'Abgelaufen',
  stopped: 'Gestoppt',
} as const;
export type SeriesState = keyof typeof SERIES_STATES;
export const SERIES_STATE_IDS = Object.keys(SERIES_STATES) as SeriesState[];

interface Standing {
  credits: Credits;
  startsAt: Date;
  /** First instant at which it no longer counts. */
  expiresAt: Date | null;
  stoppedAt: Date | null;
  budget: Credits | null;
  spent: Credits;
  maxUses: number | null;
  uses: number;
  /** Codes of which something is left. */
  open: number;
}

export function seriesState(of: Standing, now: Date): SeriesState {
  if (of.stoppedAt) return 'stopped';
  if (of.expiresAt && of.expiresAt <= now) return 'ended';
  const overBudget = of.budget !== null && of.spent + of.credits > of.budget;
  if (overBudget || (of.maxUses !== null && of.uses >= of.maxUses) || of.open === 0)
    return 'used_up';
  return of.startsAt > now ? 'planned' : 'running';
}

export const CODE_STATES = {
  open: 'offen',
  redeemed: 'eingelöst',
  used_up: 'aufgebraucht',
  ended: 'abgelaufen',
  stopped: 'gestoppt',
} as const;

export function codeState(
  code: { uses: number; maxUses: number | null },
  series: SeriesState,
): keyof typeof CODE_STATES {
  if (code.maxUses !== null && code.uses >= code.maxUses) return 'redeemed';
  // Nothing of it can be redeemed any more, by whichever limit.
  return series === 'stopped' || series === 'ended' || series === 'used_up' ? series : 'open';
}
