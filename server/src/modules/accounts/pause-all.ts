import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Sql } from '../../platform/db.ts';

/**
 * While the account is off all websites nothing of it is published or bought.
 * @throws ACCOUNT_OFFLINE
 */
export async function requireOnline(db: Sql, accountId: number): Promise<void> {
  if (await offlineSince(db, accountId)) throw new AppError('ACCOUNT_OFFLINE');
}

/** Since when the account is off all websites, or null. */
export async function offlineSince(db: Sql, accountId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('account')
    .select('offline_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.offline_at ?? null;
}

export async function setOffline(db: Sql, accountId: number, at: Date | null): Promise<void> {
  await db.updateTable('account').set({ offline_at: at }).where('id', '=', accountId).execute();
}
