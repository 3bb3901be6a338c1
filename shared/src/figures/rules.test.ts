import { expect, test } from 'vitest';
import { ROLES } from '../staff/roles.ts';
import { maySee } from './rights.ts';
import { bucketLabel, bucketsOf, formatFigure, headline } from './rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test('30 days end today, across the change of the clocks [BOF-136]', () => {
  const days = bucketsOf('days', NOW);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({
    day: '2026-10-22',
    from: new Date('2026-10-21T22:00:00Z'),
    until: new Date('2026-10-22T22:00:00Z'),
  });
  const longest = days.find(({ day }) => day === '2026-10-25')!;
  expect((longest.until.getTime() - longest.from.getTime()) / 3_600_000).toBe(25);
  expect(days.at(-1)).toMatchObject({ day: '2026-11-20', until: new Date('2026-11-20T23:00:00Z') });
  for (const [n, { until }] of days.slice(0, -1).entries())
    expect(until).toEqual(days[n + 1]!.from);
});

test('12 months end with this one, also late on the last day of a long month [BOF-136]', () => {
  const months = bucketsOf('months', new Date('2027-03-31T21:30:00Z'));
  expect(months.map(({ day }) => day)).toEqual([
    ...['2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'],
    ...['2026-10-01', '2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'],
  ]);
  expect(months.at(-1)!.until).toEqual(new Date('2027-03-31T22:00:00Z'));
});

test('revenue is seen with a right on money, the rest by all [BOF-136]', () => {
  expect(ROLES.filter((role) => maySee(role, 'revenue'))).toEqual(['owner', 'finance', 'reader']);
  expect(ROLES.every((role) => maySee(role, 'views'))).toBe(true);
});

test('the headline is a sum, of ads online the last value [BOF-136]', () => {
  expect([headline('views', [1, 2, 3]), headline('online', [1, 2, 3])]).toEqual([6, 3]);
  expect(headline('online', [])).toBe(0);
  expect([formatFigure('revenue', 1_894_000), formatFigure('views', 412_870)]).toEqual([
    ...['CHF 18’940.-', '412’870'],
  ]);
  expect([bucketLabel('2026-11-20', 'days'), bucketLabel('2026-11-01', 'months')]).toEqual([
    ...['20.11.2026', '11.2026'],
  ]);
});
