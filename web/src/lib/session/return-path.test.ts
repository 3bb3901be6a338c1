import { afterEach, expect, test, vi } from 'vitest';
import { keepReturnPath, pageAfterLogin, takeReturnPath } from './return-path.ts';

afterEach(() => vi.unstubAllGlobals());

test('a login leads back to the page of the same account, and nowhere else [ACC-01]', () => {
  expect(pageAfterLogin({ userId: 7, path: '/rabota/12?a=1' }, 7)).toBe('/rabota/12?a=1');
  expect(pageAfterLogin({ userId: 8, path: '/rabota/12' }, 7)).toBe('/home');
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', ''])
    expect(pageAfterLogin({ userId: 7, path }, 7)).toBe('/home');
  expect(pageAfterLogin(null, 7)).toBe('/home');
});

test('the page is kept once [ACC-01]', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  keepReturnPath({ userId: 7, path: '/guthaben' });
  expect(takeReturnPath()).toEqual({ userId: 7, path: '/guthaben' });
  expect(takeReturnPath()).toBeNull();
});
