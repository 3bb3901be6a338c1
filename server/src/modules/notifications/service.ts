import type { Database, Sql } from '../../platform/db.ts';
import { letterHtml } from './letter.ts';
import * as store from './store.ts';

export interface Letter {
  /** What caused the mail; the same cause is never mailed twice. */
  cause: string;
  to: string;
  /** Neutral: whoever sees the mailbox learns nothing from it. */
  subject: string;
  /** Plain paragraphs; the HTML part is made from them. */
  paragraphs: string[];
}

/** Puts a mail into the outbox, in the transaction of what it tells about. The worker sends it afterwards. */
export async function enqueueMail(ctx: { db: Sql; now: Date }, letter: Letter): Promise<void> {
  await store.insertMail(ctx.db, {
    cause: letter.cause,
    recipient: letter.to,
    subject: letter.subject,
    text: letter.paragraphs.join('\n\n'),
    html: letterHtml(letter.paragraphs),
    now: ctx.now,
  });
}

/** The newest mails of the outbox, sent or not: the development mailbox. */
export const newestMails = (db: Database, limit: number) => store.newest(db, limit);
