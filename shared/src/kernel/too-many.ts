import { waitText } from './format.ts';

/** What a rate limit says, with when it ends in place of `{wann}`. */
export const TOO_MANY_TEXT = 'Zu viele Versuche. Bitte versuche es {wann} noch einmal.';

/** The text of a rate limit; without a known time only "later". */
export const tooManyText = (seconds: number): string =>
  TOO_MANY_TEXT.replace('{wann}', seconds > 0 ? waitText(seconds) : 'später');
