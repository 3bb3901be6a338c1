import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import type { Ciphertext } from '../../../platform/encryption.ts';
import { accountEmail } from '../account-email.ts';

interface Request {
  requestHash: Buffer;
  accountId: number | undefined;
  remember: boolean;
  now: Date;
  expiresAt: Date;
}

/** One statement for everybody; without an account it is never due. */
export async function insertRequest(db: Sql, request: Request): Promise<void> {
  await db
    .insertInto('login_mail')
    .values({
      request_hash: request.requestHash,
      account_id: request.accountId ?? null,
      remember: request.remember,
      created_at: request.now,
      expires_at: request.expiresAt,
      due_at: request.accountId === undefined ? null : request.now,
    })
    .execute();
}

/** The oldest due request, unlocked, and whose it is. */
export const oldestDue = (db: Sql, now: Date) =>
  db
    .selectFrom('login_mail')
    .select(['request_hash', 'account_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();

/** That request with the open account, due no more; undefined if another worker has it. */
export async function takeDue(db: Sql, now: Date, requestHash: Buffer) {
  const { rows } = await sql<{
    request_hash: Buffer;
    account_id: number;
    email: Ciphertext | null;
    email_confirmed_at: Date | null;
  }>`
    with taken as (
      update login_mail set due_at = null where request_hash = (
        select request_hash from login_mail where request_hash = ${requestHash} and due_at <= ${now}
        for update skip locked)
      returning request_hash, account_id)
    select taken.*, account.email, account.email_confirmed_at
    from taken left join account on account.id = taken.account_id and account.closed_at is null`.execute(
    db,
  );
  const due = rows[0];
  return due && { ...due, email: due.email && accountEmail.decrypt(due.email, due.account_id) };
}

export async function setLink(db: Sql, requestHash: Buffer, linkHash: Buffer): Promise<void> {
  await db
    .updateTable('login_mail')
    .set({ link_hash: linkHash })
    .where('request_hash', '=', requestHash)
    .execute();
}

/** The account of a live link, with the request it was mailed for. */
export const findByLink = (db: Sql, linkHash: Buffer, now: Date) =>
  db
    .selectFrom('login_mail')
    .select(['request_hash', 'account_id'])
    .where('link_hash', '=', linkHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** A live request. */
export const findRequest = (db: Sql, requestHash: Buffer, now: Date) =>
  db
    .selectFrom('login_mail')
    .select(['account_id', 'remember', 'code_hash', 'wrong_codes'])
    .where('request_hash', '=', requestHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export async function setCode(db: Sql, requestHash: Buffer, codeHash: Buffer): Promise<void> {
  await db
    .updateTable('login_mail')
    .set({ code_hash: codeHash })
    .where('request_hash', '=', requestHash)
    .execute();
}

export async function countWrongCode(db: Sql, requestHash: Buffer): Promise<void> {
  await db
    .updateTable('login_mail')
    .set((row) => ({ wrong_codes: row('wrong_codes', '+', 1) }))
    .where('request_hash', '=', requestHash)
    .execute();
}

/** Voids all requests of the account and their links. */
export async function deleteLoginMails(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('login_mail').where('account_id', '=', accountId).execute();
}
