import { expect, test } from 'vitest';
import { distinct } from './distinct.ts';

test('a picture that a thing has twice gets two keys, in its order [BOF-43]', () => {
  const keys = distinct(['a', 'b', 'a']).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
  expect(distinct(['a', 'b', 'a']).map(({ item, nth }) => [item, nth])).toEqual([
    ['a', 0],
    ['b', 0],
    ['a', 1],
  ]);
});

test('keys stay when something comes in between, so that no shown picture is drawn anew [BOF-43]', () => {
  const [first] = distinct(['a']);
  expect(distinct(['b', 'a'])[1]!.key).toBe(first!.key);
});

test('two pictures of others that are like the same one are told apart [BOF-50]', () => {
  const found = distinct([{ n: 1 }, { n: 2 }, { n: 1 }], ({ n }) => String(n));
  expect(found.map(({ nth }) => nth)).toEqual([0, 0, 1]);
});
