import { paidFor } from '@samtrot/shared/banners/rules.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import { restOf } from '@samtrot/shared/holds/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as accounts from '../accounts/service.ts';
import { clockOf } from '../holds/service.ts';
import { moveRun, type Rest, refundRests, runStart, sumOf } from '../listings/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as wallet from '../wallet/service.ts';
import { causeOf } from './booking.ts';
import { BANNERS } from './kind.ts';
import { leftMail } from './mail-templates.ts';
import * as store from './store.ts';

async function restsOf({ db, now }: JobContext, row: store.BannerRow): Promise<Rest[]> {
  const status = bannerStatus(row, now);
  if (status === 'entwurf' || status === 'abgelaufen') return [];
  const run = (await store.orderedRun(db, row.booking_id!))!;
  const { months } = run;
  const total = paidFor(run);
  const cause = causeOf(row.booking_id!);
  if (status === 'geplant') return [{ cause, credits: total }];
  const start = runStart(row.end_at!, months, row.start_at!);
  return [{ cause, credits: restOf(total, start, row.end_at!, now) }];
}

/** What a final decision would refund for a locked banner, in credits (BOF-33). */
export const unused = async (ctx: JobContext, id: number): Promise<Credits> =>
  sumOf(await restsOf(ctx, (await store.find(ctx.db, id, ctx.now))!));

/**
 * Takes a locked banner off a website that is switched off: the part of its price for that website
 * comes back for the time that is left, and with the last one its run ends. Returns the credits, or
 * null if its run is over (BOF-118).
 */
export async function leave(
  ctx: JobContext,
  { id, websiteId }: { id: number; websiteId: number },
): Promise<Credits | null> {
  const row = (await store.find(ctx.db, id, ctx.now))!;
  const bookingId = row.booking_id!;
  if (bannerStatus(row, ctx.now) === 'abgelaufen') return null;
  const before = sumOf(await restsOf(ctx, row));
  await store.leaveWebsite(ctx.db, { id, bookingId, websiteId });
  const credits = before - sumOf(await restsOf(ctx, row));
  const run = (await store.orderedRun(ctx.db, bookingId))!;
  const over = run.websites_left >= run.websites;
  if (!over) await store.update(ctx.db, id, { changed_at: ctx.now });
  else await endRun(ctx, row);
  if (credits > 0)
    await wallet.refund(ctx, {
      userId: row.account_id,
      amount: credits,
      of: causeOf(bookingId),
      cause: `website_off:${websiteId}:${causeOf(bookingId)}`,
      description: `${BANNERS.label} ${id}: eine Webseite zeigt ihn nicht mehr`,
    });
  const account = await accounts.getAccount(ctx.db, row.account_id);
  const mail = { to: account.email, id, bookingId, websiteId, credits, over };
  await enqueueMail(ctx, leftMail(mail), row.account_id);
  return credits;
}

/** Ends the run of a locked banner now; a run that has not begun becomes one of no time. */
async function endRun(ctx: JobContext, row: store.BannerRow): Promise<void> {
  const end_at = clockOf(row, ctx.now);
  const { start_at } = (await store.orderedRun(ctx.db, row.booking_id!))!;
  const last = new Date(end_at.getTime() - 1);
  await moveRun(ctx.db, BANNERS, row.booking_id!, {
    start_at: start_at < last ? start_at : last,
    end_at,
  });
  await store.update(ctx.db, row.id, {
    paused_at: null,
    hidden_at: null,
    open_end: null,
    alert_at: null,
    changed_at: ctx.now,
  });
}

/**
 * Refunds what is unused of a locked banner that is held, and ends its run; returns the credits.
 */
export async function refundUnused(
  ctx: JobContext,
  { id, holdId }: { id: number; holdId: number },
): Promise<Credits> {
  const row = (await store.find(ctx.db, id, ctx.now))!;
  const rests = await restsOf(ctx, row);
  if (rests.length === 0) return 0;
  await endRun(ctx, row);
  return refundRests(ctx, BANNERS, { row, holdId }, rests);
}
