import type { PackageId, QuoteItem } from '@samtrot/shared/cart/rules.ts';
import type { ImageKind } from '@samtrot/shared/inserate/limits.ts';
import type { InseratStatus } from '@samtrot/shared/inserate/status.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** The lists from which an advertiser chooses (decisions, section 5). */
export async function referenceLists(db: Sql) {
  const { rows } = await sql<{ cantons: Entry<string>[]; categories: Entry<number>[]; offerings: Entry<number>[] }>`
    select (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name), '[]') from canton) as cantons,
           (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]')
              from category where active) as categories,
           (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]')
              from offering where active) as offerings`.execute(db);
  return rows[0]!;
}

interface Entry<Id> {
  id: Id;
  name: string;
}

/** What the advertiser writes. */
export interface Content {
  package: PackageId;
  name: string;
  titel: string;
  beschreibung: string;
  telefon: string;
  cantons: string[];
  categories: number[];
  offerings: number[];
  image_kind: ImageKind;
  publish_option: 'Sofort' | 'Planen';
  publish_date: string;
  publish_time: string;
}

export interface InseratRow extends Content {
  id: number;
  account_id: number;
  status: InseratStatus;
  start_at: Date | null;
  end_at: Date | null;
  lifted_at: Date | null;
  topad_until: Date | null;
  colour: boolean;
  views: number;
  booking_id: number | null;
}

export interface Booking {
  id: number;
  package: PackageId;
  planned: boolean;
  paid_regions: number;
  paid_categories: number;
  paid_images: number;
}

const COLUMNS = sql.raw(
  `id, account_id, status, package, name, titel, beschreibung, telefon, cantons, categories, offerings, image_kind,
   publish_option, publish_date, publish_time, start_at, end_at, lifted_at, topad_until, colour, views, booking_id`,
);

/** The one untouched draft of an account; asking for it again starts its 24 hours anew. */
export async function blank(db: Sql, accountId: number, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into inserat (account_id, status, package, created_at, changed_at) values (${accountId}, 'leer', 'free', ${at}, ${at})
    on conflict (account_id) where status = 'leer' do update set created_at = excluded.created_at
    returning id`.execute(db);
  return rows[0]!.id;
}

export async function listOwn(db: Sql, accountId: number): Promise<InseratRow[]> {
  const { rows } = await sql<InseratRow>`
    select ${COLUMNS} from inserat
     where account_id = ${accountId} and status <> 'leer' and status <> 'geloescht' order by id desc`.execute(db);
  return rows;
}

/** Locks the ad until the end of the transaction; undefined for a deleted one or somebody else's. */
export async function lockOwn(db: Sql, accountId: number, id: number): Promise<InseratRow | undefined> {
  const { rows } = await sql<InseratRow>`
    select ${COLUMNS} from inserat
     where id = ${id} and account_id = ${accountId} and status <> 'geloescht' for update`.execute(db);
  return rows[0];
}

export async function bookingsOf(db: Sql, ids: number[]): Promise<Map<number, Booking>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('booking')
    .select(['id', 'package', 'planned', 'paid_regions', 'paid_categories', 'paid_images'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row as Booking]));
}

/** Writes these columns of an ad that the caller has locked. */
export async function update(
  db: Sql,
  id: number,
  values: Partial<Omit<InseratRow, 'id' | 'account_id'>> & { changed_at: Date },
): Promise<void> {
  await db.updateTable('inserat').set(values).where('id', '=', id).execute();
}

interface NewBooking extends Omit<Booking, 'id'> {
  inserat_id: number;
  account_id: number;
  start_at: Date;
  end_at: Date;
  free_day: string | null;
  created_at: Date;
}

/** Undefined when the account has already had its free booking of that day; whoever races waits here for the other. */
export async function insertBooking(db: Sql, booking: NewBooking): Promise<number | undefined> {
  const row = await db
    .insertInto('booking')
    .values(booking)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'free_day']).where('free_day', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Notes what else a running booking has paid for, or that its start was moved. */
export async function updateBooking(
  db: Sql,
  id: number,
  values: Partial<Pick<NewBooking, 'paid_regions' | 'paid_categories' | 'paid_images' | 'start_at' | 'end_at'>>,
): Promise<void> {
  await db.updateTable('booking').set(values).where('id', '=', id).execute();
}

export async function countOrders(db: Sql, bookingId: number): Promise<number> {
  const { count } = await db
    .selectFrom('booking_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertOrder(
  db: Sql,
  order: { booking_id: number; cause: string; total: Credits; items: QuoteItem[]; at: Date },
): Promise<void> {
  await db
    .insertInto('booking_order')
    .values({ ...order, items: JSON.stringify(order.items) })
    .execute();
}

/** One ad, or as many due ones as fit into a batch that no other worker holds. */
export type Which = { id: number } | { batch: number };

const picked = (which: Which) =>
  'id' in which ? sql`and id = ${which.id} for update` : sql`order by id limit ${which.batch} for update skip locked`;

/** Planned ads whose start has come go online. The effect's key makes it happen once. */
export async function startDue(db: Sql, at: Date, which: Which): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id, booking_id, start_at from inserat where status = 'geplant' and start_at <= ${at} ${picked(which)}),
    once as (
      insert into effect (inserat_id, key, due_at, done_at)
      select id, 'start:' || booking_id, start_at, ${at} from due on conflict do nothing returning inserat_id)
    update inserat set status = 'aktiv', lifted_at = due.start_at, changed_at = ${at}
      from due join once on once.inserat_id = due.id where inserat.id = due.id returning inserat.id`.execute(db);
  return rows.length;
}

/** Ads whose end has come go offline. */
export async function expireDue(db: Sql, at: Date, which: Which): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id, booking_id, end_at from inserat
       where status in ('aktiv', 'ausgeblendet') and end_at <= ${at} ${picked(which)}),
    once as (
      insert into effect (inserat_id, key, due_at, done_at)
      select id, 'end:' || booking_id, end_at, ${at} from due on conflict do nothing returning inserat_id)
    update inserat set status = 'abgelaufen', changed_at = ${at}
      from due join once on once.inserat_id = due.id where inserat.id = due.id returning inserat.id`.execute(db);
  return rows.length;
}

/** What is left of each ad: its numbers, its booking, and the tombstone for partner websites. */
export async function forget(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`
    update inserat set status = 'geloescht', name = '', titel = '', beschreibung = '', telefon = '', cantons = '{}',
           categories = '{}', offerings = '{}', image_kind = 'Keine Angaben', publish_option = 'Sofort', publish_date = '',
           publish_time = '', start_at = null, end_at = null, lifted_at = null, topad_until = null, colour = false,
           changed_at = ${at}
     where account_id = ${accountId}`.execute(db);
}

/** Untouched drafts from before this instant; they have neither texts nor pictures. */
export async function deleteBlanks(db: Sql, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from inserat where id in (
      select id from inserat where status = 'leer' and created_at < ${before} order by id limit ${batch}
      for update skip locked) returning id`.execute(db);
  return rows.length;
}

export interface OrderRecord {
  id: number;
  cause: string;
  total: Credits;
  items: QuoteItem[];
  at: Date;
  inserat_id: number;
}

/** Orders of an account by what they charged for. */
export async function ordersByCause(db: Sql, accountId: number, causes: readonly string[]): Promise<OrderRecord[]> {
  if (causes.length === 0) return [];
  const rows = await db
    .selectFrom('booking_order')
    .innerJoin('booking', 'booking.id', 'booking_order.booking_id')
    .select(['booking_order.id', 'cause', 'total', 'items', 'at', 'inserat_id'])
    .where('account_id', '=', accountId)
    .where('cause', 'in', causes)
    .execute();
  return rows as unknown as OrderRecord[];
}
