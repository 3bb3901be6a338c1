import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import { restOf } from '@samtrot/shared/holds/rules.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { clockOf } from '../holds/service.ts';
import { type JobContext, moveRun, type Rest, refundRests, sumOf } from '../listings/service.ts';
import { causeOf } from './booking.ts';
import { BANNERS } from './kind.ts';
import * as store from './store.ts';

async function restsOf({ db, now }: JobContext, row: store.BannerRow): Promise<Rest[]> {
  const status = bannerStatus(row, now);
  if (status === 'entwurf' || status === 'abgelaufen') return [];
  const { months, total } = (await store.orderedRun(db, row.booking_id!))!;
  const cause = causeOf(row.booking_id!);
  if (status === 'geplant') return [{ cause, credits: total }];
  const start = addCalendarMonths(row.end_at!, -months);
  return [{ cause, credits: restOf(total, start, row.end_at!, now) }];
}

/** What a final decision would refund for a locked banner, in credits (BOF-33). */
export const unused = async (ctx: JobContext, id: number): Promise<Credits> =>
  sumOf(await restsOf(ctx, (await store.find(ctx.db, id, ctx.now))!));

/** Refunds what is unused of a locked banner that is held, and ends its run; returns the credits. */
export async function refundUnused(
  ctx: JobContext,
  { id, holdId }: { id: number; holdId: number },
): Promise<Credits> {
  const row = (await store.find(ctx.db, id, ctx.now))!;
  const rests = await restsOf(ctx, row);
  if (rests.length === 0) return 0;
  const end_at = clockOf(row, ctx.now);
  const { start_at } = (await store.orderedRun(ctx.db, row.booking_id!))!;
  const last = new Date(end_at.getTime() - 1);
  // A run that has not begun is recorded as one of no time.
  await moveRun(ctx.db, BANNERS, row.booking_id!, {
    start_at: start_at < last ? start_at : last,
    end_at,
  });
  await store.update(ctx.db, id, {
    paused_at: null,
    hidden_at: null,
    open_end: null,
    alert_at: null,
    changed_at: ctx.now,
  });
  return refundRests(ctx, BANNERS, { row, holdId }, rests);
}
