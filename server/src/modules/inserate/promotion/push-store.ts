import type { QuoteItem } from '@samtrot/shared/cart/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { dueOnly, type JobContext } from '../../../platform/due-work.ts';

export type PushKind = 'daily' | 'dated';

export interface Push {
  id: number;
  kind: PushKind;
  /** `YYYY-MM-DD HH:MM` in Swiss time. */
  slot: string;
  due_at: Date;
  cause: string;
  state: 'due' | 'done' | 'refunded' | 'cancelled';
}

/** Time in milliseconds that holds have added to the end of a booking. */
export async function heldMs(db: Sql, bookingId: number): Promise<number> {
  const row = await db
    .selectFrom('booking')
    .select('held_ms')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  return row?.held_ms ?? 0;
}

export async function pushesOf(db: Sql, bookingId: number): Promise<Push[]> {
  const rows = await db
    .selectFrom('push')
    .select(['id', 'kind', 'slot', 'due_at', 'cause', 'state'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute();
  return rows as Push[];
}

/** A booking and those it replaced. */
const chainOf = (bookingId: number) => sql`(
  with recursive chain (id) as (
    select ${bookingId}::bigint
    union all select b.replaces from booking b join chain c on b.id = c.id
     where b.replaces is not null)
  select id from chain)`;

/** All pushes of a booking and of those it replaced. */
export async function pushesOfChain(db: Sql, bookingId: number): Promise<Push[]> {
  const { rows } = await sql<Push>`
    select id, kind, slot, due_at, cause, state from push where booking_id in ${chainOf(bookingId)}
     order by id`.execute(db);
  return rows;
}

/** Moves due pushes into the booking that replaces theirs. */
export async function moveToBooking(
  db: Sql,
  ids: readonly number[],
  bookingId: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('push')
    .set({ booking_id: bookingId })
    .where('id', 'in', [...ids])
    .where('state', '=', 'due')
    .execute();
}

/** Slots of the ad's dated pushes that were delivered or refunded. */
export async function pastDates(db: Sql, inseratId: number, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('push')
    .select('slot')
    .where('inserat_id', '=', inseratId)
    .where('kind', '=', 'dated')
    .where(({ eb, and, or }) =>
      or([eb('state', '=', 'done'), and([eb('state', '=', 'refunded'), eb('due_at', '<=', at)])]),
    )
    .execute();
  return rows.map(({ slot }) => slot);
}

/** Note of an order for an immediate push, which pays for no planned one. */
export const AT_ONCE = 'sofort';

/**
 * How many pushes of a kind each order of a booking and its predecessors pays for, and what one
 * cost in it, oldest first. An order whose daily times were charged again pays for no daily push.
 */
export async function paidPushes(
  db: Sql,
  bookingId: number,
): Promise<Record<PushKind, [cause: string, n: number, unit: Credits][]>> {
  const { rows: orders } = await sql<{ cause: string; items: QuoteItem[]; closed: boolean }>`
    select cause, items, daily_closed_at is not null as closed
      from booking_order where booking_id in ${chainOf(bookingId)} order by id`.execute(db);
  const of = (key: QuoteItem['key']) =>
    orders.flatMap(({ cause, items, closed }): [string, number, Credits][] => {
      if (closed && key === 'dailyPush') return [];
      const item = items.find((one) => one.key === key && one.note !== AT_ONCE);
      return item && item.quantity > 0 ? [[cause, item.quantity, item.unit]] : [];
    });
  return { daily: of('dailyPush'), dated: of('datedPush') };
}

/** What a dated push cost in each of these orders. */
export async function datedUnits(
  db: Sql,
  causes: readonly string[],
): Promise<Map<string, Credits>> {
  if (causes.length === 0) return new Map();
  const { rows } = await sql<{ cause: string; unit: Credits }>`
    select cause, (item ->> 'unit')::int as unit
      from booking_order, jsonb_array_elements(items) item
     where cause = any (${[...causes]}) and item ->> 'key' = 'datedPush'`.execute(db);
  return new Map(rows.map(({ cause, unit }) => [cause, unit]));
}

/** The least that a due dated push of each booking cost. */
export async function leastDatedUnits(
  db: Sql,
  bookingIds: readonly number[],
): Promise<Map<number, Credits>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<{ booking_id: number; unit: Credits }>`
    select p.booking_id, min((item ->> 'unit')::int) as unit
      from push p join booking_order o on o.cause = p.cause, jsonb_array_elements(o.items) item
     where p.booking_id = any (${[...bookingIds]}) and p.kind = 'dated' and p.state = 'due'
       and item ->> 'key' = 'datedPush'
     group by 1`.execute(db);
  return new Map(rows.map(({ booking_id, unit }) => [booking_id, unit]));
}

interface NewPush {
  inserat_id: number;
  account_id: number;
  booking_id: number;
  kind: PushKind;
  slot: string;
  due_at: Date;
  cause: string;
}

/** A cancelled push becomes due again; a delivered or refunded one stays as it is. */
export async function insertPushes(db: Sql, pushes: readonly NewPush[]): Promise<void> {
  if (pushes.length === 0) return;
  await db
    .insertInto('push')
    .values([...pushes])
    .onConflict((conflict) =>
      conflict
        .columns(['inserat_id', 'kind', 'slot'])
        // Without parameters: the plan of a prepared statement finds the partial index by it.
        .where(sql<boolean>`state <> 'refunded'`)
        .doUpdateSet(({ ref }) => ({
          state: 'due',
          settled_at: null,
          due_at: ref('excluded.due_at'),
          booking_id: ref('excluded.booking_id'),
          cause: ref('excluded.cause'),
        }))
        .where('push.state', '=', 'cancelled'),
    )
    .execute();
}

export async function cancelPushes(db: Sql, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('push')
    .set({ state: 'cancelled', settled_at: at })
    .where('id', 'in', [...ids])
    .where('state', '=', 'due')
    .execute();
}

/** Cancels daily pushes that waited for a run that begins now with all of its days. */
export async function cancelWaiting(db: Sql, bookingId: number, at: Date): Promise<void> {
  await sql`
    update push set state = 'cancelled', settled_at = ${at}
     where booking_id = ${bookingId} and kind = 'daily' and state = 'due'
      and due_at <= ${at}`.execute(db);
}

/** Cancels every due push of a booking. */
export async function cancelPushesOf(db: Sql, bookingId: number, at: Date): Promise<void> {
  await db
    .updateTable('push')
    .set({ state: 'cancelled', settled_at: at })
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'due')
    .execute();
}

/** Marks a push as refunded; false if another transaction settled it first. */
export async function markRefunded(
  db: Sql,
  id: number,
  credits: number,
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('push')
    .set({ state: 'refunded', settled_at: at, refunded: credits })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface DailyShare {
  /** Days of one daily time in the run, including those removed by the owner. */
  days: number;
  /** Refunded pushes, and the credits refunded for them. */
  missed: number;
  refunded: number;
}

/** State of the daily pushes that this order paid for, without those moved to another day. */
export async function dailyShare(db: Sql, cause: string): Promise<DailyShare> {
  const { rows } = await sql<DailyShare>`
    with paid as (
      select p.state, p.refunded, count(*) filter (where p.due_at >= b.start_at
        and p.due_at < b.end_at
               and not (p.state = 'cancelled'
                 and p.settled_at >= p.due_at)) over (partition by right(p.slot, 5)) as days
        from push p join booking b on b.id = p.booking_id where p.cause = ${cause}
         and p.kind = 'daily')
    select coalesce(max(days), 0)::int as days,
      (count(*) filter (where state = 'refunded'))::int as missed,
           coalesce(sum(refunded), 0)::int as refunded from paid`.execute(db);
  return rows[0]!;
}

/** Daily times with refunded pushes, by booking and order. */
export async function shortDailies(
  db: Sql,
  bookingIds: readonly number[],
): Promise<{ booking_id: number; cause: string; times: number }[]> {
  if (bookingIds.length === 0) return [];
  const { rows } = await sql<{ booking_id: number; cause: string; times: number }>`
    with recursive chain (booking_id, id) as (
      select id, id from booking where id = any (${[...bookingIds]})
      union all select c.booking_id, b.replaces from booking b join chain c on b.id = c.id
       where b.replaces is not null)
    select c.booking_id, o.cause, (item ->> 'quantity')::int as times
      from chain c join booking_order o on o.booking_id = c.id, jsonb_array_elements(o.items) item
     where item ->> 'key' = 'dailyPush' and (item ->> 'quantity')::int > 0
       and o.daily_closed_at is null
       and exists (select from push p
                    where p.cause = o.cause and p.kind = 'daily' and p.refunded > 0)`.execute(db);
  return rows;
}

export async function closeDailies(db: Sql, causes: readonly string[], at: Date): Promise<void> {
  if (causes.length === 0) return;
  await db
    .updateTable('booking_order')
    .set({ daily_closed_at: at })
    .where('cause', 'in', [...causes])
    .execute();
}

/** Removes a refunded dated push from the ad and from what its booking has paid for. */
export async function removeDated(
  db: Sql,
  push: { inserat_id: number; booking_id: number; slot: string },
): Promise<void> {
  await sql`
    with unpaid as (
      update booking set paid_dated_pushes = greatest(0, paid_dated_pushes - 1)
        where id = ${push.booking_id})
    update inserat set date_time_pushes = array_remove(date_time_pushes, ${push.slot})
     where id = ${push.inserat_id} and booking_id = ${push.booking_id}`.execute(db);
}

/** Due pushes of active ads, locked with them; without ads that are locked by others. */
export async function claimPushes(ctx: JobContext, oldest: Date, batch: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from push p join inserat i on i.id = p.inserat_id
     where p.state = 'due' and p.due_at <= ${ctx.now} and p.due_at >= ${oldest}
       and i.status = 'aktiv' and i.held_at is null and i.booking_id = p.booking_id
       and i.start_at <= p.due_at and i.end_at > p.due_at and i.end_at > ${ctx.now}
       and ${dueOnly(ctx, sql`p.id`)}
     order by p.due_at, p.id limit ${batch} for update of i, p skip locked`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  ctx.due?.claimed(ids);
  return ids;
}

/** Delivers claimed pushes: their ads move to the top of their lists. */
export async function deliver(db: Sql, ids: readonly number[], at: Date): Promise<void> {
  await sql`
    with due as (
      select id, inserat_id, booking_id, kind, slot from push where id = any (${ids}::bigint[])),
    done as (
      update push set state = 'done', settled_at = ${at} from due where push.id = due.id
        returning push.id),
    lifted as (
      update inserat set lifted_at = greatest(lifted_at, ${at}), changed_at = ${at},
             date_time_pushes = array(select slot from unnest(date_time_pushes) slot
               where slot <> all (ads.slots))
        from (select inserat_id, coalesce(array_agg(slot) filter (where kind = 'dated'),
          '{}') as slots from due group by 1) ads
       where inserat.id = ads.inserat_id returning inserat.id),
    used as (
      update booking set paid_dated_pushes = paid_dated_pushes - dated.n
        from (select booking_id, count(*)::int as n from due where kind = 'dated' group by 1) dated
       where booking.id = dated.booking_id returning booking.id)
    select from done`.execute(db);
}

export interface MissedPush extends Push {
  inserat_id: number;
  account_id: number;
  booking_id: number;
}

/**
 * The account is paused or the ad is held, so planned ads wait. A subquery per due ad, because a
 * join may read all accounts.
 */
export const WAITS_FOR_OWNER = sql`(i.held_at is not null or (select a.offline_at is not null
  from account a where a.id = i.account_id))`;
/**
 * Daily pushes wait while a premium ad is hidden or a planned one is kept from starting, all pushes
 * while it is held.
 */
export const WAITS = sql`(i.held_at is not null or p.kind = 'daily' and i.booking_id = p.booking_id
  and (i.status = 'ausgeblendet' and i.inserat_typ <> 'free' or i.status = 'geplant'
    and ${WAITS_FOR_OWNER}))`;
/** Its start is due, too, so that the scheduler will deliver both. */
const STARTS = sql`(i.status = 'geplant' and i.booking_id = p.booking_id)`;

/** A push that is too late or whose ad is not online, locked with its ad. */
export async function claimMissed(ctx: JobContext, oldest: Date): Promise<MissedPush | undefined> {
  const { rows } = await sql<MissedPush>`
    select p.id, p.kind, p.slot, p.due_at, p.cause, p.state, p.inserat_id, p.account_id,
      p.booking_id
      from push p join inserat i on i.id = p.inserat_id
     where p.state = 'due' and p.due_at <= ${ctx.now} and not ${WAITS}
       and (p.due_at < ${oldest} or not (i.status = 'aktiv' or ${STARTS})
         or i.booking_id <> p.booking_id
            or i.start_at > p.due_at or i.end_at <= p.due_at or i.end_at <= ${ctx.now})
       and ${dueOnly(ctx, sql`p.id`)}
     order by p.due_at, p.id limit 1 for update of i, p skip locked`.execute(ctx.db);
  ctx.due?.claimed(rows.map(({ id }) => id));
  return rows[0];
}

/** The next push of each booking. */
export async function nextPushes(
  db: Sql,
  bookingIds: readonly number[],
): Promise<Map<number, Date>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<{ booking_id: number; at: Date }>`
    select booking_id, min(due_at) as at from push
     where booking_id = any (${[...bookingIds]}) and state = 'due' group by 1`.execute(db);
  return new Map(rows.map(({ booking_id, at }) => [booking_id, at]));
}
