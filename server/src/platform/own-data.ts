import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Sql } from './db.ts';
import type { Ciphertext, EncryptedColumn } from './encryption.ts';
import type { DB } from './schema.generated.ts';

/** Whose data is read, as of when. */
export interface Owner {
  accountId: number;
  /**
   * Null until it is confirmed: what others wrote under an address belongs to who reads its mail.
   */
  email: string | null;
  username: string;
  now: Date;
}

/** The file of the export in which a table stands, without `.json`. */
export type OwnFile =
  | 'konto'
  | 'inserate'
  | 'banner'
  | 'clubs'
  | 'zahlungen'
  | 'nachrichten'
  | 'protokoll';

/** How a module hands over the rows of a table that belong to an account (ACC-15). */
export interface OwnTable {
  table: string;
  file: OwnFile;
  /** What the rows are, in German. */
  about: string;
  /** What each column holds, in German; null keeps a secret or a copy of other columns back. */
  fields: Readonly<Record<string, string | null>>;
  /** Which rows belong to the account. */
  where(owner: Owner): RawBuilder<SqlBool>;
  /** Handed over in place of the column of this name. */
  instead?: Readonly<Record<string, (owner: Owner) => RawBuilder<unknown>>>;
  /** Columns of ciphertexts, which are handed over decrypted. */
  encrypted?: readonly EncryptedColumn[];
  /** Those whose text is JSON, and what of it is handed over. */
  parsed?: Readonly<Record<string, (text: string) => unknown>>;
  /** Columns of ciphertexts that are handed over as fields of their own, with what these hold. */
  parts?: Readonly<Record<string, Parts>>;
}

interface Parts {
  fields: Readonly<Record<string, string>>;
  /** An empty column is JSON without members. */
  read(text: string): Readonly<Record<string, unknown>>;
}

type TableName = keyof DB & string;

interface Description<T extends TableName> extends Omit<OwnTable, 'table' | 'fields'> {
  /** Every column, so that a new one does not compile until it is described or kept back. */
  fields: { readonly [Column in keyof DB[T] & string]: string | null };
}

export const ownTable = <T extends TableName>(table: T, description: Description<T>): OwnTable => ({
  table,
  ...description,
});

/** The hashes under which rows of the owner's address are found; none before it is confirmed. */
export const addressLookups = (
  column: Pick<EncryptedColumn, 'lookups'>,
  { email }: Pick<Owner, 'email'>,
): Buffer[] => (email === null ? [] : column.lookups(email));

export const ofAccount = ({ accountId }: Owner) => sql<SqlBool>`account_id = ${accountId}`;

const ROWS_AT_ONCE = 500;

/** The account's rows of a table, a few at a time. Must run inside a transaction. */
export async function* ownRows(
  db: Sql,
  { table, fields, where, instead = {}, encrypted = [], parsed = {}, parts = {} }: OwnTable,
  owner: Owner,
): AsyncGenerator<Record<string, unknown>[]> {
  const shown = Object.keys(fields).filter((name) => fields[name] !== null);
  // What a ciphertext is bound to may be kept back itself.
  const bound = new Set(encrypted.flatMap(({ row }) => row));
  const columns = [
    ...shown.map((name) => {
      const value = instead[name]?.(owner) ?? sql.ref(name);
      return sql`${value} as ${sql.ref(name)}`;
    }),
    ...[...bound].map((name) => sql`${sql.ref(name)} as ${sql.ref(keyOf(name))}`),
  ];
  await sql`declare own_rows no scroll cursor for
    select ${sql.join(columns)} from ${sql.table(table)} where ${where(owner)} order by 1`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from own_rows`.execute(db);
    for (const row of rows) {
      for (const { column, row: by, decrypt } of encrypted) {
        const key = by.map((name) => row[keyOf(name)] as string | number);
        if (row[column]) row[column] = decrypt(row[column] as Ciphertext, ...key);
      }
      for (const [name, read] of Object.entries(parsed))
        if (row[name]) row[name] = read(row[name] as string);
      for (const [name, { read }] of Object.entries(parts)) {
        Object.assign(row, read((row[name] as string | null) ?? '{}'));
        delete row[name];
      }
      for (const name of bound) delete row[keyOf(name)];
    }
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close own_rows`.execute(db);
}

const keyOf = (name: string) => `key ${name}`;
