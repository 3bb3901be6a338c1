import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

/** A hidden one is over at its end whatever its owner has switched on. */
const RENEWS = sql`(auto_extend and hidden_at is null)`;

/** Ends that have come and that nothing follows are seen to. Answers how many. */
export async function closeDue(db: Sql, now: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id from banner where open_end <= ${now} and deleted_at is null and not ${RENEWS}
       order by open_end limit ${batch} for update skip locked)
    update banner set open_end = null, alert_at = null from due where banner.id = due.id returning banner.id`.execute(
    db,
  );
  return rows.length;
}

/**
 * A banner that is to be booked again now, locked; undefined when there is none that nobody else
 * holds.
 */
export async function claimRenewal(db: Sql, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from banner where open_end <= ${now} and deleted_at is null and ${RENEWS}
     order by open_end limit 1 for update skip locked`.execute(db);
  return rows[0]?.id;
}

/** A banner whose owner is to be told of its end, locked and marked as told. */
export async function claimAlert(db: Sql, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update banner set alert_at = null where id = (
      select id from banner where alert_at <= ${now} and deleted_at is null order by alert_at limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** When the oldest end came that nobody has seen to yet. */
export async function oldestOpenEnd(db: Database, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(open_end) as since from banner where open_end <= ${now} and deleted_at is null`.execute(
    db,
  );
  return rows[0]!.since;
}
