import { DAY_MS } from '../kernel/time.ts';

/** Traffic is shown for so many days, today included. */
export const TRAFFIC_DAYS = 35;
/** Counts of calls are kept for so long. */
export const TRAFFIC_KEPT_DAYS = 400;

/** A week is compared with the four before it. */
export const WEEK_DAYS = 7;
export const WEEKS_BEFORE = 4;
/** Below so many views in the four weeks a change is chance. */
const LEAST_BEFORE = 280;
const FALL = 0.5;
const RISE = 5;

export interface Comparison {
  /** Views of the last seven whole days. */
  week: number;
  /** Those of the 28 days before. */
  before: number;
}

/** The views of a week as a part of the ordinary one; null where there was too little before. */
export const ratioOf = ({ week, before }: Comparison): number | null =>
  before < LEAST_BEFORE ? null : week / (before / WEEKS_BEFORE);

/** Whether the views fell by half or rose fivefold (BOF-126). */
export function changeOf(compared: Comparison): 'fall' | 'rise' | null {
  const ratio = ratioOf(compared);
  if (ratio === null) return null;
  if (ratio <= FALL) return 'fall';
  return ratio >= RISE ? 'rise' : null;
}

/** «+12 %» or «−54 %» against the ordinary week. */
export function changeText(compared: Comparison): string | null {
  const ratio = ratioOf(compared);
  if (ratio === null) return null;
  const percent = Math.round((ratio - 1) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}

/** The part of programs among the visits that a website reported, in whole percent. */
export const botShare = ({ visits, bots }: { visits: number; bots: number }): number =>
  visits + bots === 0 ? 0 : Math.round((100 * bots) / (visits + bots));

interface Day {
  day: string;
  views: number;
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The last seven whole days before `today` (YYYY-MM-DD), and the 28 before them. */
export function compare(days: readonly Day[], today: string): Comparison {
  const sum = (from: number, to: number) =>
    days
      .filter(({ day }) => daysBetween(day, today) >= from && daysBetween(day, today) <= to)
      .reduce((all, { views }) => all + views, 0);
  return {
    week: sum(1, WEEK_DAYS),
    before: sum(WEEK_DAYS + 1, WEEK_DAYS * (WEEKS_BEFORE + 1)),
  };
}
