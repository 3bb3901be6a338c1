import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** An order of a club and its run. */
export interface Booking {
  id: number;
  months: number;
  total: Credits;
  start_at: Date;
  end_at: Date;
}

export async function insert(
  db: Sql,
  booking: Omit<Booking, 'id'> & { club_id: number; created_at: Date },
): Promise<number> {
  return (
    await db.insertInto('club_booking').values(booking).returning('id').executeTakeFirstOrThrow()
  ).id;
}

/** The orders of a club whose run has not begun, oldest first. */
export const ahead = (db: Sql, clubId: number, now: Date): Promise<Booking[]> =>
  db
    .selectFrom('club_booking')
    .select(['id', 'months', 'total', 'start_at', 'end_at'])
    .where('club_id', '=', clubId)
    // No run begins while the club is paused or held.
    .where(
      'start_at',
      '>',
      sql<Date>`(select least(hidden_at, held_at, ${now}) from club where id = ${clubId})`,
    )
    .orderBy('id')
    .execute();

/** All orders of a club, newest first. */
export const newestFirst = (db: Sql, clubId: number): Promise<Booking[]> =>
  db
    .selectFrom('club_booking')
    .select(['id', 'months', 'total', 'start_at', 'end_at'])
    .where('club_id', '=', clubId)
    .orderBy('id', 'desc')
    .execute();

export type BookingRecord = Pick<Booking, 'id' | 'months' | 'total'> & {
  club_id: number;
  created_at: Date;
};

/** These bookings of the account. */
export const bookingsOf = (
  db: Sql,
  accountId: number,
  ids: readonly number[],
): Promise<BookingRecord[]> =>
  db
    .selectFrom('club_booking as k')
    .innerJoin('club as c', 'c.id', 'k.club_id')
    .select(['k.id', 'k.club_id', 'k.months', 'k.total', 'k.created_at'])
    .where('k.id', 'in', ids)
    .where('c.account_id', '=', accountId)
    .execute();
