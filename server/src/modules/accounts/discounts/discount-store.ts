import type { Sql } from '../../../platform/db.ts';
import { dueOnly, type JobContext } from '../../../platform/due-work.ts';
import { withEmail } from '../../access/service.ts';

export interface Discount {
  percent: number;
  /** First instant without it; null for none. */
  endsAt: Date | null;
  tellAt: Date | null;
}

export async function saveDiscount(
  db: Sql,
  id: number,
  { percent, endsAt, tellAt }: Discount,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ discount_percent: percent, discount_ends_at: endsAt, discount_tell_at: tellAt })
    .where('id', '=', id)
    .execute();
}

/** An account whose owner is to be told now that her discount ends; claims it. */
export async function claimEnding(ctx: JobContext) {
  const { db, now } = ctx;
  const row = await db
    .selectFrom('account')
    .select(['id', 'email', 'email_confirmed_at', 'discount_percent', 'discount_ends_at'])
    .where('discount_tell_at', '<=', now)
    .where('closed_at', 'is', null)
    .where(dueOnly(ctx))
    .orderBy('discount_tell_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  ctx.due?.claimed([row.id]);
  await db
    .updateTable('account')
    .set({ discount_tell_at: null })
    .where('id', '=', row.id)
    .execute();
  return withEmail(row);
}
