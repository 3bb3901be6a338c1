import { createHmac, randomBytes } from 'node:crypto';

const swissDay = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Zurich', dateStyle: 'short' });

/**
 * A pseudonym of a visitor that is stable for one Swiss day: a keyed hash whose secret is replaced
 * daily and exists in memory only. Neither the address nor the pseudonym is stored or logged here.
 */
export function visitors(
  now: () => Date = () => new Date(),
): (address: string, userAgent: string) => string {
  let day = '';
  let secret = randomBytes(32);
  return (address, userAgent) => {
    const today = swissDay.format(now());
    if (today !== day) [day, secret] = [today, randomBytes(32)];
    return createHmac('sha256', secret).update(`${address}\n${userAgent}`).digest('base64url');
  };
}
