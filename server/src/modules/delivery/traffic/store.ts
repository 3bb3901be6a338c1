import { sql } from 'kysely';
import type { Database, Sql } from '../../../platform/db.ts';

export interface TrafficCounts {
  /** Answered calls that read. */
  reads: number;
  /** Refused or failed calls; that something is not shown any more is none. */
  errors: number;
  /** Visits that the website reported, of browsers and of programs. */
  visits: number;
  bots: number;
}
export const TRAFFIC = ['reads', 'errors', 'visits', 'bots'] as const;

interface Row extends TrafficCounts {
  websiteId: number;
  day: string;
}

/** Adds counts. Rows are written in one order everywhere to avoid deadlocks. */
export async function addTraffic(db: Database, rows: readonly Row[]): Promise<void> {
  const column = (what: keyof TrafficCounts) => sql`${rows.map((row) => row[what])}::integer[]`;
  await sql`
    insert into traffic_day (website_id, day, reads, errors, visits, bots)
    select t.* from unnest(
        ${rows.map(({ websiteId }) => websiteId)}::bigint[], ${rows.map(({ day }) => day)}::date[],
        ${column('reads')}, ${column('errors')}, ${column('visits')}, ${column('bots')})
        as t (website_id, day, reads, errors, visits, bots)
      join website w on w.id = t.website_id
     order by t.website_id, t.day
    on conflict (website_id, day) do update set
      reads = traffic_day.reads + excluded.reads, errors = traffic_day.errors + excluded.errors,
      visits = traffic_day.visits + excluded.visits, bots = traffic_day.bots + excluded.bots`.execute(
    db,
  );
}

export interface TrafficDay extends TrafficCounts {
  day: string;
  views: number;
  clicks: number;
}

/** Each Swiss day from the first to the last, with what was counted for the website. */
export async function trafficDays(
  db: Sql,
  { websiteId, from, to }: { websiteId: number; from: string; to: string },
): Promise<TrafficDay[]> {
  const { rows } = await sql<TrafficDay>`
    with visited as (
      select day, sum(views)::int as views, sum(phone + whatsapp + sms + homepage)::int as clicks
        from visit_day where website_id = ${websiteId} and day between ${from}::date and ${to}::date
       group by day),
    banners as (
      select day, sum(clicks)::int as clicks
        from banner_day where website_id = ${websiteId} and day between ${from}::date and ${to}::date group by day)
    select d.day::date::text as day, coalesce(t.reads, 0) as reads, coalesce(t.errors, 0) as errors,
           coalesce(t.visits, 0) as visits, coalesce(t.bots, 0) as bots,
           coalesce(v.views, 0) as views, coalesce(v.clicks, 0) + coalesce(b.clicks, 0) as clicks
      from generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)
      left join traffic_day t on t.website_id = ${websiteId} and t.day = d.day::date
      left join visited v on v.day = d.day::date
      left join banners b on b.day = d.day::date
     order by d.day`.execute(db);
  return rows;
}

/** Detail views of all websites by day, for those that were visited. */
export async function viewsByDay(
  db: Sql,
  { from, to }: { from: string; to: string },
): Promise<{ website_id: number; day: string; views: number }[]> {
  const { rows } = await sql<{ website_id: number; day: string; views: number }>`
    select website_id, day::text as day, sum(views)::int as views from visit_day
     where day between ${from}::date and ${to}::date group by 1, 2`.execute(db);
  return rows;
}

/** Removes counts before this day; returns how many. */
export async function purgeTraffic(db: Sql, before: string): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from traffic_day where day < ${before}::date`.execute(db);
  return Number(numAffectedRows ?? 0);
}
