import { isDeepStrictEqual } from 'node:util';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { phoneNumber } from '@samtrot/shared/kernel/phone.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/support/contract.ts';
import { subjectLabel, supportTexts, ticketOf } from '@samtrot/shared/support/rules.ts';
import type * as threads from '@samtrot/shared/support/thread-contract.ts';
import {
  KEEP_THREADS_MS,
  MEASURED_MS,
  officeMinutes,
  promisedWait,
  reportNamed,
  SILENCE_MS,
  threadIdOf,
} from '@samtrot/shared/support/thread-rules.ts';
import { sql } from 'kysely';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail, withdrawMails } from '../mail/service.ts';
import { officeHours } from '../texts/service.ts';
import * as files from './file-store.ts';
import { attach } from './files.ts';
import { threadFor } from './incoming/joining.ts';
import { answerCause, copyMail, inboxMail } from './mail-templates.ts';
import * as store from './store.ts';

export * as desk from './desk.ts';
export { detach, type FileDeps, openStored, upload } from './files.ts';
export { lastReading } from './incoming/mailbox-store.ts';
export { filesOfOwner, ownTables } from './own-data.ts';
export { encryptedColumns as threadColumns } from './store.ts';
export * as templates from './templates.ts';

/** Identical messages of one sender within this time are one. */
const SAME_WITHIN_MS = 10 * MINUTE_MS;

type Reading = Pick<Ctx, 'db' | 'now'>;
type UserCtx = Ctx<Actors['user']>;

/**
 * Stores a message of the public form and mails it to the support; returns the ticket. No copy to
 * the unconfirmed address, or the form could mail strangers.
 */
export async function receiveContact(
  ctx: Reading,
  given: Input<typeof contract.contact>,
  supportEmail: string,
): Promise<string> {
  const { name, email, phone, subject, message: body, ticket } = given;
  const report = ticket && reportNamed(ticket);
  const message = {
    kind: 'contact' as const,
    accountId: null,
    name,
    email,
    subject,
    // The house sees which report it is about, and opens it from there (BOF-62).
    body: report === undefined ? body : `Zu ${report}:\n\n${body}`,
    phone: phone ? phoneNumber(phone) : null,
  };
  const joining = await contactJoining(ctx.db, given, message.phone);
  const { id } = await put(ctx, message, supportEmail, joining);
  return ticketOf(id);
}

/**
 * What a message of the public form goes on from: sent under this id before, or named by its
 * number.
 */
async function contactJoining(
  db: Sql,
  { ticket, name, email, send_key }: Input<typeof contract.contact>,
  phone: string | null,
): Promise<Joining> {
  const named = await namedThread(db, ticket, email);
  if (!send_key) return { named };
  if (!named)
    return begunThread(
      db,
      send_key,
      // Another number or name is no other text: it would be lost in the conversation.
      (row) =>
        row.kind === 'contact' && isDeepStrictEqual(store.senderOf(row), { name, email, phone }),
    );
  await store.lockFingerprint(db, store.fingerprintOf(send_key));
  const sent = (await store.isSent(db, named.id, send_key))
    ? named.id
    : await store.followUpOf(db, named.id, send_key);
  return sent === undefined
    ? { named, sendKey: send_key }
    : { begun: await store.findThread(db, sent) };
}

/** The thread of the public form with this number and address; the number alone joins nothing. */
async function namedThread(db: Sql, ticket: string | undefined, email: string) {
  const id = ticket && threadIdOf(ticket);
  if (!id) return undefined;
  const [row] = await store.threadsWhere(
    db,
    sql`t.id = ${id} and t.kind = 'contact' and t.email_hash = any(${store.emailColumn.lookups(email)})`,
  );
  return row;
}

/**
 * Stores a message of the support page, mails it to the support and a copy to the account if it may
 * be mailed and wants mails; returns the ticket. What was changed after a lost answer joins the
 * thread that it has begun.
 */
export async function receiveSupport(
  ctx: UserCtx,
  { subject, message: body, files: given = [], send_key }: Input<typeof contract.support>,
  supportEmail: string,
): Promise<string> {
  const account = await accounts.getAccount(ctx.db, ctx.actor.userId);
  const message = { ...senderOf(account), subject, body };
  const begun =
    send_key &&
    (await begunThread(ctx.db, send_key, ({ account_id }) => account_id === account.id));
  const { id, isNew, entry } = await put(ctx, message, supportEmail, begun || {});
  // Those that were chosen after a lost answer go to the message that has arrived.
  const attached = await files.attachedTo(ctx.db, id);
  const fresh = given.filter((file) => !attached.has(file));
  const entryId = entry ?? (fresh.length > 0 ? await store.entryWith(ctx.db, id, body) : undefined);
  if (entryId !== undefined)
    await attach(ctx.db, { by: { accountId: account.id }, entryId, files: fresh });
  // The copy concerns neither security nor payment.
  if (!isNew || account.disable_messages || !(await accounts.mayWriteTo(ctx, account)))
    return ticketOf(id);
  await enqueueMail(
    ctx,
    copyMail({ id, message, supportEmail, proven: account.email_confirmed_at !== null }),
    account.id,
  );
  return ticketOf(id);
}

/**
 * The own thread that was begun under this id, or the id for a new one. Of two calls with one id
 * the second waits here until the first has committed.
 */
async function begunThread(
  db: Sql,
  sendKey: string,
  isOwn: (row: store.ThreadRow) => boolean,
): Promise<Joining> {
  await store.lockFingerprint(db, store.fingerprintOf(sendKey));
  const begun = (await store.begunBy(db, sendKey)).find(isOwn);
  return begun ? { begun } : { begunAs: sendKey };
}

const senderOf = ({ id, username, email }: Awaited<ReturnType<typeof accounts.getAccount>>) => ({
  kind: 'support' as const,
  accountId: id,
  name: username,
  email,
  phone: null,
});

interface Joining {
  /** Named by its number. */
  named?: store.ThreadRow | undefined;
  /** Begun under the id of this message. */
  begun?: store.ThreadRow | undefined;
  begunAs?: string;
  /** Of a message in the thread that it names. */
  sendKey?: string;
}

/**
 * Adds a message to the thread it names, or begins one; the same message once more adds nothing.
 */
async function put(
  ctx: Reading,
  message: store.NewMessage,
  supportEmail: string,
  { named, begun, begunAs, sendKey }: Joining,
): Promise<{ id: number; isNew: boolean; entry?: number }> {
  const { db, now } = ctx;
  const fingerprint = fingerprintOf(message, named?.id);
  await store.lockFingerprint(db, fingerprint);
  await store.forgetFingerprint(db, fingerprint, new Date(now.getTime() - SAME_WITHIN_MS));
  // Looked up first, because a new thread consumes a number.
  const same = await store.threadWith(db, fingerprint);
  if (same !== undefined) return { id: same, isNew: false };
  const { body } = message;
  if (begun && (await store.entryWith(db, begun.id, body)) !== undefined)
    return { id: begun.id, isNew: false };
  const id = await threadFor(ctx, message, { named: begun ?? named, begunAs });
  const entry = await store.insertEntry(db, {
    threadId: id,
    kind: 'message',
    body,
    at: now,
    fingerprint,
    ...(sendKey && { sendKey }),
  });
  await enqueueMail(ctx, inboxMail({ id, entry, message, supportEmail, now }), message.accountId);
  return { id, isNew: true, entry };
}

function fingerprintOf(
  { kind, accountId, name, email, phone, subject, body }: store.NewMessage,
  threadId: number | undefined,
): Buffer {
  const sender = kind === 'support' ? [accountId] : [name, email, phone];
  return store.fingerprintOf(JSON.stringify([kind, sender, subject, body, threadId ?? 0]));
}

const isOpen = ({ state }: store.ThreadRow) => state !== 'done' && state !== 'spam';

const listed = (row: store.ThreadRow) => ({
  ticket: ticketOf(row.id),
  subject: row.subject,
  open: isOpen(row),
  unread: row.unread,
  last_at: row.last_entry_at.toISOString(),
});

const ofAccount = (accountId: number) => sql<boolean>`t.account_id = ${accountId}`;

/** The account's conversations with an answer that it has not opened (EXP-33). */
export const unreadAnswers = async (db: Sql, accountId: number) =>
  (await store.unreadAnswersOf(db, accountId)).map(({ id, subject, asked, at }) => ({
    ticket: ticketOf(id),
    subject: subjectLabel(subject),
    asked,
    at,
  }));

/** The threads of the account, and the measured wait (EXP-90, BOF-90). */
export async function ownThreads(ctx: UserCtx): Promise<Output<typeof threads.getThreads>> {
  const rows = await store.threadsWhere(ctx.db, ofAccount(ctx.actor.userId));
  const ids = rows.map(({ id }) => id);
  const excerpts = await store.excerptsOf(ctx.db, ids);
  return {
    threads: rows.map((row) => ({ ...listed(row), excerpt: excerpts.get(row.id) ?? '' })),
    wait: await measuredWait(ctx),
  };
}

/** Numbers of the account's threads with an answer it has not opened (EXP-91). */
export const unreadThreads = async (db: Sql, accountId: number): Promise<string[]> =>
  (await store.unreadOf(db, accountId)).map(ticketOf);

/** The wait for a first answer as a sentence, from the last 30 days. */
async function measuredWait({ db, now }: Reading): Promise<string | null> {
  const rows = await store.answeredSince(db, new Date(now.getTime() - MEASURED_MS));
  const hours = await officeHours({ db, now });
  return promisedWait(
    rows.map((one) => officeMinutes(one.created_at, one.first_answered_at!, hours)),
  );
}

/** @throws NOT_FOUND for a thread of somebody else as for none */
async function lockOwn({ db, actor }: UserCtx, id: number): Promise<store.ThreadRow> {
  const row = await store.loadThreadForUpdate(db, id);
  if (row?.account_id !== actor.userId) throw new AppError('NOT_FOUND');
  return row;
}

/** A thread as its account reads it: no notes, no events, no names of the house (BOF-87). */
export async function ownThread(
  { db, actor }: UserCtx,
  id: number,
): Promise<Output<typeof threads.getThread>> {
  const row = await store.findThread(db, id);
  if (row?.account_id !== actor.userId) throw new AppError('NOT_FOUND');
  const attached = await files.filesOf(db, row.id);
  const entries = (await store.entriesOf(db, row.id))
    .filter(({ kind }) => kind === 'message' || kind === 'answer')
    .map((entry) => ({
      id: entry.id,
      from: entry.kind === 'message' ? ('you' as const) : ('us' as const),
      text: store.textOf(entry),
      at: entry.at.toISOString(),
      files: (attached.get(entry.id) ?? []).map(({ file }) => file),
    }));
  const previous = row.previous_id === null ? null : ticketOf(row.previous_id);
  return { thread: { ...listed(row), previous, entries } };
}

/** Marks all answers as read; a mail about them that has not left is withdrawn (EXP-91). */
export async function openOwn(ctx: UserCtx, threadId: number): Promise<void> {
  const { id } = await lockOwn(ctx, threadId);
  for (const entry of await store.markSeen(ctx.db, id, ctx.now))
    await withdrawMails(ctx, answerCause(id, entry));
}

/** Writes on in a thread; what was sent under this id already is not sent again (EXP-92). */
export async function replyOwn(
  ctx: UserCtx,
  { thread_id, text: body, send_key, files }: Input<typeof threads.replyThread>,
  supportEmail: string,
): Promise<Output<typeof threads.replyThread>> {
  const { db, now } = ctx;
  const row = await lockOwn(ctx, thread_id);
  const sent = (id: number) => ({ ticket: ticketOf(id), message: supportTexts.sent });
  if (await store.isSent(db, row.id, send_key)) return sent(row.id);
  const followUp = await store.followUpOf(db, row.id, send_key);
  if (followUp !== undefined) return sent(followUp);
  const account = await accounts.getAccount(db, ctx.actor.userId);
  const message = { ...senderOf(account), subject: row.subject, body };
  const id = await threadFor(ctx, message, { named: row });
  const entry = await store.insertEntry(db, {
    threadId: id,
    kind: 'message',
    body,
    at: now,
    sendKey: send_key,
  });
  await attach(db, { by: { accountId: account.id }, entryId: entry, files });
  await enqueueMail(ctx, inboxMail({ id, entry, message, supportEmail, now }), account.id);
  return sent(id);
}

/** A file of the account's threads. @throws NOT_FOUND */
export async function ownFile(db: Sql, accountId: number, id: number) {
  const file = await files.findFile(db, id);
  const row = file && (await store.findThread(db, file.threadId));
  if (row?.account_id !== accountId) throw new AppError('NOT_FOUND');
  return file!;
}

/** Closes a thread for its account; closing it twice changes nothing. */
export async function closeOwn(ctx: UserCtx, id: number): Promise<void> {
  const row = await lockOwn(ctx, id);
  if (!isOpen(row)) return;
  await store.updateThread(ctx.db, row.id, { state: 'done', waits_since: null, done_at: ctx.now });
}

/**
 * Deletes all threads of the account and, if it is confirmed, of its address, for account deletion;
 * called before the address is erased.
 */
export async function deleteThreads({ db, now }: Reading, accountId: number): Promise<void> {
  const { email, email_confirmed_at } = await accounts.getAccount(db, accountId);
  const own = { accountId, email: email_confirmed_at === null ? null : email };
  await store.deleteThreads(db, { ...own, at: now });
  await files.deleteOf(db, accountId);
}

/**
 * Closes what has been silent after an answer, deletes what is closed or gone long enough (BOF-91).
 */
export async function tidy({ db, now }: Reading): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const closed = await store.closeSilent(db, ago(SILENCE_MS), now);
  const deleted = await store.deleteClosed(db, ago(KEEP_THREADS_MS));
  return closed + deleted + (await store.deleteTombstones(db, ago(KEEP_THREADS_MS)));
}
