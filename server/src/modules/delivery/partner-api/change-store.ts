import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import {
  type AdRow,
  columns,
  type Filter,
  LOW_WATERMARK,
  published,
  wanted,
  within,
} from '../search/store.ts';
import type { ChangedRow } from './change-feed.ts';

/**
 * In a tombstone only `public_id` is set; `over` distinguishes an ended ad from one outside the
 * filter.
 */
export type ChangeRow = AdRow & ChangedRow & { over: boolean; lifted_at: Date | null };

const placed = (now: Date) => sql`${columns(now)}, i.lifted_at`;

export async function lowWatermark(db: Database): Promise<number> {
  const { rows } = await sql<{ horizon: number }>`select ${LOW_WATERMARK} as horizon`.execute(db);
  return rows[0]!.horizon;
}

/** Ads changed by transactions from `from` on, after `after`, by transaction and ad. */
export async function changes(
  db: Database,
  {
    filter,
    now,
    from,
    after,
    limit,
  }: { filter: Filter; now: Date; from: number; after?: { tx: number; id: number }; limit: number },
): Promise<ChangeRow[]> {
  const start = after
    ? sql`(c.changed_tx, c.inserat_id) > (${after.tx}::bigint, ${after.id}::bigint)`
    : sql`c.changed_tx >= ${from}::bigint`;
  const { rows } = await sql<ChangeRow>`
    select ${placed(now)}, c.inserat_id as id, c.public_id, c.changed_tx,
      coalesce(${published(now)} and ${within(filter)}, false) as shown,
      not coalesce(${published(now)}, false) as over
    from delivery_change c left join inserat i on i.id = c.inserat_id
    where ${start} order by c.changed_tx, c.inserat_id limit ${limit}`.execute(db);
  return rows;
}

/** The current state of ads that were published once. */
export async function states(
  db: Database,
  ids: number[],
  now: Date,
  policy: Policy,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select ${placed(now)}, c.inserat_id as id, c.public_id, 0 as changed_tx,
      coalesce(${published(now)} and ${wanted(policy)}, false) as shown
    from delivery_change c left join inserat i on i.id = c.inserat_id
   where c.inserat_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/**
 * Ads that ended, or whose TopAd or story ended, between the two instants, even without a write.
 */
export async function timeDriven(
  db: Database,
  {
    filter,
    now,
    from,
    until,
    afterId,
    limit,
  }: { filter: Filter; now: Date; from: Date; until: Date; afterId: number; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select ${placed(now)}, 0 as changed_tx, (${published(now)} and ${within(filter)}) as shown,
           not ${published(now)} as over
    from inserat i
    where i.status = 'aktiv' and i.id = any (array(
      select id from inserat
       where status in ('aktiv', 'ausgeblendet') and end_at > ${from} and end_at <= ${until}
         and id > ${afterId}
      union select id from inserat
      where topad_until > ${from} and topad_until <= ${until} and id > ${afterId}
      union select id from inserat
      where story_until > ${from} and story_until <= ${until} and id > ${afterId}))
    order by i.id limit ${limit}`.execute(db);
  return rows;
}

/** Published ads with media of these ratings, read after a website's rating limit changes. */
export async function withRatings(
  db: Database,
  {
    filter,
    now,
    ratings,
    afterId,
    limit,
  }: { filter: Filter; now: Date; ratings: Rating[]; afterId: number; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select ${placed(now)}, 0 as changed_tx, true as shown, false as over
    from inserat i
    where ${published(now)} and ${within(filter)} and i.id > ${afterId}
      and (exists (select from image m where m.inserat_id = i.id and m.rating = any(${ratings}::text[])
          and m.seen_by in ('all', 'visitors'))
        or exists (select from video v where v.inserat_id = i.id and v.rating = any(${ratings}::text[])
          and v.seen_by in ('all', 'visitors')))
    order by i.id limit ${limit}`.execute(db);
  return rows;
}
