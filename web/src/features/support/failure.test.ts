import { expect, test } from 'vitest';
import { sendingMessage } from './failure.ts';

test.each(['NETWORK', 'UNREADABLE', 'INTERNAL', 'UNAVAILABLE', 'PROOF_REQUIRED', 'TOO_MANY_ATTEMPTS'])(
  'SUP-08 ERR-110 %s says that the message was not sent',
  (code) => {
    expect(sendingMessage({ code, details: {} })).toBe(
      'Fehler beim Senden der Nachricht. Bitte versuche es später erneut.',
    );
  },
);

test.each([
  [1, '1 Minute'],
  [60, '1 Minute'],
  [61, '2 Minuten'],
  [3600, '60 Minuten'],
])('SUP-08 who has sent too many is told to wait: %s seconds are %s', (retry_after, words) => {
  expect(sendingMessage({ code: 'TOO_MANY_ATTEMPTS', details: { retry_after } })).toContain(`in ${words} noch einmal`);
});
