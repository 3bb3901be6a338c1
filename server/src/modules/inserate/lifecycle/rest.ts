import { PACKAGES, type QuoteItem, UPGRADE_MS } from '@samtrot/shared/cart/rules.ts';
import { restOf } from '@samtrot/shared/holds/rules.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import * as catalogue from '../../catalogue/service.ts';
import { clockOf } from '../../holds/service.ts';
import { type Rest, refundRests, sumOf } from '../../listings/service.ts';
import * as wallet from '../../wallet/service.ts';
import { ordersOfChain, type PaidOrder } from '../booking/order-store.ts';
import { INSERATE } from '../kind.ts';
import { latestBooking } from '../load.ts';
import { endIfShown, suspendedMs } from '../presenter.ts';
import * as promotions from '../promotion/promotion-store.ts';
import { cancelPushesOf } from '../promotion/push-store.ts';
import { openPushes, refundPushes } from '../promotion/pushes.ts';
import * as store from '../store.ts';

/** What lasts as long as the run; pushes and promotions have a time of their own. */
const TIMED = new Set<QuoteItem['key']>(['package', 'region', 'category', 'image', 'colour']);

type Promotion = promotions.PromotionOver;
type PriceIn = Awaited<ReturnType<typeof catalogue.packagePricesOf>>;

interface Unused {
  booking: store.Booking;
  orders: Rest[];
  promotions: { of: Promotion; credits: Credits }[];
  pushes: Credits;
  /** Its run has not begun: the orders are refunded whole, what belongs to them with them. */
  unbegun: boolean;
  endsAt: Date;
}

async function unusedOf(ctx: JobContext, row: store.InseratRow): Promise<Unused | undefined> {
  const { status } = row;
  if (status !== 'geplant' && status !== 'aktiv' && status !== 'ausgeblendet') return undefined;
  const booking = (await latestBooking(ctx.db, row))!;
  const clock = clockOf(row, ctx.now);
  const orders = await ordersOfChain(ctx.db, booking.id);
  const base = { booking, endsAt: clock };
  if (status === 'geplant') {
    const open = orders.map(({ cause, total, back }) => ({ cause, credits: total - back }));
    return { ...base, orders: open, promotions: [], pushes: 0, unbegun: true };
  }
  const due = await promotions.dueOf(ctx.db, row.id);
  const priceIn = await catalogue.packagePricesOf(
    ctx.db,
    orders.map(({ version }) => version),
  );
  return {
    ...base,
    orders: orders.map((order) => restOfOrder(order, { row, booking, clock, priceIn })),
    promotions: due.map((of) => ({ of, credits: restOfPromotion(of, clock) })),
    pushes: await openPushes(ctx, booking.id),
    unbegun: false,
  };
}

function restOfOrder(
  { cause, items, at, package: id, version, start_at, booked_at, ...order }: PaidOrder,
  of: { row: store.InseratRow; booking: store.Booking; clock: Date; priceIn: PriceIn },
): Rest {
  const { row, booking, clock, priceIn } = of;
  const { next, next_at, next_version } = order;
  const end = endIfShown(row, booking, clock)!;
  // Of a package that another one replaced only what was credited is still in use.
  const credited =
    next === null ||
    start_at > next_at! ||
    (next_at!.getTime() - booked_at.getTime() <= UPGRADE_MS &&
      priceIn(next_version!, next) > priceIn(version, id));
  const paid = items
    .filter(({ key }) => TIMED.has(key) && (credited || key !== 'package'))
    .reduce((sum, { total }) => sum + total, 0);
  const whole = addCalendarDays(end, -PACKAGES[booking.package].days);
  const still = booking.held_ms + booking.hidden_ms + suspendedMs(row, booking, clock);
  // What was added in the run lasts from then on.
  const added = at > row.start_at! ? at.getTime() + still : 0;
  const start = new Date(Math.max(added, whole.getTime()));
  return { cause, credits: restOf(paid, start, end, clock) };
}

function restOfPromotion({ price, hours, from_at, until_at, missed_ms }: Promotion, clock: Date) {
  const ahead = until_at.getTime() - Math.max(from_at.getTime(), clock.getTime());
  const left = Math.max(0, ahead) + missed_ms;
  const start = new Date(0);
  const end = new Date(hours * HOUR_MS);
  return restOf(price, start, end, new Date(Math.max(0, end.getTime() - left)));
}

const totalOf = ({ orders, promotions: due, pushes }: Unused): Credits =>
  sumOf(orders) + due.reduce((sum, { credits }) => sum + credits, 0) + pushes;

/** What a final decision would refund for a locked ad, in credits (BOF-33). */
export async function unused(ctx: JobContext, id: number): Promise<Credits> {
  const of = await unusedOf(ctx, (await store.find(ctx.db, id))!);
  return of ? totalOf(of) : 0;
}

/** Refunds what is unused of a locked ad that is held, and ends its run; returns the credits. */
export async function refundUnused(
  ctx: JobContext,
  { id, holdId }: { id: number; holdId: number },
): Promise<Credits> {
  const row = (await store.find(ctx.db, id))!;
  const of = await unusedOf(ctx, row);
  if (!of) return 0;
  const { booking, endsAt } = of;
  let sum = await refundRests(ctx, INSERATE, { row, holdId }, of.orders);
  for (const { of: promotion, credits } of of.promotions)
    sum += await settle(ctx, promotion, credits);
  if (!of.unbegun) sum += await refundPushes(ctx, row, booking.id);
  await cancelPushesOf(ctx.db, booking.id, ctx.now);
  await promotions.cancelPromotions(ctx.db, { inserat: id }, ctx.now);
  await store.updateBooking(ctx.db, booking.id, {
    end_at: endsAt,
    ...(row.start_at! > endsAt && { start_at: endsAt }),
  });
  await store.update(ctx.db, id, {
    status: 'abgelaufen',
    end_at: endsAt,
    ...(row.start_at! > endsAt && { start_at: endsAt }),
    hidden_at: null,
    topad_until: null,
    story_until: null,
    alert_at: null,
    changed_at: ctx.now,
  });
  return sum;
}

async function settle(ctx: JobContext, over: Promotion, credits: Credits): Promise<Credits> {
  await promotions.settlePromotion(ctx.db, over.id, credits, ctx.now);
  if (credits > 0)
    await wallet.refund(ctx, {
      userId: over.account_id,
      amount: credits,
      of: over.cause,
      cause: `promotion:${over.id}`,
      description: `Inserat ${over.inserat_id}: nicht genutzte Laufzeit`,
    });
  return credits;
}
