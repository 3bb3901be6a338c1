import { expect, test } from 'vitest';
import { MAX_OPENINGS, type OpeningHours, OVERLAPPING, openingProblem } from './opening-hours.ts';

const at = (tag: number, von: string, bis: string): OpeningHours => ({ tag, von, bis });

test.each<[string, OpeningHours[]]>([
  ['no hours at all', []],
  ['two spans of a day that touch', [at(1, '13:00', '17:00'), at(1, '09:00', '13:00')]],
  ['a night that ends as the next day begins', [at(1, '22:00', '04:00'), at(2, '04:00', '08:00')]],
  ['Sunday night until Monday opens', [at(1, '04:00', '08:00'), at(7, '20:00', '04:00')]],
  ['whole days in a row', [at(3, '00:00', '00:00'), at(4, '00:00', '00:00')]],
  ['the whole of one day', [at(5, '08:00', '08:00')]],
])('%s is no problem [EXP-57]', (_, openings) => {
  expect(openingProblem(openings)).toBeNull();
});

test.each<[string, OpeningHours[]]>([
  ['a span within another', [at(1, '09:00', '17:00'), at(1, '10:00', '11:00')]],
  ['one minute of two spans', [at(1, '09:00', '12:01'), at(1, '12:00', '13:00')]],
  ['a night over the next morning', [at(2, '22:00', '04:01'), at(3, '04:00', '08:00')]],
  ['Sunday night over Monday', [at(7, '22:00', '05:00'), at(1, '04:00', '08:00')]],
  [
    'a day from eight to eight and its next morning',
    [at(5, '08:00', '08:00'), at(6, '07:59', '09:00')],
  ],
])('%s overlaps [EXP-57]', (_, openings) => {
  expect(openingProblem(openings)).toBe(OVERLAPPING);
});

test.each<[string, OpeningHours[]]>([
  ['day 0', [at(0, '09:00', '12:00')]],
  ['day 8', [at(8, '09:00', '12:00')]],
  ['a time that is none', [at(1, '24:00', '12:00')]],
  ['an end that is none', [at(1, '09:00', '9:5')]],
  ['one bad span of two', [at(1, '09:00', '12:00'), at(9, '09:00', '12:00')]],
])('%s has no form of hours [EXP-57]', (_, openings) => {
  expect(openingProblem(openings)).toBe('Ungültiges Format');
});

test('two spans a day are the most [EXP-57]', () => {
  const week = (spans: number) =>
    Array.from({ length: 7 * spans }, (_, n) =>
      at(Math.floor(n / spans) + 1, `0${n % spans}:00`, `0${(n % spans) + 1}:00`),
    );
  expect(week(2)).toHaveLength(MAX_OPENINGS);
  expect(openingProblem(week(2))).toBeNull();
  expect(openingProblem(week(3))).toBe('Ungültiges Format');
});
