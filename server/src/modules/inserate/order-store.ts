import type { QuoteItem } from '@samtrot/shared/cart/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Sql } from '../../platform/db.ts';

export async function countOrders(db: Sql, bookingId: number): Promise<number> {
  const { count } = await db
    .selectFrom('booking_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return count;
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

/** Orders of an account by what they charged for. */
export async function ordersByCause(db: Sql, accountId: number, causes: readonly string[]): Promise<OrderRecord[]> {
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

/** The orders of a booking, oldest first. */
export const ordersOf = (db: Sql, bookingId: number): Promise<{ cause: string; total: Credits }[]> =>
  db.selectFrom('booking_order').select(['cause', 'total']).where('booking_id', '=', bookingId).orderBy('id').execute();

/** Credits that came back for pushes which this order paid for. */
export async function refundedOf(db: Sql, cause: string): Promise<Credits> {
  const row = await db
    .selectFrom('push')
    .select(({ fn }) => fn.sum<number>('refunded').as('sum'))
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow();
  return Number(row.sum ?? 0);
}
