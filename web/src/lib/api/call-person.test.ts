import { keepSession } from '@samtrot/shared/access/security-contract.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { origin: 'http://localhost' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A page whose answers carry these headers; with the headers of its last call. */
async function page(headers: Record<string, string> = {}) {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) =>
    listeners.set(type, listener),
  );
  const fetched = vi.fn(async (_url: URL, _init: RequestInit) =>
    Response.json({ success: true, message: '' }, { headers }),
  );
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  const { call } = await import('./call.ts');
  const times = await import('../session/session-times.ts');
  const passive = async () => {
    await call(keepSession, {});
    return 'x-passive' in (fetched.mock.lastCall![1].headers as object);
  };
  return { listeners, passive, times };
}

test('a call counts as a use for 10 seconds after a touch of the page, and no longer [ACC-01]', async () => {
  const { listeners, passive } = await page();
  expect(await passive()).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(await passive()).toBe(true);
  for (const type of ['pointerdown', 'keydown', 'input']) {
    listeners.get(type)!();
    vi.advanceTimersByTime(9_999);
    expect(await passive(), type).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await passive(), type).toBe(true);
  }
});

test('the page knows when its session rests, and why it ended [ACC-01, ACC-03, EXP-83]', async () => {
  const resting = await page({ 'session-rests-in': '120' });
  await resting.passive();
  expect([resting.times.readRestsIn(), resting.times.whyEnded()]).toEqual([120, null]);
  const over = await page({ 'session-ended': 'device' });
  await over.passive();
  expect([over.times.readRestsIn(), over.times.whyEnded()]).toEqual([null, 'device']);
  const forged = await page({ 'session-ended': '<b>' });
  await forged.passive();
  expect(forged.times.whyEnded()).toBeNull();
});
