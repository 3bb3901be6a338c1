import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

interface Notice {
  tokenHash: Buffer;
  accountId: number;
  sessionHash: Buffer;
  device: string;
  at: Date;
  expiresAt: Date;
}

export async function insertNotice(db: Sql, notice: Notice): Promise<void> {
  await db
    .insertInto('login_notice')
    .values({
      token_hash: notice.tokenHash,
      account_id: notice.accountId,
      session_hash: notice.sessionHash,
      at: notice.at,
      device: notice.device,
      expires_at: notice.expiresAt,
    })
    .execute();
}

/** The account of a mailed link. */
export const findNotice = (db: Sql, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('login_notice')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** When the login was that a mailed link is about; undefined once it was used or is over. */
export const takeNotice = (db: Sql, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('login_notice')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('at')
    .executeTakeFirst();

/** The logins that somebody else made than the session that asks. */
export const noticesSince = (
  db: Sql,
  { accountId, sessionHash, since }: { accountId: number; sessionHash: Buffer; since: Date },
) =>
  db
    .selectFrom('login_notice')
    .select(['device', 'at'])
    .where('account_id', '=', accountId)
    .where('at', '>', since)
    .where('session_hash', 'is distinct from', sessionHash)
    .orderBy('at', 'desc')
    .limit(5)
    .execute();

/** Links mailed to an address that is the account's no more end with the undo of its change. */
export async function shortenNotices(db: Sql, accountId: number, until: Date): Promise<void> {
  await db
    .updateTable('login_notice')
    .set({ expires_at: until })
    .where('account_id', '=', accountId)
    .where('expires_at', '>', until)
    .execute();
}

export async function deleteNotices(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('login_notice').where('account_id', '=', accountId).execute();
}

/** Whether logins can be mailed, and are. */
export const mailSettingsOf = (db: Sql, accountId: number) =>
  db
    .selectFrom('account')
    .select(['email_confirmed_at', 'login_mail'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

/** Whether the account has logged in before. */
export const hasLoggedIn = async (db: Sql, accountId: number): Promise<boolean> =>
  (await db
    .selectFrom('account_event')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'login')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a change of the address or a deletion waits, or can be taken back (ACC-11, ACC-12). */
export async function hasOpenChange(db: Sql, accountId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from account_link where account_id = ${accountId} and expires_at > ${now}
      and purpose in ('change', 'undo_email', 'keep') limit 1`.execute(db);
  return rows.length > 0;
}

export async function setLoginMail(db: Sql, accountId: number, on: boolean): Promise<void> {
  await db.updateTable('account').set({ login_mail: on }).where('id', '=', accountId).execute();
}
