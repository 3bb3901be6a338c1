/**
 * Transactional outbox of mails: a mail is a row, written with its cause in one transaction and
 * sent later by the task in `jobs.ts`, with a lease per attempt.
 */
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { type Rendered, renderMail } from './render.ts';
import type { MailTexts, Paragraph, ReadMailTexts } from './standard.ts';
import * as store from './store.ts';

export { SECTOR } from './neutral.ts';
export { ownTables } from './own-data.ts';
export { type PortalPage, pageOf } from './pages.ts';
export { renderMail } from './render.ts';
export {
  GREETING,
  greetingOf,
  type MailTexts,
  NOT_YOU,
  REPLY_TIME,
} from './standard.ts';
export { encryptedColumns as mailColumns } from './store.ts';

export interface MailTemplate {
  /** Unique cause; a repeated one enqueues no second mail. */
  cause: string;
  to: string;
  /** Neutral: it reveals nothing in a mailbox list. */
  subject: string;
  /** Plain text; the HTML part is rendered from it. */
  paragraphs: Paragraph[];
  /** The call to action, after the paragraphs. */
  button?: store.MailButton;
  /** The Reply-To address; replies are discarded without one. */
  replyTo?: string;
  /** Unsubscribe path, for the footer and the one-click header (RFC 8058). */
  unsubscribe?: string;
  /** In place of the texts of the house that are valid when it is sent. */
  texts?: MailTexts;
  /** Deletes the row including its recipient once the mail is sent. */
  deleteAfterSend?: true;
}

/**
 * Transactional outbox: enqueues in the caller's transaction; the worker renders and sends. A mail
 * belongs to the account it is about, whose deletion takes it along; null for everybody else's,
 * also where an account has the same address.
 */
export async function enqueueMail(
  ctx: { db: Sql; now: Date },
  template: MailTemplate,
  accountId: number | null,
): Promise<void> {
  const {
    cause,
    to: recipient,
    subject,
    paragraphs,
    button,
    unsubscribe,
    replyTo,
    texts,
    deleteAfterSend = false,
  } = template;
  await store.insertMail(ctx.db, {
    cause,
    recipient,
    subject,
    content: { paragraphs, button, unsubscribe, texts },
    replyTo,
    deleteAfterSend,
    accountId,
    now: ctx.now,
  });
}

/**
 * Deletes every mail of the account, to or from its address if it is confirmed, or with these
 * causes, sent or waiting, for account deletion. The goodbye mail is enqueued afterwards, with
 * `deleteAfterSend`.
 */
export const eraseMails = (ctx: { db: Sql }, owner: store.MailOwner): Promise<void> =>
  store.deleteMails(ctx.db, owner);

/** Deletes mails that are not sent yet, by the prefix of their causes. */
export const withdrawMails = (ctx: { db: Sql }, cause: string): Promise<void> =>
  store.deleteUnsentMails(ctx.db, cause);

/** Deletes the mail of this very cause unless it is sent. */
export const withdrawMail = (ctx: { db: Sql }, cause: string): Promise<void> =>
  store.deleteUnsentMail(ctx.db, cause);

/** Number of mails with these causes that were sent, wait or were given up. */
export const mailCounts = (db: Sql, causes: readonly string[]): Promise<store.MailCounts> =>
  store.mailCounts(db, causes);

/** Links mails to the account before it changes its address, so that deletion finds them. */
export const tieMails = (
  ctx: { db: Sql },
  tie: { email: string; accountId: number },
): Promise<void> => store.tieMails(ctx.db, tie);

/** Also of addresses that an account has given up: the search of the house. */
export const { accountsWrittenTo } = store;

export type ShownMail = Awaited<ReturnType<typeof store.newest>>[number] & Rendered;

interface Mailbox {
  db: Database;
  publicUrl: string;
  texts: ReadMailTexts;
  /** The texts of the house are those of then. */
  now: Date;
}

/** The newest mails, or those of an address, sent or not, rendered for the development mailbox. */
export async function newestMails(
  box: Mailbox,
  { limit, to }: { limit: number; to?: string },
): Promise<ShownMail[]> {
  const mails = await store.newest(box.db, limit);
  const wanted = to === undefined ? mails : mails.filter(({ recipient }) => recipient === to);
  return Promise.all(wanted.map((mail) => withContent(box, mail)));
}

/** The mail with this id, rendered; undefined if there is none. */
export async function findMail(box: Mailbox, id: number): Promise<ShownMail | undefined> {
  const mail = await store.findById(box.db, id);
  return mail && withContent(box, mail);
}

/** Rendered mails, which never change; the development mailbox is polled. */
const renderCache = new WeakMap<Database, Map<number, Rendered>>();
const MAX_CACHED = 2000;

async function withContent<Mail extends { id: number; letter: store.Content | null }>(
  { db, publicUrl, texts, now }: Mailbox,
  mail: Mail,
) {
  if (!mail.letter) return { ...mail, text: '', html: '' };
  const known = renderCache.get(db) ?? new Map<number, Rendered>();
  renderCache.set(db, known);
  const rendered =
    known.get(mail.id) ?? (await renderMail(mail.letter, publicUrl, await texts(now)));
  if (known.size >= MAX_CACHED) known.clear();
  known.set(mail.id, rendered);
  return { ...mail, ...rendered };
}

/** For the health of the house (BOF-135). */
export const { backlog: mailBacklog } = store;

/** How long a mail that was given up is counted and may be sent again. */
const SHOWN_MS = 7 * DAY_MS;

/** Whether mails that were given up since then can still be sent again. */
export const waitForResending = (db: Sql, givenUpSince: Date, now: Date): Promise<boolean> =>
  store.hasGivenUp(
    db,
    new Date(Math.max(+givenUpSince - store.GIVE_UP_AFTER_MS, now.getTime() - SHOWN_MS)),
  );

/** What did not leave, for the operator: without recipients and content. */
export async function unsentMails(
  { db, now }: { db: Database; now: Date },
  limit: number,
): Promise<{ waiting: number; givenUp: number; mails: store.UnsentMail[] }> {
  const since = new Date(now.getTime() - SHOWN_MS);
  const { waiting, failed: givenUp } = await store.backlog(db, since);
  return { waiting, givenUp, mails: await store.unsent(db, since, limit) };
}

/** Makes one unsent mail due at once, or all that `unsentMails` knows; returns how many. */
export async function resendMails(
  ctx: Pick<Ctx, 'db' | 'now'> & Pick<Parameters<typeof audit>[0], 'actor'>,
  id: number | undefined,
): Promise<number> {
  const { db, now } = ctx;
  const since = new Date(now.getTime() - SHOWN_MS);
  const due = await store.makeDue(db, { id, now, since, leaseMs: store.LEASE_MS });
  for (const mail of due) await audit(ctx, 'mail_resent', `mail:${mail}`);
  return due.length;
}

/** Number of mails that wait because their server offered no trusted TLS. */
export const countWithoutTls = (db: Database): Promise<number> => store.countWithoutTls(db);
