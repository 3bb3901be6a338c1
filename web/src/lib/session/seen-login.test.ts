import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isUnseen, markLoginSeen } from './seen-login.ts';

const [OLDER, NEWER] = ['2026-11-29T18:00:00.000Z', '2026-11-29T19:00:00.000Z'].map((at) => ({
  at,
}));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a login called her own is not shown again, a newer one is [EXP-89]', () => {
  expect(isUnseen([])).toBe(false);
  expect(isUnseen([OLDER!])).toBe(true);
  markLoginSeen(OLDER!.at);
  expect(isUnseen([OLDER!])).toBe(false);
  expect(isUnseen([NEWER!, OLDER!])).toBe(true);
});

test('without storage the line stays [EXP-89]', () => {
  vi.stubGlobal('localStorage', undefined);
  markLoginSeen(NEWER!.at);
  expect(isUnseen([NEWER!])).toBe(true);
});
