import type { Sql } from '../../platform/db.ts';
import { type Ciphertext, encryptedColumn, nextId } from '../../platform/encryption.ts';

export const textColumn = encryptedColumn({ table: 'customer_note', column: 'text', row: ['id'] });

export interface Note {
  id: number;
  account_id: number;
  staff_id: number | null;
  author: string | null;
  written_at: Date;
  struck_at: Date | null;
}

const COLUMNS = [
  'n.id',
  'n.account_id',
  'n.staff_id',
  'n.text',
  'n.written_at',
  'n.struck_at',
] as const;

const opened = ({ text, ...note }: Note & { text: Ciphertext }) => ({
  ...note,
  text: textColumn.decrypt(text, note.id),
});

/** A page of the notes on an account, the newest first. */
export async function notesOf(
  db: Sql,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<(Note & { text: string })[]> {
  const rows = await db
    .selectFrom('customer_note as n')
    .leftJoin('staff as s', 's.id', 'n.staff_id')
    .select([...COLUMNS, 's.name as author'])
    .where('n.account_id', '=', accountId)
    .orderBy('n.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(opened);
}

export async function loadForUpdate(db: Sql, id: number) {
  return db
    .selectFrom('customer_note')
    .select(['id', 'account_id', 'staff_id', 'struck_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

interface NewNote {
  accountId: number;
  staffId: number | null;
  text: string;
  at: Date;
}

export async function insert(db: Sql, { accountId, staffId, text, at }: NewNote): Promise<number> {
  const id = await nextId(db, 'customer_note');
  await db
    .insertInto('customer_note')
    .values({
      id,
      account_id: accountId,
      staff_id: staffId,
      text: textColumn.encrypt(text, id),
      written_at: at,
    })
    .execute();
  return id;
}

export async function strike(db: Sql, id: number, at: Date): Promise<void> {
  await db.updateTable('customer_note').set({ struck_at: at }).where('id', '=', id).execute();
}

export async function erase(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('customer_note').where('account_id', '=', accountId).execute();
}
