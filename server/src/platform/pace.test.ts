import { expect, test } from 'vitest';
import { pace } from './pace.ts';

test('after a rest a burst passes at once, then each waits for its turn [RUN-14]', async () => {
  let now = 0;
  const waits: number[] = [];
  const next = pace(
    { perSecond: 100, burst: 3 },
    { now: () => now, wait: async (ms) => waits.push(ms) },
  );
  const takes = async (times: number) => {
    waits.length = 0;
    for (let n = 0; n < times; n++) await next();
    return [...waits];
  };
  expect(await takes(5)).toEqual([10, 20]);
  now = 20;
  expect(await takes(2)).toEqual([10, 20]);
  now = 45;
  expect(await takes(1)).toEqual([5]);
  now = 10_000;
  expect(await takes(4)).toEqual([10]);
});
