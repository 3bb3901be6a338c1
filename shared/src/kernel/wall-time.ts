import { HOUR_MS, localTime } from './time.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const isTimeOfDay = (text: string): boolean => TIME.test(text);

export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const day = new Date(`${text}T00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * The instant of a Swiss wall time by the rule of `instantOf`: a skipped one moves an hour later, a
 * repeated one means the first. This one comes without the calendar library, which a page does not
 * load to be drawn. Null while day or time are not whole.
 */
export function swissInstant(date: string, time: string): Date | null {
  if (!isCalendarDate(date) || !isTimeOfDay(time)) return null;
  const wall = Date.parse(`${date}T${time}:00Z`);
  const summer = new Date(wall - 2 * HOUR_MS);
  return localTime(summer) === time ? summer : new Date(wall - HOUR_MS);
}

/** Whether the spring change moves this wall time. */
export const isShifted = (date: string, time: string): boolean => {
  const at = swissInstant(date, time);
  return at !== null && localTime(at) !== time;
};

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
