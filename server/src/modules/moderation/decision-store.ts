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
 * All that was decided about a thing, newest first: its reviews and the holds on it or its account,
 * with the decisions that have been changed since.
 */
export async function decisionsOn(
  db: Sql,
  { thing, item_id, account_id }: Item & { account_id: number },
): Promise<DecisionRow[]> {
  const held = thing === 'story' ? 'inserat' : thing;
  // An approval names the hold that it has lifted.
  const objected = sql`r.state in ('revised', 'held')`;
  const { rows } = await sql<DecisionRow>`
    select r.decided_at as at, r.decided_by as by, r.state, null as kind, false as of_account,
           case when ${objected} then coalesce(v.reason, h.reason) end as reason, r.note,
           r.cause = 'sample' as sample, case when ${objected} then h.closed_at end as ended_at
      from review r left join hold h on h.id = r.hold_id
      left join hold_version v on v.hold_id = r.hold_id and v.decided_at = r.decided_at
     where r.thing = ${thing} and r.item_id = ${item_id} and r.decided_at is not null
    union all
    select d.decided_at, d.decided_by, null, d.kind, h.thing = 'account', d.reason, '', false,
           case when d.version = h.version then h.closed_at end
      from hold h cross join lateral (
        select h.version, h.kind, h.reason, h.decided_at, h.decided_by
        union all
        select version, kind, reason, decided_at, decided_by from hold_version
         where hold_id = h.id) d
     where ((h.thing = ${held} and h.item_id = ${item_id})
            or (h.thing = 'account' and h.item_id = ${account_id}))
       and d.kind <> 'waiting'
       and not exists (select from review r
         where r.hold_id = h.id and r.decided_at = d.decided_at and ${objected})
     order by at desc limit 20`.execute(db);
  return rows;
}
