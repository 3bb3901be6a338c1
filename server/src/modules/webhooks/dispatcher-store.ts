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
  /** Counts this try. */
  attempts: number;
  webhook_url: string;
  webhook_generation: number;
  webhook_rotated_at: Date | null;
}

/** Take-downs go first. Written as in the index: of a condition on the event alone the planner makes one that the index does not hold. */
const PLACE = sql`(case when event = 'taken_down' then 0 else 1 end)`;

/** How much is due for each website that takes messages, up to `most`; take-downs apart. */
export async function due(
  db: Database,
  now: Date,
  most: number,
): Promise<{ website_id: number; downs: number; others: number }[]> {
  const some = (down: boolean) => sql`(
    select count(*)::int from (
      select from webhook_message m where m.website_id = w.id and ${PLACE} = ${down ? 0 : 1}
         and m.due_at is not null and m.due_at <= ${now} limit ${most}) first)`;
  const { rows } = await sql<{ website_id: number; downs: number; others: number }>`
    select * from (
      select w.id as website_id, ${some(true)} as downs, ${some(false)} as others
        from website w where w.status = 'on' and w.webhook_url is not null) owed
     where downs + others > 0`.execute(db);
  return rows;
}

/**
 * Takes the next due message of a website, take-downs first. No transaction stays open over the network: if this worker dies with it,
 * the message is due again when the lease is over.
 */
export async function claim(
  db: Database,
  { websiteId, downsOnly, now, leaseMs }: { websiteId: number; downsOnly: boolean; now: Date; leaseMs: number },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook_message m set attempts = m.attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
      from website w
     where w.id = m.website_id and w.status = 'on' and w.webhook_url is not null and m.id = (
       select id from webhook_message
        where website_id = ${websiteId} and due_at is not null and due_at <= ${now}
          ${downsOnly ? sql`and ${PLACE} = 0` : sql``}
        order by ${PLACE}, due_at, id limit 1 for update skip locked)
    returning m.id, m.message_id, m.website_id, m.kind, m.item_id, m.public_id, m.event, m.lifted_at, m.said_at, m.created_at,
              m.attempts, w.webhook_url, w.webhook_generation, w.webhook_rotated_at`.execute(db);
  return rows[0];
}

type Try = Pick<Claimed, 'id' | 'message_id' | 'attempts'>;

/** It was accepted. If it says something else by now, that goes out at once: the website is there. */
export async function accepted(db: Sql, { id, message_id }: Try, status: number, now: Date): Promise<void> {
  const done = await sql`
    update webhook_message set delivered_at = ${now}, due_at = null, last_status = ${status}, last_error = null
     where id = ${id} and message_id = ${message_id} and due_at is not null`.execute(db);
  if (done.numAffectedRows) return;
  await sql`
    update webhook_message set due_at = least(due_at, ${now}::timestamptz)
     where id = ${id} and message_id <> ${message_id} and event <> 'taken_down' and due_at is not null`.execute(db);
}

/**
 * It was not accepted: the next try, or none. Holds too for what it says by now, but for a take-down, which has its own tries.
 * Answers whether it was given up.
 */
export async function failed(
  db: Sql,
  { id, message_id, attempts }: Try,
  outcome: { status: number | null; error: string; nextAt: Date | null; now: Date },
): Promise<boolean> {
  const { status, error, nextAt, now } = outcome;
  const done = await sql`
    update webhook_message set due_at = ${nextAt}, dead_at = ${nextAt ? null : now}, last_status = ${status}, last_error = ${error}
     where id = ${id} and attempts = ${attempts} and due_at is not null
       and (message_id = ${message_id} or event <> 'taken_down')`.execute(db);
  return nextAt === null && Boolean(done.numAffectedRows);
}

/** Accepted ones are kept a month, given up ones as long as the rest of the audit is of use. */
export async function forget(db: Database, before: { delivered: Date; dead: Date; limit: number }): Promise<number> {
  let forgotten = 0;
  for (const [column, until] of [
    ['delivered_at', before.delivered],
    ['dead_at', before.dead],
  ] as const) {
    const { numAffectedRows } = await sql`
      delete from webhook_message where id in (
        select id from webhook_message where ${sql.ref(column)} < ${until} limit ${before.limit} for update skip locked)`.execute(
      db,
    );
    forgotten += Number(numAffectedRows ?? 0);
  }
  return forgotten;
}
