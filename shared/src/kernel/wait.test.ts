import { expect, test } from 'vitest';
import { tooManyAttempts, tooManyText, waitWords } from './wait.ts';

test.each([
  [0, 'in einer Sekunde'],
  [1, 'in einer Sekunde'],
  [4.2, 'in 5 Sekunden'],
  [59, 'in 59 Sekunden'],
  [60, 'in einer Minute'],
  [61, 'in 2 Minuten'],
  [900, 'in 15 Minuten'],
  [3540, 'in 59 Minuten'],
  [3541, 'in einer Stunde'],
  [3599, 'in einer Stunde'],
  [3600, 'in einer Stunde'],
  [3601, 'in 2 Stunden'],
  [80_000, 'in 23 Stunden'],
])('%s seconds are said as "%s" [FIX-08]', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});

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
