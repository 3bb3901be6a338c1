import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';

/** A hidden or held banner is never renewed. */
export const RENEWS = sql`(auto_extend and hidden_at is null and held_at is null)`;

/** Banners that end and do not renew, locked. */
export async function claimEnds(ctx: JobContext, batch: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from banner where open_end <= ${ctx.now} and deleted_at is null and held_at is null
       and not ${RENEWS} and ${dueOnly(ctx)}
     order by open_end limit ${batch} for update skip locked`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  ctx.due?.claimed(ids);
  return ids;
}

export async function close(db: Sql, ids: readonly number[]): Promise<void> {
  await sql`
    update banner set open_end = null, alert_at = null
     where id = any (${ids}::bigint[])`.execute(db);
}

/** The oldest end that is not processed yet. */
export async function oldestOpenEnd(db: Database, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(open_end) as since from banner where open_end <= ${now}
     and deleted_at is null and held_at is null`.execute(db);
  return rows[0]!.since;
}
