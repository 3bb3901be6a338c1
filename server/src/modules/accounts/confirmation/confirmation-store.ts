import type { Sql } from '../../../platform/db.ts';
import { accountEmail } from '../../access/service.ts';
import { findByEmail, isHeldByOther } from '../store.ts';

export async function markConfirmed(db: Sql, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ email_confirmed_at: now })
    .where('id', '=', accountId)
    .where('email_confirmed_at', 'is', null)
    .execute();
}

export async function isConfirmed(db: Sql, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets a confirmed address; false if another account has it. */
export async function setEmail(
  db: Sql,
  account: { id: number; email: string },
  email: string,
  now: Date,
): Promise<boolean> {
  // In one order, so that two accounts that swap their addresses do not wait for each other.
  for (const each of [account.email, email].sort())
    if (await isHeldByOther(db, each, account.id)) return false;
  const owner = await findByEmail(db, email);
  if (owner && owner.id !== account.id) return false;
  await db
    .updateTable('account')
    .set({
      email: accountEmail.encrypt(email, account.id),
      email_hash: accountEmail.lookup(email),
      email_confirmed_at: now,
    })
    .where('id', '=', account.id)
    .execute();
  return true;
}
