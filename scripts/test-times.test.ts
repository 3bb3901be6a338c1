import { expect, test } from 'vitest';
import { byFile, slowest } from './test-times.ts';

const result = (file: string, ms: number) => ({ file, title: 't', state: 'passed' as const, ms });

test('the tests of a file are summed up, next to its CPU time', () => {
  const rows = byFile([result('a', 500), result('b', 100), result('a', 1000)], new Map([['a', 2]]));
  expect(rows).toEqual([
    { name: 'a', seconds: 1.5, cpuSeconds: 2 },
    { name: 'b', seconds: 0.1, cpuSeconds: undefined },
  ]);
});

test('the most expensive files come first', () => {
  const rows = byFile(
    [result('a', 500), result('b', 9000), result('c', 100)],
    new Map([['a', 20]]),
  );
  expect(slowest(rows, 2).map(({ name }) => name)).toEqual(['a', 'b']);
});
