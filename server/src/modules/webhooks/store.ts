import type { Rating } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import type { Backlog } from '../../platform/queue.ts';
import type { Kind, Latest, WebhookEvent } from './rules.ts';

/** The webhook columns of a website. */
export interface Hook {
  id: number;
  name: string;
  accepts: Rating;
  webhook_url: string | null;
  webhook_generation: number;
  webhook_rotated_at: Date | null;
  webhook_since_ads: string | null;
  webhook_since_clubs: string | null;
}

const HOOK = [
  ...([
    'id',
    'name',
    'accepts',
    'webhook_url',
    'webhook_generation',
    'webhook_rotated_at',
  ] as const),
  ...(['webhook_since_ads', 'webhook_since_clubs'] as const),
] as const;

export async function findHook(db: Database | Sql, name: string): Promise<Hook | undefined> {
  const row = await db
    .selectFrom('website')
    .select(HOOK)
    .where('name', '=', name)
    .executeTakeFirst();
  return row as Hook | undefined;
}

/** The websites with an enabled endpoint. */
export async function enabledWebsites(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('website')
    .select('id')
    .where('status', '=', 'on')
    .where('webhook_url', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the website for enqueuing; undefined if another worker has it or it is disabled. */
export async function lockForEnqueue(db: Sql, id: number): Promise<Hook | undefined> {
  const row = await db
    .selectFrom('website')
    .select(HOOK)
    .where('id', '=', id)
    .where('status', '=', 'on')
    .where('webhook_url', 'is not', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row as Hook | undefined;
}

/** Locks the website for an operator, waiting for other locks. */
export async function loadHookForUpdate(db: Sql, name: string): Promise<Hook | undefined> {
  const row = await db
    .selectFrom('website')
    .select(HOOK)
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row as Hook | undefined;
}

export async function updateHook(
  db: Sql,
  id: number,
  values: Partial<Omit<Hook, 'id' | 'name' | 'accepts'>>,
): Promise<void> {
  await db.updateTable('website').set(values).where('id', '=', id).execute();
}

export interface LatestRow extends Latest {
  id: number;
  item_id: number;
  version: number;
}

/**
 * The newest message of each item. Waiting ones are locked, so that no response is recorded
 * meanwhile.
 */
export async function lockLatest(
  db: Sql,
  websiteId: number,
  kind: Kind,
  ids: number[],
): Promise<Map<number, LatestRow>> {
  const which = sql`website_id = ${websiteId} and kind = ${kind} and item_id = any(${ids}::bigint[])`;
  await sql`select from webhook_message where ${which} and due_at is not null order by id for update`.execute(
    db,
  );
  const { rows } = await sql<LatestRow>`
    select distinct on (item_id) id, item_id, event, attempts, version,
           case when due_at is not null then 'waiting' when delivered_at is not null then 'delivered' else 'dead' end as state
      from webhook_message where ${which} order by item_id, id desc`.execute(db);
  return new Map(rows.map((row) => [row.item_id, row]));
}

interface MessageContent {
  event: WebhookEvent;
  version: number;
  liftedAt: Date | null;
}

export interface NewMessage extends MessageContent {
  itemId: number;
  publicId: string;
}

/** In one statement: a change of the catalogue tells each website of thousands of items. */
export async function insertMessages(
  db: Sql,
  { websiteId, kind, now }: { websiteId: number; kind: Kind; now: Date },
  messages: readonly NewMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await db
    .insertInto('webhook_message')
    .values(
      messages.map(({ itemId, publicId, event, version, liftedAt }) => ({
        website_id: websiteId,
        kind,
        item_id: itemId,
        public_id: publicId,
        event,
        version,
        lifted_at: liftedAt,
        created_at: now,
        said_at: now,
        due_at: now,
      })),
    )
    .execute();
}

/**
 * Updates a waiting message. After an attempt it gets a new `webhook-id`, since the old one may
 * have arrived; a take-down is due at once with all attempts left.
 */
export async function updateWaiting(
  db: Sql,
  id: number,
  { event, version, liftedAt }: MessageContent,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_message set
      message_id = case when attempts > 0 then gen_random_uuid() else message_id end,
      attempts = case when ${event} = 'taken_down' and event <> 'taken_down' then 0 else attempts end,
      due_at = case when ${event} = 'taken_down' and event <> 'taken_down' then ${now}::timestamptz else due_at end,
      event = ${event}, version = ${version}, lifted_at = ${liftedAt}, said_at = ${now}
     where id = ${id} and due_at is not null`.execute(db);
}

export async function deleteMessage(db: Sql, id: number): Promise<void> {
  await db.deleteFrom('webhook_message').where('id', '=', id).execute();
}

/** After a resync no stored version proves that a change was enqueued. */
export async function resetVersions(db: Sql, websiteId: number): Promise<void> {
  await db
    .updateTable('webhook_message')
    .set({ version: 0 })
    .where('website_id', '=', websiteId)
    .execute();
}

export async function deleteWaiting(db: Sql, websiteId: number): Promise<void> {
  await db
    .deleteFrom('webhook_message')
    .where('website_id', '=', websiteId)
    .where('due_at', 'is not', null)
    .execute();
}

/** Items with a dead letter, up to `limit`. */
export async function deadItems(
  db: Sql,
  websiteId: number,
  kind: Kind,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select distinct item_id from webhook_message
     where website_id = ${websiteId} and kind = ${kind} and dead_at is not null
     order by item_id limit ${limit}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

/** What a message of this website that was given up is about. */
export const findDead = (
  db: Sql,
  websiteId: number,
  id: number,
): Promise<{ kind: Kind; item_id: number } | undefined> =>
  db
    .selectFrom('webhook_message')
    .select(['kind', 'item_id'])
    .where('id', '=', id)
    .where('website_id', '=', websiteId)
    .where('dead_at', 'is not', null)
    .$narrowType<{ kind: Kind }>()
    .executeTakeFirst();

/** How the messages to a website fare. */
export interface HookBacklog {
  website_id: number;
  webhook_url: string | null;
  waiting: number;
  since: Date | null;
  dead: number;
}

/** Of all websites, or of one. */
export async function backlogs(db: Sql, websiteId?: number): Promise<HookBacklog[]> {
  const { rows } = await sql<HookBacklog>`
    select w.id as website_id, w.webhook_url, m.waiting, m.since, m.dead
      from website w cross join lateral (
        select count(*) filter (where due_at is not null)::int as waiting,
               min(created_at) filter (where due_at is not null) as since,
               count(*) filter (where dead_at is not null)::int as dead
          from webhook_message
         where website_id = w.id and (due_at is not null or dead_at is not null)) m
     where ${websiteId === undefined ? sql`true` : sql`w.id = ${websiteId}`}
     order by w.id`.execute(db);
  return rows;
}

export interface Message {
  id: number;
  event: WebhookEvent;
  kind: Kind;
  public_id: string;
  state: 'waiting' | 'delivered' | 'dead';
  last_status: number | null;
  attempts: number;
  at: Date;
}

/** The messages that were given up, then the latest others. */
export async function latestMessages(
  db: Sql,
  websiteId: number,
  limit: number,
): Promise<{ messages: Message[]; accepted_at: Date | null }> {
  const { rows } = await sql<Message>`
    select id, event, kind, public_id, last_status, attempts,
           case when due_at is not null then 'waiting' when delivered_at is not null then 'delivered' else 'dead' end as state,
           coalesce(dead_at, delivered_at, said_at) as at
      from (
        (select * from webhook_message where website_id = ${websiteId} and dead_at is not null
          order by dead_at desc limit ${limit})
        union all
        (select * from webhook_message where website_id = ${websiteId} and dead_at is null
          order by id desc limit ${limit})) m
     order by dead_at desc nulls last, id desc limit ${limit}`.execute(db);
  const { accepted_at } = await countsOf(db, websiteId);
  return { messages: rows, accepted_at };
}

export const hookOf = (
  db: Sql,
  websiteId: number,
): Promise<{ webhook_generation: number; webhook_rotated_at: Date | null }> =>
  db
    .selectFrom('website')
    .select(['webhook_generation', 'webhook_rotated_at'])
    .where('id', '=', websiteId)
    .executeTakeFirstOrThrow();

export async function deleteDead(
  db: Sql,
  websiteId: number,
  kind: Kind,
  ids: number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_message')
    .where('website_id', '=', websiteId)
    .where('kind', '=', kind)
    .where('item_id', 'in', ids)
    .where('dead_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export interface Counts {
  waiting: number;
  dead: number;
  accepted_at: Date | null;
}

export async function countsOf(db: Database | Sql, websiteId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where due_at is not null)::int as waiting,
           count(*) filter (where dead_at is not null)::int as dead,
           max(delivered_at) as accepted_at
      from webhook_message where website_id = ${websiteId}`.execute(db);
  return rows[0]!;
}

/** Messages that wait, and how many were given up since then. */
export async function queue(db: Database, failedSince: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*) filter (where m.due_at is not null)::int as waiting,
           min(m.created_at) filter (where m.due_at is not null) as since,
           count(*) filter (where m.dead_at >= ${failedSince})::int as failed
      from webhook_message m join website w on w.id = m.website_id
     where (m.due_at is not null or m.dead_at >= ${failedSince})
       and w.status = 'on' and w.webhook_url is not null`.execute(db);
  return rows[0]!;
}

/** Creation time of the oldest waiting message of enabled websites, and number of dead letters. */
export async function backlog(db: Database): Promise<{ since: Date | null; dead: number }> {
  const { rows } = await sql<{ since: Date | null; dead: number }>`
    select (select min(m.created_at) from webhook_message m join website w on w.id = m.website_id
             where m.due_at is not null and w.status = 'on' and w.webhook_url is not null) as since,
           (select count(*)::int from webhook_message where dead_at is not null) as dead`.execute(
    db,
  );
  return rows[0]!;
}
