import type { Club } from '@samtrot/shared/clubs/contract.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as listings from '../listings/service.ts';
import { bookingIdsIn, remindExpiring } from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as bookings from './booking-store.ts';
import { CLUBS, REMINDER } from './kind.ts';
import { presented } from './load.ts';
import * as store from './store.ts';

export type { OrderRules } from '../listings/service.ts';
export type { BookingRecord } from './booking-store.ts';
export { clubContact, clubPending, encryptedColumns } from './contact.ts';
export { continueTime, standing, withdraw } from './held.ts';
export { addImage, removeImage, sortImages } from './images.ts';
export { ownTables } from './own-data.ts';
export { pauseAll, resumeAll } from './pause-all.ts';
export {
  type ChangedClub,
  type ClubPlace,
  changedClubs,
  clubHorizon,
  clubNamed,
  clubStates,
  countPicturesAbove,
  countPublished,
  markClubs,
  nextClubStart,
  type PublishedClub,
  passedClubs,
  publishedClub,
  publishedClubs,
  ratedClubs,
} from './published-store.ts';
export { refundUnused, unused } from './rest.ts';
export { keep, read, remove, save } from './save.ts';

/** The placed clubs of an account, newest first, without deleted ones. */
export const listOwn = async (ctx: JobContext, userId: number): Promise<Club[]> =>
  presented(ctx, await store.listOwn(ctx.db, userId, ctx.now));

/** What the descriptions of these clubs say. */
export const descriptionsOf = async (
  ctx: JobContext,
  userId: number,
): Promise<{ id: number; text: string }[]> =>
  (await store.listOwn(ctx.db, userId, ctx.now)).map(({ id, beschreibung }) => ({
    id,
    text: beschreibung,
  }));

/**
 * For account deletion: unpublishes every club at once and erases its content and pictures. Booked
 * ones leave an empty row for their bookings.
 */
export async function deleteContent(
  ctx: Pick<Ctx, 'db' | 'now'>,
  accountId: number,
): Promise<void> {
  await media.removeFromClubs(ctx.db, { accountId });
  await store.forget(ctx.db, accountId, ctx.now);
}

/** Reminds one owner of an end within 24 hours (CON-81); returns how many it processed. */
export const alertDue = (ctx: JobContext): Promise<number> => remindExpiring(ctx, CLUBS, REMINDER);

/** Tells one owner's devices of an end today (EXP-115); returns how many it processed. */
export const announceEnd = (ctx: JobContext): Promise<number> =>
  listings.announceEnd(ctx, CLUBS, REMINDER);

/** Bookings behind movements of the wallet with these causes. */
export async function bookingsByCause(
  db: Sql,
  accountId: number,
  causes: readonly string[],
): Promise<bookings.BookingRecord[]> {
  const ids = bookingIdsIn(CLUBS, causes);
  return ids.length === 0 ? [] : bookings.bookingsOf(db, accountId, ids);
}
