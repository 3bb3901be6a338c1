import type { Sql } from '../../platform/db.ts';
import { encryptedColumn } from '../../platform/encryption.ts';

export type Purpose =
  | 'reset'
  | 'confirm'
  | 'change'
  | 'newsletter'
  | 'undo_email'
  | 'keep'
  | 'wanted';

export const linkEmail = encryptedColumn({
  table: 'account_link',
  column: 'email',
  row: ['account_id', 'purpose'],
  hash: 'email_hash',
});

export interface Link {
  tokenHash: Buffer;
  accountId: number;
  purpose: Purpose;
  /** Where the mail with the link goes. */
  email: string;
  /** The session that asked for what the link does. */
  sessionHash?: Buffer;
  now: Date;
  expiresAt: Date;
}

/** Replaces the earlier link of the same purpose, which is invalid from then on. */
export async function saveLink(
  db: Sql,
  { tokenHash, accountId, purpose, email, sessionHash, now, expiresAt }: Link,
): Promise<void> {
  const row = {
    token_hash: tokenHash,
    email: linkEmail.encrypt(email, accountId, purpose),
    email_hash: linkEmail.lookup(email),
    session_hash: sessionHash ?? null,
    created_at: now,
    expires_at: expiresAt,
  };
  await db
    .insertInto('account_link')
    .values({ ...row, account_id: accountId, purpose })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
    .execute();
}

export async function deleteLinks(
  db: Sql,
  accountId: number,
  purposes?: readonly Purpose[],
): Promise<void> {
  const all = db.deleteFrom('account_link').where('account_id', '=', accountId);
  await (purposes ? all.where('purpose', 'in', purposes) : all).execute();
}

/** The link of a token until it expires, if it has one of these purposes. */
export async function findLink(
  db: Sql,
  tokenHash: Buffer,
  purposes: readonly Purpose[],
  now: Date,
) {
  const link = await db
    .selectFrom('account_link')
    .select(['account_id', 'purpose', 'email', 'session_hash', 'created_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link && { ...link, email: linkEmail.decrypt(link.email, link.account_id, link.purpose) };
}

/** The account's link of this purpose until it expires. */
export async function findPendingLink(db: Sql, accountId: number, purpose: Purpose, now: Date) {
  const link = await db
    .selectFrom('account_link')
    .select(['token_hash', 'email', 'session_hash', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link && { ...link, email: linkEmail.decrypt(link.email, accountId, purpose) };
}

/** Single use: of concurrent calls with one token only one returns true. */
export async function consumeLink(db: Sql, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether an account but this one (`except`) had the address before and can put it back. */
export async function isHeldEmail(db: Sql, email: string, except = 0): Promise<boolean> {
  const row = await db
    .selectFrom('account_link')
    .select('account_id')
    .where('email_hash', 'in', linkEmail.lookups(email))
    .where('purpose', '=', 'undo_email')
    .where('account_id', '!=', except)
    .executeTakeFirst();
  return row !== undefined;
}
