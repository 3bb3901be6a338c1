import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type * as contract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { after, type InseratEvent, STATUS_WORDS } from '@samtrot/shared/inserate/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import * as media from '../media/service.ts';
import * as wallet from '../wallet/service.ts';
import { ordersAhead } from './order-store.ts';
import { present } from './presenter.ts';
import { nextPushes, shortDailies } from './push-store.ts';
import { settleDue } from './scheduler.ts';
import * as store from './store.ts';

export type Owner = Actors['user'] | Actors['operator'];

/**
 * The ad of the caller, locked and up to date: what the clock has not come to yet has happened.
 * @throws INSERAT_NOT_FOUND
 */
export async function lock(ctx: Ctx<Owner>, id: number): Promise<store.InseratRow> {
  const row = await locked(ctx, id);
  if (!row) throw new AppError('INSERAT_NOT_FOUND');
  return row;
}

export async function locked(ctx: Ctx<Owner>, id: number): Promise<store.InseratRow | undefined> {
  const row = await store.lockOwn(ctx.db, ctx.actor.userId, id);
  return row && (await settleDue(ctx, row)) ? store.lockOwn(ctx.db, ctx.actor.userId, id) : row;
}

/** Ads of one account that are not deleted, drafts among them. */
const MAX_INSERATE = 500;

/** Before one more stands in the list of the caller. @throws TOO_MANY_INSERATE with n */
export async function requireRoom(ctx: Ctx<Owner>): Promise<void> {
  if ((await store.countOwn(ctx.db, ctx.actor.userId)) < MAX_INSERATE) return;
  throw new AppError('TOO_MANY_INSERATE', { params: { n: MAX_INSERATE } });
}

/**
 * As `lock`, for what makes an ad of the list out of a blank draft. @throws INSERAT_NOT_FOUND,
 * TOO_MANY_INSERATE with n
 */
export async function loadOrCreateForUpdate(
  ctx: Ctx<Owner>,
  id: number,
): Promise<store.InseratRow> {
  const row = await lock(ctx, id);
  if (row.status === 'leer') await requireRoom(ctx);
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

/** These ads with everything around them. */
export async function presented(
  ctx: { db: Sql; now: Date },
  rows: store.InseratRow[],
): Promise<Inserat[]> {
  const bookingIds = rows.flatMap(({ booking_id }) => booking_id ?? []);
  const found = await media.mediaOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const bookings = await store.bookingsOf(ctx.db, bookingIds);
  const pushes = await nextPushes(ctx.db, bookingIds);
  const withDailies = [...bookings.values()].flatMap(({ id, paid_daily_pushes: n }) =>
    n > 0 ? id : [],
  );
  const short = Map.groupBy(
    await shortDailies(ctx.db, withDailies),
    ({ booking_id }) => booking_id,
  );
  const planned = rows.flatMap(({ id, status }) => (status === 'geplant' ? id : []));
  const ahead = Map.groupBy(
    await ordersAhead(ctx.db, planned, ctx.now),
    ({ inserat_id }) => inserat_id,
  );
  return rows.map((row) => {
    const of = row.booking_id ?? 0;
    return present(row, {
      media: found.get(row.id)!,
      booking: bookings.get(of),
      nextPush: pushes.get(of),
      short: (short.get(of) ?? []).reduce((sum, { times }) => sum + times, 0),
      refund: (ahead.get(row.id) ?? []).reduce((sum, { open }) => sum + Math.max(0, open), 0),
      now: ctx.now,
    });
  });
}

export async function reload(ctx: Ctx<Owner>, id: number): Promise<Inserat> {
  const row = await store.lockOwn(ctx.db, ctx.actor.userId, id);
  const [inserat] = await presented(ctx, [row!]);
  return inserat!;
}

/** What publishes an ad or buys something for it: not while the account is off all websites. */
const PUBLISHING: readonly InseratEvent[] = [
  'aktivieren',
  'reaktivieren',
  'pushen',
  'topad',
  'faerben',
  'story',
];

/**
 * The ad, locked, when this may happen to it. @throws INSERAT_NOT_FOUND, ACCOUNT_OFFLINE,
 * NOT_IN_THIS_STATE
 */
export async function loadForUpdate(ctx: Ctx<Owner>, id: number, event: InseratEvent) {
  const row = await lock(ctx, id);
  if (PUBLISHING.includes(event)) await accounts.requireOnline(ctx.db, row.account_id);
  const status = after(row.status, event);
  if (!status)
    throw new AppError('NOT_IN_THIS_STATE', { params: { state: STATUS_WORDS[row.status] } });
  return { row, status };
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
