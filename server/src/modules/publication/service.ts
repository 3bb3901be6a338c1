import type { Database } from '../../platform/db.ts';
import type { DueWork } from '../../platform/due-work.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import * as inserate from '../inserate/service.ts';
import * as media from '../media/service.ts';

/** In this order: starts before pushes, so that a late run misses none, and pushes before ends. */
export const CLOCK: readonly DueWork[] = [
  { what: 'the start of inserat', run: inserate.startDue },
  { what: 'push', run: inserate.pushDue },
  { what: 'the end of inserat', run: inserate.expireDue },
  { what: 'the renewal of inserat', run: inserate.renewExpired },
  { what: 'the end of extras of inserat', run: inserate.promotionsOver },
];

/** Age in milliseconds of the oldest due start, push or end, shown on /readyz. */
export const lag = async ({ db, now }: { db: Database; now: Date }): Promise<number> =>
  Math.max(await inserate.clockLag(db, now), await banners.clockLag(db, now));

/** Refunds missed pushes and unused TopAd or story time, one per transaction. */
export const MISSED: readonly DueWork[] = [
  { what: 'the refund of push', run: inserate.settleMissed },
  { what: 'the refund of promotion', run: inserate.settleOver },
];

/** Enqueues alerts for ads and clubs that end in 24 hours, one per transaction. */
export const ALERTS: readonly DueWork[] = [
  { what: 'the reminder of inserat', run: inserate.alertDue },
  { what: 'the reminder of club', run: clubs.alertDue },
];

/** Tells devices in the morning what ends today, one owner per transaction (EXP-115). */
export const ENDS_TODAY: readonly DueWork[] = [
  { what: 'the message of the end of inserat', run: inserate.announceEnd },
  { what: 'the message of the end of banner', run: banners.announceEnd },
  { what: 'the message of the end of club', run: clubs.announceEnd },
];

/** Tells owners before renewals cost more (BOF-113). */
export const PRICES: readonly DueWork[] = [
  { what: 'the price notice of inserat', run: inserate.announcePrices },
  { what: 'the price notice of banner', run: banners.announcePrices },
];

/** Purges untouched drafts, and those that were never online and did not change for 180 days. */
export const PURGED: readonly DueWork[] = [
  { what: 'the blank draft', run: inserate.sweepBlanks },
  { what: 'the deletion of draft', run: inserate.sweepDrafts },
];

/** Erases deleted drafts and removed pictures that can no longer be restored. */
export const ERASED: readonly DueWork[] = [
  { what: 'the erasure of draft', run: inserate.eraseDrafts },
  { what: 'removed picture', run: ({ db, now }) => media.eraseRemoved(db, now) },
];
