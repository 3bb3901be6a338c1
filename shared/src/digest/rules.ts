import { instantOf } from '../kernel/calendar.ts';
import { localDate, MINUTE_MS } from '../kernel/time.ts';

/** When the digest of this Swiss day is due (BOF-137). */
export const digestDueAt = (now: Date): Date => instantOf(localDate(now), '07:00');

/** A worker that was busy for a moment is not late. */
const GRACE_MS = 15 * MINUTE_MS;

/** Whether the digest of today should have gone out to somebody and has not. */
export function isDigestMissing(
  { sent, firstChosen }: { sent: boolean; firstChosen: Date | null },
  now: Date,
): boolean {
  const due = digestDueAt(now).getTime();
  return (
    !sent && firstChosen !== null && firstChosen.getTime() < due && now.getTime() >= due + GRACE_MS
  );
}
