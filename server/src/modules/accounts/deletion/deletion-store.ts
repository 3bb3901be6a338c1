import { type SqlBool, sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { dueOnly, type JobContext } from '../../../platform/due-work.ts';
import { accountEmail, withEmail } from '../../access/service.ts';
import { requestLogin } from '../recovery/request-store.ts';
import { pendingEmail, reservedFor } from '../registration/registration-store.ts';

interface DeletedAccount {
  id: number;
  username: string;
  username_key: string;
  email: string;
  email_confirmed_at: Date | null;
}

/** Exclusive: also row locks of those that only refer to the account wait. */
export const loadForDeletion = async (db: Sql, accountId: number): Promise<DeletedAccount> =>
  withEmail(
    await db
      .selectFrom('account')
      .select(['id', 'username', 'username_key', 'email', 'email_confirmed_at'])
      .where('id', '=', accountId)
      .where('closed_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );

/** The account whose deletion has been due longest. Not locked: the account's lock comes first. */
export async function dueDeletion(ctx: JobContext): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('delete_at', '<=', ctx.now)
    .where(dueOnly(ctx))
    .orderBy('delete_at')
    .limit(1)
    .executeTakeFirst();
  if (row) ctx.due?.claimed([row.id]);
  return row?.id;
}

/** Waits for every call of the account, and lets none begin until the transaction ends. */
export async function lockExclusive(db: Sql, accountId: number): Promise<void> {
  await sql`select lock_account(${accountId}, true)`.execute(db);
}

export async function isDueForUpdate(db: Sql, accountId: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('delete_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteEvents(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('account_event').where('account_id', '=', accountId).execute();
}

/**
 * What was requested under its address goes only once that is confirmed: until then it may be
 * somebody else's. Requests that a worker has locked are left to it: it waits for the account,
 * finds none, and deletes them.
 */
export async function deleteConsentsAndRequests(
  db: Sql,
  { id, username, username_key, email, email_confirmed_at }: DeletedAccount,
): Promise<void> {
  const addresses = email_confirmed_at ? [email] : [];
  await db.deleteFrom('newsletter_consent').where('account_id', '=', id).execute();
  await sql`
    delete from password_reset_request where id in (
      select id from password_reset_request
       where login_hash = any(${[...addresses, username].flatMap((login) => requestLogin.lookups(login))})
         for update skip locked)`.execute(db);
  await sql`
    delete from pending_registration where id in (
      select id from pending_registration
       where email_hash = any(${addresses.flatMap(pendingEmail.lookups)}) for update skip locked)`.execute(
    db,
  );
  await db
    .deleteFrom('reserved_username')
    .where((is) =>
      is.or([
        is('username_key', '=', username_key),
        sql<SqlBool>`email_hash = any(${addresses.flatMap(reservedFor.lookups)})`,
      ]),
    )
    .execute();
}

/** Erases what identifies the owner; the row and its id stay for the books. */
export async function anonymise(db: Sql, accountId: number, now: Date): Promise<void> {
  // Its asterisk is refused by every form: nobody can have it already, or log in with it.
  const name = `*geloescht-${accountId}`;
  const email = `${name}@geloescht.invalid`;
  await db
    .updateTable('account')
    .set({
      username: name,
      username_key: name,
      email: accountEmail.encrypt(email, accountId),
      email_hash: accountEmail.lookup(email),
      // Not a hash: no password matches.
      password_hash: '',
      nickname: name,
      discount_percent: 0,
      discount_ends_at: null,
      discount_tell_at: null,
      expiry_alert: false,
      switched_off: [],
      disable_messages: true,
      newsletter: false,
      email_confirmed_at: null,
      closed_at: now,
      delete_at: null,
    })
    .where('id', '=', accountId)
    .execute();
}
