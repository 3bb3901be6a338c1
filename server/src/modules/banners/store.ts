import { type BannerContent, content } from '@samtrot/shared/banners/contract.ts';
import type { BannerTypeId, BookedShare } from '@samtrot/shared/banners/rules.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import { blankOf, valuesOf } from '@samtrot/shared/kernel/content-schema.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { readStored } from '@samtrot/shared/kernel/stored.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import { pausedRun } from '../listings/service.ts';
import { bannerPending } from './pending.ts';
import { startAsBooked } from './start.ts';

/** Content by column; websites have a table of their own. */
export type Content = Omit<BannerContent, 'webseiten'>;
const { webseiten: _elsewhere, ...COLUMNS } = content;
const NAMES = Object.keys(COLUMNS) as (keyof Content)[];

/** Autosaved edits of a booked banner; a chosen picture is a row of its own. */
const { typ: _typ, monate: _monate, ...TYPED } = COLUMNS;
const Unsaved = z.object({
  ...valuesOf(TYPED),
  /** The picture is removed without a new one. */
  no_picture: z.boolean(),
});
export type Unsaved = z.infer<typeof Unsaved>;

/** A banner with its running or last booking, whose columns are null before the first one. */
export interface BannerRow extends Content {
  id: number;
  account_id: number;
  hidden_at: Date | null;
  /** Start of the pause; start, end and `hidden_at` are then as if it resumed now. */
  paused_at: Date | null;
  /** Since when the house keeps it off the websites; the same of start and end. */
  held_at: Date | null;
  created_at: Date;
  version: number;
  saved_at: Date | null;
  unsaved: Unsaved | null;
  open_end: Date | null;
  booking_id: number | null;
  start_at: Date | null;
  end_at: Date | null;
  total: Credits | null;
  /** The booked websites; of a banner that is not booked only those still offered. */
  websites: number[];
  counts: { website: number; views: number; clicks: number }[];
}

/** The banners of an account that it has not deleted, newest first. */
export const listOwn = (db: Sql, accountId: number, now: Date): Promise<BannerRow[]> =>
  read(db, now, sql`b.account_id = ${accountId} and b.deleted_at is null order by b.id desc`);

export const find = async (db: Sql, id: number, now: Date): Promise<BannerRow | undefined> =>
  (await read(db, now, sql`b.id = ${id}`))[0];

async function read(db: Sql, now: Date, which: RawBuilder<unknown>): Promise<BannerRow[]> {
  const { waits, startAt, endAt } = pausedRun(['b.paused_at', 'b.held_at'], now);
  const { rows } = await sql<
    Omit<BannerRow, 'unsaved'> & { unsaved: unknown; pending: Ciphertext | null }
  >`
    select b.id, b.account_id, ${sql.raw(NAMES.map((name) => `b.${name}`).join(', '))},
           case when not ${waits} then b.hidden_at end as hidden_at, b.paused_at, b.held_at, b.created_at,
             b.version, b.saved_at, b.unsaved, b.pending, b.open_end, b.booking_id, k.total,
           ${startAt} as start_at, ${endAt} as end_at,
           array(select w.website_id::integer from banner_webseite w
             join website s on s.id = w.website_id
                  where w.banner_id = b.id and (s.status = 'on' or ${endAt} > ${now})
                   order by 1) as websites,
           coalesce((select json_agg(n order by n.website) from (
             select website_id as website, sum(views) as views, sum(clicks) as clicks
               from banner_day d where d.banner_id = b.id group by website_id) n), '[]') as counts
      from banner b left join banner_booking k on k.id = b.booking_id
     where ${which}`.execute(db);
  return rows.map((stored) => {
    const row = bannerPending.overlay(stored);
    const asBooked = { ...row, ...startAsBooked(row, bannerStatus(row, now)), no_picture: false };
    return { ...row, unsaved: readStored(Unsaved, row.unsaved, asBooked) };
  });
}

export async function insert(
  db: Sql,
  banner: Content & { account_id: number },
  now: Date,
): Promise<number> {
  const row = { ...banner, created_at: now, changed_at: now };
  return (await db.insertInto('banner').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

interface State {
  version: number;
  saved_at: Date;
  /** As JSON. */
  unsaved: string | null;
  hidden_at: Date | null;
  shown_again_at: Date;
  paused_at: Date | null;
  held_at: Date | null;
  alert_at: Date | null;
  open_end: Date | null;
  booking_id: number;
  changed_at: Date;
}

export async function update(
  db: Sql,
  id: number,
  columns: Partial<Content & State>,
): Promise<void> {
  const values = await bannerPending.heldBack(db, id, columns);
  await db.updateTable('banner').set(values).where('id', '=', id).execute();
}

export async function setWebsites(db: Sql, id: number, websites: readonly number[]): Promise<void> {
  await sql`
    delete from banner_webseite where banner_id = ${id}
      and website_id <> all (${[...websites]}::bigint[])`.execute(db);
  await sql`
    insert into banner_webseite (banner_id, website_id)
      select ${id}, unnest(${[...websites]}::bigint[])
    on conflict do nothing`.execute(db);
}

export interface NewBooking {
  banner_id: number;
  typ: BannerTypeId;
  months: number;
  websites: number;
  base: Credits;
  surcharge: Credits;
  start_at: Date;
  end_at: Date;
  renews: number | null;
  /** The call that ordered it. */
  call_id: string | null;
  created_at: Date;
}

export const insertBooking = async (db: Sql, booking: NewBooking): Promise<number> =>
  (await db.insertInto('banner_booking').values(booking).returning('id').executeTakeFirstOrThrow())
    .id;

/** A booking with its order, its start, and the websites on which it still runs. */
export const orderedRun = (
  db: Sql,
  bookingId: number,
): Promise<(BookedShare & { months: number; start_at: Date }) | undefined> =>
  db
    .selectFrom('banner_booking')
    .select(['months', 'base', 'surcharge', 'websites', 'websites_left', 'start_at'])
    .where('id', '=', bookingId)
    .executeTakeFirst();

/** The banners that are booked on a website, of types that are not among these. */
export async function bookedOn(
  db: Sql,
  { websiteId, except, now }: { websiteId: number; except: readonly BannerTypeId[]; now: Date },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from banner b join banner_booking k on k.id = b.booking_id
     where b.deleted_at is null and k.end_at > ${now} and b.typ <> all (${[...except]}::text[])
       and b.id in (select banner_id from banner_webseite where website_id = ${websiteId})`.execute(
    db,
  );
  return rows[0]!.n;
}

/** How many banners of these types are booked on a website with a picture above these ratings. */
export async function bookedAbove(
  db: Sql,
  {
    websiteId,
    slots,
    ratings,
    now,
  }: { websiteId: number; slots: readonly BannerTypeId[]; ratings: readonly Rating[]; now: Date },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from banner b join banner_booking k on k.id = b.booking_id
     where b.deleted_at is null and k.end_at > ${now} and b.typ = any (${[...slots]}::text[])
       and b.id in (select banner_id from banner_webseite where website_id = ${websiteId})
       and exists (select from image m where m.banner_id = b.id and m.seen_by in ('all', 'visitors')
                                         and m.rating <> all(${[...ratings]}::text[]))`.execute(db);
  return rows[0]!.n;
}

/**
 * Locks the banners that are booked on a website, except of these types, in the order of all locks.
 */
export async function lockBookedOn(
  db: Sql,
  websiteId: number,
  except: readonly BannerTypeId[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from banner b
     where b.typ <> all (${[...except]}::text[]) and b.deleted_at is null
       and b.booking_id is not null and b.id in (
       select banner_id from banner_webseite where website_id = ${websiteId})
     order by b.id for no key update`.execute(db);
  return rows.map(({ id }) => id);
}

/** The banner is no longer booked on this website. */
export async function leaveWebsite(
  db: Sql,
  { id, bookingId, websiteId }: { id: number; bookingId: number; websiteId: number },
): Promise<void> {
  await sql`
    delete from banner_webseite where banner_id = ${id} and website_id = ${websiteId}`.execute(db);
  await sql`
    update banner_booking set websites_left = websites_left + 1 where id = ${bookingId}`.execute(
    db,
  );
}

/** The order of this call, if any; a concurrent call with the same id waits for the first. */
export async function orderOfCall(
  db: Sql,
  callId: string,
): Promise<{ banner_id: number; total: Credits; deleted: boolean } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('call'), hashtext(${callId}))`.execute(db);
  const { rows } = await sql<{ banner_id: number; total: Credits; deleted: boolean }>`
    select k.banner_id, k.total, b.deleted_at is not null as deleted
      from banner_booking k join banner b on b.id = k.banner_id
     where k.call_id = ${callId}`.execute(db);
  return rows[0];
}

/** Condition on a repeated order: booked by hand on these websites with this picture. */
export const sameOrder = (websites: readonly number[], contentId: string | null) => sql`
  booking.renews is null
  and array(select website_id from banner_webseite where banner_id = listing.id order by 1)
    = array(select unnest(${[...websites]}::bigint[]) order by 1)
  and (select content_id from image where banner_id = listing.id and place = 'banner'
         and seen_by in ('all', 'owner'))
      is not distinct from ${contentId}`;

/** Leaves an empty row for the bookings of a booked banner; deletes a draft. */
export async function remove(db: Sql, id: number, at: Date): Promise<void> {
  await sql`
    delete from banner b where id = ${id}
      and not exists (select from banner_booking k where k.banner_id = b.id)`.execute(db);
  await empty(db, sql`id = ${id}`, at);
}

/** The same for every banner of an account. */
export async function forget(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`
    delete from banner b
     where account_id = ${accountId} and not exists (select from banner_booking k
       where k.banner_id = b.id)`.execute(db);
  await empty(db, sql`account_id = ${accountId}`, at);
}

async function empty(db: Sql, which: RawBuilder<unknown>, at: Date): Promise<void> {
  // Counting locks these rows in the same order: its figures are deleted or never written.
  await sql`select from banner where ${which} order by id for update`.execute(db);
  await db
    .updateTable('banner')
    .set({ ...blankOf(TYPED), pending: null, pending_print: null })
    .set({ unsaved: null, alert_at: null, open_end: null, changed_at: at })
    .set({ deleted_at: sql`coalesce(deleted_at, ${at})` })
    .where(sql<boolean>`${which}`)
    .execute();
  await sql`delete from banner_day where banner_id in (select id from banner
    where ${which})`.execute(db);
}

export type BookingRecord = Omit<NewBooking, 'renews' | 'call_id' | 'start_at' | 'end_at'> & {
  id: number;
  total: Credits;
};

/** These bookings of the account. */
export async function bookingsOf(
  db: Sql,
  accountId: number,
  ids: readonly number[],
): Promise<BookingRecord[]> {
  const { rows } = await sql<BookingRecord>`
    select k.id, k.banner_id, k.typ, k.months, k.websites, k.base, k.surcharge, k.total,
      k.created_at
      from banner_booking k join banner b on b.id = k.banner_id
     where k.id = any (${[...ids]}::bigint[]) and b.account_id = ${accountId}`.execute(db);
  return rows;
}
