import { expect, test } from 'vitest';
import { ordered, pressed } from './table-order.ts';

const rows = [
  { name: 'Zoë', count: 2 },
  { name: 'ärger', count: null },
  { name: 'Bea', count: 10 },
  { name: 'bea', count: 2 },
];

test('rows are sorted by the words of a column as in German, or by its numbers [BOF-144]', () => {
  const names = (falling: boolean) =>
    ordered(rows, ({ name }) => name, falling).map(({ name }) => name);
  expect(names(false)).toEqual(['ärger', 'bea', 'Bea', 'Zoë']);
  expect(names(true)).toEqual(['Zoë', 'Bea', 'bea', 'ärger']);
  const counts = (falling: boolean) =>
    ordered(rows, ({ count }) => count, falling).map(({ name, count }) => [name, count]);
  expect(counts(false)).toEqual([
    ['Zoë', 2],
    ['bea', 2],
    ['Bea', 10],
    ['ärger', null],
  ]);
  expect(counts(true).map(([, count]) => count)).toEqual([10, 2, 2, null]);
});

test('a head sorts rising, then falling, then not; another head begins again [BOF-144]', () => {
  const rising = pressed(null, 'name');
  expect(rising).toEqual({ column: 'name', falling: false });
  const falling = pressed(rising, 'name');
  expect(falling).toEqual({ column: 'name', falling: true });
  expect(pressed(falling, 'name')).toBeNull();
  expect(pressed(falling, 'count')).toEqual({ column: 'count', falling: false });
});
