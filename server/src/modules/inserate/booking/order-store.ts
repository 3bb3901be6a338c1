import type { PackageId, QuoteItem } from '@samtrot/shared/cart/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

export async function countOrders(db: Sql, bookingId: number): Promise<number> {
  const { count } = await db
    .selectFrom('booking_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What was charged on a booking, and of that with its first order. */
export async function chargedOn(
  db: Sql,
  bookingId: number,
): Promise<{ first: Credits; total: Credits }> {
  const { rows } = await sql<{ first: Credits; total: Credits }>`
    select coalesce((array_agg(total order by id))[1], 0) as first,
           coalesce(sum(total), 0)::integer as total
      from booking_order where booking_id = ${bookingId}`.execute(db);
  return rows[0]!;
}

export async function insertOrder(
  db: Sql,
  order: { booking_id: number; cause: string; total: Credits; items: QuoteItem[]; at: Date },
): Promise<void> {
  await db
    .insertInto('booking_order')
    .values({ ...order, items: JSON.stringify(order.items) })
    .execute();
}

export interface OrderRecord {
  id: number;
  cause: string;
  total: Credits;
  items: QuoteItem[];
  at: Date;
  inserat_id: number;
}

/** Orders of an account by the causes of their charges. */
export async function ordersByCause(
  db: Sql,
  accountId: number,
  causes: readonly string[],
): Promise<OrderRecord[]> {
  if (causes.length === 0) return [];
  const rows = await db
    .selectFrom('booking_order')
    .innerJoin('booking', 'booking.id', 'booking_order.booking_id')
    .select(['booking_order.id', 'cause', 'total', 'items', 'at', 'inserat_id'])
    .where('account_id', '=', accountId)
    .where('cause', 'in', causes)
    .execute();
  return rows as unknown as OrderRecord[];
}

interface OpenOrder {
  inserat_id: number;
  cause: string;
  /** Not refunded yet. */
  open: Credits;
}

/**
 * Orders for planned runs of these ads, oldest first, including orders of bookings they replaced.
 * No run begins while the account is paused or the ad is held.
 */
export async function ordersAhead(
  db: Sql,
  inseratIds: readonly number[],
  now: Date,
): Promise<OpenOrder[]> {
  if (inseratIds.length === 0) return [];
  const { rows } = await sql<OpenOrder>`
    with recursive ahead (id, replaces, inserat_id) as (
      select b.id, b.replaces, i.id from inserat i join booking b on b.id = i.booking_id
       where i.id = any (${[...inseratIds]})
         and b.start_at > least(i.held_at,
           coalesce((select offline_at from account a where a.id = b.account_id), ${now}))
      union all select b.id, b.replaces, c.inserat_id from booking b
       join ahead c on b.id = c.replaces)
    select c.inserat_id, o.cause,
           o.total - (select coalesce(sum(back.refunded), 0)::integer
                        from (select refunded from push where cause = o.cause
                              union all select refunded from promotion
                               where cause = o.cause) back) as open
      from ahead c join booking_order o on o.booking_id = c.id order by o.id`.execute(db);
  return rows;
}

export interface PaidOrder {
  cause: string;
  total: Credits;
  items: QuoteItem[];
  at: Date;
  /** What was refunded of it for pushes and promotions. */
  back: Credits;
  package: PackageId;
  /** Of the prices of packages when it was booked. */
  version: number;
  start_at: Date;
  booked_at: Date;
  /** The booking of another package that replaced its own. */
  next: PackageId | null;
  next_at: Date | null;
  next_version: number | null;
}

/** The orders of a booking and of those it replaced, oldest first. */
export async function ordersOfChain(db: Sql, bookingId: number): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    with recursive chain (id, replaces, package, version, start_at, created_at, next, next_at, next_version) as (
      select id, replaces, package, catalogue_version_id, start_at, created_at, null::text,
             null::timestamptz, null::bigint
        from booking where id = ${bookingId}
      union all
      select b.id, b.replaces, b.package, b.catalogue_version_id, b.start_at,
             b.created_at, c.package,
             c.created_at, c.version
        from booking b join chain c on b.id = c.replaces)
    select o.cause, o.total, o.items, o.at, c.package, c.version, c.start_at,
           c.created_at as booked_at, c.next, c.next_at, c.next_version,
           (select coalesce(sum(refunded), 0)::integer
              from (select refunded from push where cause = o.cause
                    union all select refunded from promotion where cause = o.cause) r) as back
      from chain c join booking_order o on o.booking_id = c.id order by o.id`.execute(db);
  return rows;
}

/** Moves a start that passed during a pause or a hold to now, because the run never began. */
export async function putOff(db: Sql, bookingId: number, now: Date): Promise<void> {
  await sql`
    update booking b set start_at = moved.start_at,
      end_at = b.end_at + (moved.start_at - b.start_at)
      from (select ${now}::timestamptz + interval '1 millisecond' as start_at) moved, account a,
           inserat i
     where b.id = ${bookingId} and a.id = b.account_id and i.id = b.inserat_id
      and b.start_at > least(a.offline_at, i.held_at)
      and b.start_at <= ${now}`.execute(db);
}
