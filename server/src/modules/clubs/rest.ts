import { restOf } from '@samtrot/shared/holds/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { clockOf } from '../holds/service.ts';
import { moveRun, type Rest, refundRests, runStart, sumOf } from '../listings/service.ts';
import { causeOf } from './booking.ts';
import * as bookings from './booking-store.ts';
import { CLUBS } from './kind.ts';
import { statusOf } from './presenter.ts';
import * as store from './store.ts';

interface Order extends Rest {
  booking: bookings.Booking;
}

/**
 * The months of several orders follow each other; the last ones are unused first. Orders of an
 * earlier run, before the club was over, are used up.
 */
async function restsOf({ db, now }: JobContext, row: store.ClubRow): Promise<Order[]> {
  if (!row.start_at || !row.end_at || statusOf(row, now) === 'abgelaufen') return [];
  const rests: Order[] = [];
  let end = row.end_at;
  for (const booking of await bookings.newestFirst(db, row.id)) {
    if (end <= now || end <= row.start_at) break;
    const start = runStart(end, booking.months, row.start_at);
    const credits = restOf(booking.total, start, end, now);
    rests.push({ cause: causeOf(booking.id), credits, booking });
    end = start;
  }
  return rests;
}

/** What a final decision would refund for a locked club, in credits (BOF-33). */
export const unused = async (ctx: JobContext, id: number): Promise<Credits> =>
  sumOf(await restsOf(ctx, (await store.find(ctx.db, id, ctx.now))!));

/** Refunds what is unused of a locked club that is held, and ends its run; returns the credits. */
export async function refundUnused(
  ctx: JobContext,
  { id, holdId }: { id: number; holdId: number },
): Promise<Credits> {
  const row = (await store.find(ctx.db, id, ctx.now))!;
  const rests = await restsOf(ctx, row);
  if (rests.length === 0) return 0;
  const end_at = clockOf(row, ctx.now);
  const last = new Date(end_at.getTime() - 1);
  // A run that has not begun is recorded as one of no time.
  for (const { booking } of rests)
    await moveRun(ctx.db, CLUBS, booking.id, {
      start_at: booking.start_at < last ? booking.start_at : last,
      end_at,
    });
  await store.update(ctx.db, id, { hidden_at: null, alert_at: null, changed_at: ctx.now });
  return refundRests(ctx, CLUBS, { row, holdId }, rests);
}
