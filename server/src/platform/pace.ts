import { setTimeout as pause } from 'node:timers/promises';

interface Time {
  /** In milliseconds. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const TIME: Time = { now: () => performance.now(), wait: (ms) => pause(ms) };

/**
 * A function that returns at most `perSecond` times a second, after a rest up to `burst` times at
 * once; who calls it more often waits in order.
 */
export function pace(
  { perSecond, burst }: { perSecond: number; burst: number },
  { now, wait }: Time = TIME,
): () => Promise<void> {
  const eachMs = 1000 / perSecond;
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now();
    next = Math.max(next + eachMs, at - (burst - 1) * eachMs);
    if (next > at) await wait(next - at);
  };
}
