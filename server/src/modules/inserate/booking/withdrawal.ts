import { isPremium } from '@samtrot/shared/cart/rules.ts';
import type * as contract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { withdrawableUntil } from '@samtrot/shared/inserate/withdraw-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Ctx } from '../../../platform/action.ts';
import * as cart from '../../cart/service.ts';
import type { Owner } from '../../listings/service.ts';
import { latestBooking, loadForEvent, resultOf } from '../load.ts';
import * as store from '../store.ts';
import * as orders from './order-store.ts';

/**
 * Makes a draft of a free ad that was placed by mistake. Its time of being lifted stays, for when
 * it is placed again. @throws NOT_WITHDRAWABLE and those of the lifecycle
 */
export async function withdraw(
  ctx: Ctx<Owner>,
  { inserat_id }: Input<typeof contract.withdrawInserat>,
): Promise<Output<typeof contract.withdrawInserat>> {
  const { row, status } = await loadForEvent(ctx, inserat_id, 'zurueckziehen');
  const booking = (await latestBooking(ctx.db, row))!;
  const until = await untilOf(ctx, booking);
  if (!until || until <= ctx.now) throw new AppError('NOT_WITHDRAWABLE');
  if (!(await store.markWithdrawn(ctx.db, booking.id, ctx.now)))
    throw new AppError('NOT_WITHDRAWABLE');
  await store.update(ctx.db, row.id, {
    status,
    start_at: null,
    end_at: null,
    alert_at: null,
    version: row.version + 1,
    changed_at: ctx.now,
  });
  await cart.clear(ctx.db, row.id);
  return resultOf(ctx, row.id, 0, 'Dein Inserat ist wieder ein Entwurf.');
}

interface Placing {
  /** Charged when it was placed. */
  cost: Credits;
  /** Until when it can be withdrawn; null where it cannot. */
  withdrawUntil: Date | null;
}

/** What placing an ad cost, and whether it can be taken back; nothing without a booking. */
export async function placingOf(ctx: Pick<Ctx, 'db' | 'now'>, id: number): Promise<Placing> {
  const row = await store.find(ctx.db, id);
  const booking = row && (await latestBooking(ctx.db, row));
  if (!booking) return { cost: 0, withdrawUntil: null };
  const { first } = await orders.chargedOn(ctx.db, booking.id);
  const until = row.status === 'aktiv' && !row.held_at ? await untilOf(ctx, booking) : null;
  const open = until && until > ctx.now && !(await store.withdrawnOn(ctx.db, booking.id));
  return { cost: first, withdrawUntil: open ? until : null };
}

async function untilOf(
  { db }: Pick<Ctx, 'db'>,
  { id, package: booked, created_at }: store.Booking,
): Promise<Date | null> {
  const { total } = await orders.chargedOn(db, id);
  return withdrawableUntil({ charged: total, free: !isPremium(booked), bookedAt: created_at });
}
