import { createHmac, randomBytes } from 'node:crypto';
import { localDate } from '@samtrot/shared/kernel/time.ts';

/**
 * A pseudonym of a visitor that is stable for one Swiss day: a keyed hash whose secret is replaced
 * daily and exists in memory only. Neither the address nor the pseudonym is stored or logged here.
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
