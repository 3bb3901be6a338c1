import { expect, test } from 'vitest';
import { detailsOf, logTime } from './log-text.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test('an entry says its day in words while it is near, by Swiss time [EXP-87]', () => {
  expect(logTime(new Date('2026-11-19T23:30:00Z'), NOW)).toBe('Heute, 00:30');
  expect(logTime(new Date('2026-11-19T22:30:00Z'), NOW)).toBe('Gestern, 23:30');
  expect(logTime(new Date('2026-11-18T12:00:00Z'), NOW)).toBe('18.11., 13:00');
});

test.each([
  ['login', { device: 'Windows, Firefox' }, 'Windows, Firefox'],
  ['login_failed', { count: 4 }, '4-mal an diesem Tag'],
  ['login_failed', { count: 1 }, ''],
  ['logout_everywhere', { sessions: 1 }, '1 Gerät'],
  ['logout_everywhere', { sessions: 2 }, '2 Geräte'],
  [
    'house_look',
    { by: 'Moderation AM', thing: 'Nachricht S-10042', reason: '' },
    'Moderation AM · Nachricht S-10042',
  ],
  ['credits_corrected', { credits: 50, reason: 'Kulanz' }, '50 Credits · Grund: Kulanz'],
])('%s with %j adds %j [EXP-87]', (kind, details, words) => {
  expect(detailsOf({ kind, details: details as Record<string, string | number> })).toBe(words);
});
