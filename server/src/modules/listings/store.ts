import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import { isToBeTold } from '../device-messages/service.ts';
import { plannedAt, startAtOf, type TypedStart } from './input.ts';
import type { Kind } from './kind.ts';

/** Locks a listing of this account until the transaction ends; false if there is none. */
export async function lockOwn(
  db: Sql,
  { table, exists }: Pick<Kind, 'table' | 'exists'>,
  accountId: number,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)}
     where id = ${id} and account_id = ${accountId} and ${exists} for update`.execute(db);
  return rows.length > 0;
}

/** Never renewed automatically again, before a deletion that would renew it first. */
export async function stopRenewing(
  db: Sql,
  { table, exists }: Pick<Kind, 'table' | 'exists'>,
  accountId: number,
  id: number,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set auto_extend = false
     where id = ${id} and account_id = ${accountId} and ${exists} and auto_extend`.execute(db);
}

/** Locks every placed listing of the account, in the order of ids. */
export async function lockPlaced(
  db: Sql,
  { table, exists }: Pick<Kind, 'table' | 'exists'>,
  accountId: number,
  placed: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    select from ${sql.table(table)}
     where account_id = ${accountId} and ${exists} and ${placed}
     order by id for no key update`.execute(db);
}

interface Pause {
  accountId: number;
  now: Date;
  placed: RawBuilder<unknown>;
  columns: Record<string, Date | null>;
}

export async function pauseRuns(
  db: Sql,
  { table, bookings, exists }: Pick<Kind, 'table' | 'bookings' | 'exists'>,
  { accountId, now, placed, columns }: Pause,
): Promise<{ id: number; waiting: boolean }[]> {
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const booking = sql`${sql.table(bookings)} k where k.id = listing.booking_id`;
  const { rows } = await sql<{ id: number; waiting: boolean }>`
    update ${sql.table(table)} listing set ${sql.join(set)}
     where account_id = ${accountId} and ${exists} and ${placed} and hidden_at is null
       and not exists (select from ${booking}
         and k.end_at <= least(listing.held_at, ${now}))
    returning id, coalesce((select k.start_at > ${now} from ${booking}), false) as waiting`.execute(
    db,
  );
  return rows;
}

/** Moves the run of a booking; what was paid for stays as it is. */
export async function moveRun(
  db: Sql,
  { bookings }: Pick<Kind, 'bookings'>,
  bookingId: number,
  run: { start_at: Date; end_at: Date },
): Promise<void> {
  await sql`
    update ${sql.table(bookings)} set start_at = ${run.start_at}, end_at = ${run.end_at}
     where id = ${bookingId}`.execute(db);
}

/** Only one transaction at a time creates listings of this kind for the account. */
export async function lockCreation(db: Sql, table: string, accountId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext(${table}), hashtext(${String(accountId)}))`.execute(db);
}

export async function count(
  db: Sql,
  table: string,
  accountId: number,
  counts: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(table)}
     where account_id = ${accountId} and ${counts}`.execute(db);
  return rows[0]!.n;
}

/** One due row of this table, locked; undefined if there is none that is not locked already. */
export async function claimDue(
  ctx: JobContext,
  table: string,
  { column, where }: { column: string; where: RawBuilder<unknown> },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
     where ${sql.ref(column)} <= ${ctx.now} and ${where} and ${dueOnly(ctx)}
     order by ${sql.ref(column)} limit 1 for update skip locked`.execute(ctx.db);
  ctx.due?.claimed(rows.map(({ id }) => id));
  return rows[0]?.id;
}

/** A listing whose owner is to be reminded of its end, locked and its reminder cleared. */
export async function claimReminder(
  ctx: JobContext,
  table: string,
  where: RawBuilder<unknown>,
): Promise<number | undefined> {
  const id = await claimDue(ctx, table, { column: 'alert_at', where });
  if (id !== undefined)
    await sql`update ${sql.table(table)} set alert_at = null where id = ${id}`.execute(ctx.db);
  return id;
}

interface PriceNotices {
  where: RawBuilder<unknown>;
  lists: readonly string[];
  from: Date;
  until: Date;
  batch: number;
}

export interface PriceNotice {
  id: number;
  account_id: number;
  version_id: number;
  valid_from: Date;
}

/**
 * Listings that renew, beside each version that begins then and that they were not compared with;
 * each is noted once, whoever else claims it.
 */
export async function claimPriceNotices(
  ctx: JobContext,
  { table, bookings }: Pick<Kind, 'table' | 'bookings'>,
  { where, lists, from, until, batch }: PriceNotices,
): Promise<PriceNotice[]> {
  const { rows: due } = await sql<PriceNotice>`
    select listing.id, listing.account_id, v.id as version_id, v.valid_from
      from catalogue_version v
      join (select * from ${sql.table(table)} where ${where}) listing on true
      join ${sql.table(bookings)} k on k.id = listing.booking_id and k.created_at < v.valid_from
     where v.state = 'released' and v.list = any (${[...lists]})
       and v.valid_from > ${from} and v.valid_from <= ${until}
       and not exists (select from price_notice n
            where n.catalogue_version_id = v.id and n.thing = ${table}
              and n.thing_id = listing.id)
       and ${dueOnly(ctx, sql`listing.id`)}
     order by listing.account_id, listing.id, v.id limit ${batch}`.execute(ctx.db);
  if (due.length === 0) return [];
  ctx.due?.claimed(due.map(({ id }) => id));
  const { rows: noted } = await sql<{ version_id: number; id: number }>`
    insert into price_notice (catalogue_version_id, thing, thing_id, at)
    select version_id, ${table}, id, ${ctx.now} from unnest(
      ${due.map(({ version_id }) => version_id)}::bigint[],
      ${due.map(({ id }) => id)}::bigint[]) due (version_id, id)
    on conflict do nothing returning catalogue_version_id as version_id, thing_id as id`.execute(
    ctx.db,
  );
  return due.filter((one) =>
    noted.some(({ version_id, id }) => version_id === one.version_id && id === one.id),
  );
}

interface Ending {
  remindable: RawBuilder<unknown>;
  until: Date;
  /** Of the cause, before its id. */
  prefix: string;
}

/** A listing whose booking ends until then and whose owner is to be told, locked. */
export async function claimEnding(
  ctx: JobContext,
  { table, bookings }: Pick<Kind, 'table' | 'bookings'>,
  { remindable, until, prefix }: Ending,
): Promise<number | undefined> {
  const told = { kind: 'ends', cause: sql`${prefix}::text || listing.id` } as const;
  const { rows } = await sql<{ id: number }>`
    select listing.id from ${sql.table(table)} listing
      join ${sql.table(bookings)} k on k.id = listing.booking_id
     where k.end_at > ${ctx.now} and k.end_at <= ${until}
       and ${isToBeTold(sql`listing.account_id`, told)}
       and listing.id in (select id from ${sql.table(table)} where ${remindable})
       and ${dueOnly(ctx, sql`listing.id`)}
     order by k.end_at, listing.id limit 1 for update of listing skip locked`.execute(ctx.db);
  ctx.due?.claimed(rows.map(({ id }) => id));
  return rows[0]?.id;
}

/** A repeated click on a listing without an id comes this soon. */
const REPEATED_WITHIN_MS = MINUTE_MS;

interface NewOrder {
  accountId: number;
  now: Date;
  /** Columns by name; the start is compared by its instant. */
  content: Record<string, unknown>;
  start: TypedStart;
  /** Further condition on `listing` and `booking`. */
  also(since: Date): RawBuilder<unknown>;
  /** Whether what the database cannot compare is the same, too. */
  isSame?(id: number): Promise<boolean>;
}

export interface RepeatedOrder {
  id: number;
  total: Credits;
  start_at: Date;
  end_at: Date;
}

/** A listing with the same content and start that the account has just ordered. */
export async function findRepeatedOrder(
  db: Sql,
  { table, bookings }: Pick<Kind, 'table' | 'bookings'>,
  { accountId, now, content, start, also, isSame = async () => true }: NewOrder,
): Promise<RepeatedOrder | undefined> {
  const same = Object.entries(content)
    .filter(([name]) => !name.startsWith('publish_'))
    .map(([name, value]) => sql`${sql.ref(`listing.${name}`)} is not distinct from ${value}`);
  const startAt = startAtOf(now, start);
  const since = new Date(now.getTime() - REPEATED_WITHIN_MS);
  // The planned minute may have begun between the two clicks; an immediate start is that of the
  // first click.
  const { rows } = await sql<RepeatedOrder>`
    select listing.id, booking.total, booking.start_at, booking.end_at
      from ${sql.table(table)} listing
      join ${sql.table(bookings)} booking on booking.id = listing.booking_id
     where listing.account_id = ${accountId} and listing.deleted_at is null
       and booking.created_at > ${since}
       and ${sql.join(same, sql` and `)} and ${also(since)}
       and (booking.start_at = ${plannedAt(start)} or booking.start_at =
            case when ${startAt > now} then ${startAt} else booking.created_at end)`.execute(db);
  for (const row of rows) if (await isSame(row.id)) return row;
  return undefined;
}
