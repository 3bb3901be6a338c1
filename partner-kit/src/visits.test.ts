import { expect, test } from 'vitest';
import { type Visit, visits } from './visits.ts';

const visit = (id: string): Visit => ({
  list: 'ads',
  id,
  kind: 'view',
  visitor: 'v'.repeat(43),
  user_agent: 'x',
});
const numbered = (count: number) => Array.from({ length: count }, (_, n) => visit(String(n)));

test('visits queue while the portal is unreachable and are sent once it is back, each once [decisions 7]', async () => {
  let away = true;
  let underWay = 0;
  let most = 0;
  const received: string[] = [];
  const tries: number[] = [];
  const queue = visits({
    most: 50,
    pauses: { first: 1, longest: 8 },
    async send({ id }) {
      tries.push(performance.now());
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      if (away) throw new Error('away');
      received.push(id);
      return true;
    },
  });
  for (const one of numbered(60)) queue.count(one);
  // Four are under way, fifty wait, the rest does not fit.
  expect(queue.waiting()).toBe(50);
  await queue.settle(10_000);
  expect([tries.length, queue.waiting()]).toEqual([4, 50]);
  // One is tried after each pause, and each pause is twice as long as the one before.
  await expect.poll(() => tries.length).toBeGreaterThan(9);
  const pauses = tries.slice(4, 10).map((at, index) => at - tries[index + 3]!);
  for (const [index, pause] of pauses.entries())
    expect(pause).toBeGreaterThanOrEqual(Math.min(2 ** index, 8) - 1);
  away = false;
  await expect.poll(() => received.length).toBe(50);
  expect(new Set(received).size).toBe(50);
  expect(most).toBe(4);
  queue.stop();
});

test('a visit that always fails blocks no other [decisions 7]', async () => {
  const received: string[] = [];
  const queue = visits({
    pauses: { first: 1, longest: 1 },
    async send({ id }) {
      if (id === '0') return false;
      received.push(id);
      return true;
    },
  });
  for (const one of numbered(20)) queue.count(one);
  await expect.poll(() => received.length).toBe(19);
  queue.stop();
});

test('a portal that never responds does not block the shutdown [decisions 7]', async () => {
  const queue = visits({ send: () => new Promise(() => {}) });
  for (const one of numbered(20)) queue.count(one);
  await queue.settle(5);
  expect(queue.waiting()).toBe(16);
  queue.stop();
});
