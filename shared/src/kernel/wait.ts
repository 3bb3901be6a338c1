import { AppError, errors } from './errors.ts';

/**
 * When something may be tried again, as a person says it: never too early, in the largest unit that
 * has begun.
 */
export function waitWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return whole === 1 ? 'in einer Sekunde' : `in ${whole} Sekunden`;
  const minutes = Math.ceil(whole / 60);
  if (minutes < 60) return minutes === 1 ? 'in einer Minute' : `in ${minutes} Minuten`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'in einer Stunde' : `in ${hours} Stunden`;
}

/** The text of a rate limit; without a known time only "later". */
export const tooManyText = (seconds: number): string =>
  errors.TOO_MANY_ATTEMPTS.text.replace('{wann}', seconds > 0 ? waitWords(seconds) : 'später');

/** The refusal of an attempt that may be repeated in so many seconds. */
export const tooManyAttempts = (seconds: number): AppError =>
  new AppError('TOO_MANY_ATTEMPTS', {
    params: { wann: waitWords(seconds) },
    extra: { retry_after: seconds },
  });
