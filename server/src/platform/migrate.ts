import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { DataKeys } from './data-key.ts';
import { type Conversion, encryptRows, noteDataKey } from './encrypt-rows.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
/** From this migration on the database names its keys. */
const KEYS_SINCE = '0105_ciphertext.sql';
/** The key of the advisory lock, unique in this database. */
const LOCK = 7_268_768;

/** A migration that SQL alone cannot do: `up` of a file `*.ts` in the folder of migrations. */
export interface Migration {
  query(text: string): Promise<unknown>;
  /** Encrypts columns of rows that stand in clear. */
  encrypt(conversion: Conversion): Promise<void>;
}

/**
 * Applies missing migrations, each in a transaction, under one advisory lock for all processes.
 * Without keys the database must be empty; with them it notes the one that encrypts.
 * @throws if an applied migration was edited, or the keys are not those of the database
 */
export async function migrate(url: string, keys?: DataKeys): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // Without a handler a lost connection would end the process; the next statement fails as well.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create table if not exists migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const done = new Map(
      (
        await client.query<{ name: string; hash: string }>('select name, hash from migration')
      ).rows.map((row) => [row.name, row.hash]),
    );
    const applied: string[] = [];
    if (keys && done.has(KEYS_SINCE)) await assertKeys(client, keys);
    for (const name of readdirSync(FOLDER)
      .filter((file) => /\.(sql|ts)$/.test(file))
      .sort()) {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      const before = done.get(name);
      if (before === hash) continue;
      if (before)
        throw new Error(
          `Migration ${name} was changed after it had been applied. Add a new migration instead.`,
        );
      await client.query('begin');
      try {
        if (name.endsWith('.sql')) await client.query(text);
        else await run(name, client, keys);
        await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
    if (keys) await noteDataKey(client, keys);
    return applied;
  } finally {
    await client.end();
  }
}

async function run(name: string, client: pg.Client, keys: DataKeys | undefined): Promise<void> {
  const { up }: { up(migration: Migration): Promise<void> } = await import(
    pathToFileURL(join(FOLDER, name)).href
  );
  await up({
    query: (text) => client.query(text),
    encrypt: (conversion) => encryptRows(client, keys, conversion),
  });
}

/** @throws Error when the database holds ciphertexts of a key that DATA_KEY lacks */
async function assertKeys(client: pg.Client, { ids }: DataKeys): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from data_key order by id');
  const lacking = rows.map(({ id }) => id).filter((id) => !ids.includes(id));
  if (lacking.length > 0)
    throw new Error(
      `DATA_KEY is wrong: data in this database are encrypted with the key ${lacking.join(', ')}, and DATA_KEY holds only ${ids.join(', ')}. Put the missing key back, behind a new one: DATA_KEY=new,old`,
    );
}
