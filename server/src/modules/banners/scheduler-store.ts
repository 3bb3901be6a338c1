import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

/** A hidden or held banner is never renewed. */
export const RENEWS = sql`(auto_extend and hidden_at is null and held_at is null)`;

/** Ends banners that do not renew; returns how many. */
export async function closeDue(db: Sql, now: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id from banner where open_end <= ${now} and deleted_at is null and held_at is null
         and not ${RENEWS}
       order by open_end limit ${batch} for update skip locked)
    update banner set open_end = null, alert_at = null from due where banner.id = due.id
      returning banner.id`.execute(db);
  return rows.length;
}

/** The oldest end that is not processed yet. */
export async function oldestOpenEnd(db: Database, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(open_end) as since from banner where open_end <= ${now}
     and deleted_at is null and held_at is null`.execute(db);
  return rows[0]!.since;
}
