import { afterEach, expect, test, vi } from 'vitest';
import { keepReturnFor, pageAfterLogin, takeReturnFor } from './return-path.ts';

afterEach(() => vi.unstubAllGlobals());

test('a login leads back to the page of the same account, and nowhere else [ACC-01, EXP-67]', () => {
  const search = '?weiter=%2Frabota%2F12%3Fschritt%3D4';
  expect(pageAfterLogin(search, 7, 7)).toBe('/rabota/12?schritt=4');
  expect(pageAfterLogin(search, null, 7)).toBe('/rabota/12?schritt=4');
  expect(pageAfterLogin(search, 8, 7)).toBe('/home');
  expect(pageAfterLogin('?weiter=//evil.example', 7, 7)).toBe('/home');
  expect(pageAfterLogin('', null, 7)).toBe('/home');
  expect(pageAfterLogin('?weiter=%', null, 7)).toBe('/home');
  expect(pageAfterLogin('?weiter=/profil&weiter=//evil.example', null, 7)).toBe('/profil');
});

test('whose page it was is kept for one document [ACC-01]', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  keepReturnFor(7);
  expect(takeReturnFor()).toBe(7);
  expect(takeReturnFor()).toBe(7);
  expect(sessionStorage.getItem('return-for')).toBeNull();
});
