import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { charge, moveRun, type OrderContext, refundOrders } from '../listings/service.ts';
import * as bookings from './booking-store.ts';
import { CLUBS } from './kind.ts';
import type { ClubRow } from './store.ts';

export interface Run {
  start_at: Date;
  end_at: Date;
}

/**
 * Charges and books months from `start_at`, or after a current run.
 * @throws INSUFFICIENT_CREDITS with `missing`
 */
export async function book(
  ctx: OrderContext,
  row: Pick<ClubRow, 'id' | 'account_id'>,
  {
    months,
    total,
    start_at,
    behind,
  }: { months: number; total: Credits; start_at: Date; behind?: Run | undefined },
): Promise<Run & { bookingId: number; credits: Credits }> {
  const run = {
    start_at: behind?.start_at ?? start_at,
    end_at: addCalendarMonths(behind?.end_at ?? start_at, months),
  };
  const bookingId = await bookings.insert(ctx.db, {
    club_id: row.id,
    months,
    total,
    ...run,
    created_at: ctx.now,
  });
  const credits = await charge(ctx, CLUBS, {
    row,
    total,
    cause: causeOf(bookingId),
    item: monthsLabel(months),
    details: { booking: bookingId, months },
  });
  return { ...run, bookingId, credits };
}

/** Moves every booking that has not begun to another start; returns the last run. */
export async function moveTo(
  ctx: JobContext,
  row: Pick<ClubRow, 'id'>,
  start_at: Date,
): Promise<Run | undefined> {
  let run: Run | undefined;
  for (const { id, months } of await bookings.ahead(ctx.db, row.id, ctx.now)) {
    run = { start_at, end_at: addCalendarMonths(run?.end_at ?? start_at, months) };
    await moveRun(ctx.db, CLUBS, id, run);
  }
  return run;
}

export const causeOf = (bookingId: number) => `club:${bookingId}`;

const shifted = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Refunds every order whose run has not begun; returns the credits. */
export async function refundAhead(ctx: JobContext, row: ClubRow): Promise<Credits> {
  const ahead = await bookings.ahead(ctx.db, row.id, ctx.now);
  for (const { id, start_at, end_at } of ahead) {
    const late = ctx.now.getTime() + 1 - start_at.getTime();
    // Its start passed while it was paused, so the booking records that it never began.
    if (late > 0)
      await moveRun(ctx.db, CLUBS, id, {
        start_at: shifted(start_at, late),
        end_at: shifted(end_at, late),
      });
  }
  return refundOrders(ctx, CLUBS, row, ordersOf(ahead));
}

const ordersOf = (ahead: readonly bookings.Booking[]) =>
  ahead.map(({ id, total }) => ({ cause: causeOf(id), open: total }));

/** Refunds and ends every order whose run has not begun; returns the credits. */
export async function endAhead(ctx: JobContext, row: ClubRow): Promise<Credits> {
  const ahead = await bookings.ahead(ctx.db, row.id, ctx.now);
  const over = { start_at: shifted(ctx.now, -1), end_at: ctx.now };
  for (const { id } of ahead) await moveRun(ctx.db, CLUBS, id, over);
  return refundOrders(ctx, CLUBS, row, ordersOf(ahead), 'undecided');
}
