import {
  BANNER_TYPES,
  type BannerPrice,
  type BannerTypeId,
  bannerPrice,
  monthsLabel,
} from '@samtrot/shared/banners/rules.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Ctx } from '../../platform/action.ts';
import * as catalogue from '../catalogue/service.ts';
import { AT_ONCE, charge, moveRun, type OrderContext, reminderAt } from '../listings/service.ts';
import { BANNERS } from './kind.ts';
import * as store from './store.ts';

interface Order {
  /** Locked, with the ordered type and months. */
  row: Pick<store.BannerRow, 'id' | 'account_id' | 'typ' | 'monate'>;
  websites: readonly number[];
  startAt: Date;
  price: BannerPrice;
  /** The booking that this one renews automatically. */
  renews?: number;
  /** The call that orders it. */
  callId?: string;
}

/** At this moment. */
export async function priceOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  wish: { typ: BannerTypeId; monate: number; websites: readonly number[] },
): Promise<BannerPrice> {
  const { typ, monate: months, websites } = wish;
  const { banners } = await catalogue.pricesAt(ctx);
  return bannerPrice(banners, { typ, months, websites: websites.length });
}

/**
 * Books and charges a run; returns the balance.
 * @throws INSUFFICIENT_CREDITS with `missing`
 */
export async function book(
  ctx: OrderContext,
  { row, websites, startAt, price, renews, callId }: Order,
): Promise<Credits> {
  const { id, typ, monate: months } = row;
  const endAt = addCalendarMonths(startAt, months);
  const bookingId = await store.insertBooking(ctx.db, {
    banner_id: id,
    typ,
    months,
    websites: websites.length,
    base: price.base,
    surcharge: price.surcharge,
    start_at: startAt,
    end_at: endAt,
    renews: renews ?? null,
    call_id: callId ?? null,
    created_at: ctx.now,
  });
  await store.setWebsites(ctx.db, id, websites);
  await store.update(ctx.db, id, {
    booking_id: bookingId,
    hidden_at: null,
    changed_at: ctx.now,
    ...endsAt(endAt),
    // The start is that of the booking from now on.
    ...AT_ONCE,
  });
  return charge(ctx, BANNERS, {
    row,
    total: price.total,
    cause: causeOf(bookingId),
    item: `${BANNER_TYPES[typ].name}, ${monthsLabel(months)}`,
    details: { booking: bookingId, type: typ, months },
  });
}

export const causeOf = (bookingId: number) => `banner:${bookingId}`;

/** Moves the start of a booking, which keeps its whole months. */
export async function moveStart(
  ctx: Pick<Ctx, 'db' | 'now'>,
  row: Booked,
  startAt: Date,
): Promise<void> {
  const endAt = addCalendarMonths(startAt, row.monate);
  await moveRun(ctx.db, BANNERS, row.booking_id!, { start_at: startAt, end_at: endAt });
  // A paused banner has no end to process.
  await store.update(ctx.db, row.id, {
    ...(row.paused_at ? {} : endsAt(endAt)),
    changed_at: ctx.now,
  });
}

type Booked = Pick<store.BannerRow, 'id' | 'monate' | 'booking_id' | 'paused_at'>;

export const endsAt = (endAt: Date) => ({ open_end: endAt, alert_at: reminderAt(endAt) });
