import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { bookingIdsIn } from '../listings/service.ts';
import * as media from '../media/service.ts';
import { BANNERS } from './kind.ts';
import { presented } from './load.ts';
import { leave } from './rest.ts';
import * as store from './store.ts';

export type { OrderRules } from '../listings/service.ts';
export { continueTime, standing, withdraw } from './held.ts';
export * as life from './lifecycle.ts';
export { order } from './order.ts';
export { ownTables } from './own-data.ts';
export { pauseAll, resumeAll } from './pause-all.ts';
export { bannerPending, encryptedColumns } from './pending.ts';
export { refundUnused, unused } from './rest.ts';
export { type RunningBanner, runningBanners, runningVersions } from './running-store.ts';
export { keep, save } from './save.ts';
export {
  alertDue,
  announceEnd,
  announcePrices,
  clockLag,
  closeDue,
  renewExpired,
} from './scheduler.ts';
export type { BookingRecord } from './store.ts';

/** The banners of an account, newest first, without deleted ones. */
export const listOwn = async (ctx: Pick<Ctx, 'db' | 'now'>, userId: number): Promise<Banner[]> =>
  presented(ctx, await store.listOwn(ctx.db, userId, ctx.now));

/**
 * For account deletion: unpublishes every banner at once and erases its content and picture. Booked
 * ones leave an empty row for their bookings, drafts are deleted.
 */
export async function deleteContent(
  ctx: Pick<Ctx, 'db' | 'now'>,
  accountId: number,
): Promise<void> {
  await media.removeFromBanners(ctx.db, accountId);
  await store.forget(ctx.db, accountId, ctx.now);
}

/**
 * Takes the banners that are booked on a website off it, because it is switched off or has only
 * `slots` left; the time that is left comes back as credits. Returns how many banners and credits
 * (BOF-118, BOF-120).
 */
export async function leaveWebsite(
  ctx: Pick<Ctx, 'db' | 'now'>,
  websiteId: number,
  slots: readonly BannerTypeId[] = [],
): Promise<{ banners: number; credits: number }> {
  const left: number[] = [];
  for (const id of await store.lockBookedOn(ctx.db, websiteId, slots)) {
    const credits = await leave(ctx, { id, websiteId });
    if (credits !== null) left.push(credits);
  }
  return { banners: left.length, credits: left.reduce((sum, credits) => sum + credits, 0) };
}

/** How many banners would leave a website that has only `slots` left. */
export const bookedInSlots = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  websiteId: number,
  slots: readonly BannerTypeId[],
): Promise<number> => store.bookedOn(db, { websiteId, except: slots, now });

/** How many of the banners in `slots` a website that accepts these ratings would not show. */
export const bookedAbove = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  of: { websiteId: number; slots: readonly BannerTypeId[]; ratings: readonly Rating[] },
): Promise<number> => store.bookedAbove(db, { ...of, now });

/** Bookings behind movements of the wallet with these causes. */
export async function bookingsByCause(db: Sql, accountId: number, causes: readonly string[]) {
  const ids = bookingIdsIn(BANNERS, causes);
  return ids.length === 0 ? [] : store.bookingsOf(db, accountId, ids);
}
