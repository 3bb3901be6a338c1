/** Approvals that a second person looks at, and what became of them. */
import type { ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import type { HoldKind } from '@samtrot/shared/holds/status.ts';
import type { ReviewedThing, ReviewState } from '@samtrot/shared/moderation/review-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { inSwissMonth } from '../../platform/swiss-month.ts';
import type { Item } from './review-content.ts';

/** Puts an approval before a second person. */
export async function insert(
  db: Sql,
  id: number,
  { at, staffId }: { at: Date; staffId: number | null },
): Promise<void> {
  await sql`
    insert into review (thing, item_id, account_id, version, cause, content_hash, written_in,
                        waiting_since, signals, points, first_by)
    select thing, item_id, account_id, version + 1, 'sample', content_hash, written_in,
           ${at}, signals, points, ${staffId}
      from review where id = ${id}`.execute(db);
}

/** The open sample that an approval has led to is not needed any more. */
export async function drop(db: Sql, { thing, item_id }: Item): Promise<void> {
  await sql`
    update review set state = 'gone', claimed_by = null, claimed_until = null
     where thing = ${thing} and item_id = ${item_id} and cause = 'sample'
       and state = 'open'`.execute(db);
}

/** Samples that were decided in a Swiss month, and how many of them otherwise than first. */
export async function countsOf(
  db: Sql,
  month: string,
): Promise<{ decided: number; different: number }> {
  const { rows } = await sql<{ decided: number; different: number }>`
    select count(*)::integer as decided,
           (count(*) filter (where state <> 'approved'))::integer as different
      from review where cause = 'sample' and decided_at is not null
       and ${inSwissMonth(sql`decided_at`, month)}`.execute(db);
  return rows[0]!;
}

export interface DifferentSample {
  id: number;
  thing: ReviewedThing;
  item_id: number;
  waiting_since: Date;
  state: ReviewState;
  hold_kind: HoldKind | null;
  hold_reason: ReasonId | null;
  decided_at: Date;
}

/** Samples of a Swiss month that a second person decided otherwise than the first, oldest first. */
export async function differentOf(db: Sql, month: string): Promise<DifferentSample[]> {
  const { rows } = await sql<DifferentSample>`
    select r.id, r.thing, r.item_id, r.waiting_since, r.state, r.decided_at,
           h.kind as hold_kind, h.reason as hold_reason
      from review r left join hold h on h.id = r.hold_id
     where r.cause = 'sample' and r.decided_at is not null and r.state <> 'approved'
       and ${inSwissMonth(sql`r.decided_at`, month)}
     order by r.id`.execute(db);
  return rows;
}
