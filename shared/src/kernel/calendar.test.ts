import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCalendarDays, addCalendarMonths, instantOf } from './calendar.ts';
import { formatDateTime } from './format.ts';
import { DAY_MS, HOUR_MS, localDate, localTime } from './time.ts';
import { isCalendarDate, isTimeOfDay } from './wall-time.ts';

test.each(['00:00', '09:05', '23:59'])('%s is a time of day', (text) => {
  expect(isTimeOfDay(text)).toBe(true);
});

test.each([
  '24:00',
  '99:99',
  '9:05',
  '09:5',
  '09:60',
  '09:05:00',
  ' 09:05',
  '09:05\n',
  '',
  '٠٩:٠٥',
])('%j is no time of day', (text) => {
  expect(isTimeOfDay(text)).toBe(false);
});

test('a calendar date exists', () => {
  for (const text of ['2026-11-20', '2028-02-29', '0001-01-01', '9999-12-31'])
    expect(isCalendarDate(text)).toBe(true);
  const wrong = [
    '2027-02-29',
    '2027-02-30',
    '2027-13-01',
    '2027-00-10',
    '2027-1-1',
    '20.11.2026',
    '2026-11-20T00:00',
    '2026-11-20\n',
    '',
  ];
  for (const text of wrong) expect(isCalendarDate(text), JSON.stringify(text)).toBe(false);
});

test('a time that the spring change skips moves one hour later', () => {
  expect(instantOf('2027-03-28', '01:59').toISOString()).toBe('2027-03-28T00:59:00.000Z');
  expect(instantOf('2027-03-28', '02:30').toISOString()).toBe('2027-03-28T01:30:00.000Z');
  expect(instantOf('2027-03-28', '03:30').toISOString()).toBe('2027-03-28T01:30:00.000Z');
});

test('a time that the autumn change repeats means the first', () => {
  expect(instantOf('2027-10-31', '02:30').toISOString()).toBe('2027-10-31T00:30:00.000Z');
  expect(instantOf('2027-10-31', '03:00').toISOString()).toBe('2027-10-31T02:00:00.000Z');
});

test('a day later is the same Swiss wall time, 23 or 25 hours across a change', () => {
  const spring = instantOf('2027-03-27', '12:00');
  expect(addCalendarDays(spring, 1).getTime() - spring.getTime()).toBe(23 * HOUR_MS);
  const autumn = instantOf('2027-10-30', '12:00');
  expect(addCalendarDays(autumn, 1).getTime() - autumn.getTime()).toBe(25 * HOUR_MS);
  const usual = instantOf('2027-06-01', '12:00');
  expect(addCalendarDays(usual, 7).getTime() - usual.getTime()).toBe(7 * DAY_MS);
});

test('the shown date and time lead back to the instant, outside the two changes', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (at) => {
        const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
        const back = instantOf(localDate(minute), localTime(minute));
        expect([0, -HOUR_MS]).toContain(back.getTime() - minute.getTime());
        if (!/-(03|10)-/.test(localDate(minute))) expect(back).toEqual(minute);
      },
    ),
  );
});

test('the machine may stand in any time zone', () => {
  const { env } = (
    globalThis as unknown as { process: { env: Record<string, string | undefined> } }
  ).process;
  const zone = env.TZ;
  try {
    for (const other of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      env.TZ = other;
      expect(formatDateTime(new Date('2026-11-20T17:42:00Z')), other).toBe('20.11.2026, 18:42');
      expect(instantOf('2026-11-20', '18:42').toISOString(), other).toBe(
        '2026-11-20T17:42:00.000Z',
      );
    }
  } finally {
    if (zone === undefined) delete env.TZ;
    else env.TZ = zone;
  }
});

test.each([
  ['2027-01-31T11:00:00.123Z', 1, '2027-02-28T11:00:00.123Z'],
  ['2028-01-31T11:00:00Z', 1, '2028-02-29T11:00:00.000Z'],
  ['2026-11-20T12:00:00Z', 1, '2026-12-20T12:00:00.000Z'],
  ['2026-11-20T12:00:00Z', 12, '2027-11-20T12:00:00.000Z'],
  // 13:00 in winter stays 13:00 in summer, on the calendar of Zürich and not of Greenwich.
  ['2027-02-28T12:00:00Z', 1, '2027-03-28T11:00:00.000Z'],
  ['2026-11-30T23:30:00Z', 1, '2026-12-31T23:30:00.000Z'],
  // 02:30 is skipped on 28 March 2027.
  ['2027-02-28T01:30:00Z', 1, '2027-03-28T01:30:00.000Z'],
])('from %s so many months (%i) later is %s [BAN-46, CON-77]', (from, months, to) => {
  expect(addCalendarMonths(new Date(from), months).toISOString()).toBe(to);
});
