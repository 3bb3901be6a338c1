import { sql } from 'kysely';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import {
  type Ciphertext,
  type EncryptedColumn,
  encryptedColumn,
} from '../../platform/encryption.ts';

/** What visitors see, or what waits, by field. */
type Texts = Record<string, string>;

/** What was exchanged by an approval: the texts that waited, and those that they replaced. */
export interface Exchanged {
  waited: Texts;
  replaced: Texts;
}

/** Texts of a published listing that wait for an approval beside what visitors see. */
export interface PendingTexts {
  column: EncryptedColumn;
  /** The row with the texts that wait instead of those that visitors see. */
  overlay<Row extends { id: number; pending: Ciphertext | null }>(row: Row): Omit<Row, 'pending'>;
  /** The columns for these values: those of a published listing wait, if the mode says so. */
  heldBack<Values extends object>(db: Sql, id: number, values: Values): Promise<Values>;
  /** Shows the texts of this part that wait, of a listing that the caller has locked. */
  exchange(db: Sql, id: number, part: string): Promise<Exchanged>;
  /** Takes an exchange back. */
  takeBack(db: Sql, id: number, of: Exchanged): Promise<void>;
}

interface Definition {
  table: 'inserat' | 'banner' | 'club';
  /** Which texts wait, by the column of the hash that a review sees of them. */
  parts: Readonly<Record<string, readonly string[]>>;
  /** Of contact data, which are a ciphertext in the row. */
  contact?: {
    read(row: { id: number; contact: Ciphertext | null }): Texts;
    changed(db: Sql, id: number, values: object): Promise<object>;
  };
}

/** The texts of a kind of listing that wait under `before`; contact data stay encrypted. */
export function pendingTexts({ table, parts, contact }: Definition): PendingTexts {
  const column = encryptedColumn({ table, column: 'pending', row: ['id'] });
  const names = Object.values(parts).flat();
  const NONE = {
    pending: null,
    ...Object.fromEntries(Object.keys(parts).map((print) => [print, null])),
  };
  const opened = (id: number, stored: Ciphertext | null): Texts => {
    if (!stored) return {};
    const { salt: _salt, ...texts } = JSON.parse(column.decrypt(stored, id)) as Texts;
    return texts;
  };
  /** The texts that visitors see, and those that wait. */
  async function read(db: Sql, id: number): Promise<{ shown: Texts; waiting: Texts }> {
    const row = (await db
      .selectFrom(table as 'inserat')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) as unknown as Texts & {
      id: number;
      contact: Ciphertext | null;
      pending: Ciphertext | null;
    };
    const shown: Texts = { ...row, ...contact?.read(row) } as never;
    return { shown: only(names, shown), waiting: opened(id, row.pending) };
  }
  /** The columns of texts that wait; of each part another hash with each save. */
  function columnsOf(id: number, waiting: Texts, always: readonly string[] = []): object {
    const salt = randomToken();
    const print = (fields: readonly string[]) => {
      const of = only(fields, waiting);
      return Object.keys(of).length > 0 ? hashToken(JSON.stringify({ salt, ...of })) : null;
    };
    return {
      pending:
        Object.keys(waiting).length > 0
          ? column.encrypt(JSON.stringify({ salt, ...waiting }), id)
          : null,
      ...Object.fromEntries(
        Object.entries(parts).map(([name, fields]) => [
          name,
          print(fields) ?? (always.includes(name) ? hashToken(salt) : null),
        ]),
      ),
    };
  }
  async function write(db: Sql, id: number, values: object): Promise<void> {
    const columns = contact ? await contact.changed(db, id, values) : values;
    await db
      .updateTable(table as 'inserat')
      .set(columns)
      .where('id', '=', id)
      .execute();
  }
  return {
    column,
    overlay({ pending, ...row }) {
      return { ...row, ...opened(row.id, pending) };
    },
    async heldBack(db, id, values) {
      const given = only(names, values as Texts);
      if (Object.keys(given).length === 0) return values;
      if (!(await changeWaits(db, table, id))) return { ...values, ...NONE };
      const { shown, waiting } = await read(db, id);
      const newest: Texts = { ...shown, ...waiting, ...given };
      const differing = names.filter((name) => newest[name] !== shown[name]);
      const rest = Object.fromEntries(
        Object.entries(values).filter(([name]) => !names.includes(name)),
      );
      const always = await partsWithMedia(db, table, id);
      return { ...rest, ...columnsOf(id, only(differing, newest), always) } as typeof values;
    },
    async exchange(db, id, part) {
      const { shown, waiting } = await read(db, id);
      const waited = only(parts[part]!, waiting);
      const replaced = only(Object.keys(waited), shown);
      const left = Object.fromEntries(
        Object.entries(waiting).filter(([name]) => !(name in waited)),
      );
      const others = Object.keys(parts).filter((name) => name !== part);
      // What waits of another part keeps its hash, so that its review stays the same.
      const { pending } = columnsOf(id, left) as { pending: Ciphertext | null };
      await write(db, id, { ...waited, pending, [part]: null, ...(others.length === 0 && NONE) });
      return { waited, replaced };
    },
    async takeBack(db, id, { waited, replaced }) {
      const { waiting } = await read(db, id);
      await write(db, id, { ...replaced, ...columnsOf(id, { ...waiting, ...waited }) });
    },
  };
}

const only = (names: readonly string[], of: Texts): Texts =>
  Object.fromEntries(names.filter((name) => name in of).map((name) => [name, of[name]!]));

/** Whether a change of this listing waits for an approval. */
export async function changeWaits(
  db: Sql,
  table: Definition['table'],
  id: number,
): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select change_waits(${table}, ${id}) as waits`.execute(db);
  return rows[0]!.waits;
}

/** Parts with a picture or film that waits: a save hands it in again. */
async function partsWithMedia(
  db: Sql,
  table: Definition['table'],
  id: number,
): Promise<readonly string[]> {
  const of = sql.ref(`${table}_id`);
  const films =
    table === 'inserat'
      ? sql`union select place from video where inserat_id = ${id} and seen_by = 'owner'`
      : sql``;
  const { rows } = await sql<{ place: string }>`
    select place from image where ${of} = ${id} and seen_by = 'owner' ${films}`.execute(db);
  return rows.map(({ place }) => (place === 'story' ? 'story_print' : 'pending_print'));
}
