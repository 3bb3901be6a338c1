import { createHmac, randomBytes } from 'node:crypto';
import { localDate } from '@samtrot/shared/kernel/time.ts';

/**
 * Turns a visitor into a word that is the same all day and means nothing: the secret is replaced
 * every Swiss day, lives in memory only, and goes with the day. Neither the address nor the word is
 * kept or logged here.
 */
export function visitors(now: () => Date): (address: string, userAgent: string) => string {
  let day = '';
  let secret = randomBytes(32);
  return (address, userAgent) => {
    const today = localDate(now());
    if (today !== day) [day, secret] = [today, randomBytes(32)];
    return createHmac('sha256', secret).update(`${address}\n${userAgent}`).digest('base64url');
  };
}
