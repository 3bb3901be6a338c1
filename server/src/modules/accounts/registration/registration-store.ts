import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { dueOnly, type JobContext } from '../../../platform/due-work.ts';
import { encryptedColumn, nextId } from '../../../platform/encryption.ts';
import { accountEmail, linkEmail } from '../../access/service.ts';

const email = { column: 'email', hash: 'email_hash' } as const;
export const pendingEmail = encryptedColumn({
  ...email,
  table: 'pending_registration',
  row: ['id'],
});
export const reservedFor = encryptedColumn({
  ...email,
  table: 'reserved_username',
  row: ['username_key'],
});

interface PendingRegistration {
  username: string;
  usernameKey: string;
  email: string;
  passwordHash: string;
  /** What was agreed to; '' if the box was left empty, null if the request did not say. */
  newsletterWording: string | null;
  expiresAt: Date;
}

interface ReservedUsername {
  usernameKey: string;
  email: string;
  now: Date;
  expiresAt: Date;
}

/**
 * Reserves a username for an address; false if an account or the reservation of another address has
 * it. Concurrent calls wait for each other.
 */
export async function reserveUsername(
  db: Sql,
  { usernameKey, email, now, expiresAt }: ReservedUsername,
): Promise<boolean> {
  const { rows } = await sql`
    insert into reserved_username (username_key, email, email_hash, expires_at)
    select ${usernameKey}, ${reservedFor.encrypt(email, usernameKey)},
           ${reservedFor.lookup(email)}::bytea, ${expiresAt}::timestamptz
    where not exists (select from account where username_key = ${usernameKey})
    on conflict (username_key) do update set email = excluded.email, email_hash = excluded.email_hash, expires_at = excluded.expires_at
      where reserved_username.expires_at <= ${now}
        or reserved_username.email_hash = any(${reservedFor.lookups(email)})
    returning username_key`.execute(db);
  return rows.length > 0;
}

export async function insertPending(db: Sql, registration: PendingRegistration): Promise<void> {
  const id = await nextId(db, 'pending_registration');
  await db
    .insertInto('pending_registration')
    .values({
      id,
      username: registration.username,
      username_key: registration.usernameKey,
      email: pendingEmail.encrypt(registration.email, id),
      email_hash: pendingEmail.lookup(registration.email),
      password_hash: registration.passwordHash,
      newsletter_wording: registration.newsletterWording,
      expires_at: registration.expiresAt,
    })
    .execute();
}

/** The oldest one without a mail that no other worker has locked. */
export async function loadDueForUpdate(ctx: JobContext) {
  const row = await ctx.db
    .selectFrom('pending_registration')
    .select(['id', 'email'])
    .where('token_hash', 'is', null)
    .where(dueOnly(ctx))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row) ctx.due?.claimed([row.id]);
  return row && { ...row, email: pendingEmail.decrypt(row.email, row.id) };
}

export async function setToken(db: Sql, id: number, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('pending_registration')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .execute();
}

export async function deletePending(db: Sql, id: number): Promise<void> {
  await db.deleteFrom('pending_registration').where('id', '=', id).execute();
}

/** Single use: of concurrent calls with one token only one gets the row. */
export async function consumePending(db: Sql, tokenHash: Buffer, now: Date) {
  const row = await db
    .deleteFrom('pending_registration')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning([
      'id',
      'username',
      'username_key',
      'email',
      'password_hash',
      'newsletter_wording',
      'expires_at',
    ])
    .executeTakeFirst();
  return row && { ...row, email: pendingEmail.decrypt(row.email, row.id) };
}

/** The others of an address that has its account now. */
export async function deletePendingOf(db: Sql, email: string): Promise<void> {
  await db
    .deleteFrom('pending_registration')
    .where('email_hash', 'in', pendingEmail.lookups(email))
    .execute();
}

/**
 * Waits for a deletion under way: a mail to the owner must not be enqueued after all others were
 * deleted.
 */
export async function emailExists(db: Sql, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from account where email_hash = any(${accountEmail.lookups(email)}) for key share)
        or exists (select from account_link where email_hash = any(${linkEmail.lookups(email)}) and purpose = 'undo_email') as found`.execute(
    db,
  );
  return rows[0]!.found;
}
