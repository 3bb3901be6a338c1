import { sql } from 'kysely';
import { hashToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';

interface DeletedAccount {
  id: number;
  username: string;
  username_key: string;
  email: string;
}

/** Exclusive: also row locks of those that only refer to the account wait. */
export const loadForDeletion = (db: Sql, accountId: number): Promise<DeletedAccount> =>
  db
    .selectFrom('account')
    .select(['id', 'username', 'username_key', 'email'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow();

/**
 * Requests that a worker has locked are left to it: it waits for the account, finds none, and
 * deletes them.
 */
export async function deleteConsentsAndRequests(
  db: Sql,
  { id, username, username_key, email }: DeletedAccount,
): Promise<void> {
  await db.deleteFrom('newsletter_consent').where('account_id', '=', id).execute();
  await sql`
    delete from password_reset_request where id in (
      select id from password_reset_request
       where lower(login) = ${email} or login = ${username} for update skip locked)`.execute(db);
  await sql`
    delete from pending_registration where id in (
      select id from pending_registration where email = ${email} for update skip locked)`.execute(
    db,
  );
  await db
    .deleteFrom('reserved_username')
    .where((is) =>
      is.or([is('username_key', '=', username_key), is('email_hash', '=', hashToken(email))]),
    )
    .execute();
}

/** Erases what identifies the owner; the row and its id stay for the books. */
export async function anonymise(db: Sql, accountId: number, now: Date): Promise<void> {
  // Its asterisk is refused by every form: nobody can have it already, or log in with it.
  const name = `*geloescht-${accountId}`;
  await db
    .updateTable('account')
    .set({
      username: name,
      username_key: name,
      email: `${name}@geloescht.invalid`,
      // Not a hash: no password matches.
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
