import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';

/**
 * A booking started before midnight may be committed after it; an hour later the month is final.
 */
export const CLOSING_MS = HOUR_MS;

/** The Swiss month of an instant, `2026-11`. */
const monthOf = (at: Date): string => localDate(at).slice(0, 7);

/** The month from midnight to midnight in Swiss time. */
export function spanOf(month: string): { from: Date; until: Date } {
  const from = instantOf(`${month}-01`, '00:00');
  return { from, until: addCalendarMonths(from, 1) };
}

export const isOver = (month: string, now: Date): boolean =>
  now.getTime() >= spanOf(month).until.getTime() + CLOSING_MS;

export const nextMonth = (month: string): string => monthOf(spanOf(month).until);

/** The last completed month. */
export function lastOver(now: Date): string {
  const before = monthOf(new Date(spanOf(monthOf(now)).from.getTime() - 1));
  return isOver(before, now) ? before : monthOf(new Date(spanOf(before).from.getTime() - 1));
}
