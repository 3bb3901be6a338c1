import { sql } from 'kysely';
import type { DataKeys } from './data-key.ts';
import type { Database } from './db.ts';
import type { DB } from './schema.generated.ts';

declare const encrypted: unique symbol;
/** A value of a column of the domain `ciphertext`; a text of the program is none. */
export interface Ciphertext {
  readonly [encrypted]: true;
}

/** The values of the columns that identify a row. */
export type RowKey = readonly (string | number)[];

interface Definition {
  table: keyof DB & string;
  column: string;
  /** The columns that identify the row: never changed, and known before it is inserted. */
  row: readonly string[];
  /** The column of the keyed hash, under which the row is found. */
  hash?: string;
  /** Its texts are found in small and capital letters alike. */
  caseless?: boolean;
  /** Further columns of keyed hashes, with what of the text each is of; a blank part has none. */
  parts?: Readonly<Record<string, (text: string) => string>>;
  /** The column whose name the ciphertext is bound to, when SQL moves it from there. */
  boundTo?: string;
}

/** A column that holds ciphertexts, each bound to its row (ACC-50). */
export interface EncryptedColumn extends Definition {
  encrypt(text: string, ...row: RowKey): Ciphertext;
  /** @throws Error with an unknown key, of another row or column, or with changed bytes */
  decrypt(stored: Ciphertext, ...row: RowKey): string;
  /** The keyed hash that is stored beside a new ciphertext. */
  lookup(text: string): Buffer;
  /** The hashes under all keys: `= any(…)` finds the row also during a rotation. */
  lookups(text: string): Buffer[];
  /** The hashes of the parts of a text, by their columns. */
  partHashes(text: string): Record<string, Buffer | null>;
  /** The hashes of one part under all keys. */
  partLookups(part: string, of: string): Buffer[];
}

let keys: DataKeys | undefined;

/** Sets the keys of this process; processes of one database have the same ones. */
export function setDataKeys(dataKeys: DataKeys): void {
  keys = dataKeys;
}

export function currentDataKeys(): DataKeys {
  if (!keys) throw new Error('the data keys are not set');
  return keys;
}

export function encryptedColumn(definition: Definition): EncryptedColumn {
  const { table, column, boundTo = column, caseless = false, parts = {} } = definition;
  const identity = (row: RowKey) => [table, boundTo, ...row].join('/');
  const purpose = `${table}.${column}`;
  const folded = (text: string) => (caseless ? text.toLowerCase() : text);
  return {
    ...definition,
    encrypt: (text, ...row) => asCiphertext(currentDataKeys().encrypt(text, identity(row))),
    decrypt: (stored, ...row) => currentDataKeys().decrypt(asText(stored), identity(row)),
    lookup: (text) => currentDataKeys().lookup(folded(text), purpose),
    lookups: (text) => currentDataKeys().lookups(folded(text), purpose),
    partHashes: (text) =>
      Object.fromEntries(
        Object.entries(parts).map(([name, partOf]) => {
          const part = partOf(text);
          return [name, part === '' ? null : currentDataKeys().lookup(part, `${table}.${name}`)];
        }),
      ),
    partLookups: (part, of) => currentDataKeys().lookups(of, `${table}.${part}`),
  };
}

const asCiphertext = (stored: string) => stored as unknown as Ciphertext;
const asText = (stored: Ciphertext) => stored as unknown as string;

/** The next id of a table, because a ciphertext is bound to it before its row is inserted. */
export async function nextId(db: Database, table: keyof DB & string): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(db);
  return rows[0]!.id;
}
