import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import type { ModerationMode, ReviewedThing } from '@samtrot/shared/moderation/review-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

interface ChosenMode {
  mode: ModerationMode;
  chosen_at: Date | null;
}

const ofMode = (db: Database | Sql) =>
  db
    .selectFrom('moderation_mode')
    .select(['mode', 'chosen_at'])
    .$narrowType<{ mode: ModerationMode }>();

/** Whether what is published waits for an approval, and since when that is a choice. */
export const findMode = (db: Sql): Promise<ChosenMode> => ofMode(db).executeTakeFirstOrThrow();
export const lockMode = (db: Sql): Promise<ChosenMode> =>
  ofMode(db).forUpdate().executeTakeFirstOrThrow();

/** Stores it unless somebody has chosen; returns what counts. */
export async function setInitialMode(db: Database, mode: ModerationMode): Promise<ModerationMode> {
  await db.updateTable('moderation_mode').set({ mode }).where('chosen_at', 'is', null).execute();
  return (await ofMode(db).executeTakeFirstOrThrow()).mode;
}

export async function chooseMode(
  db: Sql,
  { mode, now }: { mode: ModerationMode; now: Date },
): Promise<void> {
  await db.updateTable('moderation_mode').set({ mode, chosen_at: now }).execute();
}

/** How many things wait for their first approval. */
export async function countUnapproved(db: Sql): Promise<number> {
  const { count } = await db
    .selectFrom('hold')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .where('unapproved', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** An open hold of what waits for its first approval since before this instant; one of them. */
export async function findUndecided(
  db: Sql,
  since: Date,
  which: RawBuilder<unknown>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select h.id from hold h
      join review r on (r.thing = h.thing or (h.thing = 'inserat' and r.thing = 'story'))
       and r.item_id = h.item_id and r.state = 'open'
     where h.closed_at is null and h.unapproved
       and (h.kind = 'waiting' or h.resubmitted_at is not null)
       and r.waiting_since <= ${since}
       and ${which}
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
