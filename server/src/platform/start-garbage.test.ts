import { expect, test } from 'vitest';
import { freeStartGarbage } from './start-garbage.ts';

const MB = 2 ** 20;

test('what the start left behind is freed, and nothing may collect afterwards [RUN-15]', () => {
  let waste: object[] = Array.from({ length: 500_000 }, (_, n) => ({ n, text: `${n}` }));
  expect(waste).toHaveLength(500_000);
  const before = process.memoryUsage().heapUsed;
  waste = [];
  freeStartGarbage();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 10 * MB);
  expect(globalThis).not.toHaveProperty('gc');
});
