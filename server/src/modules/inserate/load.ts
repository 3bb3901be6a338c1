import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type * as contract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { InseratEvent } from '@samtrot/shared/inserate/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { together } from '../../platform/together.ts';
import * as catalogue from '../catalogue/service.ts';
import * as listings from '../listings/service.ts';
import { assertEvent, assertRoom, type Owner } from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as wallet from '../wallet/service.ts';
import { ordersAhead } from './booking/order-store.ts';
import { INSERATE, LIFECYCLE } from './kind.ts';
import { settleDue } from './lifecycle/scheduler.ts';
import { present } from './presenter.ts';
import { leastDatedUnits, nextPushes, shortDailies } from './promotion/push-store.ts';
import * as store from './store.ts';

/** The caller's ad, locked and with everything due applied; undefined if there is none. */
export const findForUpdate = (ctx: Ctx<Owner>, id: number): Promise<store.InseratRow | undefined> =>
  listings.findForUpdate(ctx, INSERATE, { accountId: ctx.actor.userId, id }, settleDue);

/** @throws INSERAT_NOT_FOUND */
export const loadForUpdate = (ctx: Ctx<Owner>, id: number): Promise<store.InseratRow> =>
  listings.loadForUpdate(ctx, INSERATE, id, settleDue);

/**
 * For an event of the lifecycle.
 * @throws INSERAT_NOT_FOUND, ACCOUNT_OFFLINE, NOT_IN_THIS_STATE
 */
export async function loadForEvent(ctx: Ctx<Owner>, id: number, event: InseratEvent) {
  const row = await loadForUpdate(ctx, id);
  return { row, status: await assertEvent(ctx, LIFECYCLE, row, event) };
}

/**
 * For a save, which turns a blank draft into one that counts.
 * @throws INSERAT_NOT_FOUND, TOO_MANY_INSERATE with n
 */
export async function loadOrCreateForUpdate(
  ctx: Ctx<Owner>,
  id: number,
): Promise<store.InseratRow> {
  const row = await loadForUpdate(ctx, id);
  if (row.status === 'leer') await assertRoom(ctx, INSERATE);
  return row;
}

/** The running or last booking of an ad. */
export async function latestBooking(
  db: Sql,
  row: store.InseratRow,
): Promise<store.Booking | undefined> {
  if (row.booking_id === null) return undefined;
  return (await store.bookingsOf(db, [row.booking_id])).get(row.booking_id);
}

/** These ads as responses show them, with media, booking and pushes. */
export async function presented(
  ctx: { db: Sql; now: Date },
  rows: store.InseratRow[],
): Promise<Inserat[]> {
  const bookingIds = rows.flatMap(({ booking_id }) => booking_id ?? []);
  const planned = rows.flatMap(({ id, status }) => (status === 'geplant' ? id : []));
  const db = together(ctx.db);
  const [found, bookings, pushes, orders, prices, units] = await Promise.all([
    media.mediaOf(
      db,
      rows.map(({ id }) => id),
    ),
    store.bookingsOf(db, bookingIds),
    nextPushes(db, bookingIds),
    ordersAhead(db, planned, ctx.now),
    catalogue.pricesAt({ db, now: ctx.now }),
    leastDatedUnits(db, bookingIds),
  ]);
  const booked = [...bookings.values()];
  const withDailies = booked.flatMap(({ id, paid_daily_pushes: n }) => (n > 0 ? id : []));
  const [dailies, priceIn] = await Promise.all([
    shortDailies(db, withDailies),
    catalogue.packagePricesOf(
      db,
      booked.map(({ catalogue_version_id }) => catalogue_version_id),
    ),
  ]);
  const short = Map.groupBy(dailies, ({ booking_id }) => booking_id);
  const ahead = Map.groupBy(orders, ({ inserat_id }) => inserat_id);
  return rows.map((row) => {
    const of = row.booking_id ?? 0;
    const booking = bookings.get(of);
    return present(row, {
      media: found.get(row.id)!,
      booking,
      packagePrice: booking ? priceIn(booking.catalogue_version_id, booking.package) : 0,
      pushRefund: units.get(of) ?? 0,
      nextPush: pushes.get(of),
      short: (short.get(of) ?? []).reduce((sum, { times }) => sum + times, 0),
      refund: (ahead.get(row.id) ?? []).reduce((sum, { open }) => sum + Math.max(0, open), 0),
      prices,
      now: ctx.now,
    });
  });
}

export async function reload(ctx: Ctx<Owner>, id: number): Promise<Inserat> {
  const [inserat] = await presented(ctx, [(await store.find(ctx.db, id))!]);
  return inserat!;
}

/** The response of a call that changed an ad. */
export async function resultOf(
  ctx: Ctx<Owner>,
  id: number,
  charged: Credits,
  message: string,
): Promise<Output<typeof contract.pushInserat>> {
  const inserat = await reload(ctx, id);
  return { inserat, charged, credits: await wallet.balance(ctx.db, ctx.actor.userId), message };
}
