import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

export type CountKind = 'view' | 'click';

export interface CountEvent {
  viewId: Buffer;
  bannerId: number;
  websiteId: number;
  at: Date;
  /** Swiss date, YYYY-MM-DD. */
  day: string;
}

/**
 * Counts each view once, idempotently across retries and processes. Rows are written in one order
 * everywhere to avoid deadlocks; deleted banners and websites are skipped.
 */
export async function countAll(
  db: Database,
  kind: CountKind,
  events: readonly CountEvent[],
): Promise<void> {
  const column = sql.raw(kind === 'view' ? 'views' : 'clicks');
  await sql`
    with input as (
      select * from unnest(
        ${events.map(({ viewId }) => viewId)}::bytea[],
        ${events.map(({ bannerId }) => bannerId)}::bigint[],
        ${events.map(({ websiteId }) => websiteId)}::bigint[],
        ${events.map(({ at }) => at.toISOString())}::timestamptz[],
        ${events.map(({ day }) => day)}::date[]) as t (view_id, banner_id, website_id, at, day)),
    -- Held to the end, so that a deletion comes before or after, and leaves no figures behind.
    live as materialized (
      select id from banner where id in (select banner_id from input) and deleted_at is null
       order by id for share),
    fresh as (
      insert into banner_event (view_id, kind, at)
      select view_id, ${kind}, at from input order by view_id
      on conflict do nothing returning view_id)
    insert into banner_day (banner_id, website_id, day, ${column})
    select t.banner_id, t.website_id, t.day, count(*) from fresh f join input t using (view_id)
      join live b on b.id = t.banner_id join website w on w.id = t.website_id
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (banner_id, website_id, day) do update set ${column} = banner_day.${column} + excluded.${column}`.execute(
    db,
  );
}

/**
 * Purges counted events older than `before` and overlay data of past days; returns the row count.
 */
export async function purgeExpired(db: Database, before: Date, today: string): Promise<number> {
  const results = [
    await sql`
      delete from banner_event where (view_id, kind) in (
        select view_id, kind from banner_event
         where at < ${before} limit 10000 for update skip locked)`.execute(db),
    await sql`
      delete from overlay_seen where (day, website_id, visitor) in (
        select day, website_id, visitor from overlay_seen
         where day < ${today}::date limit 10000 for update skip locked)`.execute(db),
    await sql`delete from day_secret where day < ${today}::date`.execute(db),
  ];
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0);
}
