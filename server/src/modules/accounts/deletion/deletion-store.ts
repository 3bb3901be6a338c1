import { sql } from 'kysely';
import { hashToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';

interface ClosingAccount {
  id: number;
  username: string;
  username_key: string;
  email: string;
}

export const lockAlone = (db: Sql, accountId: number): Promise<ClosingAccount> =>
  db
    .selectFrom('account')
    .select(['id', 'username', 'username_key', 'email'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow();

export async function holdIfOpen(db: Sql, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Wishes that a worker holds are left to it: it waits for the account, finds it closed, and drops them. */
export async function deleteConsentsAndWishes(
  db: Sql,
  { id, username, username_key, email }: ClosingAccount,
): Promise<void> {
  await db.deleteFrom('newsletter_consent').where('account_id', '=', id).execute();
  await sql`
    delete from password_reset_request where id in (
      select id from password_reset_request where lower(login) = ${email} or login = ${username} for update skip locked)`.execute(
    db,
  );
  await sql`
    delete from pending_registration where id in (
      select id from pending_registration where email = ${email} for update skip locked)`.execute(db);
  await db
    .deleteFrom('reserved_username')
    .where((is) => is.or([is('username_key', '=', username_key), is('email_hash', '=', hashToken(email))]))
    .execute();
}

/** Takes out everything that names somebody; the row stays for the books, and its number with it. */
export async function anonymise(db: Sql, accountId: number, now: Date): Promise<void> {
  // With a character that no form takes: nobody can register these before or log in with them.
  const name = `*geloescht-${accountId}`;
  await db
    .updateTable('account')
    .set({
      username: name,
      username_key: name,
      email: `${name}@geloescht.invalid`,
      // No hash: no password fits it.
      password_hash: '',
      nickname: name,
      role: 'advertiser',
      discount_percent: 0,
      expiry_alert: false,
      disable_messages: true,
      newsletter: false,
      email_confirmed_at: null,
      closed_at: now,
    })
    .where('id', '=', accountId)
    .execute();
}
