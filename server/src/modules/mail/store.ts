import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { type SqlBool, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import { type Ciphertext, encryptedColumn } from '../../platform/encryption.ts';
import type { Backlog } from '../../platform/queue.ts';
import type { PortalPage } from './pages.ts';
import { NO_TRUSTED_TLS } from './ports.ts';
import type { MailTexts, Paragraph } from './standard.ts';

/** Longer than one delivery attempt may take. */
export const LEASE_MS = 2 * MINUTE_MS;
export const GIVE_UP_AFTER_MS = 2 * DAY_MS;

/** The call to action: an address, or a page of the portal. */
export type MailButton = { label: string; url: string } | { label: string; page: PortalPage };

/** The content from which both parts of a mail are rendered. */
export interface Content {
  paragraphs: Paragraph[];
  button?: MailButton;
  /** The unsubscribe page; a POST to it needs no login. */
  unsubscribe?: string;
  /** In place of those that are valid: a draft, mailed to whoever writes it. */
  texts?: MailTexts;
}

export interface NewMail {
  cause: string;
  recipient: string;
  subject: string;
  content: Content;
  replyTo: string | undefined;
  deleteAfterSend: boolean;
  accountId: number | null;
  now: Date;
}

const table = { table: 'mail', row: ['cause'] } as const;
const recipientColumn = encryptedColumn({ ...table, column: 'recipient', hash: 'recipient_hash' });
const subjectColumn = encryptedColumn({ ...table, column: 'subject' });
const letterColumn = encryptedColumn({ ...table, column: 'letter' });
const replyToColumn = encryptedColumn({ ...table, column: 'reply_to', hash: 'reply_to_hash' });
const errorColumn = encryptedColumn({ ...table, column: 'last_error' });
export const encryptedColumns = [
  recipientColumn,
  subjectColumn,
  letterColumn,
  replyToColumn,
  errorColumn,
];

/** Inserts the mail unless its cause exists. */
export async function insertMail(db: Sql, mail: NewMail): Promise<void> {
  await db
    .insertInto('mail')
    .values({
      cause: mail.cause,
      recipient: recipientColumn.encrypt(mail.recipient, mail.cause),
      recipient_hash: recipientColumn.lookup(mail.recipient),
      subject: subjectColumn.encrypt(mail.subject, mail.cause),
      letter: letterColumn.encrypt(JSON.stringify(mail.content), mail.cause),
      ...(mail.replyTo !== undefined && {
        reply_to: replyToColumn.encrypt(mail.replyTo, mail.cause),
        reply_to_hash: replyToColumn.lookup(mail.replyTo),
      }),
      delete_after_send: mail.deleteAfterSend,
      account_id: mail.accountId,
      created_at: mail.now,
      next_try_at: mail.now,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute();
}

interface StoredMail {
  cause: string;
  recipient: Ciphertext;
  subject: Ciphertext;
  letter: Ciphertext | null;
  reply_to: Ciphertext | null;
}

/** Of mails that wait; the letter of a sent one may be erased. */
function decrypted<Mail extends StoredMail>(mail: Mail) {
  const { cause } = mail;
  const recipient = recipientColumn.decrypt(mail.recipient, cause);
  const subject = subjectColumn.decrypt(mail.subject, cause);
  const letter: Content | null =
    mail.letter && JSON.parse(letterColumn.decrypt(mail.letter, cause));
  const reply_to = mail.reply_to && replyToColumn.decrypt(mail.reply_to, cause);
  return { ...mail, recipient, subject, letter, reply_to };
}

export interface ClaimedMail {
  id: number;
  cause: string;
  recipient: string;
  subject: string;
  letter: Content;
  reply_to: string | null;
  delete_after_send: boolean;
  created_at: Date;
  /** Includes this attempt; identifies the claim. */
  attempts: number;
}

interface Claiming {
  now: Date;
  /** Only mails whose cause begins so. */
  cause?: string;
  limit: number;
  leaseMs: number;
}

/** Claims due mails with a lease; after a crash they are due again when it expires. */
export async function claimDue(
  db: Database,
  { now, cause = '', limit, leaseMs }: Claiming,
): Promise<ClaimedMail[]> {
  const { rows } = await sql<Omit<ClaimedMail, keyof StoredMail> & StoredMail>`
    update mail set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + leaseMs)}
     where id in (select id from mail where next_try_at <= ${now} and starts_with(cause, ${cause}) order by next_try_at, id limit ${limit} for update skip locked)
    returning id, cause, recipient, subject, letter, reply_to, delete_after_send, created_at, attempts`.execute(
    db,
  );
  return rows.map((row) => {
    const mail = decrypted(row);
    return { ...mail, letter: mail.letter! };
  });
}

type Attempt = Pick<ClaimedMail, 'id' | 'cause' | 'attempts'>;

/** Records the result of an attempt, unless the lease was lost. */
export async function recordAttempt(
  db: Database,
  { id, cause, attempts }: Attempt,
  outcome:
    | { sentAt: Date; eraseContent: boolean }
    | { error: string; undeliverable: boolean; ofRecipient: boolean; nextTryAt: Date | null },
): Promise<void> {
  await db
    .updateTable('mail')
    .set(
      'sentAt' in outcome
        ? {
            sent_at: outcome.sentAt,
            next_try_at: null,
            last_error: null,
            without_tls: false,
            undeliverable: false,
            of_recipient: false,
            ...(outcome.eraseContent && { letter: null, reply_to: null, reply_to_hash: null }),
          }
        : {
            next_try_at: outcome.nextTryAt,
            last_error: errorColumn.encrypt(outcome.error, cause),
            undeliverable: outcome.undeliverable,
            of_recipient: outcome.ofRecipient,
            without_tls: outcome.error.startsWith(NO_TRUSTED_TLS),
          },
    )
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute();
}

/** Deletes a mail with `deleteAfterSend` after its last attempt. */
export async function deleteMail(db: Database, { id, attempts }: Attempt): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).where('attempts', '=', attempts).execute();
}

export interface MailOwner {
  /** Null until it is confirmed: its mails may be somebody else's. */
  email: string | null;
  accountId: number;
  /** Prefix of causes, without `%` and `_`. */
  cause: string;
}

export async function deleteMails(db: Sql, { email, accountId, cause }: MailOwner): Promise<void> {
  await sql`
    delete from mail where ${ofOwner({ email, accountId })} or cause like ${`${cause}%`}`.execute(
    db,
  );
}

/** Mails of an account, and those to or from its address. */
export const ofOwner = ({ email, accountId }: Pick<MailOwner, 'email' | 'accountId'>) =>
  email === null
    ? sql<SqlBool>`account_id = ${accountId}`
    : sql<SqlBool>`(${byAddress(email)} or account_id = ${accountId})`;

/** Mails to an address, or with replies to it. */
const byAddress = (email: string) =>
  sql`(recipient_hash = any(${recipientColumn.lookups(email)}) or reply_to_hash = any(${replyToColumn.lookups(email)}))`;

/** Deletes unsent mails, also given up, by the prefix of their causes, without `%` and `_`. */
export async function deleteUnsentMails(db: Sql, cause: string): Promise<void> {
  await sql`delete from mail where cause like ${`${cause}%`} and sent_at is null`.execute(db);
}

/** Deletes the mail of this very cause unless it is sent. */
export async function deleteUnsentMail(db: Sql, cause: string): Promise<void> {
  await sql`delete from mail where cause = ${cause} and sent_at is null`.execute(db);
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
  await sql`update mail set account_id = ${accountId} where ${byAddress(email)}`.execute(db);
}

/** The accounts that were written to at this address, as far as mails are kept. */
export async function accountsWrittenTo(db: Sql, email: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct account_id from mail
     where ${byAddress(email)} and account_id is not null limit ${limit}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

export async function newest(db: Database, limit: number) {
  const newestFirst = shownMails(db).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await newestFirst.limit(limit).execute()).map(shown);
}

export async function findById(db: Database, id: number) {
  const mail = await shownMails(db).where('id', '=', id).executeTakeFirst();
  return mail && shown(mail);
}

const shown = <Mail extends StoredMail & { last_error: Ciphertext | null }>(mail: Mail) => ({
  ...decrypted(mail),
  last_error: mail.last_error && errorColumn.decrypt(mail.last_error, mail.cause),
});

const shownMails = (db: Database) =>
  db
    .selectFrom('mail')
    .select([
      'id',
      'cause',
      'recipient',
      'subject',
      'letter',
      'reply_to',
      'created_at',
      'sent_at',
      'next_try_at',
      'last_error',
    ]);

/**
 * Mails that wait, and how many were given up of those written since then. Since when: without
 * those whose recipient's mailbox is full or unknown, which nobody of the house can mend (decision
 * 190).
 */
export async function backlog(db: Database, failedSince: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select (select count(*)::int from mail where next_try_at is not null) as waiting,
           (select min(created_at) from mail where next_try_at is not null and not of_recipient) as since,
           (select count(*)::int from mail where sent_at is null and next_try_at is null
               and created_at >= ${failedSince}) as failed`.execute(db);
  return rows[0]!;
}

/**
 * Whether mails were given up that their recipients' mailboxes had not refused, of those created
 * since then.
 */
export async function hasGivenUp(db: Sql, createdSince: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from mail where sent_at is null and next_try_at is null
                      and created_at >= ${createdSince} and not undeliverable
                      and not of_recipient) as any`.execute(db);
  return rows[0]!.any;
}

export async function countWithoutTls(db: Database): Promise<number> {
  const { waiting } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .where('next_try_at', 'is not', null)
    .where('without_tls', '=', true)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

export interface UnsentMail {
  id: number;
  attempts: number;
  createdAt: Date;
  /** Null once it was given up. */
  nextTryAt: Date | null;
  error: string | null;
}

/** Mails that wait or were given up since then, these first, oldest first. */
export async function unsent(db: Database, since: Date, limit: number): Promise<UnsentMail[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'cause', 'attempts', 'created_at', 'next_try_at', 'last_error'])
    .where('sent_at', 'is', null)
    .where((where) =>
      where.or([where('next_try_at', 'is not', null), where('created_at', '>=', since)]),
    )
    .orderBy('next_try_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, cause, attempts, created_at, next_try_at, last_error }) => ({
    id,
    attempts,
    createdAt: created_at,
    nextTryAt: next_try_at,
    // What a mail server answers may name the recipient; its domain says enough.
    error: last_error && errorColumn.decrypt(last_error, cause).replace(/[^\s<>]+@/g, '…@'),
  }));
}

/**
 * Makes unsent mails due at once, one or all of `unsent` except those given up whose address does
 * not exist; those that were given up get all their time again. One whose next attempt is within
 * the lease may be on its way and is left alone.
 */
export async function makeDue(
  db: Sql,
  { id, now, since, leaseMs }: { id: number | undefined; now: Date; since: Date; leaseMs: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update mail set next_try_at = ${now},
           created_at = case when next_try_at is null then ${now}::timestamptz else created_at end
     where sent_at is null
       and ${id === undefined ? sql`(next_try_at is not null or (created_at >= ${since} and not undeliverable))` : sql`id = ${id}`}
       and (next_try_at is null or next_try_at > ${new Date(now.getTime() + leaseMs)})
    returning id`.execute(db);
  return rows.map((row) => row.id);
}
