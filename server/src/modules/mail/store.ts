import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import type { PortalPage } from './pages.ts';

/** The one thing to do: at an address, or on a page of the portal. */
export type MailButton = { label: string; url: string } | { label: string; page: PortalPage };

/** What a letter says: all that both parts of the mail are made of. */
export interface Content {
  paragraphs: string[];
  button?: MailButton;
  /** The page of the portal that ends letters of this kind; a POST there ends them without it. */
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

/** The same cause makes no second row. */
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
  /** Counts this try; a later claim of the same mail has a higher number. */
  attempts: number;
}

/** Takes due mails for this worker; if it dies with them they are due again when the lease is over. */
export async function claimDue(
  db: Database,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update mail set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + leaseMs)}
     where id in (select id from mail where next_try_at <= ${now} order by next_try_at, id limit ${limit} for update skip locked)
    returning id, recipient, subject, letter, reply_to, delete_after_send, created_at, attempts`.execute(db);
  return rows;
}

type Try = Pick<ClaimedMail, 'id' | 'attempts'>;

/** What became of a try. Whoever lost the lease meanwhile changes nothing. */
export async function recordTry(
  db: Sql,
  { id, attempts }: Try,
  outcome: { sentAt: Date; forget: boolean } | { error: string; nextTryAt: Date | null },
): Promise<void> {
  await db
    .updateTable('mail')
    .set(
      'sentAt' in outcome
        ? {
            sent_at: outcome.sentAt,
            next_try_at: null,
            last_error: null,
            ...(outcome.forget && { letter: null, reply_to: null }),
          }
        : { next_try_at: outcome.nextTryAt, last_error: outcome.error },
    )
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute();
}

/** After the last try of a mail that vanishes. */
export async function deleteMail(db: Sql, { id, attempts }: Try): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).where('attempts', '=', attempts).execute();
}

export interface Whose {
  email: string;
  accountId: number;
  /** Beginning of causes; without `%` and `_`. */
  cause: string;
}

export async function deleteMails(db: Sql, { email, accountId, cause }: Whose): Promise<void> {
  await sql`
    delete from mail where recipient = ${email} or reply_to = ${email} or account_id = ${accountId}
      or cause like ${`${cause}%`}`.execute(db);
}

/** Mails that wait to be sent, by the beginning of their causes; without `%` and `_`. */
export async function withdrawMails(db: Sql, cause: string): Promise<void> {
  await sql`delete from mail where cause like ${`${cause}%`} and sent_at is null and next_try_at is not null`.execute(
    db,
  );
}

export interface Fates {
  sent: number;
  waiting: number;
  refused: number;
}

/** What became of the mails of these causes; those that are forgotten count nowhere. */
export async function fates(db: Sql, causes: readonly string[]): Promise<Fates> {
  const { rows } = await sql<Fates>`
    select count(sent_at)::integer as sent, count(next_try_at)::integer as waiting,
           (count(*) filter (where sent_at is null and next_try_at is null))::integer as refused
      from mail where cause = any(${causes})`.execute(db);
  return rows[0]!;
}

export async function tieMails(db: Sql, { email, accountId }: { email: string; accountId: number }): Promise<void> {
  await sql`update mail set account_id = ${accountId} where recipient = ${email} or reply_to = ${email}`.execute(db);
}

export const newest = (db: Database, limit: number) =>
  shownMails(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();

export const findById = (db: Database, id: number) => shownMails(db).where('id', '=', id).executeTakeFirst();

const shownMails = (db: Database) =>
  db
    .selectFrom('mail')
    .select(['id', 'cause', 'recipient', 'subject', 'reply_to', 'created_at', 'sent_at', 'next_try_at', 'last_error'])
    // Nothing but `insertMail` and a migration write it.
    .select(sql<Content | null>`letter`.as('letter'));
