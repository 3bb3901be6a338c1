import { afterEach, expect, test, vi } from 'vitest';
import { KNOWN_FOR_MS, LATER_TRIES_MS, nextTry, withinLimit } from './load-tries.ts';

const waits = (state: { knownForMs: number | null; typing: boolean }) =>
  [0, 1, 2, 3, 40].map((made) => nextTry(made, state));

test('without a known account loading fails with the third own try, after 2, 5 and 10 s [EXP-65]', () => {
  expect(waits({ knownForMs: null, typing: false })).toEqual([2_000, 5_000, 10_000, null, null]);
});

test('an account known for less than five minutes stays, and is asked for every 15 s [EXP-65]', () => {
  expect(LATER_TRIES_MS).toBe(15_000);
  const later = [2_000, 5_000, 10_000, LATER_TRIES_MS, LATER_TRIES_MS];
  expect(waits({ knownForMs: KNOWN_FOR_MS - 1, typing: false })).toEqual(later);
  expect(waits({ knownForMs: KNOWN_FOR_MS, typing: false }).slice(3)).toEqual([null, null]);
  expect(waits({ knownForMs: KNOWN_FOR_MS, typing: true })).toEqual(later);
});

afterEach(() => void vi.useRealTimers());

test('a load that takes longer than 10 s is aborted, one that the caller ends at once [EXP-65]', async () => {
  vi.useFakeTimers();
  const hanging = (signal: AbortSignal) =>
    new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('aborted'))));
  const late = vi.fn();
  withinLimit(hanging).catch(late);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(late).toHaveBeenCalledOnce();

  const caller = new AbortController();
  const ended = withinLimit(hanging, caller.signal);
  caller.abort();
  await expect(ended).rejects.toThrow('aborted');
  expect(await withinLimit(async () => 7)).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});
