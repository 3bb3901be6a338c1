import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import type { DayOfFigures } from '@samtrot/shared/overview/contract.ts';
import type { DayCounts } from '@samtrot/shared/statistics/contract.ts';
import type { Phase } from '@samtrot/shared/statistics/effects.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** The owner's label of an item; undefined if deleted or not the caller's. */
export async function titleOf(
  db: Sql,
  kind: PlacedKind,
  id: number,
  accountId: number,
): Promise<string | undefined> {
  if (kind === 'banner') {
    const { rows } = await sql<Parameters<typeof bannerTitle>[0]>`
      select typ, text, url from banner
       where id = ${id} and account_id = ${accountId} and deleted_at is null`.execute(db);
    return rows[0] && bannerTitle(rows[0]);
  }
  const query =
    kind === 'inserat'
      ? sql<{ title: string }>`
          select titel as title from inserat
           where id = ${id} and account_id = ${accountId} and status <> 'geloescht'`
      : sql<{ title: string }>`
          select club_name as title from club
           where id = ${id} and account_id = ${accountId} and deleted_at is null`;
  return (await query.execute(db)).rows[0]?.title;
}

interface Range {
  kind: PlacedKind;
  id: number;
  /** Swiss dates, inclusive. */
  from: string;
  to: string;
}

type NamedDay = DayCounts & { website: string };

/** Days with counts, oldest first. */
export async function daysOf(db: Sql, { kind, id, from, to }: Range): Promise<NamedDay[]> {
  const days =
    kind === 'banner'
      ? sql`select website_id, day, views, 0 as phone, 0 as whatsapp, 0 as sms, 0 as homepage, clicks
              from banner_day where banner_id = ${id} and day between ${from}::date and ${to}::date`
      : sql`select website_id, day, views, phone, whatsapp, sms, homepage, 0 as clicks
              from visit_day where kind = ${kind} and item_id = ${id} and day between ${from}::date and ${to}::date`;
  const { rows } = await sql<NamedDay>`
    select d.day::text as day, d.website_id, w.name as website, d.views, d.phone, d.whatsapp, d.sms,
           d.homepage, d.clicks
      from (${days}) d join website w on w.id = d.website_id
     order by d.day, w.name`.execute(db);
  return rows;
}

/**
 * Each is then looked up by itself: one join of all would read the counts of every account. Blank
 * drafts were never seen, and the index of an owner's ads is without them.
 */
const OWN = (accountId: number) => sql`(
  select 'inserat' as kind, id from inserat
   where account_id = ${accountId} and status <> 'leer' and status <> 'geloescht'
  union all select 'club', id from club where account_id = ${accountId} and deleted_at is null)`;

/** The Swiss date on which something of the account was online first; null before. */
export async function firstDayOf(db: Sql, accountId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(first.day) from (
         select id from inserat
          where account_id = ${accountId} and status <> 'leer' and status <> 'geloescht'
         union all
         select id from inserat where account_id = ${accountId} and status = 'geloescht') own
         cross join lateral (
           select (p.from_at at time zone 'Europe/Zurich')::date as day from inserat_phase p
            where p.inserat_id = own.id and p.kind = 'online' order by p.from_at limit 1) first),
      (select min(first.day) from ${OWN(accountId)} own cross join lateral (
         select day from visit_day v where v.kind = own.kind and v.item_id = own.id
          order by day limit 1) first))::text as day`.execute(db);
  return rows[0]!.day;
}

/** What was counted for all ads and clubs of the account, by Swiss day. */
export async function accountDays(
  db: Sql,
  accountId: number,
  { from, to }: Pick<Range, 'from' | 'to'>,
): Promise<DayOfFigures[]> {
  const { rows } = await sql<DayOfFigures>`
    select day::text as day, sum(views)::int as views, sum(phone)::int as phone,
           sum(whatsapp)::int as whatsapp, sum(sms)::int as sms
      from ${OWN(accountId)} own cross join lateral (
        select day, views, phone, whatsapp, sms from visit_day v
         where v.kind = own.kind and v.item_id = own.id
           and v.day between ${from}::date and ${to}::date
        offset 0) counted
     group by day`.execute(db);
  return rows;
}

/** The ad's phases that ended or started after this instant. */
export async function phasesOf(db: Sql, id: number, since: Date): Promise<Phase[]> {
  const { rows } = await sql<Phase>`
    select kind, from_at as from, until_at as until from inserat_phase
     where inserat_id = ${id} and (until_at is null or until_at >= ${since})
     order by from_at, id`.execute(db);
  return rows;
}

export async function hoursOf(
  db: Sql,
  id: number,
  since: Date,
): Promise<{ hour: Date; views: number }[]> {
  const { rows } = await sql<{ hour: Date; views: number }>`
    select hour, views from visit_hour where inserat_id = ${id} and hour >= ${since}
     order by hour`.execute(db);
  return rows;
}

/** Detail pages seen in each span of Swiss days. */
export async function viewsIn(
  db: Sql,
  { days, before }: { days: readonly string[]; before: string },
): Promise<number[]> {
  const { rows } = await sql<{ span: number; value: number }>`
    select width_bucket(day, ${days}::date[]) as span, sum(views)::bigint as value
      from visit_day where day >= ${days[0]}::date and day < ${before}::date group by 1`.execute(
    db,
  );
  return days.map((_, n) => rows.find(({ span }) => span === n + 1)?.value ?? 0);
}

/** Views of each website from that day on. */
export async function viewsByWebsite(db: Sql, from: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ website_id: number; views: number }>`
    select website_id, sum(views)::bigint as views from visit_day
     where day >= ${from}::date group by 1`.execute(db);
  return new Map(rows.map(({ website_id, views }) => [website_id, views]));
}
