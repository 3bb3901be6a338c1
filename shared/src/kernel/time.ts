export const ZONE = 'Europe/Zurich';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Made at the first date: a browser needs 20 ms for its first formatter, which a page without dates
 * need not wait for.
 */
let zone: Intl.DateTimeFormat | undefined;

/**
 * Day, month, year, hour and minute as this locale orders them. Its parts by name cost three times
 * as much, and lists need many.
 */
export function swissParts(at: Date) {
  zone ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [day, month, year, hour, minute] = zone.format(at).match(/\d+/g)!;
  return { day, month, year, hour, minute };
}

/** `20.11.2026 18:42` in Swiss time: the form of start_zeit and end_zeit on the wire (INS-06). */
export function wireDateTime(at: Date): string {
  const { day, month, year, hour, minute } = swissParts(at);
  return `${day}.${month}.${year} ${hour}:${minute}`;
}

/** The Swiss calendar day, `2026-11-20`. */
export function localDate(at: Date): string {
  const { day, month, year } = swissParts(at);
  return `${year}-${month}-${day}`;
}

/** The Swiss time of day, `18:42`. */
export function localTime(at: Date): string {
  const { hour, minute } = swissParts(at);
  return `${hour}:${minute}`;
}
