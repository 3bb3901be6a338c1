import { sql } from 'kysely';
import type { Database, Sql } from './db.ts';
import {
  type Ciphertext,
  currentDataKeys,
  type EncryptedColumn,
  type RowKey,
} from './encryption.ts';

/** Rows of one transaction: short enough that nobody waits for it. */
const BATCH_SIZE = 500;

export interface KeyUse {
  /** How many ciphertexts there are of each key, by its name. */
  byKey: Record<string, number>;
  /** How many of them are not of the key that encrypts. */
  left: number;
}

/** Counts all ciphertexts of these columns. */
export async function keyUse(db: Database, columns: readonly EncryptedColumn[]): Promise<KeyUse> {
  const current = currentDataKeys().id;
  const byKey: Record<string, number> = { [current]: 0 };
  for (const { table, column } of columns) {
    const { rows } = await sql<{ id: string; n: number }>`
      select substr(${sql.ref(column)}, 3, 16) as id, count(*) as n
        from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1`.execute(db);
    for (const { id, n } of rows) byKey[id] = (byKey[id] ?? 0) + n;
  }
  const all = Object.values(byKey).reduce((sum, n) => sum + n, 0);
  return { byKey, left: all - byKey[current]! };
}

/**
 * Encrypts with the first key what another one encrypted, in batches of one transaction each. An
 * interrupted rotation is continued by the next one. Rows in use are left out.
 * @returns how many ciphertexts are left; with none the other keys are needed no more
 */
export async function rotateKeys(
  db: Database,
  columns: readonly EncryptedColumn[],
  onBatch: (rotated: number) => Promise<void> | void = () => {},
): Promise<KeyUse> {
  for (const column of columns) {
    let after: RowKey | undefined;
    do {
      const from = after;
      const batch = await db.transaction().execute((sql) => rotateBatch(sql, column, from));
      after = batch.last;
      if (batch.rotated > 0) await onBatch(batch.rotated);
    } while (after);
  }
  const use = await keyUse(db, columns);
  if (use.left === 0)
    await db.deleteFrom('data_key').where('id', '!=', currentDataKeys().id).execute();
  return use;
}

async function rotateBatch(
  db: Sql,
  { table, column, row, hash, parts = {}, ...of }: EncryptedColumn,
  after: RowKey | undefined,
): Promise<{ rotated: number; last: RowKey | undefined }> {
  const key = sql.join(row.map((name) => sql.ref(name)));
  const stored = sql.ref(column);
  const { rows } = await sql<{ ctid: string; key: RowKey; stored: Ciphertext }>`
    select ctid::text, json_build_array(${key}) as key, ${stored} as stored
      from ${sql.table(table)}
     where ${stored} is not null and ${stored} not like ${`1.${currentDataKeys().id}.%`}
       ${after ? sql`and (${key}) > (${sql.join(after)})` : sql``}
     order by ${key} limit ${BATCH_SIZE} for update skip locked`.execute(db);
  if (rows.length === 0) return { rotated: 0, last: undefined };
  const texts = rows.map((each) => of.decrypt(each.stored, ...each.key));
  const fresh = rows.map((each, at) => of.encrypt(texts[at]!, ...each.key));
  const hashes = texts.map((text) => ({
    ...(hash && { [hash]: of.lookup(text) }),
    ...of.partHashes(text),
  }));
  const hashed = [...(hash ? [hash] : []), ...Object.keys(parts)];
  const lists = hashed.map((name) => sql`${hashes.map((each) => each[name] ?? null)}::bytea[]`);
  await sql`
    update ${sql.table(table)} t
       set ${sql.join([column, ...hashed].map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`))}
      from unnest(${rows.map(({ ctid }) => ctid)}::text[]::tid[],
                  ${sql.join([sql`${fresh}::text[]`, ...lists])})
        as v (ctid, ${sql.join([column, ...hashed].map((name) => sql.ref(name)))})
     where t.ctid = v.ctid`.execute(db);
  return { rotated: rows.length, last: rows.at(-1)!.key };
}
