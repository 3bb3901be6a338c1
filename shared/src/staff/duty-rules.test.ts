import { expect, test } from 'vitest';
import { dutyWeeks, weekOf, weekProblem, weekText } from './duty-rules.ts';

test.each([
  ['2026-11-29T22:59:00Z', '2026-11-23'],
  ['2026-11-29T23:00:00Z', '2026-11-30'],
  ['2026-12-06T12:00:00Z', '2026-11-30'],
  ['2027-01-01T12:00:00Z', '2026-12-28'],
])('the duty week of %s begins on Monday, %s in Switzerland [BOF-134]', (at, monday) =>
  expect(weekOf(new Date(at))).toBe(monday),
);

test('the rota has eight weeks from this one on, also over the new year [BOF-134]', () => {
  const weeks = dutyWeeks(new Date('2026-12-20T12:00:00Z'));
  expect(weeks).toHaveLength(8);
  expect(weeks.slice(0, 3)).toEqual(['2026-12-14', '2026-12-21', '2026-12-28']);
  expect(weekText('2026-12-28')).toBe('28.12. bis 3.1.2027');
});

test('a week is given as a day and nothing else [BOF-134]', () => {
  expect(weekProblem('2026-12-28')).toBeNull();
  const others = ['', '28.12.2026', '2026-1-05', '26-12-28', 'x2026-12-28', '2026-12-28x'];
  const letters = ['2026-ab-28', '2026-12-2', '2026-12-ab', 'abcd-12-28', '2026-1b-05'];
  for (const typed of [...others, ...letters]) expect(weekProblem(typed)).toBe('Ungültiges Format');
});
