import { COUPON_ATTEMPTS } from '@samtrot/shared/coupons/rules.ts';

const KEY = 'samtrot.coupon';
const WINDOW_MS = COUPON_ATTEMPTS.seconds * 1000;

/**
 * How often a code was tried here (GUT-43). It only spares requests; what counts is the server's
 * own count.
 */
export interface Attempts {
  attempts: number;
  lastAttempt: number;
}

export const NO_ATTEMPTS: Attempts = { attempts: 0, lastAttempt: 0 };

// A minute after the last attempt the count is as good as none; so is one from a clock that was
// ahead (GUT-42).
const isOver = ({ lastAttempt }: Attempts, now: number) =>
  now < lastAttempt || now - lastAttempt >= WINDOW_MS;

/** Seconds until a code may be tried again; 0 when one may be tried now (GUT-41). */
export const secondsToWait = (was: Attempts, now: number): number =>
  was.attempts < COUPON_ATTEMPTS.attempts || isOver(was, now)
    ? 0
    : Math.ceil((was.lastAttempt + WINDOW_MS - now) / 1000);

/** The count after one more attempt. */
export const oneMore = (was: Attempts, now: number): Attempts => ({
  attempts: isOver(was, now) ? 1 : was.attempts + 1,
  lastAttempt: now,
});

/** What was kept, or none when it is not ours. */
export function attemptsFrom(text: string | null): Attempts {
  try {
    const { attempts, lastAttempt } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    if (Number.isSafeInteger(attempts) && Number.isSafeInteger(lastAttempt)) {
      return { attempts: Number(attempts), lastAttempt: Number(lastAttempt) };
    }
  } catch {}
  return NO_ATTEMPTS;
}

// Storage may be switched off; the server counts all the same.
export function keptAttempts(): Attempts {
  try {
    return attemptsFrom(sessionStorage.getItem(KEY));
  } catch {
    return NO_ATTEMPTS;
  }
}

export function keepAttempts(attempts: Attempts): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(attempts));
  } catch {}
}
