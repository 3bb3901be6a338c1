import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Sql } from '../../platform/db.ts';

export type Purpose = 'reset' | 'confirm' | 'change' | 'newsletter';

export interface Link {
  tokenHash: Buffer;
  accountId: number;
  purpose: Purpose;
  /** Where the mail with the link goes. */
  email: string;
  now: Date;
  expiresAt: Date;
}

/** Keeps the link; the earlier one of the same purpose is worth nothing from then on. */
export async function putLink(db: Sql, { tokenHash, accountId, purpose, email, now, expiresAt }: Link): Promise<void> {
  const row = { token_hash: tokenHash, email, created_at: now, expires_at: expiresAt };
  await db
    .insertInto('account_link')
    .values({ ...row, account_id: accountId, purpose })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
    .execute();
}

/**
 * Counts a mail that somebody may cause without being its reader; answers whether it is still within `attempts` in `seconds`.
 * Parallel ones wait for each other.
 */
export async function mayMail(
  db: Sql,
  { bucket, now, attempts, seconds }: { bucket: string; now: Date; attempts: number; seconds: number },
): Promise<boolean> {
  const { rows } = await sql<{ free_at: Date | null }>`
    select take_attempt(${bucket}, ${now}, ${attempts}, make_interval(secs => ${seconds})) as free_at`.execute(db);
  return rows[0]!.free_at === null;
}

export async function endLinks(db: Sql, accountId: number, purposes: readonly Purpose[]): Promise<void> {
  await db.deleteFrom('account_link').where('account_id', '=', accountId).where('purpose', 'in', purposes).execute();
}

/** The link behind a token while it is good, whichever of these purposes it has. */
export const findLink = (db: Sql, tokenHash: Buffer, purposes: readonly Purpose[], now: Date) =>
  db
    .selectFrom('account_link')
    .select(['account_id', 'purpose', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Whoever gets true here is the one who used the link. */
export async function takeLink(db: Sql, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Before anything of the account is changed: what changes one account happens one after the other. */
export const lockAccount = (db: Sql, accountId: number) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'email_confirmed_at', 'newsletter'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function setPassword(db: Sql, accountId: number, passwordHash: string): Promise<void> {
  await db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

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

/** Gives the account a proven address; answers false when another account has it, and then the transaction is of no more use. */
export async function setEmail(db: Sql, accountId: number, email: string, now: Date): Promise<boolean> {
  try {
    await db.updateTable('account').set({ email, email_confirmed_at: now }).where('id', '=', accountId).execute();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505') return false;
    throw error;
  }
}

/** The address that waits for its proof. */
export async function pendingEmail(db: Sql, accountId: number, now: Date): Promise<string | null> {
  const link = await db
    .selectFrom('account_link')
    .select('email')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'change')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link?.email ?? null;
}

export async function insertWish(db: Sql, login: string, now: Date): Promise<void> {
  await db.insertInto('password_reset_request').values({ login, created_at: now }).execute();
}

/** Takes the oldest wish that no other worker holds; it is gone when the transaction ends well, and back when it does not. */
export async function takeWish(db: Sql): Promise<string | undefined> {
  const { rows } = await sql<{ login: string }>`
    delete from password_reset_request where id = (select id from password_reset_request order by id limit 1 for update skip locked)
    returning login`.execute(db);
  return rows[0]?.login;
}

/** The open account that somebody who does not know the password names; it is not closed before the end of the transaction. */
export function findByLogin(db: Sql, login: string) {
  const open = db.selectFrom('account').select(['id', 'email']).where('closed_at', 'is', null);
  const named = login.includes('@')
    ? open.where('email', '=', login.toLowerCase())
    : // The key has the index; of names that look alike only the very one is meant.
      open.where('username_key', '=', usernameKey(login)).where('username', '=', login);
  return named.forKeyShare().executeTakeFirst();
}
