import {
  carriedOver,
  included,
  PACKAGES,
  type Paid,
  quote,
  type Wishes,
} from '@samtrot/shared/cart/rules.ts';
import type { PromotionKind } from '@samtrot/shared/inserate/promotion-rules.ts';
import { after } from '@samtrot/shared/inserate/status.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Ctx } from '../../../platform/action.ts';
import type { Sql } from '../../../platform/db.ts';
import * as catalogue from '../../catalogue/service.ts';
import { paidBy } from '../presenter.ts';
import { runningUntil } from '../promotion/promotions.ts';
import { droppedPushes } from '../promotion/pushes.ts';
import type { Booking, Content, InseratRow } from '../store.ts';

/** An order of an ad: the locked row, its new content, and what its booking has paid for. */
export interface Placement {
  row: InseratRow;
  content: Content;
  images: number;
  /** The running or planned booking of the same package; another package starts a new one. */
  booking: Booking | undefined;
  /** Instead: the running or planned booking of another package, which the new one replaces. */
  previous?: Booking | undefined;
  expectedTotal: number | undefined;
  /** A new booking requires a confirmed address. */
  requireConfirmedEmail: boolean;
  /** The booking that this one renews automatically. */
  renews?: number;
}

/** The quantities of an order, what of them is paid for already, and the price of the rest. */
export async function priced(
  ctx: Pick<Ctx, 'db' | 'now'>,
  placement: Omit<Placement, 'expectedTotal' | 'requireConfirmedEmail'>,
) {
  const { row, content } = placement;
  const planned = content.publish_option === 'Planen' && startable(row);
  const wishes = wishesOf(placement, wantedOf(content, planned));
  const before = await paidBefore(ctx, placement);
  const prices = await catalogue.pricesAt(ctx);
  return { wishes, before, prices, price: quote(prices, wishes, before) };
}

/** What is paid for already, by the booking or by the one of another package that it replaces. */
export async function paidBefore(
  ctx: Pick<Ctx, 'db' | 'now'>,
  {
    row,
    content,
    booking,
    previous,
  }: Pick<Placement, 'row' | 'booking' | 'previous'> & { content: Starting },
): Promise<Paid | undefined> {
  if (booking) return paidBy(booking);
  if (!previous) return undefined;
  const run = newRun(ctx.now, row, content);
  const { dated, again } = await droppedPushes(ctx, previous, {
    package: content.inserat_typ,
    run,
  });
  const runs = (kind: PromotionKind) => runningUntil(row, kind, ctx.now) !== null;
  return carriedOver(await catalogue.pricesAt(ctx), paidBy(previous), content.inserat_typ, {
    packagePrice: await packagePriceOf(ctx.db, previous),
    topAd: runs('topAd'),
    story: runs('story'),
    colour: row.colour,
    fallen: dated.count,
    short: again.times,
    planned: previous.planned && row.status === 'geplant',
    ageMs: ctx.now.getTime() - previous.created_at.getTime(),
  });
}

/** What the package of a booking cost when it was booked (BOF-113). */
export async function packagePriceOf(
  db: Sql,
  { catalogue_version_id, package: id }: Pick<Booking, 'catalogue_version_id' | 'package'>,
): Promise<Credits> {
  const priceIn = await catalogue.packagePricesOf(db, [catalogue_version_id]);
  return priceIn(catalogue_version_id, id);
}

type Starting = Pick<Content, 'inserat_typ' | 'publish_option' | 'publish_date' | 'publish_time'>;

/** From when to when a new booking of this package runs. */
export function newRun(
  now: Date,
  row: InseratRow,
  content: Starting,
): { start_at: Date; end_at: Date } {
  const planned = content.publish_option === 'Planen' && startable(row);
  const start_at = planned ? instantOf(content.publish_date, content.publish_time) : now;
  return { start_at, end_at: addCalendarDays(start_at, PACKAGES[content.inserat_typ].days) };
}

/** Everything of an ad that has a price, except its pictures. */
const wantedOf = (content: Content, planned: boolean): Required<Omit<Wishes, 'images'>> => ({
  package: content.inserat_typ,
  regions: content.cantons.length,
  categories: content.categories.length,
  dailyPushes: content.push_times.length,
  datedPushes: content.date_time_pushes.length,
  planned,
  topAd: content.top_ad_enabled,
  colour: content.color_enabled,
  story: content.story_posted,
});

/** Quantities for the charge and for the cart; `booking` is that of the chosen package. */
export const wishesOf = (
  { row, booking, images }: Pick<Placement, 'row' | 'booking' | 'images'>,
  wanted: Omit<Wishes, 'images'>,
): Wishes => ({
  ...wanted,
  images,
  planned: booking ? booking.planned : wanted.planned === true && startable(row),
});

/** Only an ad that is not online yet can be planned. */
const startable = (row: InseratRow) =>
  after(row.status, 'planen') !== null || row.status === 'geplant';

/** The quantities, at least what the replaced booking has paid for. */
export function withPaid(wishes: Wishes, before: Paid | undefined): Wishes {
  if (!before) return wishes;
  return {
    ...wishes,
    regions: Math.max(wishes.regions, before.regions),
    categories: Math.max(wishes.categories, before.categories),
    images: Math.max(wishes.images, before.images),
    dailyPushes: Math.max(wishes.dailyPushes ?? 0, before.dailyPushes ?? 0),
    datedPushes: Math.max(wishes.datedPushes ?? 0, before.datedPushes ?? 0),
    topAd: Boolean(wishes.topAd || before.topAd),
    colour: Boolean(wishes.colour || before.colour),
    story: Boolean(wishes.story || before.story),
  };
}

/** What a booking covers: the chosen quantities, at least what the package includes. */
export function covered(wishes: Wishes) {
  const free = included(wishes.package);
  return {
    paid_regions: Math.max(free.regions, wishes.regions),
    paid_categories: Math.max(free.categories, wishes.categories),
    paid_images: Math.max(free.images, wishes.images),
    paid_daily_pushes: wishes.dailyPushes ?? 0,
    paid_dated_pushes: wishes.datedPushes ?? 0,
    paid_topad: wishes.topAd ?? false,
    paid_colour: wishes.colour ?? false,
    paid_story: wishes.story ?? false,
  };
}
