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

/** Older ones lack what the migrations use, or are not tried. */
export const LEAST_POSTGRES = 17;

/** What a database has applied, beside what this program brings. */
interface Schema {
  /** Name and hash of each that was applied; undefined in a database without any. */
  applied: Map<string, string> | undefined;
  missing: string[];
  /** Of a newer program. */
  unknown: string[];
}

/** `foreign`: without a table of ours, so empty or of another program. */
type Misfit = 'foreign' | 'older' | 'newer' | 'server' | 'key';

/** The database is none that this program works on; the message names the remedy. */
export class SchemaError extends Error {
  readonly misfit: Misfit;

  constructor(misfit: Misfit, message: string) {
    super(message);
    this.misfit = misfit;
  }
}

/**
 * Applies missing migrations, each in a transaction, under one advisory lock for all processes.
 * Without keys the database must be empty; with them it notes the one that encrypts. `only` names
 * those of an older release, whose tables are restored.
 * @throws SchemaError of a newer program's database, an old PostgreSQL or other keys; Error if an
 * applied migration was edited
 */
export async function migrate(
  url: string,
  keys?: DataKeys,
  { only }: { only?: ReadonlySet<string> } = {},
): Promise<string[]> {
  return withClient(url, async (client) => {
    await assertServerVersion(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create table if not exists migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const { applied: done = new Map(), unknown, ...schema } = await schemaOf(client);
    const missing = schema.missing.filter((name) => !only || only.has(name));
    assertNotNewer(unknown);
    if (keys && done.has(KEYS_SINCE)) await assertKeys(client, keys);
    for (const name of missing) {
      const text = textOf(name);
      await client.query('begin');
      try {
        if (name.endsWith('.sql')) await client.query(text);
        else await run(name, client, keys);
        await client.query('insert into migration (name, hash) values ($1, $2)', [
          name,
          hashOf(text),
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    if (keys) await noteDataKey(client, keys);
    return missing;
  });
}

/**
 * Checks that all migrations of this program are applied, and no other (RUN-07); notes the key that
 * encrypts.
 * @throws SchemaError, also if the keys are not those of the database
 */
export async function assertMigrated(url: string, keys: DataKeys): Promise<void> {
  await withClient(url, async (client) => {
    await assertServerVersion(client);
    const { applied, missing, unknown } = await schemaOf(client);
    if (!applied)
      throw new SchemaError(
        'foreign',
        'The database holds nothing of Samtrot. To set it up: samtrot migrate',
      );
    assertNotNewer(unknown);
    if (missing.length > 0)
      throw new SchemaError(
        'older',
        `The database is older than this program: ${missing.length} migrations are missing, from ${missing[0]} on. To apply them: samtrot migrate`,
      );
    await assertKeys(client, keys);
    await noteDataKey(client, keys);
  });
}

function assertNotNewer(unknown: string[]): void {
  if (unknown.length > 0)
    throw new SchemaError(
      'newer',
      `The database is newer than this program: it has ${unknown.join(', ')}. Start the release that brought it.`,
    );
}

/** @throws SchemaError with the remedy, before anything is written (RUN-07) */
export async function assertServerVersion(
  client: Pick<pg.Client, 'query'>,
  least = LEAST_POSTGRES,
): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const [{ number, version }] = rows as [{ number: number; version: string }];
  if (number < least * 10_000)
    throw new SchemaError(
      'server',
      `PostgreSQL ${version} is too old, Samtrot needs ${least} or newer. Move the database to a newer server with pg_dump and pg_restore, or pg_upgrade, and name it in DATABASE_URL.`,
    );
}

/** All migrations of this program, in order. */
export const migrationNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => /\.(sql|ts)$/.test(file))
    .sort();

/** The keys that values in this database are encrypted with. */
export async function dataKeyIds(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from data_key order by id');
  return rows.map(({ id }) => id);
}

async function schemaOf(client: pg.Client): Promise<Schema> {
  const names = migrationNames();
  const { rows: tables } = await client.query("select to_regclass('migration') as name");
  if (tables[0].name === null) return { applied: undefined, missing: names, unknown: [] };
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name',
  );
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  for (const name of names)
    if (applied.has(name) && applied.get(name) !== hashOf(textOf(name)))
      throw new Error(
        `Migration ${name} was changed after it had been applied. Add a new migration instead.`,
      );
  return {
    applied,
    missing: names.filter((name) => !applied.has(name)),
    unknown: [...applied.keys()].filter((name) => !names.includes(name)),
  };
}

const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Without a handler a lost connection would end the process; the next statement fails as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
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

/** @throws SchemaError when the database holds ciphertexts of a key that DATA_KEY lacks */
async function assertKeys(client: pg.Client, { ids }: DataKeys): Promise<void> {
  const lacking = (await dataKeyIds(client)).filter((id) => !ids.includes(id));
  if (lacking.length > 0)
    throw new SchemaError(
      'key',
      `DATA_KEY is wrong: data in this database are encrypted with the key ${lacking.join(', ')}, and DATA_KEY holds only ${ids.join(', ')}. Put the missing key back, behind a new one: DATA_KEY=new,old`,
    );
}
