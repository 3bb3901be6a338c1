import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCredentials, keepCredentials, onForgotten } from './fresh-credentials.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what was registered is known for five minutes, then forgotten and said so [EXP-68]', () => {
  const forgotten = vi.fn();
  const stop = onForgotten(forgotten);
  const lena = { email: 'lena@beispiel.ch', password: 'Gut-Gewählt-2026' };
  keepCredentials(lena);
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect([freshCredentials(), forgotten.mock.calls.length]).toEqual([lena, 0]);
  vi.advanceTimersByTime(1);
  expect([freshCredentials(), forgotten.mock.calls.length]).toEqual([undefined, 1]);
  stop();
});

test('a second registration is kept for its own five minutes [EXP-68]', () => {
  keepCredentials({ email: 'a@beispiel.ch', password: 'x' });
  vi.advanceTimersByTime(4 * 60_000);
  const second = { email: 'b@beispiel.ch', password: 'y' };
  keepCredentials(second);
  vi.advanceTimersByTime(4 * 60_000);
  expect(freshCredentials()).toEqual(second);
  vi.advanceTimersByTime(60_000);
  expect(freshCredentials()).toBeUndefined();
});
