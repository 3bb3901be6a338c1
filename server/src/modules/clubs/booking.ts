import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { clubPrice } from '@samtrot/shared/clubs/rules.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { type Start, startOf } from '@samtrot/shared/kernel/start.ts';
import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { failPoint } from '../../platform/failpoints.ts';
import type { Owner } from '../listings/service.ts';
import * as wallet from '../wallet/service.ts';
import * as bookings from './booking-store.ts';
import type { ClubRow } from './store.ts';

/** What an order of this costs, as the caller was told. @throws PRICE_CHANGED with `total` */
export function agreedPrice(months: number, expected: number | undefined): Credits {
  const total = clubPrice(months);
  if (expected !== undefined && expected !== total)
    throw new AppError('PRICE_CHANGED', { extra: { total } });
  return total;
}

/** The instant that is wished for; a minute that has begun still counts as now. */
export function wishedStart(now: Date, start: Start): Date {
  const planned = start.publish_option === 'Planen' ? startOf(start) : null;
  return planned && planned > now ? planned : now;
}

export interface Run {
  start_at: Date;
  end_at: Date;
}

/**
 * Charges so many months and books them: from `start_at`, or behind a run that goes on.
 * @throws INSUFFICIENT_CREDITS with `missing`
 */
export async function book(
  ctx: Ctx<Owner>,
  row: Pick<ClubRow, 'id'>,
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
  const cause = `club:${bookingId}`;
  const description = `Club ${row.id}: ${monthsLabel(months)}`;
  const credits = await wallet.spend(ctx, {
    userId: ctx.actor.userId,
    amount: total,
    cause,
    description,
  });
  failPoint('buy.after_debit');
  await audit(ctx, 'club_order', `club:${row.id}`, { booking: bookingId, months, total });
  return { ...run, bookingId, credits };
}

/**
 * Moves everything that is booked and has not begun to another start. Answers the run of the last
 * one.
 */
export async function moveTo(
  ctx: Pick<Ctx, 'db' | 'now'>,
  row: Pick<ClubRow, 'id'>,
  start_at: Date,
): Promise<Run | undefined> {
  let run: Run | undefined;
  for (const { id, months } of await bookings.ahead(ctx.db, row.id, ctx.now)) {
    run = { start_at, end_at: addCalendarMonths(run?.end_at ?? start_at, months) };
    await bookings.move(ctx.db, id, run);
  }
  return run;
}

const shifted = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Gives back every order whose run has not begun, each whole. Answers the credits. */
export async function giveBack(ctx: Ctx<Owner>, row: Pick<ClubRow, 'id'>): Promise<Credits> {
  let refunded = 0;
  for (const { id, total, start_at, end_at } of await bookings.ahead(ctx.db, row.id, ctx.now)) {
    const late = ctx.now.getTime() + 1 - start_at.getTime();
    // What should have begun while it waited has not begun, and its booking says so.
    if (late > 0)
      await bookings.move(ctx.db, id, {
        start_at: shifted(start_at, late),
        end_at: shifted(end_at, late),
      });
    const of = `club:${id}`;
    const description = `Club ${row.id}: vor dem Start gelöscht`;
    await wallet.refund(ctx, {
      userId: ctx.actor.userId,
      amount: total,
      of,
      cause: `deleted:${of}`,
      description,
    });
    refunded += total;
  }
  return refunded;
}
