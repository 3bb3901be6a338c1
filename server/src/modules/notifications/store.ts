import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

export interface NewMail {
  cause: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
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
      body_text: mail.text,
      body_html: mail.html,
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
  body_text: string;
  body_html: string;
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
    returning id, recipient, subject, body_text, body_html, created_at, attempts`.execute(db);
  return rows;
}

/** What became of a try. Whoever lost the lease meanwhile changes nothing. */
export async function recordTry(
  db: Sql,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  outcome: { sentAt: Date; forgetBody: boolean } | { error: string; nextTryAt: Date | null },
): Promise<void> {
  await db
    .updateTable('mail')
    .set(
      'sentAt' in outcome
        ? {
            sent_at: outcome.sentAt,
            next_try_at: null,
            last_error: null,
            ...(outcome.forgetBody && { body_text: '', body_html: '' }),
          }
        : { next_try_at: outcome.nextTryAt, last_error: outcome.error },
    )
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute();
}

export const newest = (db: Database, limit: number) =>
  db
    .selectFrom('mail')
    .select(['recipient', 'subject', 'body_text', 'body_html', 'created_at', 'sent_at', 'next_try_at', 'last_error'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
