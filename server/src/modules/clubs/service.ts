import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { bookingIdsIn } from '../listings/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as media from '../media/service.ts';
import * as bookings from './booking-store.ts';
import { CLUBS } from './kind.ts';
import { presented } from './load.ts';
import { endsMail } from './mail-templates.ts';
import { statusOf } from './presenter.ts';
import * as store from './store.ts';

export type { OrderRules } from '../listings/service.ts';
export type { BookingRecord } from './booking-store.ts';
export { addImage, removeImage, sortImages } from './images.ts';
export { bringBack, takeDown } from './pause-all.ts';
export {
  type ChangedClub,
  type ClubPlace,
  changedClubs,
  clubHorizon,
  clubNamed,
  clubStates,
  nextClubStart,
  type PublishedClub,
  passedClubs,
  publishedClub,
  publishedClubs,
  ratedClubs,
} from './published-store.ts';
export { keep, read, remove, save } from './save.ts';

interface JobContext {
  db: Sql;
  now: Date;
}

/** The placed clubs of an account, newest first, without deleted ones. */
export const listOwn = async (ctx: JobContext, userId: number): Promise<Club[]> =>
  presented(ctx, await store.listOwn(ctx.db, userId, ctx.now));

/**
 * For closing accounts: takes every club of the account off the partner websites at once and erases
 * its texts, names, numbers and pictures. What was paid for leaves an empty row, to which the
 * bookings refer.
 */
export async function forgetAccount(
  ctx: Pick<Ctx, 'db' | 'now'>,
  accountId: number,
): Promise<void> {
  await media.removeFromClubs(ctx.db, { accountId });
  await store.forget(ctx.db, accountId, ctx.now);
}

/** Tells one owner, 24 hours before, that a club ends (CON-81). Answers how many it looked at. */
export async function alertDue(ctx: JobContext): Promise<number> {
  const id = await store.claimAlert(ctx.db, ctx.now);
  if (id === undefined) return 0;
  const row = (await store.find(ctx.db, id, ctx.now))!;
  const late = !row.end_at || row.end_at.getTime() - ctx.now.getTime() > DAY_MS;
  if (late || statusOf(row, ctx.now) !== 'aktiv') return 1;
  const account = await accounts.getAccount(ctx.db, row.account_id);
  if (!account.expiry_alert || account.disable_messages) return 1;
  const of = { to: account.email, bookingId: row.booking_id!, id, endAt: row.end_at! };
  await enqueueMail(ctx, endsMail(of));
  return 1;
}

/** What was ordered, behind movements of the wallet with these causes. */
export async function bookingsByCause(
  db: Sql,
  accountId: number,
  causes: readonly string[],
): Promise<bookings.BookingRecord[]> {
  const ids = bookingIdsIn(CLUBS, causes);
  return ids.length === 0 ? [] : bookings.bookingsOf(db, accountId, ids);
}
