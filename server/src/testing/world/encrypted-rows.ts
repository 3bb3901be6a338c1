import type { BLANK_CLUB_CONTACT } from '@samtrot/shared/clubs/contract.ts';
import type { BLANK_CONTACT } from '@samtrot/shared/inserate/contract.ts';
import type { Selectable } from 'kysely';
import { encryptedColumns } from '../../app/encrypted-columns.ts';
import { clubContact } from '../../modules/clubs/service.ts';
import { adContact } from '../../modules/inserate/service.ts';
import type { Database } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import type { DB } from '../../platform/schema.generated.ts';

type InClear<Row> = {
  [K in keyof Row]: [Extract<Row[K], Ciphertext>] extends [never]
    ? Row[K]
    : Exclude<Row[K], Ciphertext> | string;
};

type ContactIn<T> = T extends 'inserat'
  ? typeof BLANK_CONTACT
  : T extends 'club'
    ? typeof BLANK_CLUB_CONTACT
    : unknown;

/**
 * All rows of a table, their ciphertexts decrypted, in the order of their ids; contact data as
 * fields of their own.
 */
export async function rowsInClear<T extends keyof DB & string>(
  db: Database,
  table: T,
): Promise<(InClear<Selectable<DB[T]>> & ContactIn<T>)[]> {
  const columns = encryptedColumns.filter((column) => column.table === table);
  if (columns.length === 0) throw new Error(`${table} has no ciphertexts`);
  const rows = (await db
    .selectFrom(table as 'mail')
    .selectAll()
    .execute()) as unknown as Record<string, never>[];
  const clear = rows.map((row): Record<string, unknown> => {
    const key = (names: readonly string[]) => names.map((name) => row[name]!);
    return {
      ...(table === 'inserat' && adContact.read(row as never)),
      ...(table === 'club' && clubContact.read(row as never)),
      ...row,
      ...Object.fromEntries(
        columns.map(({ column, row: names, decrypt }) => [
          column,
          row[column] && decrypt(row[column], ...key(names)),
        ]),
      ),
    };
  });
  const id = (row: Record<string, unknown>) => Number(row.id ?? 0);
  return clear.sort((a, b) => id(a) - id(b)) as never;
}

const editsColumn = (table: 'inserat' | 'club') =>
  encryptedColumns.find((one) => one.table === table && one.column === 'unsaved')!;

/** Edits beside a listing as its row stores them. */
export const storedEdits = (table: 'inserat' | 'club', id: number, edits: object): Ciphertext =>
  editsColumn(table).encrypt(JSON.stringify(edits), id);

/** Stores other edits beside a listing, as another version may have written them. */
export async function changeEdits(
  { db }: { db: Database },
  table: 'inserat' | 'club',
  id: number,
  change: (edits: Record<string, unknown>) => object,
): Promise<void> {
  const { unsaved } = await db
    .selectFrom(table)
    .select('unsaved')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const edits = change(JSON.parse(editsColumn(table).decrypt(unsaved!, id)));
  await db
    .updateTable(table)
    .set({ unsaved: storedEdits(table, id, edits) })
    .where('id', '=', id)
    .execute();
}
