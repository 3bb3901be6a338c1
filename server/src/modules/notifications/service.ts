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
  /** The one thing to do, after the paragraphs. */
  button?: { label: string; url: string };
  /** Whom an answer reaches; without it an answer goes nowhere. */
  replyTo?: string;
  /** Once it is sent nothing of it stays, not even for whom it was. */
  vanish?: true;
}

/** Puts a mail into the outbox, in the transaction of what it tells about. The worker sends it afterwards. */
export async function enqueueMail(ctx: { db: Sql; now: Date }, letter: Letter): Promise<void> {
  const paragraphs = letter.button ? [...letter.paragraphs, letter.button.url] : letter.paragraphs;
  await store.insertMail(ctx.db, {
    cause: letter.cause,
    recipient: letter.to,
    subject: letter.subject,
    text: paragraphs.join('\n\n'),
    html: letterHtml(paragraphs),
    now: ctx.now,
  });
}

/** The newest mails of the outbox, sent or not: the development mailbox. */
export const newestMails = (db: Database, limit: number) => store.newest(db, limit);
