import type { Database, Sql } from '../../platform/db.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import * as inserate from '../inserate/service.ts';

interface JobContext {
  db: Sql;
  now: Date;
}

/**
 * What is due at this instant, a batch of each: starts before pushes, so that nothing is missed by a late clock, and pushes before ends.
 * Answers how much was done; nothing is left when it answers 0.
 */
export async function tick(ctx: JobContext): Promise<number> {
  const started = await inserate.startDue(ctx);
  const pushed = await inserate.pushDue(ctx);
  return started + pushed + (await inserate.processExpired(ctx)) + (await inserate.promotionsOver(ctx));
}

/** How many milliseconds ago the oldest start, push or end came due that has not happened yet: the lag shown on /readyz. */
export const lag = async ({ db, now }: { db: Database; now: Date }): Promise<number> =>
  Math.max(await inserate.clockLag(db, now), await banners.clockLag(db, now));

/** A push that was missed and what of a TopAd or story did not run give their credits back; one in each transaction. */
export const settleMissed = async (ctx: JobContext): Promise<number> =>
  (await inserate.settleMissed(ctx)) || inserate.settleOver(ctx);

/** Tells owners that an ad or a club ends in 24 hours; one in each transaction. */
export const alert = async (ctx: JobContext): Promise<number> => (await inserate.alertDue(ctx)) || clubs.alertDue(ctx);

/** Removes what nobody began to use. */
export const sweep = (ctx: JobContext): Promise<number> => inserate.sweepBlanks(ctx);
