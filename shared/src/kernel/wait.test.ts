import { expect, test } from 'vitest';
import { tooManyText } from './too-many.ts';
import { tooManyAttempts } from './wait.ts';

test('a rate limit message says when to try again [FIX-08, ERR-065]', () => {
  expect(tooManyText(3599)).toBe(
    'Zu viele Versuche. Bitte versuche es in einer Stunde noch einmal.',
  );
  expect(tooManyText(1)).toBe('Zu viele Versuche. Bitte versuche es in einer Sekunde noch einmal.');
  expect(tooManyText(0)).toBe('Zu viele Versuche. Bitte versuche es später noch einmal.');
  expect(tooManyText(Number.NaN)).toBe('Zu viele Versuche. Bitte versuche es später noch einmal.');
});

test('the refusal of one more try says when the next is allowed, in words and in seconds [FIX-08, ERR-065]', () => {
  expect(tooManyAttempts(61)).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Zu viele Versuche. Bitte versuche es in 2 Minuten noch einmal.',
    extra: { retry_after: 61 },
  });
});
