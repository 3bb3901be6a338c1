import { LOOK_REASONS } from '@samtrot/shared/access/looks.ts';
import { PAGE_OF } from '@samtrot/shared/device-messages/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import { partsOf } from '@samtrot/shared/staff/overview-rules.ts';
import { grantOf, mayAnswer, RIGHTS, type Right } from '@samtrot/shared/staff/rights.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import { fileTexts } from '@samtrot/shared/support/file-rules.ts';
import { ticketOf } from '@samtrot/shared/support/rules.ts';
import type * as contract from '@samtrot/shared/support/staff-contract.ts';
import {
  type InboxList,
  THREAD_LABELS,
  type Told,
  TYPING_MS,
  toldText,
} from '@samtrot/shared/support/thread-rules.ts';
import { sql } from 'kysely';
import { lockAccount, type StaffCtx } from '../../platform/action.ts';
import { auditChange, auditLook } from '../../platform/audit.ts';
import { cursorOf, placeIn } from '../../platform/keyset.ts';
import { searchObject } from '../../platform/searched.ts';
import { recordLook } from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import { announce } from '../device-messages/service.ts';
import * as holds from '../holds/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as staff from '../staff/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import * as files from './file-store.ts';
import { attach } from './files.ts';
import { INBOX_ORDERS, inList, matching, type Where } from './inbox/lists.ts';
import { replyAddress } from './incoming/reply-address.ts';
import { answerMail, messageMail, noticeMail } from './mail-templates.ts';
import type { Mailbox } from './ports.ts';
import * as store from './store.ts';

/** The mailbox that is read, if one is. */
type Inbound = Pick<Mailbox, 'address'>;
const PAGE = 50;

const staffIdOf = ({ actor }: Pick<StaffCtx, 'actor'>) =>
  actor.kind === 'staff' ? actor.staffId : null;

/** Writes an entry of this person. */
const write = (ctx: StaffCtx, entry: Omit<store.NewEntry, 'staffId' | 'at'>): Promise<number> =>
  store.insertEntry(ctx.db, { ...entry, staffId: staffIdOf(ctx), at: ctx.now });

type Change = Parameters<typeof auditChange>[2];
const auditThread = (
  ctx: StaffCtx,
  [action, id]: [action: Parameters<typeof auditChange>[1], id: number],
  change: Pick<Change, 'before' | 'after'>,
) => auditChange(ctx, action, { right: 'inbox.reply', object: `thread:${id}`, ...change });

/** Which threads this right opens: some roles see those of one subject only (part 2). */
function scopeOf({ actor }: Pick<StaffCtx, 'actor'>, right: Right): Where {
  const scope = actor.kind === 'staff' ? grantOf(actor.role, right)?.scope : undefined;
  if (scope === 'payment_threads') return sql`t.subject = 'billing'`;
  // No thread belongs to a website yet.
  return scope === 'partner_threads' ? sql`false` : sql`true`;
}

async function listed(db: StaffCtx['db'], row: store.ThreadRow) {
  const { name } = store.senderOf(row);
  const account =
    row.account_id === null ? undefined : await accounts.getAccount(db, row.account_id);
  return {
    ticket: ticketOf(row.id),
    subject: row.subject,
    who: account?.nickname || name,
    account_id: row.account_id,
    state: row.state,
    last_at: row.last_entry_at.toISOString(),
    waits_since: row.waits_since?.toISOString() ?? null,
    assigned:
      row.assigned_to === null ? null : { staff_id: row.assigned_to, name: row.assigned_name! },
  };
}

/**
 * A page of a list of the inbox, or of what a search finds in all of them. @throws INVALID_INPUT
 */
export async function list(
  ctx: StaffCtx,
  secret: string,
  { list, q = '', cursor }: Input<typeof contract.threads>,
): Promise<Output<typeof contract.threads>> {
  const { db } = ctx;
  const scope = scopeOf(ctx, 'inbox.read');
  const staffId = staffIdOf(ctx);
  const typed = q.trim();
  const ordering = INBOX_ORDERS[list];
  const rows = await store.threadPage(
    db,
    sql`${scope} and ${typed === '' ? inList(list, staffId) : matching(typed)}`,
    { ordering, after: placeIn({ cursor, sort: list }, ordering), limit: PAGE + 1 },
  );
  const shown = rows.slice(0, PAGE);
  if (typed !== '')
    await auditLook(ctx, 'searched', {
      right: 'inbox.read',
      object: searchObject(secret, typed),
      found: { hits: shown.length },
    });
  const last = await store.lastWritersOf(
    db,
    shown.map(({ id }) => id),
  );
  const items = [];
  for (const row of shown)
    items.push({ ...(await listed(db, row)), last_by: last.get(row.id) ?? null });
  const count = (of: InboxList) => store.count(db, sql`${scope} and ${inList(of, staffId)}`);
  return {
    items,
    counts: {
      new: (await count('new')).count,
      mine: (await count('mine')).count,
      waiting: (await count('waiting')).count,
    },
    cursor: rows.length > PAGE ? cursorOf(list, shown.at(-1)!.place) : null,
  };
}

/** For the overview: who waits for the house. */
export async function waiting(ctx: StaffCtx) {
  const staffId = staffIdOf(ctx);
  const open = sql<boolean>`${scopeOf(ctx, 'inbox.read')} and ${inList('new', staffId)}`;
  const { count, since, fresh, mine } = await store.countParts(ctx.db, open, staffId);
  return { count, since, parts: partsOf({ neu: fresh, 'dir zugeteilt': mine }) };
}

/** @throws NOT_FOUND also for one of another subject than this person's */
async function find(ctx: StaffCtx, id: number, right: Right): Promise<store.ThreadRow> {
  const where = sql<boolean>`${scopeOf(ctx, right)} and t.id = ${id}`;
  const [row] = await store.threadsWhere(ctx.db, where);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The same, locked until the transaction ends. */
async function lock(ctx: StaffCtx, id: number): Promise<store.ThreadRow> {
  await find(ctx, id, 'inbox.reply');
  const row = await store.loadThreadForUpdate(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Who may answer a thread of this subject and be assigned to it. */
const people = async (
  { db }: Pick<StaffCtx, 'db'>,
  { subject }: Pick<store.ThreadRow, 'subject'>,
) =>
  staff.activePeople(
    db,
    ROLES.filter((role) => mayAnswer(role, subject)),
  );

/** @throws NOT_FOUND */
export async function read(ctx: StaffCtx, id: number): Promise<Output<typeof contract.thread>> {
  const { db, now } = ctx;
  const row = await find(ctx, id, 'inbox.read');
  const { email, phone } = store.senderOf(row);
  await noteRead(ctx, row);
  const writes = row.typing_until !== null && row.typing_until > now;
  const attached = await files.filesOf(db, row.id);
  const foreign = writes && row.typing_by !== staffIdOf(ctx);
  return {
    thread: {
      ...(await listed(db, row)),
      kind: row.kind,
      email: row.kind === 'contact' ? email : null,
      phone,
      previous: row.previous_id === null ? null : ticketOf(row.previous_id),
      typing: foreign ? await holds.staffName(db, row.typing_by) : null,
      entries: (await store.entriesOf(db, row.id)).map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        by: entry.kind === 'message' ? null : (entry.staff_name ?? store.AUTOMATIC),
        text: store.textOf(entry),
        at: entry.at.toISOString(),
        seen_at: entry.seen_at?.toISOString() ?? null,
        files: (attached.get(entry.id) ?? []).map(({ file }) => file),
      })),
    },
    people: (await people(ctx, row)).map(({ id, name }) => ({ staff_id: id, name })),
    account: row.account_id === null ? null : await cardOf(ctx, row.account_id),
  };
}

/** A file of a thread within reach. @throws NOT_FOUND */
export async function file(ctx: StaffCtx, id: number) {
  const found = await files.findFile(ctx.db, id);
  if (!found) throw new AppError('NOT_FOUND');
  await noteRead(ctx, await find(ctx, found.threadId, 'inbox.read'));
  return found;
}

/** Whoever reads a thread of an account, or opens a file of it, stands in her log (BOF-76). */
async function noteRead(ctx: StaffCtx, { id: number, account_id }: store.ThreadRow): Promise<void> {
  if (account_id === null) return;
  const thing = { type: 'message', number } as const;
  const look = { account: account_id, kind: 'messages', thing } as const;
  await recordLook(ctx, { ...look, reason: LOOK_REASONS.message });
}

/** What stands beside a thread of an account (BOF-89). */
async function cardOf({ db }: StaffCtx, id: number) {
  const { created_at } = await accounts.getAccount(db, id);
  return {
    id,
    since: created_at.toISOString(),
    credits: await wallet.balance(db, id),
    owed: await wallet.owed(db, id),
    holds: await holds.countOpenOf(db, id),
    cases: await topups.countOpenCasesOf(db, id),
    payments: (await topups.latestPayments(db, id)).map(
      ({ number, createdAt, method, price, status }) => ({
        number,
        at: createdAt.toISOString(),
        method: method ?? '',
        amount: rappenToFrancs(price),
        status,
      }),
    ),
  };
}

/**
 * Answers, by a mail that names no word of it or, to an address of the public form, with all of it.
 * Returns what the writer reads. @throws NOT_FOUND, ANSWERED_MEANWHILE
 */
export async function answer(
  ctx: StaffCtx,
  {
    thread_id,
    seen_entry,
    text,
    state,
    send_key,
    anyway,
    files,
  }: Input<typeof contract.answerThread>,
  inbound?: Inbound,
): Promise<string> {
  const { db, now } = ctx;
  const row = await lock(ctx, thread_id);
  if (await store.isSent(db, row.id, send_key)) return 'Die Antwort ist schon angekommen.';
  const other = await store.answerAfter(db, row.id, seen_entry);
  if (other && !anyway)
    throw new AppError('ANSWERED_MEANWHILE', {
      params: {
        name: await holds.staffName(db, other.staff_id),
        zeit: localTime(other.at),
      },
    });
  const entry = await write(ctx, {
    threadId: row.id,
    kind: 'answer',
    body: text,
    sendKey: send_key,
  });
  if (row.account_id === null && files?.length) throw invalid({ files: fileTexts.account });
  await attachOwn(ctx, entry, files);
  await store.updateThread(db, row.id, {
    state,
    last_entry_at: now,
    waits_since: null,
    typing_by: null,
    typing_until: null,
    first_answered_at: row.first_answered_at ?? now,
    done_at: state === 'done' ? now : null,
  });
  await auditThread(ctx, ['thread_answered', row.id], {
    before: { state: row.state },
    after: { state, entry },
  });
  if (row.account_id !== null)
    return toldText('Antwort', await tell(ctx, { id: row.id, account_id: row.account_id, entry }));
  const { name, email: to } = store.senderOf(row);
  const replyTo = inbound && replyAddress(inbound.address, row.id);
  await enqueueMail(ctx, answerMail({ id: row.id, entry, to, name, text, replyTo }), null);
  return 'Die Antwort ist unterwegs.';
}

/** Joins files that this person has uploaded to what she sends. @throws INVALID_INPUT */
async function attachOwn(
  ctx: StaffCtx,
  entryId: number,
  files: readonly number[] = [],
): Promise<void> {
  const staffId = staffIdOf(ctx);
  if (staffId === null) return;
  await attach(ctx.db, { by: { staffId }, entryId, files });
}

/** Some roles write about one subject only. @throws RIGHT_MISSING */
function assertSubject({ actor }: Pick<StaffCtx, 'actor'>, subject: string): void {
  if (actor.kind !== 'staff' || mayAnswer(actor.role, subject)) return;
  throw new AppError('RIGHT_MISSING', { params: { recht: RIGHTS['inbox.reply'].label } });
}

/**
 * Writes to an account first. Nobody has waited for it: it counts in no measured wait (BOF-90).
 * What was changed after a lost answer joins the thread that it has begun (EXP-92).
 * @throws NOT_FOUND, RIGHT_MISSING, INVALID_INPUT
 */
export async function begin(
  ctx: StaffCtx,
  { account_id, subject, text, send_key, files }: Input<typeof contract.beginThread>,
): Promise<Output<typeof contract.beginThread>> {
  const { db, now } = ctx;
  assertSubject(ctx, subject);
  // Of two calls with the same id one waits here until the other has committed.
  await lockAccount(db, account_id, 'exclusive').catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('NOT_FOUND') : error;
  });
  const begun = await store.begunAs(db, account_id, send_key);
  if (begun !== undefined) return correct(ctx, begun, { account_id, subject, text, files });
  const { id: accountId, username: name, email } = await accounts.getAccount(db, account_id);
  const sender = { kind: 'support' as const, accountId, name, email, phone: null };
  const id = await store.insertThread(db, { ...sender, subject }, { now, begunAs: send_key });
  const entry = await write(ctx, { threadId: id, kind: 'answer', body: text, sendKey: send_key });
  await attachOwn(ctx, entry, files);
  await store.updateThread(db, id, {
    state: 'answered',
    waits_since: null,
    first_answered_at: now,
  });
  await auditThread(ctx, ['thread_begun', id], {
    after: { account: accountId, entry },
  });
  const told = await tell(ctx, { id, account_id, entry });
  return { ticket: ticketOf(id), message: toldText('Nachricht', told) };
}

/** The same message once more adds nothing; a changed one stands below the first. */
async function correct(
  ctx: StaffCtx,
  id: number,
  {
    account_id,
    subject,
    text,
    files: given = [],
  }: Omit<Input<typeof contract.beginThread>, 'send_key'>,
): Promise<Output<typeof contract.beginThread>> {
  const { db, now } = ctx;
  const ticket = ticketOf(id);
  const attached = await files.attachedTo(db, id);
  const fresh = given.filter((file) => !attached.has(file));
  const sent = (await store.entriesOf(db, id)).some(
    (entry) => entry.kind === 'answer' && store.textOf(entry) === text,
  );
  if (sent && fresh.length === 0) return { ticket, message: 'Die Nachricht ist schon angekommen.' };
  const { subject: before } = (await store.loadThreadForUpdate(db, id))!;
  const entry = await write(ctx, { threadId: id, kind: 'answer', body: text });
  await attachOwn(ctx, entry, fresh);
  await store.updateThread(db, id, { subject, last_entry_at: now });
  await auditThread(ctx, ['thread_answered', id], {
    before: { subject: before },
    after: { subject, entry },
  });
  const told = await tell(ctx, { id, account_id, entry });
  const both = 'Die erste Fassung war schon angekommen, die geänderte steht jetzt darunter.';
  return { ticket, message: `${both} ${toldText('Nachricht', told)}` };
}

/** Mails an account that there is something to read, unless it may not be mailed. */
async function tell(
  ctx: StaffCtx,
  { id, account_id, entry }: { id: number; account_id: number; entry: number },
): Promise<Told> {
  await announce(ctx, {
    accountId: account_id,
    cause: `answer:${entry}`,
    kind: 'answer',
    page: PAGE_OF.thread,
  });
  const account = await accounts.getAccount(ctx.db, account_id);
  // It concerns neither security nor payment.
  if (account.disable_messages) return 'switched_off';
  if (!(await accounts.mayWriteTo(ctx, account))) return 'unconfirmed';
  const mail = (await store.isAsked(ctx.db, id)) ? noticeMail : messageMail;
  await enqueueMail(ctx, mail({ id, entry, to: account.email }), account_id);
  return 'mail';
}

/** Adds a note for the house. @throws NOT_FOUND */
export async function note(
  ctx: StaffCtx,
  { thread_id, text, send_key }: Input<typeof contract.noteThread>,
): Promise<void> {
  const { id } = await lock(ctx, thread_id);
  if (await store.isSent(ctx.db, id, send_key)) return;
  const entry = await write(ctx, { threadId: id, kind: 'note', body: text, sendKey: send_key });
  await auditThread(ctx, ['thread_noted', id], {
    after: { entry },
  });
}

const event = (ctx: StaffCtx, threadId: number, body: string) =>
  write(ctx, { threadId, kind: 'event', body });

/** Assigns to somebody who may answer, or to nobody. @throws NOT_FOUND */
export async function assign(
  ctx: StaffCtx,
  { thread_id, staff_id }: Input<typeof contract.assignThread>,
): Promise<void> {
  const row = await lock(ctx, thread_id);
  if (row.assigned_to === staff_id) return;
  const person = staff_id && (await people(ctx, row)).find(({ id }) => id === staff_id);
  if (staff_id !== null && !person) throw new AppError('NOT_FOUND');
  await store.updateThread(ctx.db, row.id, {
    assigned_to: staff_id,
    ...(person && row.state === 'new' && { state: 'in_progress' }),
    ...(!person && row.state === 'in_progress' && { state: 'new' }),
  });
  await event(ctx, row.id, person ? `Zugeteilt an ${person.name}` : 'Zuteilung aufgehoben');
  await auditThread(ctx, ['thread_assigned', row.id], {
    before: { assigned_to: row.assigned_to ?? 0 },
    after: { assigned_to: staff_id ?? 0 },
  });
}

/** Closes as done or spam, or opens again. @throws NOT_FOUND */
export async function close(
  ctx: StaffCtx,
  { thread_id, state }: Input<typeof contract.closeStaffThread>,
): Promise<void> {
  const row = await lock(ctx, thread_id);
  if (row.state === state || (state === 'new' && row.done_at === null)) return;
  await store.updateThread(ctx.db, row.id, {
    state,
    waits_since: state === 'new' ? ctx.now : null,
    done_at: state === 'new' ? null : ctx.now,
  });
  await event(ctx, row.id, state === 'new' ? 'Wieder geöffnet' : THREAD_LABELS[state]);
  await auditThread(ctx, ['thread_closed', row.id], {
    before: { state: row.state },
    after: { state },
  });
}

/** Shows the others for a moment that this person writes; nothing of it is kept. */
export async function type(ctx: StaffCtx, thread_id: number): Promise<void> {
  const { id } = await lock(ctx, thread_id);
  await store.updateThread(ctx.db, id, {
    typing_by: staffIdOf(ctx),
    typing_until: staffIdOf(ctx) === null ? null : new Date(ctx.now.getTime() + TYPING_MS),
  });
}
