import type { Selectable } from 'kysely';
import { encryptedColumns } from '../../app/encrypted-columns.ts';
import type { Database } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import type { DB } from '../../platform/schema.generated.ts';

type InClear<Row> = {
  [K in keyof Row]: [Extract<Row[K], Ciphertext>] extends [never]
    ? Row[K]
    : Exclude<Row[K], Ciphertext> | string;
};

/** All rows of a table, their ciphertexts decrypted, in the order of their ids. */
export async function rowsInClear<T extends keyof DB & string>(
  db: Database,
  table: T,
): Promise<InClear<Selectable<DB[T]>>[]> {
  const columns = encryptedColumns.filter((column) => column.table === table);
  if (columns.length === 0) throw new Error(`${table} has no ciphertexts`);
  const rows = (await db
    .selectFrom(table as 'mail')
    .selectAll()
    .execute()) as unknown as Record<string, never>[];
  const clear = rows.map((row): Record<string, unknown> => {
    const key = (names: readonly string[]) => names.map((name) => row[name]!);
    return {
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
