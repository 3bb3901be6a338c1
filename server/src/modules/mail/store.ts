import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import type { PortalPage } from './pages.ts';
import { NO_TRUSTED_TLS } from './ports.ts';

/** The call to action: an address, or a page of the portal. */
export type MailButton = { label: string; url: string } | { label: string; page: PortalPage };

/** The content from which both parts of a mail are rendered. */
export interface Content {
  paragraphs: string[];
  button?: MailButton;
  /** The unsubscribe page; a POST to it needs no login. */
  unsubscribe?: string;
}

export interface NewMail {
  cause: string;
  recipient: string;
  subject: string;
  content: Content;
  replyTo: string | undefined;
  deleteAfterSend: boolean;
  now: Date;
}

/** Inserts the mail unless its cause exists. */
export async function insertMail(db: Sql, mail: NewMail): Promise<void> {
  await db
    .insertInto('mail')
    .values({
      cause: mail.cause,
      recipient: mail.recipient,
      subject: mail.subject,
      letter: JSON.stringify(mail.content),
      reply_to: mail.replyTo ?? null,
      delete_after_send: mail.deleteAfterSend,
      created_at: mail.now,
      next_try_at: mail.now,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute();
}

export interface ClaimedMail {
  id: number;
  recipient: string;
  subject: string;
  letter: Content;
  reply_to: string | null;
  delete_after_send: boolean;
  created_at: Date;
  /** Includes this attempt; identifies the claim. */
  attempts: number;
}

/** Claims due mails with a lease; after a crash they are due again when it expires. */
export async function claimDue(
  db: Database,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update mail set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + leaseMs)}
     where id in (select id from mail where next_try_at <= ${now} order by next_try_at, id limit ${limit} for update skip locked)
    returning id, recipient, subject, letter, reply_to, delete_after_send, created_at, attempts`.execute(
    db,
  );
  return rows;
}

type Attempt = Pick<ClaimedMail, 'id' | 'attempts'>;

/** Records the result of an attempt, unless the lease was lost. */
export async function recordAttempt(
  db: Sql,
  { id, attempts }: Attempt,
  outcome: { sentAt: Date; eraseContent: boolean } | { error: string; nextTryAt: Date | null },
): Promise<void> {
  await db
    .updateTable('mail')
    .set(
      'sentAt' in outcome
        ? {
            sent_at: outcome.sentAt,
            next_try_at: null,
            last_error: null,
            ...(outcome.eraseContent && { letter: null, reply_to: null }),
          }
        : { next_try_at: outcome.nextTryAt, last_error: outcome.error },
    )
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute();
}

/** Deletes a mail with `deleteAfterSend` after its last attempt. */
export async function deleteMail(db: Sql, { id, attempts }: Attempt): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).where('attempts', '=', attempts).execute();
}

export interface MailOwner {
  email: string;
  accountId: number;
  /** Prefix of causes, without `%` and `_`. */
  cause: string;
}

export async function deleteMails(db: Sql, { email, accountId, cause }: MailOwner): Promise<void> {
  await sql`
    delete from mail where recipient = ${email} or reply_to = ${email} or account_id = ${accountId}
      or cause like ${`${cause}%`}`.execute(db);
}

/** Deletes unsent mails by the prefix of their causes, without `%` and `_`. */
export async function deleteUnsentMails(db: Sql, cause: string): Promise<void> {
  await sql`delete from mail where cause like ${`${cause}%`} and sent_at is null and next_try_at is not null`.execute(
    db,
  );
}

export interface MailCounts {
  sent: number;
  waiting: number;
  refused: number;
}

/** The states of the mails with these causes; deleted mails are not counted. */
export async function mailCounts(db: Sql, causes: readonly string[]): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(sent_at)::integer as sent, count(next_try_at)::integer as waiting,
           (count(*) filter (where sent_at is null and next_try_at is null))::integer as refused
      from mail where cause = any(${causes})`.execute(db);
  return rows[0]!;
}

export async function tieMails(
  db: Sql,
  { email, accountId }: { email: string; accountId: number },
): Promise<void> {
  await sql`update mail set account_id = ${accountId} where recipient = ${email} or reply_to = ${email}`.execute(
    db,
  );
}

export const newest = (db: Database, limit: number) =>
  shownMails(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();

export const findById = (db: Database, id: number) =>
  shownMails(db).where('id', '=', id).executeTakeFirst();

const shownMails = (db: Database) =>
  db
    .selectFrom('mail')
    .select([
      'id',
      'cause',
      'recipient',
      'subject',
      'reply_to',
      'created_at',
      'sent_at',
      'next_try_at',
      'last_error',
    ])
    // Written by `insertMail` and migrations only.
    .select(sql<Content | null>`letter`.as('letter'));

export async function countWithoutTls(db: Database): Promise<number> {
  const { waiting } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .where('next_try_at', 'is not', null)
    .where('last_error', 'like', `${NO_TRUSTED_TLS}%`)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
