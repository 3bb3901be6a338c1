import { expect, test } from 'vitest';
import { sendingMessage } from './failure.ts';

test.each([
  'NETWORK',
  'UNREADABLE',
  'INTERNAL',
  'UNAVAILABLE',
  'PROOF_REQUIRED',
  'TOO_MANY_ATTEMPTS',
])('%s says that the message was not sent [SUP-08, ERR-110]', (code) => {
  expect(sendingMessage({ code, details: {} })).toBe(
    'Fehler beim Senden der Nachricht. Bitte versuche es später erneut.',
  );
});

test.each([
  [1, 'in einer Sekunde'],
  [61, 'in 2 Minuten'],
  [3600, 'in einer Stunde'],
])('the rate limit says how long to wait: %s seconds are %s [SUP-08]', (retry_after, words) => {
  expect(sendingMessage({ code: 'TOO_MANY_ATTEMPTS', details: { retry_after } })).toContain(
    `es ${words} noch einmal`,
  );
});
