import type { Right } from '@samtrot/shared/staff/rights.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import {
  type Key,
  type Ordering,
  orderBy,
  type Place,
  pageOf,
  placeOf,
  valuesOf,
} from '../../platform/keyset.ts';

export interface AuditLine {
  id: number;
  at: Date;
  actor: string;
  staff_name: string | null;
  action: string;
  object: string;
  right: Right | null;
  reason: string | null;
  details: Record<string, string | number | boolean>;
  before: Record<string, string | number | boolean> | null;
  after: Record<string, string | number | boolean> | null;
  request: string | null;
  place: Place;
}

const AT: Key = { by: sql`a.at`, kind: 'time' };
const ID: Key = { by: sql`a.id`, kind: 'number' };
const KIND = sql`a.action`;

export const byTime = (falling: boolean): Ordering => ({ keys: [AT, ID], falling });
export const byKind = (kinds: readonly string[], falling: boolean): Ordering => ({
  keys: [{ by: KIND, kind: 'text' }, AT, ID],
  falling,
  words: kinds,
});

export interface AuditFilter {
  actor?: string | undefined;
  /** One thing, as the lines name it. */
  objects?: readonly string[] | undefined;
  kind?: string | undefined;
  /** Only lines that the reader's role may read. */
  scope?: { staffId: number } | { kinds: readonly string[] } | undefined;
  /** Swiss days, YYYY-MM-DD, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditPage {
  ordering: Ordering;
  after: Place | null;
  limit: number;
}

const dayStart = (day: string, days: number) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone 'Europe/Zurich')`;

function conditionsOf({ actor, objects, kind, scope, from, to }: AuditFilter): RawBuilder<unknown> {
  const conditions = [
    actor !== undefined && sql`a.actor = ${actor}`,
    objects !== undefined && sql`a.object = any(${[...objects]}::text[])`,
    kind !== undefined && sql`a.action = ${kind}`,
    scope !== undefined && 'staffId' in scope && sql`a.actor = ${`staff:${scope.staffId}`}`,
    scope !== undefined && 'kinds' in scope && sql`a.action = any(${[...scope.kinds]}::text[])`,
    from !== undefined && sql`a.at >= ${dayStart(from, 0)}`,
    to !== undefined && sql`a.at < ${dayStart(to, 1)}`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/**
 * The lines of a page: of each kind so many, where only some may be read, for rare ones lie far
 * apart. In the order of kinds they do so by themselves.
 */
function linesOf(filter: AuditFilter, { ordering, after, limit }: AuditPage): RawBuilder<unknown> {
  const { scope, objects } = filter;
  const kinds =
    scope && 'kinds' in scope && !ordering.words
      ? scope.kinds.filter((kind) => filter.kind === undefined || filter.kind === kind)
      : null;
  // One thing has few lines: all of them are read before any kind, behind a fence for the planner.
  const log =
    objects && ordering.words
      ? sql`(select a.* from audit a where ${conditionsOf({ objects })} offset 0)`
      : sql`audit`;
  return pageOf(ordering, after, (where, order) => {
    const lines = (of: RawBuilder<unknown>) => sql`
      select a.* from ${log} a
       where ${of} and ${conditionsOf(filter)} and ${where} ${order} limit ${limit}`;
    return kinds === null
      ? lines(sql`true`)
      : sql`select a.* from unnest(${kinds}::text[]) kind cross join lateral (${lines(sql`a.action = kind`)}) a`;
  });
}

/** Lines of the log in their order: the statement, which a test explains (BOF-140, BOF-144). */
export const linesQuery = (filter: AuditFilter, page: AuditPage) => sql<AuditLine>`
    select a.id, a.at, a.actor, s.name as staff_name, a.action, a.object, a."right", a.reason,
           a.details, a.before, a.after, a.request, ${placeOf(page.ordering)} as place
      from (${linesOf(filter, page)}) a left join staff s on s.id = a.staff_id
     ${orderBy(page.ordering)} limit ${page.limit}`;

export const listLines = async (
  db: Sql,
  filter: AuditFilter,
  page: AuditPage,
): Promise<AuditLine[]> => (await linesQuery(filter, page).execute(db)).rows;

/**
 * The kinds of which there are lines: of one thing a few, and each of them costs a way into the
 * log.
 */
export async function listKinds(db: Sql, { objects }: AuditFilter): Promise<string[]> {
  const known =
    objects === undefined
      ? valuesOf(sql`audit a`, KIND)
      : sql<{ value: string }>`
          select distinct ${KIND} as value from audit a where ${conditionsOf({ objects })}`;
  const { rows } = await known.execute(db);
  return rows.map(({ value }) => value);
}

/** Everybody who works here or did. */
export const listNames = (db: Sql) =>
  db.selectFrom('staff').select(['id', 'name']).orderBy('name').execute();

/** Names of people of the house and of websites, by the object of a line. */
export async function namesOf(db: Sql): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ object: string; name: string }>`
    select 'staff:' || id as object, name from staff
    union all select 'website:' || id, name from website`.execute(db);
  return new Map(rows.map(({ object, name }) => [object, name]));
}

/** Lines about a payment name it by its id or by its number. */
export async function objectsOf(db: Sql, object: string): Promise<string[]> {
  const number = /^payment:(\d{1,9})$/.exec(object)?.[1];
  if (number === undefined) return [object];
  const { rows } = await sql<{ id: string }>`
    select id from payment where number = ${Number(number)}`.execute(db);
  return [object, ...rows.map(({ id }) => `payment:${id}`)];
}

/** Which of these ids are payments and refunds, with what people name them by. */
export async function moneyNamed(
  db: Sql,
  ids: readonly string[],
): Promise<{
  payments: { id: string; number: number }[];
  refunds: { id: string; amount: number; at: Date }[];
}> {
  if (ids.length === 0) return { payments: [], refunds: [] };
  const wanted = sql`any(${[...ids]}::uuid[])`;
  const payments = await sql<{ id: string; number: number }>`
    select id, number from payment where id = ${wanted}`.execute(db);
  const refunds = await sql<{ id: string; amount: number; at: Date }>`
    select id, amount_rappen as amount, created_at as at from payment_refund
     where id = ${wanted}`.execute(db);
  return { payments: payments.rows, refunds: refunds.rows };
}

/** What these holds keep off, by their numbers. */
export async function thingsOfHolds(
  db: Sql,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; object: string }>`
    select id, thing || ':' || item_id as object from hold
     where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, object }) => [id, object]));
}

/** The watermark: the last final line. Requires a transaction of its own that ends at once. */
export async function watermark(db: Sql): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select audit_watermark() as id`.execute(db);
  return rows[0]!.id;
}

/** Writes a checkpoint of the lines since the last one, if there are any. */
export async function writeCheckpoint(db: Sql, upTo: number | null, at: Date): Promise<void> {
  await sql`select audit_checkpoint_up_to(${upTo}, ${at})`.execute(db);
}

export const newestCheckpoint = (db: Sql | Database) =>
  db
    .selectFrom('audit_checkpoint')
    .select(['last_line', 'hash', 'made_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The time of the oldest line that no checkpoint covers; null if there is none. */
export async function oldestUncovered(db: Sql | Database): Promise<Date | null> {
  const covered = db.selectFrom('audit_checkpoint').select((is) => is.fn.max('last_line').as('id'));
  const line = await db
    .selectFrom('audit')
    .select('at')
    .where('id', '>', (is) => is.fn.coalesce(covered, is.lit(0)))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return line?.at ?? null;
}

/** False if the chain was checked since then, or is being checked. */
export async function claimCheck(db: Sql, { now, before }: { now: Date; before: Date }) {
  const { numAffectedRows } = await sql`
    insert into audit_chain_check as known (checked_at) values (${now})
    on conflict (only_row) do update set checked_at = excluded.checked_at
     where known.checked_at <= ${before}`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function allowStatementFor(db: Sql, duration: string): Promise<void> {
  await sql`select set_config('statement_timeout', ${duration}, true)`.execute(db);
}

export async function noteCheck(
  db: Sql,
  broken: { after: number; upTo: number } | null,
): Promise<void> {
  await db
    .updateTable('audit_chain_check')
    .set({ broken_after: broken?.after ?? null, broken_up_to: broken?.upTo ?? null })
    .execute();
}

/** Whether the last check found a change. */
export async function wasBroken(db: Sql | Database): Promise<boolean> {
  const last = await db.selectFrom('audit_chain_check').select('broken_up_to').executeTakeFirst();
  return last !== undefined && last.broken_up_to !== null;
}

/** The first checkpoint that the lines it covers do not match, and how many there are. */
export async function checkChain(
  db: Sql,
): Promise<{ checkpoints: number; broken: { after: number; upTo: number } | null }> {
  const { rows } = await sql<{ after: number; up_to: number; ok: boolean }>`
    with span as (
      select c.*, lag(c.hash) over list as previous,
             coalesce(lag(c.last_line) over list, 0) as after
        from audit_checkpoint c window list as (order by c.id))
    select s.after, s.last_line as up_to,
           d.lines = s.lines and s.hash = sha256(coalesce(s.previous, ''::bytea) || d.digest) as ok
      from span s cross join lateral audit_digest(s.after, s.last_line) d
     order by s.id`.execute(db);
  const broken = rows.find(({ ok }) => !ok);
  return {
    checkpoints: rows.length,
    broken: broken ? { after: broken.after, upTo: broken.up_to } : null,
  };
}
