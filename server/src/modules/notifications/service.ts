import type { Sql } from '../../platform/db.ts';
import { escapeHtml } from './html.ts';

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
  await ctx.db
    .insertInto('mail')
    .values({
      cause: letter.cause,
      recipient: letter.to,
      subject: letter.subject,
      body_text: letter.paragraphs.join('\n\n'),
      body_html: letter.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n'),
      created_at: ctx.now,
      next_try_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute();
}
