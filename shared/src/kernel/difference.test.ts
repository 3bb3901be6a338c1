import { expect, test } from 'vitest';
import { differenceBetween } from './difference.ts';

test('runs of one kind follow each other, what was removed first [BOF-43, BOF-128]', () => {
  expect(differenceBetween(['a', 'b', 'c'], ['a', 'x', 'y', 'c'], 4)).toEqual([
    { kind: 'same', parts: ['a'] },
    { kind: 'removed', parts: ['b'] },
    { kind: 'added', parts: ['x', 'y'] },
    { kind: 'same', parts: ['c'] },
  ]);
  expect(differenceBetween([], [], 4)).toEqual([]);
});

test.each([
  [['a', 'a', 'a'], ['a']],
  [['a'], ['a', 'a', 'a']],
])(
  'beyond the most parts on either side nothing is compared [BOF-43, BOF-128]',
  (before, after) => {
    expect(differenceBetween(before, after, 2)).toEqual([
      { kind: 'removed', parts: before },
      { kind: 'added', parts: after },
    ]);
    expect(differenceBetween(before, after, 3)).toHaveLength(2);
  },
);
