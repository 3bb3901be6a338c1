import { formatDate, formatDateTime } from '../kernel/format.ts';
import { DAY_MS, localTime } from '../kernel/time.ts';

/** The longest maintenance, and how far ahead one is announced. */
export const MAINTENANCE_MOST_MS = DAY_MS;
export const MAINTENANCE_AHEAD_MS = 30 * DAY_MS;

/** `14:30` of the same Swiss day, else `1.12.2026, 14:30`. */
const untilText = (until: Date, now: Date): string =>
  formatDate(until) === formatDate(now) ? localTime(until) : formatDateTime(until);

/** The values of the text of MAINTENANCE. */
export const maintenanceParams = (until: Date, now: Date) => ({ zeit: untilText(until, now) });

/** «Wartung bis 14:30. Ansehen geht, ändern danach wieder.» (BOF-132) */
export const maintenanceText = (until: Date, now: Date): string =>
  `Wartung bis ${untilText(until, now)}. Ansehen geht, ändern danach wieder.`;

interface Times {
  from: Date;
  until: Date;
}

/** What is wrong with the times of a maintenance, by field. */
export function maintenanceProblems(
  { from, until }: Times,
  now: Date,
): Partial<Record<keyof Times, string>> {
  if (from.getTime() - now.getTime() > MAINTENANCE_AHEAD_MS)
    return { from: 'Höchstens 30 Tage im Voraus.' };
  if (until <= now) return { until: 'Das Ende liegt in der Vergangenheit.' };
  if (until <= from) return { until: 'Das Ende liegt vor dem Anfang.' };
  return until.getTime() - from.getTime() > MAINTENANCE_MOST_MS
    ? { until: 'Höchstens 24 Stunden.' }
    : {};
}
