import type { HoldKind } from '@samtrot/shared/holds/status.ts';
import type { ReviewState } from '@samtrot/shared/moderation/review-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Item } from './review-content.ts';

export interface DecisionRow {
  at: Date;
  by: number | null;
  /** Null for a hold that no review made. */
  state: ReviewState | null;
  kind: HoldKind | null;
  of_account: boolean;
  reason: string | null;
  note: string;
  sample: boolean;
  ended_at: Date | null;
}

/**
 * All that was decided about a thing: its reviews and the holds on it or its account, newest first.
 * A hold stands with the review that has set it, not with an approval that has lifted it.
 */
export async function decisionsOn(
  db: Sql,
  { thing, item_id, account_id }: Item & { account_id: number },
): Promise<DecisionRow[]> {
  const held = thing === 'story' ? 'inserat' : thing;
  const { rows } = await sql<DecisionRow>`
    select r.decided_at as at, r.decided_by as by, r.state, null as kind, false as of_account,
           h.reason, r.note, r.cause = 'sample' as sample, h.closed_at as ended_at
      from review r left join hold h on h.id = r.hold_id and r.state <> 'approved'
     where r.thing = ${thing} and r.item_id = ${item_id} and r.decided_at is not null
    union all
    select h.decided_at, h.decided_by, null, h.kind, h.thing = 'account', h.reason, '', false, h.closed_at
      from hold h
     where ((h.thing = ${held} and h.item_id = ${item_id})
            or (h.thing = 'account' and h.item_id = ${account_id}))
       and h.kind <> 'waiting'
       and not exists (select from review r where r.hold_id = h.id and r.state <> 'approved')
     order by at desc limit 20`.execute(db);
  return rows;
}
