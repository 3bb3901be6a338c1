import { expect, test } from 'vitest';
import {
  dayListWords,
  daysBetween,
  dayWords,
  listWords,
  shortDay,
  sinceWords,
  whenWords,
} from './date-format.ts';

const NOW = new Date('2026-11-21T13:10:00Z');

test.each([
  ['2026-11-21T13:03:00Z', 'heute, 14:03', '14:03'],
  ['2026-11-20T22:59:00Z', 'gestern, 23:59', 'gestern, 23:59'],
  ['2026-11-20T23:00:00Z', 'heute, 00:00', '00:00'],
  ['2026-11-03T13:03:00Z', '3. November, 14:03', '3. November, 14:03'],
  ['2025-12-31T22:30:00Z', '31. Dezember 2025, 23:30', '31. Dezember 2025, 23:30'],
])('%s is said as %s, and since as %s', (at, when, since) => {
  expect(whenWords(new Date(at), NOW)).toBe(when);
  expect(sinceWords(new Date(at), NOW)).toBe(since);
});

test('yesterday is found over the change of the clocks and of the year', () => {
  expect(whenWords(new Date('2026-10-24T20:00:00Z'), new Date('2026-10-25T22:00:00Z'))).toBe(
    'gestern, 22:00',
  );
  expect(whenWords(new Date('2026-12-31T20:00:00Z'), new Date('2027-01-01T10:00:00Z'))).toBe(
    'gestern, 21:00',
  );
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

test('days and lists are said the short way', () => {
  expect(dayWords('2026-01-09', NOW)).toBe('9. Januar');
  expect(shortDay('2026-01-09')).toBe('9.1.');
  expect(dayListWords(['2026-11-03', '2026-11-04'], NOW)).toBe('3. und 4. November');
  expect(dayListWords(['2026-10-31', '2026-11-01', '2026-11-02'], NOW)).toBe(
    '31. Oktober, 1. und 2. November',
  );
  expect(dayListWords(['2025-11-03', '2026-11-04'], NOW)).toBe('3. November 2025 und 4. November');
  expect(listWords([])).toBe('');
  expect(listWords(['A', 'B', 'C'])).toBe('A, B und C');
});
