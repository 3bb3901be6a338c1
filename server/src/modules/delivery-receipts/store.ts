import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Placement } from './placements.ts';

/** One thing of an account with its present run, or its last one. */
export interface Placed {
  kind: PlacedKind;
  id: number;
  publicId: string;
  title: string;
  /** When it came online; null when it never was. */
  since: Date | null;
  /** When it went off again; null while it is online or never was. */
  endedAt: Date | null;
  /** What its picture shows, of a banner with one. */
  rating: Rating | null;
}

interface Whose {
  accountId: number;
  id: number;
  now: Date;
}

interface Row {
  public_id: string;
  title: string;
  since: Date | null;
  ended_at: Date | null;
}

/** Undefined for a foreign or deleted one. */
export async function findOwn(
  db: Sql,
  kind: PlacedKind,
  whose: Whose,
): Promise<Placed | undefined> {
  const find = { inserat: findInserat, club: findClub, banner: findBanner }[kind];
  const row = await find(db, whose);
  return (
    row && {
      kind,
      id: whose.id,
      publicId: row.public_id,
      title: row.title,
      since: row.since,
      endedAt: row.ended_at,
      rating: 'rating' in row ? (row.rating as Rating | null) : null,
    }
  );
}

/**
 * Its times online are written down; the last one goes on until its end, also while the background
 * clock stands still.
 */
async function findInserat(db: Sql, { accountId, id, now }: Whose): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select i.public_id, coalesce(nullif(i.titel, ''), i.name) as title, p.from_at as since,
           case when p.until_at is not null then greatest(p.from_at, least(p.until_at, i.end_at))
                when i.status = 'aktiv' and i.held_at is null and i.end_at > ${now} then null
                when p.from_at is not null then least(i.end_at, ${now}::timestamptz) end as ended_at
      from inserat i
      left join lateral (
        select from_at, until_at from inserat_phase
         where inserat_id = i.id and kind = 'online'
         order by from_at desc, id desc limit 1) p on true
     where i.id = ${id} and i.account_id = ${accountId} and i.status <> 'geloescht'`.execute(db);
  return rows[0];
}

/** Planned when the switch or a hold stopped its time: its hour may pass, but it has not begun. */
const waits = (stopped: readonly string[]) =>
  sql`coalesce(least(${sql.join(stopped.map((column) => sql.ref(column)))}) < k.start_at, false)`;

async function findClub(db: Sql, { accountId, id, now }: Whose): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select public_id, club_name as title, case when begun is not null then greatest(begun, back) end as since,
           case when begun is not null then nullif(least(over, hidden_at, held_at), 'infinity') end as ended_at
      from (
        select c.public_id, c.club_name, c.hidden_at, c.held_at,
               back_online('club', c.id, ${now}) as back,
               case when coalesce(k.start_at, c.placed_at) <= ${now} and not ${waits(['c.hidden_at', 'c.held_at'])} then coalesce(k.start_at, c.placed_at) end as begun,
               case when k.end_at <= ${now} then k.end_at else 'infinity' end as over
          from club c left join club_booking k on k.id = c.booking_id
         where c.id = ${id} and c.account_id = ${accountId} and c.deleted_at is null) own`.execute(
    db,
  );
  return rows[0];
}

async function findBanner(
  db: Sql,
  { accountId, id, now }: Whose,
): Promise<(Row & { rating: string | null }) | undefined> {
  const { rows } = await sql<
    Omit<Row, 'title'> & { typ: BannerTypeId; text: string; url: string; rating: string | null }
  >`
    select b.public_id, b.typ, b.text, b.url, p.rating,
           case when k.id is not null then greatest(k.start_at, b.shown_again_at, back_online('banner', b.id, ${now})) end as since,
           case when k.id is not null then nullif(least(b.hidden_at, b.held_at, case when k.end_at <= ${now} then k.end_at else 'infinity' end), 'infinity') end as ended_at
      from banner b
      left join banner_booking k on k.id = b.booking_id and k.start_at <= ${now}
        and not ${waits(['b.paused_at', 'b.held_at'])}
      left join image p on p.banner_id = b.id and p.place = 'banner'
        and p.seen_by in ('all', 'visitors')
     where b.id = ${id} and b.account_id = ${accountId} and b.deleted_at is null`.execute(db);
  const [row] = rows;
  return row && { ...row, title: bannerTitle(row), rating: row.typ === 'a4' ? null : row.rating };
}

/**
 * A website with what has become of the thing there; its columns of a placement are null where
 * there is none.
 */
export type OnWebsite = Omit<Placement, 'kind' | 'item_id' | 'website_id'> & {
  id: number;
  name: string;
  url: string;
  status: 'on' | 'off';
  accepts: Rating;
  inserat_link: string | null;
  club_link: string | null;
  created_at: Date;
  views: number;
  missed_days: string[];
};

const MISSED_DAYS = 90;

interface Days {
  /** Swiss dates: the first of the run, or null; the last that is over and belongs to it. */
  first: string | null;
  last: string;
}

/**
 * All websites that are on or have something of it; of a banner only those on which it is booked.
 */
export async function onWebsites(
  db: Sql,
  { kind, id }: Placed,
  { first, last }: Days,
): Promise<OnWebsite[]> {
  const views =
    kind === 'banner'
      ? sql`select sum(views) from banner_day v where v.banner_id = ${id} and v.website_id = w.id`
      : sql`select sum(views) from visit_day v where v.kind = ${kind} and v.item_id = ${id} and v.website_id = w.id`;
  const shown =
    kind === 'banner'
      ? sql`exists (select from banner_webseite b where b.banner_id = ${id} and b.website_id = w.id)`
      : sql`true`;
  // A website that only embeds banners requests no list: a view is the only evidence.
  const framed = sql`select from banner_day v where ${kind === 'banner'} and v.banner_id = ${id} and v.website_id = w.id and v.day = d.day::date`;
  const { rows } = await sql<OnWebsite>`
    select w.id, w.name, w.url, w.status, w.accepts, w.inserat_link, w.club_link, w.created_at,
           p.told_at, p.delivered_at, p.last_delivered_at, p.lifted_at, p.seen_at, p.last_seen_at,
           p.gone_at, p.gone_by,
           coalesce((${views} and v.day >= ${first}::date), 0)::integer as views,
           array(
             select to_char(d.day, 'YYYY-MM-DD')
               from generate_series(
                 greatest(${first}::date, (w.created_at at time zone 'Europe/Zurich')::date,
                   (select min(day) from website_day f where f.website_id = w.id)), ${last}::date, interval '1 day') as d (day)
              where ${first}::date is not null
                and exists (select from website_day f where f.website_id = w.id)
                and not exists (select from website_day f where f.website_id = w.id and f.day = d.day::date) and not exists (${framed})
              order by d.day desc limit ${MISSED_DAYS}) as missed_days
      from website w left join placement p on p.kind = ${kind} and p.item_id = ${id} and p.website_id = w.id
     where (w.status = 'on' or p.website_id is not null) and ${shown}
     order by w.id`.execute(db);
  return rows.map((row) => ({ ...row, missed_days: row.missed_days.toReversed() }));
}

/** An ad that is online, on a website that is on and had it. */
interface AdOnWebsite {
  inserat_id: number;
  public_id: string;
  name: string;
  url: string;
  inserat_link: string | null;
  since: Date | null;
  delivered_at: Date | null;
  seen_at: Date | null;
  gone_at: Date | null;
}

/** The ads of an account that are online, with their receipts, in the order of the websites. */
export async function adsOnWebsites(db: Sql, accountId: number, now: Date): Promise<AdOnWebsite[]> {
  const { rows } = await sql<AdOnWebsite>`
    select i.id as inserat_id, i.public_id, w.name, w.url, w.inserat_link, run.from_at as since,
           p.delivered_at, p.seen_at, p.gone_at
      from inserat i
      join placement p on p.kind = 'inserat' and p.item_id = i.id
      join website w on w.id = p.website_id and w.status = 'on'
      left join lateral (
        select from_at from inserat_phase
         where inserat_id = i.id and kind = 'online'
         order by from_at desc, id desc limit 1) run on true
     where i.account_id = ${accountId} and i.status = 'aktiv' and i.held_at is null
       and i.end_at > ${now}
     order by i.id, w.id`.execute(db);
  return rows;
}

/**
 * For account deletion: deletes all receipts of the account. Locks its ads and clubs first, in the
 * order in which visits are written, because visits lock these rows last too.
 */
export async function eraseReceipts(db: Sql, accountId: number): Promise<void> {
  await sql`
    select from inserat where account_id = ${accountId} and status <> 'geloescht'
     order by id for no key update`.execute(db);
  await sql`select from club where account_id = ${accountId} and deleted_at is null order by id for update`.execute(
    db,
  );
  await sql`
    delete from website_block where (kind, item_id) in (
      select 'inserat', id from inserat where account_id = ${accountId}
      union all select 'club', id from club where account_id = ${accountId})`.execute(db);
  await sql`
    delete from placement where (kind, item_id) in (
      select 'inserat', id from inserat where account_id = ${accountId}
      union all select 'club', id from club where account_id = ${accountId}
      union all select 'banner', id from banner where account_id = ${accountId})`.execute(db);
}

const BATCH = 5000;

/** Purges receipts past their retention; returns the number of deleted rows. */
export async function purgeReceipts(
  db: Sql,
  before: Date,
  day: string,
  closedSince: Date,
): Promise<number> {
  // What was noted in the moment of the closing may have come after it.
  const closed = await db
    .selectFrom('account')
    .select('id')
    .where('closed_at', '>=', closedSince)
    .orderBy('id')
    .execute();
  for (const { id } of closed) await eraseReceipts(db, id);
  const removed = [
    await sql`
      delete from placement where (kind, item_id, website_id) in (
        select kind, item_id, website_id from placement
         where greatest(told_at, last_delivered_at, last_seen_at, gone_at) < ${before} limit ${BATCH} for update skip locked)`.execute(
      db,
    ),
    await sql`
      delete from website_day where (website_id, day) in (
        select website_id, day from website_day
         where day < ${day}::date limit ${BATCH} for update skip locked)`.execute(db),
  ];
  return removed.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0);
}
