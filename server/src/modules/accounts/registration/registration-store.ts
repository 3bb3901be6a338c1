import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

export interface Wish {
  username: string;
  usernameKey: string;
  email: string;
  passwordHash: string;
  /** What was agreed to; '' where the box was left empty, null where nothing was said. */
  newsletterWording: string | null;
  expiresAt: Date;
}

/**
 * Keeps a name from everybody else; answers false when an account or a wish for another address has it. Parallel ones wait for each
 * other.
 */
export async function holdUsername(
  db: Sql,
  { usernameKey, emailHash, now, expiresAt }: { usernameKey: string; emailHash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into reserved_username (username_key, email_hash, expires_at)
    select ${usernameKey}, ${emailHash}::bytea, ${expiresAt}::timestamptz
    where not exists (select from account where username_key = ${usernameKey})
    on conflict (username_key) do update set email_hash = excluded.email_hash, expires_at = excluded.expires_at
      where reserved_username.expires_at <= ${now} or reserved_username.email_hash = excluded.email_hash
    returning username_key`.execute(db);
  return rows.length > 0;
}

export async function insertWish(db: Sql, wish: Wish): Promise<void> {
  await db
    .insertInto('pending_registration')
    .values({
      username: wish.username,
      username_key: wish.usernameKey,
      email: wish.email,
      password_hash: wish.passwordHash,
      newsletter_wording: wish.newsletterWording,
      expires_at: wish.expiresAt,
    })
    .execute();
}

/** The oldest wish that nobody was written to about and no other worker holds. */
export const lockDueWish = (db: Sql) =>
  db
    .selectFrom('pending_registration')
    .select(['id', 'email'])
    .where('token_hash', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function setWishToken(db: Sql, id: number, tokenHash: Buffer): Promise<void> {
  await db.updateTable('pending_registration').set({ token_hash: tokenHash }).where('id', '=', id).execute();
}

export async function deleteWish(db: Sql, id: number): Promise<void> {
  await db.deleteFrom('pending_registration').where('id', '=', id).execute();
}

/** Whoever gets the wish here is the one who used its link. */
export const takeWish = (db: Sql, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('pending_registration')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['username', 'username_key', 'email', 'password_hash', 'newsletter_wording', 'expires_at'])
    .executeTakeFirst();

/** The other wishes of an address that has its account now. */
export async function deleteWishesOf(db: Sql, email: string): Promise<void> {
  await db.deleteFrom('pending_registration').where('email', '=', email).execute();
}

/** Waits for an account that is being closed: a mail to its owner would come after all others were forgotten. */
export async function emailExists(db: Sql, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from account where email = ${email} for key share) as found`.execute(db);
  return rows[0]!.found;
}
