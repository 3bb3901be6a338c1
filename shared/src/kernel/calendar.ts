import { Temporal } from 'temporal-polyfill';
import { ZONE } from './time.ts';

/**
 * The instant of a Swiss wall time. A time that the spring change skips moves one hour later; one
 * that the autumn change repeats means the first (`security.md` 3.5).
 */
export function instantOf(date: string, time: string): Date {
  // Stryker disable next-line ObjectLiteral: what is written out is the default
  const zoned = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(ZONE, {
    disambiguation: 'compatible',
  });
  return new Date(zoned.epochMilliseconds);
}

/** The same Swiss wall time so many calendar days later: 23 or 25 hours across a clock change. */
export function addCalendarDays(from: Date, days: number): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(ZONE);
  return new Date(
    // Stryker disable next-line ObjectLiteral: what is written out is the default
    zoned.toPlainDateTime().add({ days }).toZonedDateTime(ZONE, { disambiguation: 'compatible' })
      .epochMilliseconds,
  );
}

/**
 * The same Swiss day of the month and wall time so many months later; a day that the month does not
 * have becomes its last.
 */
export function addCalendarMonths(from: Date, months: number): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(ZONE);
  return new Date(
    // Stryker disable next-line ObjectLiteral: what is written out is the default
    zoned.toPlainDateTime().add({ months }).toZonedDateTime(ZONE, { disambiguation: 'compatible' })
      .epochMilliseconds,
  );
}
