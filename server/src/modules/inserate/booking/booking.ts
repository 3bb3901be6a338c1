import {
  type AdPrices,
  PACKAGES,
  type Paid,
  type Quote,
  quote,
  type Wishes,
} from '@samtrot/shared/cart/rules.ts';
import { PROMOTED_HOURS, type PromotionKind } from '@samtrot/shared/inserate/promotion-rules.ts';
import { after, type InseratEvent } from '@samtrot/shared/inserate/status.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../../platform/action.ts';
import * as accounts from '../../accounts/service.ts';
import * as cart from '../../cart/service.ts';
import * as catalogue from '../../catalogue/service.ts';
import { assertNotHeld } from '../../holds/service.ts';
import { assertPrice, charge, type OrderContext, reminderAt } from '../../listings/service.ts';
import * as wallet from '../../wallet/service.ts';
import { INSERATE } from '../kind.ts';
import { nominalEnd } from '../presenter.ts';
import {
  insertPromotions,
  movePromotions,
  type NewPromotion,
} from '../promotion/promotion-store.ts';
import { carryPushes, closePushes, planPushes } from '../promotion/pushes.ts';
import type { Booking, Content, InseratRow } from '../store.ts';
import * as store from '../store.ts';
import * as orders from './order-store.ts';
import { covered, newRun, type Placement, priced, withPaid } from './pricing.ts';

type Columns = Partial<Omit<InseratRow, 'unsaved'>>;

/** The price of an order and the columns it changes. */
export interface Placed {
  charged: Credits;
  credits: Credits;
  columns: Columns;
}

/**
 * Charges what is not paid yet and starts, moves or continues the booking with its pushes.
 * @throws ACCOUNT_OFFLINE, HELD, EMAIL_UNCONFIRMED, PRICE_CHANGED with `total`, FREE_AD_USED,
 * INSUFFICIENT_CREDITS with `missing`
 */
export async function place(ctx: OrderContext, placement: Placement): Promise<Placed> {
  const { row, content, booking } = placement;
  if (placement.requireConfirmedEmail && !booking)
    await accounts.requireConfirmed(ctx.db, row.account_id);
  const { wishes, before, prices, price } = await priced(ctx, placement);
  // A repeated click finds the ad placed, with nothing left to pay.
  if (price.total > 0)
    assertPrice(
      price.total,
      placement.expectedTotal ?? (await quoted(ctx, placement, wishes, before)),
    );
  const run = runOf(ctx.now, placement, before, await keptPlace(ctx, placement));
  await movePromotions(ctx.db, row.id, movedBy(placement, run.startAt));
  // A paused account may only change what is booked, is not published by it and costs nothing.
  if (!booking || price.total > 0 || run.columns.status === 'aktiv') {
    assertNotHeld(row);
    await accounts.requireOnline(ctx.db, row.account_id);
  }
  const bookingId = booking
    ? await extend(ctx, booking, wishes, run)
    : await begin(ctx, placement, withPaid(wishes, before), run);
  const credits = await chargeOrder(ctx, placement, bookingId, {
    ...price,
    bought: run.bought,
    extras: prices.extras,
  });
  await planPushes(
    ctx,
    { ...row, ...content, start_at: run.startAt, end_at: run.endAt },
    bookingId,
  );
  return { charged: price.total, credits, columns: { ...run.columns, booking_id: bookingId } };
}

/** What its cart cost as it was quoted; undefined without one. */
async function quoted(
  { db }: OrderContext,
  placement: Placement,
  wishes: Wishes,
  before: Paid | undefined,
): Promise<Credits | undefined> {
  if (placement.renews !== undefined) return undefined;
  const now = await cart.quotedAt(db, placement.row.id);
  if (!now) return undefined;
  return quote(await catalogue.pricesAt({ db, now }), wishes, before).total;
}

interface Run {
  startAt: Date;
  endAt: Date;
  columns: Columns;
  bought: Bought[];
}

/** A TopAd or story that is charged with the order. */
type Bought = Pick<NewPromotion, 'kind' | 'from_at' | 'until_at'>;

/** The run of the booking and the columns of the ad during it. */
function runOf(now: Date, placement: Placement, before: Paid | undefined, kept: Date | null): Run {
  const { row, content, booking } = placement;
  const goesOn = booking !== undefined && row.status !== 'geplant';
  if (goesOn) {
    return {
      startAt: row.start_at!,
      endAt: nominalEnd(row, booking)!,
      ...promoted(now, placement, row.start_at!, before),
    };
  }
  const { start_at: startAt, end_at: endAt } = newRun(now, row, content);
  // A minute that has begun counts as now.
  const waits = startAt > now || (row.held_at !== null && row.status === 'geplant');
  const event: InseratEvent = waits ? 'planen' : 'schalten';
  const status =
    row.status === 'geplant' && waits ? 'geplant' : (after(row.status, event) ?? row.status);
  const { bought, columns } = promoted(now, placement, startAt, before);
  return {
    bought,
    startAt,
    endAt,
    columns: {
      status,
      start_at: startAt,
      end_at: endAt,
      alert_at: reminderAt(endAt),
      hidden_at: null,
      ...(waits ? {} : { lifted_at: kept ?? now }),
      // Colour belongs to the booking that paid for it.
      ...(booking ? {} : { colour: false }),
      ...columns,
    },
  };
}

/** Withdrawn and placed again the same day, a free ad is not lifted (EXP-28). */
async function keptPlace(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { row, content }: Placement,
): Promise<Date | null> {
  if (row.status !== 'entwurf' || row.booking_id === null || content.inserat_typ !== 'free')
    return null;
  const at = (await store.bookingsOf(db, [row.booking_id])).get(row.booking_id)?.withdrawn_at;
  return at && localDate(at) === localDate(now) ? row.lifted_at : null;
}

/** By how much promotions move with the start of a planned ad, in milliseconds. */
export const movedBy = (
  { row, booking, previous }: Pick<Placement, 'row' | 'booking' | 'previous'>,
  startAt: Date,
): number =>
  (booking ?? previous) && row.status === 'geplant'
    ? startAt.getTime() - row.start_at!.getTime()
    : 0;

/** A promotion bought with this order begins with the booking, or now if that runs already. */
function promoted(
  now: Date,
  placement: Placement,
  startAt: Date,
  before: Paid | undefined,
): Pick<Run, 'columns' | 'bought'> {
  const { row, content } = placement;
  const begins = startAt > now ? startAt : now;
  const moved = movedBy(placement, startAt);
  const bought: Bought[] = [];
  const lasts = (kind: PromotionKind, until: Date | null, buys: boolean): Date | null => {
    const kept = until && new Date(until.getTime() + moved);
    if (!buys) return kept;
    const from_at = kept && kept > begins ? kept : begins;
    const until_at = new Date(from_at.getTime() + DAY_MS);
    bought.push({ kind, from_at, until_at });
    return until_at;
  };
  return {
    columns: {
      topad_until: lasts('topAd', row.topad_until, content.top_ad_enabled && !before?.topAd),
      story_until: lasts('story', row.story_until, content.story_posted && !before?.story),
      ...(content.color_enabled || before?.colour ? { colour: true } : {}),
    },
    bought,
  };
}

/** One free booking per account and day. @throws FREE_AD_USED */
export async function assertFreeDay(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { account_id }: InseratRow,
  content: Pick<Content, 'inserat_typ'>,
): Promise<void> {
  const day = freeDay(now, content);
  if (day && (await store.freeDayUsed(db, account_id, day))) throw new AppError('FREE_AD_USED');
}

const freeDay = (now: Date, content: Pick<Content, 'inserat_typ'>): string | null =>
  content.inserat_typ === 'free' ? localDate(now) : null;

async function begin(
  ctx: OrderContext,
  placement: Placement,
  wishes: Wishes,
  run: Run,
): Promise<number> {
  const { row, content, previous } = placement;
  if (row.booking_id !== null && !previous) await closePushes(ctx, row, row.booking_id);
  const paid = covered(wishes);
  const id = await store.insertBooking(ctx.db, {
    inserat_id: row.id,
    account_id: row.account_id,
    package: content.inserat_typ,
    start_at: run.startAt,
    end_at: run.endAt,
    planned: wishes.planned ?? false,
    ...paid,
    free_day: freeDay(ctx.now, content),
    renews: placement.renews ?? null,
    replaces: previous?.id ?? null,
    created_at: ctx.now,
  });
  if (id === undefined) throw new AppError('FREE_AD_USED');
  if (previous) {
    const span = { start_at: run.startAt, end_at: run.endAt };
    await carryPushes(ctx, row, {
      from: previous,
      to: { id, package: content.inserat_typ, run: span },
    });
  }
  return id;
}

async function extend(
  ctx: Pick<Ctx, 'db'>,
  booking: Booking,
  wishes: Wishes,
  run: Run,
): Promise<number> {
  const now = covered(wishes);
  await store.updateBooking(ctx.db, booking.id, {
    // What was paid for remains available until the booking ends, used or not.
    paid_regions: Math.max(booking.paid_regions, now.paid_regions),
    paid_categories: Math.max(booking.paid_categories, now.paid_categories),
    paid_images: Math.max(booking.paid_images, now.paid_images),
    paid_daily_pushes: Math.max(booking.paid_daily_pushes, now.paid_daily_pushes),
    paid_dated_pushes: Math.max(booking.paid_dated_pushes, now.paid_dated_pushes),
    paid_topad: booking.paid_topad || now.paid_topad,
    paid_colour: booking.paid_colour || now.paid_colour,
    paid_story: booking.paid_story || now.paid_story,
    start_at: run.startAt,
    end_at: run.endAt,
  });
  return booking.id;
}

async function chargeOrder(
  ctx: OrderContext,
  { row, content, booking }: Placement,
  bookingId: number,
  { items, total, bought, extras }: Quote & Pick<Run, 'bought'> & Pick<AdPrices, 'extras'>,
): Promise<Credits> {
  if (booking && total === 0) return wallet.balance(ctx.db, row.account_id);
  const cause = `booking:${bookingId}:${booking ? await orders.countOrders(ctx.db, bookingId) : 0}`;
  await orders.insertOrder(ctx.db, {
    booking_id: bookingId,
    cause,
    total,
    items: items.filter(({ key, quantity }) => key === 'package' || quantity > 0),
    at: ctx.now,
  });
  await insertPromotions(
    ctx.db,
    bought.map((one) => ({
      ...one,
      inserat_id: row.id,
      account_id: row.account_id,
      hours: PROMOTED_HOURS,
      cause,
      price: extras[one.kind],
    })),
  );
  return charge(ctx, INSERATE, {
    row,
    total,
    cause,
    item: booking ? 'Erweiterung' : PACKAGES[content.inserat_typ].title,
    details: { booking: bookingId, package: content.inserat_typ },
  });
}
