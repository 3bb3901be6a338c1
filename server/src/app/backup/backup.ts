import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isName } from '../../adapters/storage/names.ts';
import type { FileStore } from '../../modules/media/ports.ts';
import { dataKeyIds } from '../../platform/migrate.ts';
import { lockFolder } from '../lock.ts';
import {
  BackupProblem,
  backupsIn,
  FILE_LIST,
  FILES,
  hashOnDisk,
  MANIFEST,
  type Manifest,
  PARTIAL,
  writeSealed,
} from './format.ts';

/** Volatile rows of this installation; a restored one writes its own. */
const LEFT_OUT = ['migration', 'heartbeat', 'write_probe'];

interface Options {
  /** Of the owner of the tables. */
  url: string;
  target: string;
  /** The public key, `age1…`. */
  to: string;
  /** By the name of their folder. */
  stores: Record<string, FileStore>;
  version: string;
  now: Date;
  /** So many of the newest backups stay; all without it. */
  keep?: number | undefined;
  /** For tests: called with the hash of the state that is being written. */
  onSnapshot?(client: pg.Client): Promise<void>;
}

interface Report {
  name: string;
  tables: number;
  rows: number;
  files: number;
  newFiles: number;
}

const nameAt = (time: Date) => time.toISOString().replace(/[-:.]/g, '');

/**
 * Writes everything into `target`: all tables as of one instant while others write, and the files
 * that no earlier backup there has (RUN-09). An incomplete backup keeps its temporary name.
 * @throws BackupProblem while another one writes there
 */
export async function backUp(options: Options): Promise<Report> {
  const { target } = options;
  await mkdir(target, { recursive: true, mode: 0o700 });
  // What one has written and not yet named is to another one a file that nobody needs.
  const unlock = await lockFolder(
    target,
    (holder) =>
      new BackupProblem(
        `In diesen Ordner läuft schon eine Sicherung (Prozess ${holder}): ${target}`,
      ),
  );
  return writeBackup(options).finally(unlock);
}

async function writeBackup(options: Options): Promise<Report> {
  const { target, now } = options;
  const name = nameAt(now);
  const folder = join(target, name + PARTIAL);
  await mkdir(folder, { mode: 0o700 });
  try {
    const state = await writeTables(options, folder);
    const { files, written } = await writeFiles(options);
    const manifest: Manifest = { format: 1, version: options.version, ...state, files };
    const text = Readable.from([JSON.stringify(manifest)]);
    const hash = await writeSealed(join(folder, MANIFEST), text, options.to);
    await writeFile(
      join(folder, FILE_LIST),
      files.map(({ store, name: file }) => `${store}/${file}\n`).join(''),
    );
    await verify(folder, [...state.tables, { name: MANIFEST, sha256: hash }]);
    await rename(folder, join(target, name));
    if (options.keep !== undefined) await prune(target, { keep: options.keep, now });
    const rows = state.tables.reduce((sum, table) => sum + table.rows, 0);
    return { name, tables: state.tables.length, rows, files: files.length, newFiles: written };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const fileOf = (table: string) => (table === MANIFEST ? MANIFEST : `${table}.copy.gz.age`);

async function writeTables(
  { url, to, now, onSnapshot }: Options,
  folder: string,
): Promise<Omit<Manifest, 'format' | 'version' | 'files'>> {
  const [holder, reader] = [url, url].map((address) => new pg.Client(address)) as [
    pg.Client,
    pg.Client,
  ];
  for (const client of [holder, reader]) client.on('error', () => {});
  try {
    await Promise.all([holder.connect(), reader.connect()]);
    const begin = 'begin transaction isolation level repeatable read, read only';
    await holder.query(begin);
    const { rows } = await holder.query('select pg_export_snapshot() as id');
    await reader.query(begin);
    await reader.query(`set transaction snapshot '${rows[0].id}'`);
    await onSnapshot?.(holder);
    const tables: Manifest['tables'] = [];
    for (const { name, columns } of await tablesOf(holder)) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const source = reader.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
      const sha256 = await writeSealed(join(folder, fileOf(name)), source, to);
      tables.push({ name, columns, rows: source.rowCount, sha256 });
      await turn();
    }
    const migrations = await holder.query('select name from migration order by name');
    const keys = await dataKeyIds(holder);
    // They only grow, so values of a later moment suit the rows as well.
    const sequences = await holder.query(
      `select sequencename as name, last_value::float8 as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    );
    return {
      takenAt: now.toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      dataKeys: keys,
      tables,
      sequences: sequences.rows,
    };
  } finally {
    await Promise.all([holder.end(), reader.end()].map((end) => end.catch(() => {})));
  }
}

async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
      group by 1 order by 1`,
    [LEFT_OUT],
  );
  return rows;
}

/** Files never change under their names, so each is written once for all backups. */
async function writeFiles({ target, to, stores }: Options) {
  const files: Manifest['files'] = [];
  let written = 0;
  for (const [store, held] of Object.entries(stores)) {
    const folder = join(target, FILES, store);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const known = new Set(await readdir(folder));
    for await (const { name } of held.names()) {
      if (!isName(name)) continue;
      if (!known.has(`${name}.age`)) {
        // Deleted since it was listed.
        const opened = await held.open(name);
        if (!opened) continue;
        const path = join(folder, `${name}.age`);
        await writeSealed(path + PARTIAL, opened.stream, to);
        await rename(path + PARTIAL, path);
        written++;
      }
      files.push({ store, name });
    }
  }
  return { files, written };
}

async function verify(folder: string, all: { name: string; sha256: string }[]): Promise<void> {
  for (const { name, sha256 } of all)
    if ((await hashOnDisk(join(folder, fileOf(name)))) !== sha256)
      throw new BackupProblem(
        `${name} steht anders auf dem Datenträger, als es geschrieben wurde.`,
      );
}

/** Also what a killed backup left behind a day ago, and files that no backup names any more. */
async function prune(target: string, { keep, now }: { keep: number; now: Date }): Promise<void> {
  const all = await backupsIn(target);
  for (const old of all.slice(0, -keep)) await rm(join(target, old), { recursive: true });
  const abandoned = nameAt(new Date(now.getTime() - DAY_MS));
  for (const name of await readdir(target))
    if (name.endsWith(PARTIAL) && name < abandoned)
      await rm(join(target, name), { recursive: true });
  const named = new Set<string>();
  for (const kept of all.slice(-keep))
    for (const line of (await readFile(join(target, kept, FILE_LIST), 'utf8')).split('\n'))
      named.add(line);
  for (const store of await readdir(join(target, FILES)))
    for (const file of await readdir(join(target, FILES, store)))
      if (!named.has(`${store}/${file.replace(/\.age$/, '')}`))
        await rm(join(target, FILES, store, file));
}
