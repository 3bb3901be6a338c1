import { expect, test } from 'vitest';
import { addCalendarDays, instantOf } from '../kernel/calendar.ts';
import { formatDateTime } from '../kernel/format.ts';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

// The clocks change on 28 March 2027 from 02:00 to 03:00 and on 31 October 2027 from 03:00 back to
// 02:00.
test.each([
  ['a winter noon', '2026-11-20', '12:00', '2026-11-20T11:00:00.000Z'],
  ['a summer noon', '2027-07-01', '12:00', '2027-07-01T10:00:00.000Z'],
  ['the minute before the spring change', '2027-03-28', '01:59', '2027-03-28T00:59:00.000Z'],
  ['a time that the spring change skips', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
  ['the first minute after it', '2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
  [
    'a time that the autumn change repeats means the first',
    '2027-10-31',
    '02:30',
    '2027-10-31T00:30:00.000Z',
  ],
  ['the first minute after both', '2027-10-31', '03:00', '2027-10-31T02:00:00.000Z'],
  ['a leap day', '2028-02-29', '00:00', '2028-02-28T23:00:00.000Z'],
])('%s [EDI-96]', (_title, date, time, instant) => {
  expect(instantOf(date, time).toISOString()).toBe(instant);
});

test.each([
  ['a plain day has 24 hours', '2026-11-20T11:00:00Z', 1, 24],
  ['the day of the spring change has 23', '2027-03-27T11:00:00Z', 1, 23],
  ['the day of the autumn change has 25', '2027-10-30T10:00:00Z', 1, 25],
  ['a week across the spring change', '2027-03-25T11:00:00Z', 7, 7 * 24 - 1],
  ['a month across the spring change', '2027-03-10T11:00:00Z', 30, 30 * 24 - 1],
  ['a month across the autumn change', '2027-10-10T10:00:00Z', 30, 30 * 24 + 1],
  ['a month from the 31st of January', '2028-01-31T11:00:00Z', 30, 30 * 24],
  ['seconds are kept', '2027-03-27T11:00:59.123Z', 3, 3 * 24 - 1],
])('%s [INS-43, CON-71]', (_title, from, days, hours) => {
  const start = new Date(from);
  const end = addCalendarDays(start, days);
  expect((end.getTime() - start.getTime()) / HOUR_MS).toBe(hours);
  expect(formatDateTime(end).slice(-5)).toBe(formatDateTime(start).slice(-5));
});

test('an end in the skipped hour lies one hour later, one in the repeated hour in the first [INS-43]', () => {
  expect(addCalendarDays(new Date('2027-03-27T01:30:00Z'), 1).toISOString()).toBe(
    '2027-03-28T01:30:00.000Z',
  );
  expect(addCalendarDays(new Date('2027-10-30T00:30:00Z'), 1).toISOString()).toBe(
    '2027-10-31T00:30:00.000Z',
  );
});

test('every package started at every hour of both weekends ends at the same wall time [INS-43]', () => {
  for (const weekend of ['2027-03-26T00:00:00Z', '2027-10-29T00:00:00Z']) {
    for (let hour = 0; hour < 96; hour++) {
      const start = new Date(new Date(weekend).getTime() + hour * HOUR_MS);
      for (const days of [1, 3, 5, 7, 30]) {
        const end = addCalendarDays(start, days);
        const drift = end.getTime() - start.getTime() - days * DAY_MS;
        expect(Math.abs(drift)).toBeLessThanOrEqual(HOUR_MS);
        const skipped =
          formatDateTime(end).startsWith('28.03.2027, 03:') &&
          formatDateTime(start).includes(' 02:');
        if (!skipped)
          expect(formatDateTime(end).slice(-5), start.toISOString()).toBe(
            formatDateTime(start).slice(-5),
          );
      }
    }
  }
});
