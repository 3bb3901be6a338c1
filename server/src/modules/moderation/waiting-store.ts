import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import type { ModerationMode, ReviewedThing } from '@samtrot/shared/moderation/review-rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

/** Stores whether what is published waits for an approval. */
export async function setMode(db: Database, mode: ModerationMode): Promise<void> {
  await db.updateTable('moderation_mode').set({ mode }).execute();
}

/** An open hold of what waits for its first approval since before this instant; one of them. */
export async function findUndecided(
  db: Sql,
  since: Date,
  holdId?: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select h.id from hold h
      join review r on (r.thing = h.thing or (h.thing = 'inserat' and r.thing = 'story'))
       and r.item_id = h.item_id and r.state = 'open'
     where h.closed_at is null and h.unapproved
       and (h.kind = 'waiting' or h.resubmitted_at is not null)
       and r.waiting_since <= ${since} and ${holdId === undefined ? sql`true` : sql`h.id = ${holdId}`}
     order by r.waiting_since, h.id limit 1`.execute(db);
  return rows[0]?.id;
}

/** Puts off the run of what is not approved any more. */
export async function putOffRun(db: Sql, thing: HeldThing, id: number, at: Date): Promise<void> {
  await sql`select put_off_run(${thing}, ${id}, ${at})`.execute(db);
}

/** Nothing is left to decide about a thing. */
export async function drop(db: Sql, thing: ReviewedThing, id: number): Promise<void> {
  await sql`select review_gone(${thing}, ${id})`.execute(db);
}
