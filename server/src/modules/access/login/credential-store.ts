import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { accountEmail, withEmail } from '../account-email.ts';

/** The account that a login names: by its address, or by its exact username. */
export const findCredentials = (db: Sql, login: string) =>
  named(db, login).select(['id', 'password_hash']).executeTakeFirst();

/** The open account that a login names, locked against deletion. */
export async function findByLoginForShare(db: Sql, login: string) {
  const account = await named(db, login)
    .select(['id', 'email'])
    .where('closed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return account && withEmail(account);
}

/**
 * Locks the account if it is open, in one order with whatever changes it; `keep` also against every
 * call that keeps or deletes it, which take the account's own lock before its row.
 */
export async function lockOpenAccount(db: Sql, accountId: number, keep = false): Promise<boolean> {
  if (keep) await sql`select lock_account(${accountId}, true)`.execute(db);
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The open account, locked against any other change. */
export async function findOpenAccountForUpdate(db: Sql, accountId: number) {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account && withEmail(account);
}

function named(db: Sql, login: string) {
  const accounts = db.selectFrom('account');
  if (login.includes('@'))
    return accounts.where('email_hash', 'in', accountEmail.lookups(login.toLowerCase()));
  // The index is on the key; several usernames can share one.
  return accounts.where('username_key', '=', usernameKey(login)).where('username', '=', login);
}

export const passwordHashOf = (db: Sql, accountId: number) =>
  db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

/**
 * Whether this is the open account's password; locked against a change until the transaction ends.
 */
export async function lockPasswordForShare(
  db: Sql,
  accountId: number,
  passwordHash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the hash of an unchanged password; false when it is no longer this one. */
export async function rewritePassword(
  db: Sql,
  account: { id: number; password_hash: string },
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPassword(db: Sql, accountId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute();
}

/** What a login has to know of its account. */
export type LoginAccount = NonNullable<Awaited<ReturnType<typeof loadAccountForUpdate>>>;

/**
 * The open account, with `passwordHash` only while this is its password; locked against changes
 * until the transaction ends.
 */
export const loadAccountForUpdate = (db: Sql, accountId: number, passwordHash?: string) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('account')
        .select(['id', 'email', 'email_confirmed_at', 'login_mail', 'created_at', 'delete_at'])
        .where('id', '=', accountId)
        .where('closed_at', 'is', null)
        .$if(passwordHash !== undefined, (open) => open.where('password_hash', '=', passwordHash!))
        .forShare()
        .as('locked'),
    )
    .select(['id', 'email', 'email_confirmed_at', 'login_mail', 'created_at', 'delete_at'])
    // Looked for after the lock: a factor that is switched on meanwhile ends this login, or is
    // seen.
    .select(sql<boolean>`has_second_factor(id)`.as('has_factor'))
    .executeTakeFirst();

export async function setDeleteAt(db: Sql, accountId: number, at: Date | null): Promise<void> {
  await db.updateTable('account').set({ delete_at: at }).where('id', '=', accountId).execute();
}

/** No password fits until the next one is set: the stored text is not a hash. */
export const voidPassword = (db: Sql, accountId: number): Promise<void> =>
  setPassword(db, accountId, '');
