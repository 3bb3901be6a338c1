import type { Database, Sql } from '../../platform/db.ts';
import { type Rendered, renderMail } from './render.ts';
import * as store from './store.ts';

export { SECTOR } from './neutral.ts';
export { pageOf } from './pages.ts';

export interface MailTemplate {
  /** What caused the mail; the same cause is never mailed twice. */
  cause: string;
  to: string;
  /** Neutral: whoever sees the mailbox learns nothing from it. */
  subject: string;
  /** Plain paragraphs; the HTML part is made from them. */
  paragraphs: string[];
  /** The one thing to do, after the paragraphs. */
  button?: store.MailButton;
  /** Whom an answer reaches; without it an answer goes nowhere. */
  replyTo?: string;
  /** The path that ends letters of this kind; stands below the letter and in its headers for one click (RFC 8058). */
  unsubscribe?: string;
  /** Once it is sent nothing of it stays, not even for whom it was. */
  deleteAfterSend?: true;
}

/** Puts a mail into the outbox, in the transaction of what it tells about. The worker makes its two parts and sends it afterwards. */
export async function enqueueMail(ctx: { db: Sql; now: Date }, letter: MailTemplate): Promise<void> {
  const { cause, to: recipient, subject, paragraphs, button, unsubscribe, replyTo, deleteAfterSend = false } = letter;
  await store.insertMail(ctx.db, {
    ...{ cause, recipient, subject, content: { paragraphs, button, unsubscribe }, replyTo, deleteAfterSend },
    now: ctx.now,
  });
}

/**
 * Removes every mail to the address or with an answer to it, those tied to the account, and those whose cause begins so; sent or
 * still waiting: for a closed account. The letter that says good-bye is put in after it, with `deleteAfterSend`.
 */
export const forgetMails = (ctx: { db: Sql }, whose: store.Whose): Promise<void> => store.deleteMails(ctx.db, whose);

/** Takes mails back that nobody has sent yet, by the beginning of their causes. */
export const withdrawMails = (ctx: { db: Sql }, cause: string): Promise<void> => store.withdrawMails(ctx.db, cause);

/** How many mails of these causes were sent, wait, or were given up. */
export const fatesOf = (db: Sql, causes: readonly string[]): Promise<store.Fates> => store.fates(db, causes);

/** Ties the mails to an address that an account gives up to the account, so that they are forgotten with it. */
export const tieMails = (ctx: { db: Sql }, tie: { email: string; accountId: number }): Promise<void> =>
  store.tieMails(ctx.db, tie);

export type ShownMail = Awaited<ReturnType<typeof store.newest>>[number] & Rendered;

interface Mailbox {
  db: Database;
  publicUrl: string;
}

/** The newest mails of the outbox, sent or not, as their readers see them: the development mailbox. */
export async function newestMails(box: Mailbox, limit: number): Promise<ShownMail[]> {
  return Promise.all((await store.newest(box.db, limit)).map((mail) => shown(box, mail)));
}

/** One of them; undefined when there is none of that number. */
export async function findMail(box: Mailbox, id: number): Promise<ShownMail | undefined> {
  const mail = await store.findById(box.db, id);
  return mail && shown(box, mail);
}

/** A letter never changes once it is written, and whoever waits for one looks at the mailbox again and again. */
const seenBefore = new WeakMap<Database, Map<number, Rendered>>();
const MOST_KEPT = 2000;

async function shown<Mail extends { id: number; letter: store.Content | null }>(
  { db, publicUrl }: Mailbox,
  mail: Mail,
) {
  if (!mail.letter) return { ...mail, text: '', html: '' };
  const known = seenBefore.get(db) ?? new Map<number, Rendered>();
  seenBefore.set(db, known);
  const rendered = known.get(mail.id) ?? (await renderMail(mail.letter, publicUrl));
  if (known.size >= MOST_KEPT) known.clear();
  known.set(mail.id, rendered);
  return { ...mail, ...rendered };
}
