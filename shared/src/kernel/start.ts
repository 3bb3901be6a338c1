import { fieldTexts } from './text.ts';
import { localDate, localTime, MINUTE_MS } from './time.ts';
import { isCalendarDate, isTimeOfDay, swissInstant } from './wall-time.ts';

/** When something is to begin: now, or at a minute of Swiss time. */
export interface Start {
  publish_option: 'Sofort' | 'Planen';
  /** YYYY-MM-DD */
  publish_date: string;
  /** HH:MM */
  publish_time: string;
}

export const PAST = 'Dieser Zeitpunkt ist schon vorbei';
export const TOO_FAR = 'Planen kannst du höchstens 12 Monate im Voraus';

/** The last day on which something may be planned to begin: today's date of the next year. */
export function lastStartDay(now: Date): string {
  const today = localDate(now);
  const day = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return isCalendarDate(day) ? day : day.replace(/29$/, '28');
}

/** The planned instant, or null while date or time are not whole. */
export const startOf = ({
  publish_date,
  publish_time,
}: Omit<Start, 'publish_option'>): Date | null => swissInstant(publish_date, publish_time);

/** What is wrong with a wish for the start, by field. */
export function startProblems(start: Start, now: Date): Record<string, string | null> {
  if (start.publish_option === 'Sofort') return {};
  const { publish_date, publish_time } = start;
  const date =
    publish_date === ''
      ? fieldTexts.required
      : isCalendarDate(publish_date)
        ? null
        : fieldTexts.format;
  const time =
    publish_time === ''
      ? fieldTexts.required
      : isTimeOfDay(publish_time)
        ? null
        : fieldTexts.format;
  if (date || time) return { publish_date: date, publish_time: time };
  const today = localDate(now);
  if (publish_date < today) return { publish_date: PAST };
  if (publish_date > lastStartDay(now)) return { publish_date: TOO_FAR };
  // The minute that has begun still counts; of an hour that comes twice the first one is meant.
  const begun = swissInstant(publish_date, publish_time)!.getTime() + MINUTE_MS <= now.getTime();
  const over = begun || (publish_date === today && publish_time < localTime(now));
  return { publish_time: over ? PAST : null };
}
