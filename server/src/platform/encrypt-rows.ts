import type pg from 'pg';
import type { DataKeys } from './data-key.ts';

/** Columns in clear of a table, and where their ciphertexts go. */
export interface Conversion {
  table: string;
  /** The columns that identify a row, as SQL. */
  row: readonly string[];
  columns: readonly {
    /** SQL of the text in clear; null stays null. */
    from: string;
    /** The text is a ciphertext already, of this identity, as SQL. */
    boundTo?: string;
    to: string;
    hash?: string;
    /** The hash is that of the text in small letters. */
    caseless?: boolean;
  }[];
  /** SQL of texts of which only the keyed hash is stored. */
  hashes?: readonly { from: string; to: string }[];
}

const BATCH_SIZE = 1000;

/** Notes that ciphertexts of the first key follow. */
export async function noteDataKey(client: pg.Client, { id }: DataKeys): Promise<void> {
  await client.query('insert into data_key values ($1, now()) on conflict do nothing', [id]);
}

/** @throws Error without keys, unless the table is empty */
export async function encryptRows(
  client: pg.Client,
  keys: DataKeys | undefined,
  { table, row, columns, hashes = [] }: Conversion,
): Promise<void> {
  let after: unknown[] = [];
  for (;;) {
    const { rows } = await client.query<{
      ctid: string;
      key: string[];
      texts: (string | null)[];
      bound: (string | null)[];
    }>(
      `select ctid::text, json_build_array(${row.join()}) as key,
              json_build_array(${[...columns, ...hashes].map(({ from }) => `(${from})::text`).join()}) as texts,
              json_build_array(${columns.map(({ boundTo = 'null' }) => `(${boundTo})::text`).join()}) as bound
         from ${table} ${after.length > 0 ? `where (${row.join()}) > (${row.map((_, at) => `$${at + 1}`).join()})` : ''}
        order by ${row.join()} limit ${BATCH_SIZE}`,
      after,
    );
    if (rows.length === 0) return;
    if (!keys) throw new Error(`${table} holds rows, and there is no key to encrypt them`);
    await noteDataKey(client, keys);
    for (const { texts, bound } of rows)
      for (const [at, identity] of bound.entries())
        if (identity !== null && texts[at] != null) texts[at] = keys.decrypt(texts[at], identity);
    const assignments: string[] = [];
    const values: unknown[] = [rows.map(({ ctid }) => ctid)];
    const add = (column: string, type: string, list: unknown[]) => {
      assignments.push(`${column} = v.c${values.length}`);
      values.push(list);
      types.push(type);
    };
    const types = ['text[]::tid'];
    for (const [at, { to, hash, caseless }] of columns.entries()) {
      const each = <T>(work: (text: string, key: string[]) => T) =>
        rows.map(({ texts, key }) => (texts[at] == null ? null : work(texts[at], key)));
      add(
        to,
        'text',
        each((text, key) => keys.encrypt(text, [table, to, ...key].join('/'))),
      );
      if (hash)
        add(
          hash,
          'bytea',
          each((text) => keys.lookup(caseless ? text.toLowerCase() : text, `${table}.${to}`)),
        );
    }
    for (const [at, { to }] of hashes.entries())
      add(
        to,
        'bytea',
        rows.map(({ texts }) => {
          const text = texts[columns.length + at];
          return text == null ? null : keys.lookup(text, `${table}.${to}`);
        }),
      );
    const lists = types.map((type, at) => `$${at + 1}::${type}[]`).join();
    const names = types.map((_, at) => `c${at}`).join();
    await client.query(
      `update ${table} t set ${assignments.join()} from unnest(${lists}) as v (${names}) where t.ctid = v.c0`,
      values,
    );
    after = rows.at(-1)!.key;
  }
}
