import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import type { Kind, WebhookEvent } from './rules.ts';

export interface Claimed {
  id: number;
  message_id: string;
  website_id: number;
  kind: Kind;
  item_id: number;
  public_id: string;
  event: WebhookEvent;
  lifted_at: Date | null;
  said_at: Date;
  created_at: Date;
  /** Includes this attempt. */
  attempts: number;
  webhook_url: string;
  webhook_generation: number;
  webhook_rotated_at: Date | null;
}

/** Take-downs first. Written as in the index, which the planner would not use for `event` alone. */
const PRIORITY = sql`(case when event = 'taken_down' then 0 else 1 end)`;

/** Due messages per enabled endpoint, take-downs apart, each counted up to `limit`. */
export async function due(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ website_id: number; take_downs: number; others: number }[]> {
  const countUpTo = (takeDown: boolean) => sql`(
    select count(*)::int from (
      select from webhook_message m where m.website_id = w.id and ${PRIORITY} = ${takeDown ? 0 : 1}
         and m.due_at is not null and m.due_at <= ${now} limit ${limit}) first)`;
  const { rows } = await sql<{ website_id: number; take_downs: number; others: number }>`
    select * from (
      select w.id as website_id, ${countUpTo(true)} as take_downs, ${countUpTo(false)} as others
        from website w where w.status = 'on' and w.webhook_url is not null) owed
     where take_downs + others > 0`.execute(db);
  return rows;
}

/**
 * Claims the next due message of a website with a lease, take-downs first. No transaction is open
 * during the request; after a crash the message is due again when the lease expires. Skips locked
 * messages unless `wait` is set.
 */
export async function claim(
  db: Database | Sql,
  {
    websiteId,
    takeDownsOnly,
    now,
    leaseMs,
    wait,
  }: { websiteId: number; takeDownsOnly: boolean; now: Date; leaseMs: number; wait: boolean },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook_message m set attempts = m.attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
      from website w
     where w.id = m.website_id and w.status = 'on' and w.webhook_url is not null and m.id = (
       select id from webhook_message
        where website_id = ${websiteId} and due_at is not null and due_at <= ${now}
          ${takeDownsOnly ? sql`and ${PRIORITY} = 0` : sql``}
        order by ${PRIORITY}, due_at, id limit 1 for update ${wait ? sql`` : sql`skip locked`})
    returning m.id, m.message_id, m.website_id, m.kind, m.item_id, m.public_id, m.event,
              m.lifted_at, m.said_at, m.created_at,
              m.attempts, w.webhook_url, w.webhook_generation, w.webhook_rotated_at`.execute(db);
  return rows[0];
}

type Attempt = Pick<Claimed, 'id' | 'message_id' | 'attempts'>;

/** Records the acceptance; a message updated meanwhile becomes due at once. */
export async function recordAccepted(
  db: Sql,
  { id, message_id }: Attempt,
  status: number,
  now: Date,
): Promise<void> {
  const done = await sql`
    update webhook_message set delivered_at = ${now}, due_at = null, last_status = ${status}, last_error = null
     where id = ${id} and message_id = ${message_id} and due_at is not null`.execute(db);
  if (done.numAffectedRows) return;
  await sql`
    update webhook_message set due_at = least(due_at, ${now}::timestamptz)
     where id = ${id} and message_id <> ${message_id} and event <> 'taken_down'
       and due_at is not null`.execute(db);
}

/**
 * Schedules the next attempt or a dead letter; returns true for a dead letter. Applies to a message
 * updated meanwhile, except a take-down, which has its own attempts.
 */
export async function recordFailed(
  db: Sql,
  { id, message_id, attempts }: Attempt,
  outcome: { status: number | null; error: string; nextAt: Date | null; now: Date },
): Promise<boolean> {
  const { status, error, nextAt, now } = outcome;
  const done = await sql`
    update webhook_message set due_at = ${nextAt}, dead_at = ${nextAt ? null : now}, last_status = ${status}, last_error = ${error}
     where id = ${id} and attempts = ${attempts} and due_at is not null
       and (message_id = ${message_id} or event <> 'taken_down')`.execute(db);
  return nextAt === null && Boolean(done.numAffectedRows);
}

/** Purges accepted messages and dead letters by age; returns the row count. */
export async function purge(
  db: Database,
  before: { delivered: Date; dead: Date; limit: number },
): Promise<number> {
  let purged = 0;
  for (const [column, until] of [
    ['delivered_at', before.delivered],
    ['dead_at', before.dead],
  ] as const) {
    const { numAffectedRows } = await sql`
      delete from webhook_message where id in (
        select id from webhook_message
         where ${sql.ref(column)} < ${until} limit ${before.limit} for update skip locked)`.execute(
      db,
    );
    purged += Number(numAffectedRows ?? 0);
  }
  return purged;
}
