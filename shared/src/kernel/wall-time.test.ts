import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf } from './calendar.ts';
import { daysBetween, isCalendarDate, isShifted, swissInstant } from './wall-time.ts';

test.each([
  ['2026-11-20', '13:00', '2026-11-20T12:00:00.000Z'],
  ['2026-07-01', '13:00', '2026-07-01T11:00:00.000Z'],
  ['2026-07-01', '00:30', '2026-06-30T22:30:00.000Z'],
  ['2026-12-31', '00:30', '2026-12-30T23:30:00.000Z'],
  // Skipped in spring, repeated in autumn.
  ['2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
  ['2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
])('%s %s in Zürich is %s', (date, time, instant) => {
  expect(swissInstant(date, time)?.toISOString()).toBe(instant);
});

test('without a whole date or time there is no instant', () => {
  expect(swissInstant('2026-02-30', '13:00')).toBeNull();
  expect(swissInstant('2026-11-20', '24:00')).toBeNull();
});

test('the instant is that of the calendar library in every minute of ten years', () => {
  const minutes = fc.integer({
    min: Date.UTC(2026, 0, 1) / 60_000,
    max: Date.UTC(2036, 0, 1) / 60_000,
  });
  fc.assert(
    fc.property(minutes, (minute) => {
      const [date, time] = new Date(minute * 60_000).toISOString().slice(0, 16).split('T') as [
        string,
        string,
      ];
      expect(swissInstant(date, time)).toEqual(instantOf(date, time));
    }),
  );
});

test('only a time that the spring change skips is shifted', () => {
  expect(['01:59', '02:00', '02:59', '03:00'].map((time) => isShifted('2027-03-28', time))).toEqual(
    [false, true, true, false],
  );
  expect(isShifted('2027-10-31', '02:30')).toBe(false);
  expect(isShifted('2027-02-30', '02:30')).toBe(false);
});

test.each([
  '+02026-11-20',
  '+012026-11-20',
  '2026-11-20T',
  '2026-11-2',
  'x2026-11-20',
  '2026-11-20x',
  '2026-11',
])('%j is no calendar date', (text) => {
  expect(isCalendarDate(text)).toBe(false);
});

test('the days of a range are whole, also where a day has 23 or 25 hours', () => {
  expect(daysBetween('2026-10-24', '2026-10-26')).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ]);
  expect(daysBetween('2026-03-28', '2026-03-30')).toHaveLength(3);
  expect(daysBetween('2025-11-22', '2026-11-21')).toHaveLength(365);
});
