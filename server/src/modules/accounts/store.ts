import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import type { Sql } from '../../platform/db.ts';

export interface NewAccount {
  username: string;
  usernameKey: string;
  email: string;
  passwordHash: string;
  now: Date;
}

export type Taken = 'email' | 'username';

/** The new row's id, or which of the two names is taken. */
export async function insertAccount(db: Sql, account: NewAccount): Promise<number | Taken> {
  const row = await db
    .insertInto('account')
    .values({
      username: account.username,
      username_key: account.usernameKey,
      email: account.email,
      password_hash: account.passwordHash,
      nickname: account.username,
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return row.id;
  return (await findByEmail(db, account.email)) ? 'email' : 'username';
}

const KNOWN = ['id', 'email', 'password_hash', 'email_confirmed_at'] as const;

export const findByEmail = (db: Sql, email: string) =>
  db.selectFrom('account').select(KNOWN).where('email', '=', email).executeTakeFirst();

/** The key has the index; of names that look alike only the very one is meant. */
export const findByUsername = (db: Sql, username: string) =>
  db
    .selectFrom('account')
    .select(KNOWN)
    .where('username_key', '=', usernameKey(username))
    .where('username', '=', username)
    .executeTakeFirst();

export const findById = (db: Sql, id: number) =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function setRole(db: Sql, id: number, role: 'advertiser' | 'operator'): Promise<void> {
  await db.updateTable('account').set({ role }).where('id', '=', id).execute();
}

export async function setDiscount(db: Sql, id: number, percent: number): Promise<void> {
  await db.updateTable('account').set({ discount_percent: percent }).where('id', '=', id).execute();
}
