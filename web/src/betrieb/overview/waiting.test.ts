import { expect, test } from 'vitest';
import { oldestFirst, urgentPath } from './waiting.ts';

test('what waits longest stands first, and what is empty not at all [BOF-134]', () => {
  const lines = [
    { path: '/postfach', count: 2, since: '2026-11-20T12:00:00.000Z' },
    { path: '/freigaben', count: 0, since: null },
    { path: '/pruefen', count: 9, since: '2026-11-18T12:00:00.000Z' },
    { path: '/meldungen', count: 1, since: '2026-11-20T11:00:00.000Z' },
  ];
  expect(oldestFirst(lines).map(({ path }) => path)).toEqual([
    ...['/pruefen', '/meldungen', '/postfach'],
  ]);
});

test('a single urgent report opens itself, several open their list [BOF-57]', () => {
  const first = { path: '/meldungen/M-2041' };
  const path = '/meldungen';
  expect(urgentPath({ urgent: 1, path }, first)).toBe(first.path);
  expect(urgentPath({ urgent: 2, path }, first)).toBe(path);
});
