import type { FileKind } from '@samtrot/shared/support/file-rules.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import { type Ciphertext, encryptedColumn, nextId } from '../../platform/encryption.ts';

export const nameColumn = encryptedColumn({ table: 'thread_file', row: ['id'], column: 'name' });

interface Row {
  id: number;
  entry_id: number | null;
  name: Ciphertext;
  kind: FileKind;
  bytes: number;
  file: string;
}

const shown = ({ id, name, kind, bytes }: Row) => ({
  id,
  kind,
  bytes,
  name: nameColumn.decrypt(name, id),
});

/** Who uploads a file for a message of theirs. */
export type Uploader = { accountId: number } | { staffId: number };

const uploadedBy = (by: Uploader) =>
  'accountId' in by
    ? sql<SqlBool>`account_id = ${by.accountId}`
    : sql<SqlBool>`staff_id = ${by.staffId}`;

export interface NewFile {
  /** Null for a file of a mail. */
  by: Uploader | null;
  name: string;
  kind: FileKind;
  bytes: number;
  file: string;
  now: Date;
  /** Of a message that exists already. */
  entryId?: number;
}

export async function insertFile(db: Sql, of: NewFile) {
  const id = await nextId(db, 'thread_file');
  const { by, name, kind, bytes, file, now, entryId = null } = of;
  await db
    .insertInto('thread_file')
    .values({
      id,
      name: nameColumn.encrypt(name, id),
      account_id: by && 'accountId' in by ? by.accountId : null,
      staff_id: by && 'staffId' in by ? by.staffId : null,
      kind,
      bytes,
      file,
      entry_id: entryId,
      created_at: now,
    })
    .execute();
  return { id, name, kind, bytes };
}

/** Keeps the newest unsent files of somebody and deletes the others. */
export const limitUnsent = (db: Sql, by: Uploader, most: number) =>
  sql`delete from thread_file where id in (
    select id from thread_file where ${uploadedBy(by)} and entry_id is null
     order by id desc offset ${most})`.execute(db);

/** Deletes an own unsent file; returns whether there was one. */
export async function deleteUnsent(db: Sql, by: Uploader, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom('thread_file')
    .where('id', '=', id)
    .where(uploadedBy(by))
    .where('entry_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives own unsent files to an entry; returns how many of these there were. */
export async function attach(
  db: Sql,
  { by, entryId, ids }: { by: Uploader; entryId: number; ids: readonly number[] },
): Promise<number> {
  const rows = await db
    .updateTable('thread_file')
    .set({ entry_id: entryId })
    .where('id', 'in', ids)
    .where(uploadedBy(by))
    .where('entry_id', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}

/** The files of a thread by their entries. */
export async function filesOf(db: Sql, threadId: number) {
  const { rows } = await sql<Row>`
    select f.id, f.entry_id, f.name, f.kind, f.bytes, f.file
      from thread_file f join thread_entry e on e.id = f.entry_id
     where e.thread_id = ${threadId} order by f.id`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({ entry: row.entry_id!, file: shown(row) })),
    ({ entry }) => entry,
  );
}

/** The numbers of the files of a thread. */
export const attachedTo = async (db: Sql, threadId: number): Promise<Set<number>> =>
  new Set([...(await filesOf(db, threadId)).values()].flat().map(({ file }) => file.id));

/** A sent file with its thread. */
export async function findFile(db: Sql, id: number) {
  const { rows } = await sql<Row & { thread_id: number }>`
    select f.id, f.entry_id, f.name, f.kind, f.bytes, f.file, e.thread_id
      from thread_file f join thread_entry e on e.id = f.entry_id where f.id = ${id}`.execute(db);
  const [row] = rows;
  return row && { ...shown(row), file: row.file, threadId: row.thread_id };
}

/** Files under this condition, sent or not. */
export async function filesWhere(db: Sql, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<Row>`
    select id, entry_id, name, kind, bytes, file from thread_file where ${where}
     order by id`.execute(db);
  return rows.map((row) => ({ ...shown(row), file: row.file }));
}

export async function deleteOf(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('thread_file').where('account_id', '=', accountId).execute();
}

/** Deletes files whose message was never sent; returns how many. */
export async function deleteUnsentBefore(db: Sql, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from thread_file where entry_id is null and created_at <= ${before}`.execute(db);
  return Number(numAffectedRows);
}

/** Takes some files whose rows are gone; others skip them until the transaction ends. */
export async function claimRemovals(ctx: JobContext, most: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    delete from thread_file_removal where file in (
      select file from thread_file_removal where ${dueOnly(ctx, sql`file`)}
       limit ${most} for update skip locked)
    returning file`.execute(ctx.db);
  const files = rows.map(({ file }) => file);
  ctx.due?.claimed(files);
  return files;
}

/** Which of these stored names no row names. */
export async function unnamed(db: Database, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name
     where not exists (select from thread_file f where f.file = name)`.execute(db);
  return rows.map(({ name }) => name);
}
