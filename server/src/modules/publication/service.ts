import type { Database } from '../../platform/db.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import * as inserate from '../inserate/service.ts';
import type { JobContext } from '../listings/service.ts';
import * as media from '../media/service.ts';

/**
 * Processes a batch of each due kind: starts before pushes, so that a late run misses none, and
 * pushes before ends. Returns the number processed; 0 when nothing is due.
 */
export async function tick(ctx: JobContext): Promise<number> {
  const started = await inserate.startDue(ctx);
  const pushed = await inserate.pushDue(ctx);
  return (
    started + pushed + (await inserate.processExpired(ctx)) + (await inserate.promotionsOver(ctx))
  );
}

/** Age in milliseconds of the oldest due start, push or end, shown on /readyz. */
export const lag = async ({ db, now }: { db: Database; now: Date }): Promise<number> =>
  Math.max(await inserate.clockLag(db, now), await banners.clockLag(db, now));

/** Refunds missed pushes and unused TopAd or story time, one per transaction. */
export const settleMissed = async (ctx: JobContext): Promise<number> =>
  (await inserate.settleMissed(ctx)) || inserate.settleOver(ctx);

/** Enqueues alerts for ads and clubs that end in 24 hours, one per transaction. */
export const alert = async (ctx: JobContext): Promise<number> =>
  (await inserate.alertDue(ctx)) || clubs.alertDue(ctx);

/** Tells devices in the morning what ends today, one owner per transaction (EXP-115). */
export const announceEnds = async (ctx: JobContext): Promise<number> =>
  (await inserate.announceEnd(ctx)) || (await banners.announceEnd(ctx)) || clubs.announceEnd(ctx);

/** Tells owners before renewals cost more; returns how many listings it looked at (BOF-113). */
export const announcePrices = async (ctx: JobContext): Promise<number> =>
  (await inserate.announcePrices(ctx)) || banners.announcePrices(ctx);

/** Purges untouched drafts, and those that were never online and did not change for 180 days. */
export const purgeDrafts = async (ctx: JobContext): Promise<number> =>
  (await inserate.sweepBlanks(ctx)) || inserate.sweepDrafts(ctx);

/** Erases deleted drafts and removed pictures that can no longer be restored; returns how many. */
export const eraseRemoved = async (ctx: JobContext): Promise<number> =>
  (await inserate.eraseDrafts(ctx)) + (await media.eraseRemoved(ctx.db, ctx.now));
