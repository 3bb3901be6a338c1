import type { EntryKind, ThreadState } from '@samtrot/shared/support/thread-rules.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { type Ciphertext, encryptedColumn, nextId } from '../../platform/encryption.ts';
import { type Ordering, orderBy, type Place, pageOf, placeOf } from '../../platform/keyset.ts';
import { addressLookups, type Owner } from '../../platform/own-data.ts';
import { nameColumn as fileName } from './file-store.ts';

const OF_THREAD = { table: 'thread', row: ['id'] } as const;
const nameColumn = encryptedColumn({ ...OF_THREAD, column: 'name' });
export const emailColumn = encryptedColumn({ ...OF_THREAD, column: 'email', hash: 'email_hash' });
const phoneColumn = encryptedColumn({ ...OF_THREAD, column: 'phone' });
export const threadColumns = [nameColumn, emailColumn, phoneColumn];
export const bodyColumn = encryptedColumn({ table: 'thread_entry', row: ['id'], column: 'body' });
export const encryptedColumns = [...threadColumns, bodyColumn, fileName];

export interface Sender {
  kind: 'contact' | 'support';
  accountId: number | null;
  name: string;
  email: string;
  phone: string | null;
}

export interface NewMessage extends Sender {
  subject: string;
  body: string;
}

export interface ThreadRow {
  id: number;
  kind: 'contact' | 'support';
  account_id: number | null;
  name: Ciphertext;
  email: Ciphertext;
  phone: Ciphertext | null;
  subject: string;
  state: ThreadState;
  assigned_to: number | null;
  assigned_name: string | null;
  created_at: Date;
  last_entry_at: Date;
  waits_since: Date | null;
  first_answered_at: Date | null;
  done_at: Date | null;
  previous_id: number | null;
  typing_by: number | null;
  typing_until: Date | null;
  unread: boolean;
}

export const senderOf = ({ id, name, email, phone }: ThreadRow) => ({
  name: nameColumn.decrypt(name, id),
  email: emailColumn.decrypt(email, id),
  phone: phone === null ? null : phoneColumn.decrypt(phone, id),
});

const COLUMNS = sql.raw(`t.id, t.kind, t.account_id, t.name, t.email, t.phone, t.subject, t.state,
  t.assigned_to, (select name from staff where id = t.assigned_to) as assigned_name, t.created_at,
  t.last_entry_at, t.waits_since, t.first_answered_at, t.done_at, t.previous_id, t.typing_by,
  t.typing_until, exists (select from thread_entry e
    where e.thread_id = t.id and e.kind = 'answer' and e.seen_at is null) as unread`);

/** Threads under this condition, those with the newest entry first. */
export async function threadsWhere(db: Sql, where: RawBuilder<SqlBool>): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    select ${COLUMNS} from thread t where ${where}
     order by last_entry_at desc, id limit 500`.execute(db);
  return rows;
}

interface ThreadPage {
  ordering: Ordering;
  after: Place | null;
  limit: number;
}

/**
 * A page of the threads under this condition; each of its parts is a range of an index (BOF-82).
 */
export async function threadPage(
  db: Sql,
  where: RawBuilder<SqlBool>,
  { ordering, after, limit }: ThreadPage,
): Promise<(ThreadRow & { place: Place })[]> {
  const page = pageOf(
    ordering,
    after,
    (part, order) => sql`
      select t.* from thread t where ${where} and ${part} ${order} limit ${limit}`,
  );
  const { rows } = await sql<ThreadRow & { place: Place }>`
    select ${COLUMNS}, ${placeOf(ordering)} as place
      from (${page}) t ${orderBy(ordering)} limit ${limit}`.execute(db);
  return rows;
}

export async function findThread(db: Sql, id: number): Promise<ThreadRow | undefined> {
  return (await threadsWhere(db, sql`t.id = ${id}`))[0];
}

/** How many threads under this condition, and since when the oldest of them waits. */
export async function count(
  db: Sql,
  where: RawBuilder<SqlBool>,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(t.waits_since) as since from thread t where ${where}`.execute(db);
  return rows[0]!;
}

/** The same, and how many of them are new and how many are this person's. */
export async function countParts(
  db: Sql,
  where: RawBuilder<SqlBool>,
  staffId: number | null,
): Promise<{ count: number; since: Date | null; fresh: number; mine: number }> {
  const { rows } = await sql<{ count: number; since: Date | null; fresh: number; mine: number }>`
    select count(*) as count, min(t.waits_since) as since,
           count(*) filter (where t.state = 'new') as fresh,
           count(*) filter (where t.assigned_to = ${staffId}) as mine from thread t
             where ${where}`.execute(db);
  return rows[0]!;
}

/** A thread, locked until the transaction ends. */
export async function loadThreadForUpdate(db: Sql, id: number): Promise<ThreadRow | undefined> {
  await sql`select from thread where id = ${id} for update`.execute(db);
  return findThread(db, id);
}

interface Beginning {
  now: Date;
  previous?: number | null;
  /** The id that the page drew when it wrote first. */
  begunAs?: string | null | undefined;
}

/** Inserts a thread without entries; returns its id. */
export async function insertThread(
  db: Sql,
  { kind, accountId, name, email, phone, subject }: Omit<NewMessage, 'body'>,
  { now, previous = null, begunAs = null }: Beginning,
): Promise<number> {
  const id = await nextId(db, 'thread');
  await db
    .insertInto('thread')
    .values({
      id,
      kind,
      account_id: accountId,
      name: nameColumn.encrypt(name, id),
      email: emailColumn.encrypt(email, id),
      email_hash: emailColumn.lookup(email),
      phone: phone === null ? null : phoneColumn.encrypt(phone, id),
      subject,
      state: 'new',
      created_at: now,
      last_entry_at: now,
      waits_since: now,
      previous_id: previous,
      begun_as: begunAs,
    })
    .execute();
  return id;
}

/** The threads that were begun under this id, each by another sender. */
export const begunBy = (db: Sql, id: string): Promise<ThreadRow[]> =>
  threadsWhere(db, sql`t.begun_as = ${id}`);

/** The thread that the house began with this account under this id. */
export async function begunAs(db: Sql, accountId: number, id: string): Promise<number | undefined> {
  return (await begunBy(db, id)).find(({ account_id }) => account_id === accountId)?.id;
}

export interface NewEntry {
  threadId: number;
  kind: EntryKind;
  staffId?: number | null;
  body: string;
  at: Date;
  sendKey?: string;
  fingerprint?: Buffer;
  /** By what a mail is known that was stored. */
  receivedAs?: Buffer;
}

export async function insertEntry(
  db: Sql,
  { threadId, kind, staffId = null, body, at, sendKey, fingerprint, receivedAs }: NewEntry,
): Promise<number> {
  const id = await nextId(db, 'thread_entry');
  await db
    .insertInto('thread_entry')
    .values({
      id,
      thread_id: threadId,
      kind,
      staff_id: staffId,
      body: bodyColumn.encrypt(body, id),
      at,
      send_key: sendKey ?? null,
      fingerprint: fingerprint ?? null,
      received_as: receivedAs ?? null,
    })
    .execute();
  return id;
}

type Changed = Partial<
  Pick<
    ThreadRow,
    | 'subject'
    | 'state'
    | 'assigned_to'
    | 'last_entry_at'
    | 'waits_since'
    | 'first_answered_at'
    | 'done_at'
    | 'typing_by'
    | 'typing_until'
  >
>;
export async function updateThread(db: Sql, id: number, changed: Changed): Promise<void> {
  await db.updateTable('thread').set(changed).where('id', '=', id).execute();
}

export interface EntryRow {
  id: number;
  kind: EntryKind;
  staff_id: number | null;
  staff_name: string | null;
  body: Ciphertext;
  at: Date;
  seen_at: Date | null;
}

export async function entriesOf(db: Sql, threadId: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.kind, e.staff_id, s.name as staff_name, e.body, e.at, e.seen_at
      from thread_entry e left join staff s on s.id = e.staff_id
     where e.thread_id = ${threadId} order by e.id`.execute(db);
  return rows;
}
export const textOf = ({ id, body }: EntryRow): string => bodyColumn.decrypt(body, id);

/** Whose name stands at what nobody of the house wrote. */
export const AUTOMATIC = 'Automatik';

/** So much of what was said last stands in the list. */
const EXCERPT = 80;

/**
 * How what was said last in each thread begins, on one line: for its owner alone (decision 191).
 */
export async function excerptsOf(
  db: Sql,
  threadIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<Pick<EntryRow, 'id' | 'body'> & { thread_id: number }>`
    select t.id as thread_id, e.id, e.body from unnest(${threadIds}::bigint[]) as t(id)
     cross join lateral (select id, body from thread_entry
       where thread_id = t.id and kind in ('message', 'answer')
       order by id desc limit 1) e`.execute(db);
  const begin = (text: string) => {
    const letters = [...text.replace(/\s+/g, ' ')];
    return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join('')}…` : letters.join('');
  };
  return new Map(
    rows.map(({ thread_id, id, body }) => [thread_id, begin(bodyColumn.decrypt(body, id))]),
  );
}

/** Who of the house said the last thing in each thread; null where its sender did. */
export async function lastWritersOf(
  db: Sql,
  threadIds: readonly number[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; by: string | null }>`
    select t.id, case when e.kind = 'answer' then coalesce(s.name, ${AUTOMATIC}) end as by
      from unnest(${threadIds}::bigint[]) as t(id)
     cross join lateral (select kind, staff_id from thread_entry
       where thread_id = t.id and kind in ('message', 'answer') order by id desc limit 1) e
      left join staff s on s.id = e.staff_id`.execute(db);
  return new Map(rows.map(({ id, by }) => [id, by]));
}

/** Whether this thread has an entry that the page drew this id for. */
export async function isSent(db: Sql, threadId: number, sendKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('thread_entry')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('send_key', '=', sendKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** The thread of the account that goes on from this one and begins with this message. */
export async function followUpOf(
  db: Sql,
  threadId: number,
  sendKey: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('thread as t')
    .innerJoin('thread_entry as e', 'e.thread_id', 't.id')
    .select('t.id')
    .where('t.previous_id', '=', threadId)
    .where('e.send_key', '=', sendKey)
    .executeTakeFirst();
  return row?.id;
}

/** The newest message of a thread with this text. */
export async function entryWith(
  db: Sql,
  threadId: number,
  body: string,
): Promise<number | undefined> {
  const same = (entry: EntryRow) => entry.kind === 'message' && textOf(entry) === body;
  return (await entriesOf(db, threadId)).findLast(same)?.id;
}

/** The newest answer after this entry, with who gave it. */
export async function answerAfter(
  db: Sql,
  threadId: number,
  entryId: number,
): Promise<EntryRow | undefined> {
  return (await entriesOf(db, threadId)).findLast(
    ({ id, kind }) => kind === 'answer' && id > entryId,
  );
}

/** Notes that the account has opened every answer; returns the ids that were unread. */
export async function markSeen(db: Sql, threadId: number, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('thread_entry')
    .set({ seen_at: now })
    .where('thread_id', '=', threadId)
    .where('kind', '=', 'answer')
    .where('seen_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

interface UnreadAnswer {
  id: number;
  subject: string;
  /** Whether the account has written in the thread: otherwise the house wrote first. */
  asked: boolean;
  at: Date;
}

const ASKED = sql<boolean>`exists (
  select from thread_entry m where m.thread_id = t.id and m.kind = 'message')`;

/** Of each of the account's threads with an unread answer its subject and the newest answer. */
export async function unreadAnswersOf(db: Sql, accountId: number): Promise<UnreadAnswer[]> {
  const { rows } = await sql<UnreadAnswer>`
    select t.id, t.subject, ${ASKED} as asked, max(e.at) as at
      from thread t join thread_entry e on e.thread_id = t.id
     where t.account_id = ${accountId} and e.kind = 'answer' and e.seen_at is null
     group by t.id, t.subject`.execute(db);
  return rows;
}

/** Whether whom the thread is with has written in it. */
export async function isAsked(db: Sql, threadId: number): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`
    select ${ASKED} as asked from thread t where t.id = ${threadId}`.execute(db);
  return rows[0]!.asked;
}

/** Tickets of the account's threads with an unread answer, the newest first. */
export async function unreadOf(db: Sql, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from thread t where t.account_id = ${accountId} and exists (
      select from thread_entry e
       where e.thread_id = t.id and e.kind = 'answer' and e.seen_at is null)
     order by t.last_entry_at desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Frees the fingerprint of messages so old that the same one is a new one. */
export async function forgetFingerprint(db: Sql, fingerprint: Buffer, since: Date): Promise<void> {
  await db
    .updateTable('thread_entry')
    .set({ fingerprint: null })
    .where('fingerprint', '=', fingerprint)
    .where('at', '<=', since)
    .execute();
}

/** The thread with this message. */
export async function threadWith(db: Sql, fingerprint: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('thread_entry')
    .select('thread_id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.thread_id;
}

/** Whether a mail was stored under one of these hashes. */
export async function isReceived(db: Sql, hashes: readonly Buffer[]): Promise<boolean> {
  const row = await db
    .selectFrom('thread_entry')
    .select('id')
    .where('received_as', 'in', hashes)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of two calls with the same message one waits here until the other has committed. */
export const lockFingerprint = (db: Sql, fingerprint: Buffer) =>
  sql`select pg_advisory_xact_lock(${String(fingerprint.readBigInt64BE(0))}::bigint)`.execute(db);

/** Keyed hash of a message and its sender, by which a repeated one is recognised. */
export const fingerprintOf = (content: string): Buffer => bodyColumn.lookup(content);

/** Under which keyed hashes a mail of this content may be stored; new ones use the first. */
export const receivedAs = (content: string): Buffer[] => bodyColumn.lookups(content);

/** Deletes the threads of the account and those with its address; their numbers stay (BOF-81). */
export async function deleteThreads(
  db: Sql,
  { accountId, email, at }: Pick<Owner, 'accountId' | 'email'> & { at: Date },
): Promise<void> {
  await sql`with gone as (
      delete from thread where account_id = ${accountId}
        or (kind = 'contact' and email_hash = any(${addressLookups(emailColumn, { email })}))
      returning id)
    insert into thread_tombstone (id, account_id, deleted_at)
    select id, ${accountId}, ${at} from gone`.execute(db);
}

const BATCH = 500;

/** Closes answered threads that have been silent since; returns how many. */
export async function closeSilent(db: Sql, since: Date, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update thread set state = 'done', done_at = ${now} where id in (
      select id from thread where state = 'answered' and last_entry_at <= ${since}
       limit ${BATCH} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes threads closed before this; returns how many. */
export async function deleteClosed(db: Sql, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from thread where id in (
      select id from thread
       where done_at <= ${before} limit ${BATCH} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes the numbers of threads that went before this; returns how many. */
export async function deleteTombstones(db: Sql, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('thread_tombstone')
    .where('deleted_at', '<=', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** When threads of those who asked first began and were first answered, since then. */
export const answeredSince = (db: Sql, since: Date) =>
  db
    .selectFrom('thread')
    .select(['created_at', 'first_answered_at'])
    .where('first_answered_at', '>', since)
    // One that the house began is answered as it begins.
    .whereRef('first_answered_at', '>', 'created_at')
    .execute();
