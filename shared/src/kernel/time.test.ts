import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatDayTime } from './format.ts';
import { localDate, localTime, wireDateTime } from './time.ts';

test('times are shown in Swiss time, summer and winter [INS-06]', () => {
  const winter = new Date('2026-11-20T17:42:59Z');
  expect(wireDateTime(winter)).toBe('20.11.2026 18:42');
  expect(formatDateTime(winter)).toBe('20.11.2026, 18:42');
  expect(formatDate(winter)).toBe('20.11.2026');
  expect(formatDayTime(winter)).toBe('20.11., 18:42');
  expect(localDate(winter)).toBe('2026-11-20');
  expect(localTime(winter)).toBe('18:42');
  expect(formatDateTime(new Date('2026-07-01T22:05:00Z'))).toBe('02.07.2026, 00:05');
  expect(formatDayTime(new Date('2026-07-01T22:05:00Z'))).toBe('02.07., 00:05');
  expect(localTime(new Date('2026-12-31T23:00:00Z'))).toBe('00:00');
  expect(localDate(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
});
