import { expect, test } from 'vitest';
import { addCalendarMonths, instantOf } from '../kernel/calendar.ts';
import { PRICES } from '../testing/prices.ts';
import { clubPrice } from './rules.ts';
import { canProlong, clubStatus } from './status.ts';

// Across the change to summer time.
const start = instantOf('2027-02-28', '02:30');
const end = addCalendarMonths(start, 1);
const club = { start_at: start.toISOString(), end_at: end.toISOString() };
const at = (base: Date, ms: number) => new Date(base.getTime() + ms);

test('a club is planned to the last millisecond before its start [CLU-12, X-24]', () => {
  expect(clubStatus(club, at(start, -1))).toBe('geplant');
  expect(clubStatus({ ...club, end_at: null }, at(start, -1))).toBe('geplant');
});

test('a club is active without dates, without an end, and from its start until before its end [CLU-13, CLU-16, X-24]', () => {
  expect(clubStatus({ start_at: null, end_at: null }, start)).toBe('aktiv');
  expect(clubStatus({ ...club, end_at: null }, start)).toBe('aktiv');
  expect(clubStatus({ ...club, end_at: null }, at(end, 1))).toBe('aktiv');
  expect(clubStatus(club, start)).toBe('aktiv');
  expect(clubStatus(club, at(end, -1))).toBe('aktiv');
  expect(clubStatus({ ...club, start_at: null }, at(end, -1))).toBe('aktiv');
});

test('a club is over from the millisecond of its end [CLU-14, X-24]', () => {
  expect(clubStatus(club, end)).toBe('abgelaufen');
  expect(clubStatus({ ...club, start_at: null }, end)).toBe('abgelaufen');
});

test('a club costs 50 credits a month [decisions 6]', () => {
  expect([1, 3, 12].map((months) => clubPrice(PRICES.clubs, months))).toEqual([50, 150, 600]);
});

test('more months come behind an end alone: a club without one is not prolonged [CLU-13]', () => {
  expect([canProlong(club), canProlong({ ...club, end_at: null })]).toEqual([true, false]);
});
