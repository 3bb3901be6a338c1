import { fieldTexts } from './text.ts';
import { isTimeOfDay } from './wall-time.ts';

/**
 * Open from one time of day to another, which may lie after midnight; equal times are the whole
 * day. Days count from Monday, 1 to 7.
 */
export interface OpeningHours {
  tag: number;
  von: string;
  bis: string;
}
/** Two spans a day. */
export const MAX_OPENINGS = 14;
/** Days of the week as they count: Monday is 1. */
export const WEEKDAYS = [
  'Montag',
  'Dienstag',
  'Mittwoch',
  'Donnerstag',
  'Freitag',
  'Samstag',
  'Sonntag',
] as const;

export const OVERLAPPING = 'Diese Zeiten überschneiden sich';

const DAY_MINUTES = 24 * 60;
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What is wrong with these hours, or null. */
export function openingProblem(openings: readonly OpeningHours[]): string | null {
  if (openings.length > MAX_OPENINGS) return fieldTexts.format;
  const whole = openings.every(
    ({ tag, von, bis }) => tag >= 1 && tag <= 7 && isTimeOfDay(von) && isTimeOfDay(bis),
  );
  if (!whole) return fieldTexts.format;
  // Along the week, so that what goes on after midnight meets the next day, and Sunday meets
  // Monday.
  const spans = openings
    .map(({ tag, von, bis }) => {
      const start = (tag - 1) * DAY_MINUTES + minutes(von);
      const lasts = (minutes(bis) - minutes(von) + DAY_MINUTES - 1) % DAY_MINUTES;
      return { start, end: start + lasts + 1 };
    })
    .toSorted((one, other) => one.start - other.start);
  const first = spans[0];
  const again = first ? [...spans, { start: first.start + 7 * DAY_MINUTES, end: 0 }] : [];
  return again.some(({ start }, index) => index > 0 && start < again[index - 1]!.end)
    ? OVERLAPPING
    : null;
}
