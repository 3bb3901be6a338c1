import { WEEKDAYS } from '../kernel/opening-hours.ts';
import { factsOf, markupOf, wordsOf } from './markup-rules.ts';

export const hoursTexts = {
  shape:
    'Schreib die Tage als «Montag bis Freitag» und darunter die Zeiten als «: 09:00–12:00 und 13:00–17:00»',
};

/** The office hours of a day: from one minute of the Swiss day to another. */
export type Span = readonly [from: number, to: number];
/** By the day of the week, Monday first. */
export type OfficeHours = readonly (readonly Span[])[];

const DAYS = new RegExp(`^(${WEEKDAYS.join('|')})(?: bis (${WEEKDAYS.join('|')}))?$`);
const TIME = '([01]\\d|2[0-4]):([0-5]\\d)';
const SPAN = new RegExp(`^${TIME}[–-]${TIME}$`);
const place = (day: string) => (WEEKDAYS as readonly string[]).indexOf(day);

function spanOf(text: string): Span | null {
  const found = SPAN.exec(text.trim())?.slice(1).map(Number);
  if (!found) return null;
  const [fromHour, fromMinute, toHour, toMinute] = found as [number, number, number, number];
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return from < to && to <= 24 * 60 ? [from, to] : null;
}

/**
 * The office hours that a text states; null where a line has another shape, or two of a day overlap
 * (SUP-12).
 */
export function hoursOf(content: string): OfficeHours | null {
  const days: Span[][] = WEEKDAYS.map(() => []);
  for (const line of factsOf(markupOf(content)) ?? []) {
    if ('value' in line) return null;
    const [, first, last = first] = DAYS.exec(wordsOf(line.term).trim()) ?? [];
    const spans = wordsOf(line.fact).split(' und ').map(spanOf);
    if (first === undefined || spans.includes(null)) return null;
    const [from, to] = [place(first), place(last!)];
    if (to < from) return null;
    for (const day of days.slice(from, to + 1)) day.push(...(spans as Span[]));
  }
  for (const day of days) day.sort(([a], [b]) => a - b);
  const clash = days.some((day) => day.some(([from], at) => at > 0 && from < day[at - 1]![1]));
  return clash || days.every((day) => day.length === 0) ? null : days;
}

/** `Montag bis Freitag, 09:00–12:00 und 13:00–17:00`, for a sentence. */
export const hoursText = (content: string): string =>
  (factsOf(markupOf(content)) ?? [])
    .map((line) => ('value' in line ? '' : `${wordsOf(line.term)}, ${wordsOf(line.fact)}`))
    .join('; ');
