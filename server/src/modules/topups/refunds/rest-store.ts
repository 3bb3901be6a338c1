import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { WAITS_FOR_DECISION } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { type Payment, payments, pending } from '../store.ts';

/** The rest of this payment that is being paid just now. */
export const pendingRest = (db: Sql, id: string, now: Date): Promise<Payment | undefined> =>
  payments(db)
    .where('rest_of', '=', id)
    .where(pending(now))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether money came for a rest of this payment and is still here. */
export async function restCame(db: Sql, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .select('id')
    .where('rest_of', '=', id)
    .where('status', 'in', [...WAITS_FOR_DECISION, 'gutgeschrieben'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The payment that was credited together with this rest of it. */
export const completedWith = (db: Sql, { id }: Payment): Promise<Payment | undefined> =>
  payments(db)
    .where('completed_by', '=', id)
    .where('status', '=', 'gutgeschrieben')
    .executeTakeFirst();

/**
 * Credits of the package that the other payments of it, the first one and its rests, have not
 * brought.
 */
export async function creditsLeft(db: Sql, { id, restOf }: Payment): Promise<Credits> {
  const { rows } = await sql<{ left: Credits }>`
    select first.credits - coalesce(sum(coalesce(other.settled_credits, other.credits)), 0)::int as left
      from payment first
      left join payment other on (other.id = first.id or other.rest_of = first.id)
           and other.id <> ${id} and other.status = 'gutgeschrieben'
     where first.id = ${restOf ?? id} group by first.id`.execute(db);
  return rows[0]!.left;
}

/** What a new payment for its rest has in common with this one. */
export const frozenOf = (db: Sql, id: string) =>
  db
    .selectFrom('payment')
    .select([
      'option_id as optionId',
      'discount_percent as discountPercent',
      'list_rappen as listPrice',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
