import { localDate, localTime, ZONE } from '@samtrot/shared/kernel/time.ts';

const MONTHS = [
  ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni'],
  ...['Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'],
];

interface Day {
  year: number;
  month: number;
  day: number;
}

function partsOf(date: string): Day {
  const [year, month, day] = date.split('-').map(Number);
  return { year: year!, month: month!, day: day! };
}

/** Swiss calendar days of this range, `2026-11-20`, first and last included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (
    let at = Date.parse(`${from}T00:00:00Z`);
    at <= Date.parse(`${to}T00:00:00Z`);
    at += 86_400_000
  )
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** `3. November`; with its year where that is not the one of `now`. */
export function dayWords(date: string, now: Date): string {
  const { year, month, day } = partsOf(date);
  const words = `${day}. ${MONTHS[month - 1]}`;
  return year === partsOf(localDate(now)).year ? words : `${words} ${year}`;
}

/** `3.11.` */
export function shortDay(date: string): string {
  const { month, day } = partsOf(date);
  return `${day}.${month}.`;
}

/** `heute, 14:03`, `gestern, 14:03`, `3. November, 14:03`: Swiss time in words. */
export function whenWords(at: Date, now: Date): string {
  const [date, today] = [localDate(at), localDate(now)];
  const yesterday = localDate(new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000));
  const day = date === today ? 'heute' : date === yesterday ? 'gestern' : dayWords(date, now);
  return `${day}, ${localTime(at)}`;
}

/** `14:03` of today, otherwise with its day: what follows "seit". */
export const sinceWords = (at: Date, now: Date): string =>
  localDate(at) === localDate(now) ? localTime(at) : whenWords(at, now);

/** `A`, `A und B`, `A, B und C` */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`;

/** `3. und 4. November`, `30. November und 1. Dezember`: days of one month name it once. */
export function dayListWords(dates: readonly string[], now: Date): string {
  const words = dates.map((date, index) => {
    const next = dates[index + 1];
    return next?.slice(0, 7) === date.slice(0, 7) ? `${partsOf(date).day}.` : dayWords(date, now);
  });
  return listWords(words);
}

const clock = new Intl.DateTimeFormat('de-CH', { timeZone: ZONE, timeStyle: 'medium' });

/** `14:03:07` in Swiss time. */
export const localClock = (at: Date): string => clock.format(at);
