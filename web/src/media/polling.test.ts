import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api/call.ts';
import { pollUntilReady } from './polling.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const away = new ApiError('NETWORK', 'Keine Verbindung');

test('during a server restart the request is repeated, marked as a repeat [MED-22]', async () => {
  const asked: boolean[] = [];
  const done = pollUntilReady(async ({ again }) => {
    asked.push(again);
    if (asked.length === 2) throw new ApiError('UNAVAILABLE', 'gleich', { status: 503 });
    if (asked.length < 4) throw away;
    return 'da';
  });
  await vi.runAllTimersAsync();
  expect(await done).toBe('da');
  expect(asked).toEqual([false, true, true, true]);
});

test('a refusal is not repeated, and an unreachable server is reported in the end [MED-08]', async () => {
  const refused = vi.fn(() =>
    Promise.reject(new ApiError('NOT_AN_IMAGE', 'kein Bild', { status: 415 })),
  );
  await expect(pollUntilReady(refused)).rejects.toMatchObject({ code: 'NOT_AN_IMAGE' });
  expect(refused).toHaveBeenCalledTimes(1);

  const gone = vi.fn(() => Promise.reject(away));
  const failed = expect(pollUntilReady(gone)).rejects.toBe(away);
  await vi.runAllTimersAsync();
  await failed;
  expect(gone.mock.calls.length).toBeGreaterThan(3);
});
