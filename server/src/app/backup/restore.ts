import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isName } from '../../adapters/storage/names.ts';
import type { FileStore } from '../../modules/media/ports.ts';
import type { DataKeys } from '../../platform/data-key.ts';
import { migrate, migrationNames } from '../../platform/migrate.ts';
import {
  BackupProblem,
  backupsIn,
  FILES,
  hashOnDisk,
  MANIFEST,
  type Manifest,
  openSealed,
  parseManifest,
  textOf,
} from './format.ts';

interface Options {
  url: string;
  source: string;
  /** The newest unless told. */
  name?: string | undefined;
  /** The secret key, `AGE-SECRET-KEY-1…`. */
  identity: string;
  stores: Record<string, FileStore>;
  keys: DataKeys;
}

/**
 * Brings a backup back into an empty place and the tables to this release. Everything is looked at
 * before anything is written, and what breaks off leaves the place empty.
 * @throws BackupProblem in words for the operator
 */
export async function restore(options: Options): Promise<{ manifest: Manifest; name: string }> {
  const { url, source, stores, keys } = options;
  const name = options.name ?? (await backupsIn(source)).at(-1);
  const folder = name && join(source, name);
  if (!folder || !(await exists(join(folder, MANIFEST))))
    throw new BackupProblem(`In ${source} ist keine ganze Sicherung${name ? ` ${name}` : ''}.`);
  const manifest = parseManifest(
    await textOf(await openSealed(join(folder, MANIFEST), options.identity)),
  );
  await assertFits(manifest, keys);
  await assertEmpty(url, stores);
  for (const { name: table, sha256 } of manifest.tables)
    if ((await hashOnDisk(join(folder, `${table}.copy.gz.age`)).catch(() => '')) !== sha256)
      throw new BackupProblem(`Die Sicherung ist beschädigt: ${table} fehlt oder wurde verändert.`);
  for (const { store, name: file } of manifest.files)
    if (!(await exists(join(source, FILES, store, `${file}.age`))))
      throw new BackupProblem(`Eine Datei der Sicherung ist nicht da: ${join(store, file)}`);
  try {
    await migrate(url, keys, { only: new Set(manifest.migrations) });
    await load(options, manifest, folder);
    await migrate(url, keys);
    for (const { store, name: file } of manifest.files) {
      const path = join(source, FILES, store, `${file}.age`);
      await stores[store]?.put(file, await bytesOf(await openSealed(path, options.identity)));
    }
  } catch (error) {
    await clear(url);
    for (const { store, name: file } of manifest.files) await stores[store]?.remove(file);
    throw error;
  }
  return { manifest, name: name! };
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

function assertFits({ migrations, dataKeys }: Manifest, keys: DataKeys): void {
  const ours = migrationNames();
  const newer = migrations.filter((name) => !ours.includes(name));
  if (newer.length > 0)
    throw new BackupProblem(
      `Die Sicherung ist von einer neueren Fassung (${newer[0]}). Nimm das Programm, das sie geschrieben hat.`,
    );
  const lacking = dataKeys.filter((id) => !keys.ids.includes(id));
  if (lacking.length > 0)
    throw new BackupProblem(
      `In DATA_KEY fehlt der Schlüssel ${lacking.join(', ')}, mit dem Daten dieser Sicherung verschlüsselt sind.`,
    );
}

async function assertEmpty(url: string, stores: Options['stores']): Promise<void> {
  const tables = await withClient(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    );
    return rows[0].n as number;
  });
  if (tables > 0)
    throw new BackupProblem(
      `Die Datenbank ist nicht leer (${tables} Tabellen). Zurückgespielt wird nur an einen leeren Ort.`,
    );
  for (const [store, held] of Object.entries(stores))
    for await (const { name } of held.names())
      if (isName(name))
        throw new BackupProblem(
          `Im Ordner ${store} liegen Dateien. Zurückgespielt wird nur an einen leeren Ort.`,
        );
}

const load = ({ url, identity }: Options, manifest: Manifest, folder: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('begin');
    const restoreRules = await suspendRules(client);
    const names = manifest.tables.map(({ name }) => pg.escapeIdentifier(name));
    await client.query(`truncate ${names.join(', ')}`);
    for (const { name, columns, rows } of manifest.tables) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const sink = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
      await pipeline(await openSealed(join(folder, `${name}.copy.gz.age`), identity), sink);
      if (sink.rowCount !== rows)
        throw new BackupProblem(`${name}: ${sink.rowCount} Zeilen statt ${rows}.`);
    }
    for (const { name, value } of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
    await restoreRules();
    await client.query('commit');
  });

/**
 * Rows come in any order, and triggers have done their work when they were first written. The owner
 * of the tables may do this; `session_replication_role` would need a superuser. The foreign keys
 * are checked as they come back.
 */
async function suspendRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ at: string; name: string; definition: string }>(
    `select conrelid::regclass::text as at, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: triggers } = await client.query<{ at: string; name: string }>(
    `select tgrelid::regclass::text as at, quote_ident(tgname) as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and tgenabled = 'O' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { at, name } of keys) await client.query(`alter table ${at} drop constraint ${name}`);
  for (const { at, name } of triggers)
    await client.query(`alter table ${at} disable trigger ${name}`);
  return async () => {
    for (const { at, name } of triggers)
      await client.query(`alter table ${at} enable trigger ${name}`);
    for (const { at, name, definition } of keys)
      await client.query(`alter table ${at} add constraint ${name} ${definition}`);
  };
}

const clear = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('drop schema public cascade');
    await client.query('create schema public');
  });

async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
