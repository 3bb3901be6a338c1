import { AppError } from './errors.ts';
import { waitText } from './format.ts';

/** The refusal of an attempt that may be repeated in so many seconds. */
export const tooManyAttempts = (seconds: number): AppError =>
  new AppError('TOO_MANY_ATTEMPTS', {
    params: { wann: waitText(seconds) },
    extra: { retry_after: seconds },
  });
