import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteSentVersion } from '../../../editor/sent-version.ts';
import { sentOnReload } from './sent-on-reload.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('something new is found under its number after a reload, and by no other way [EDI-04, EDI-28]', () => {
  const opened = (type: string) =>
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
  vi.stubGlobal('location', { pathname: '/rabota' });
  opened('reload');
  expect(sentOnReload()).toBeUndefined();
  noteSentVersion(1, '/rabota/20051');
  expect(sentOnReload()).toBe('/rabota/20051');
  opened('navigate');
  expect(sentOnReload()).toBeUndefined();
  opened('reload');
  vi.stubGlobal('location', { pathname: '/banner_neu' });
  expect(sentOnReload()).toBeUndefined();
  vi.stubGlobal('location', { pathname: '/rabota' });
  vi.setSystemTime(Date.now() + 10_000);
  expect(sentOnReload()).toBeUndefined();
});
