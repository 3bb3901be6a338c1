import { AppError, errors } from './errors.ts';
import { waitWords } from './format.ts';

/** The text of a rate limit; without a known time only "later". */
export const tooManyText = (seconds: number): string =>
  errors.TOO_MANY_ATTEMPTS.text.replace('{wann}', seconds > 0 ? waitWords(seconds) : 'später');

/** The refusal of an attempt that may be repeated in so many seconds. */
export const tooManyAttempts = (seconds: number): AppError =>
  new AppError('TOO_MANY_ATTEMPTS', {
    params: { wann: waitWords(seconds) },
    extra: { retry_after: seconds },
  });
