import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/process/eventually.ts';
import { removeDataDir } from '../testing/process/process.ts';
import { startProgram } from '../testing/process/program.ts';
import { connect, type Database, isConnectionError } from './db.ts';
import { type Cluster, runningCluster, startCluster } from './postgres.ts';

// Whole processes start here, which takes time on a busy machine.

const dispose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of dispose.splice(0).reverse()) await undo();
});

function newFolder(parent = tmpdir()): string {
  const dataDir = mkdtempSync(join(parent, 'samtrot-cluster-'));
  dispose.push(() => removeDataDir(dataDir));
  return dataDir;
}

async function newCluster(
  dataDir: string,
  options: Parameters<typeof startCluster>[1] = {},
): Promise<Cluster> {
  const cluster = await startCluster(join(dataDir, 'postgres'), options);
  dispose.push(() => cluster.stop());
  return cluster;
}

/** A pool like the product's, as the owner of this unmigrated database. */
function pooled(url: string): Database {
  const { db } = connect(url, { role: null });
  dispose.push(() => db.destroy());
  return db;
}

const show = async (db: Database, name: string) =>
  Object.values((await sql.raw<Record<string, string>>(`show ${name}`).execute(db)).rows[0]!)[0];

describe('a cluster', () => {
  const lines: string[] = [];
  let dataDir: string;
  let cluster: Cluster;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'samtrot-cluster-'));
    cluster = await startCluster(join(dataDir, 'postgres'), {
      onLog: (line) => lines.push(line),
    });
  });
  afterAll(async () => {
    await cluster.stop();
    await removeDataDir(dataDir);
  });

  test('commits are durable: fsync, synchronous commit and full page writes are on', async () => {
    const db = pooled(cluster.url);
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'])
      expect(await show(db, name)).toBe('on');
  });

  test('the server listens on the loopback address only and requires its random password', async () => {
    const { url } = cluster;
    const db = pooled(url);
    expect(await show(db, 'listen_addresses')).toBe('127.0.0.1');
    expect(await show(db, 'unix_socket_directories')).toBe('');
    const { password, port } = new URL(url);
    expect(password).toMatch(/^[\w-]{32}$/);
    const other = await newCluster(newFolder());
    expect(new URL(other.url).password).not.toBe(password);
    for (const wrong of ['', 'postgres', 'x'.repeat(32)]) {
      const client = new pg.Client(`postgres://samtrot:${wrong}@127.0.0.1:${port}/samtrot`);
      await expect(client.connect(), wrong).rejects.toThrow();
    }
  });

  test('its secrets are readable by their owner only', async () => {
    const mode = (path: string) =>
      (statSync(join(dataDir, 'postgres', path)).mode & 0o777).toString(8);
    expect([mode('password'), mode('connection'), mode('cluster')]).toEqual(['600', '600', '700']);
    expect(await readFile(join(dataDir, 'postgres/connection'), 'utf8')).toBe(cluster.url);
  });

  test('the database log contains neither values nor statements', async () => {
    const db = pooled(cluster.url);
    await sql`create table person (email text unique, age integer)`.execute(db);
    await sql`insert into person values ('lena@beispiel.ch', 5)`.execute(db);
    await expect(
      sql`insert into person values ('lena@beispiel.ch', ${6})`.execute(db),
    ).rejects.toThrow(/unique/);
    await expect(
      sql`insert into person values (${'lena@beispiel.ch'}, 7)`.execute(db),
    ).rejects.toThrow(/unique/);
    expect(lines.join('\n')).toContain('duplicate key value');
    expect(lines.join('\n')).not.toMatch(/lena@beispiel\.ch|insert into/);
  });

  test('waits are bounded on every pooled connection', async () => {
    const db = pooled(cluster.url);
    expect(await show(db, 'statement_timeout')).toBe('10s');
    expect(await show(db, 'lock_timeout')).toBe('5s');
    expect(await show(db, 'idle_in_transaction_session_timeout')).toBe('15s');
    expect(await show(db, 'timezone')).toBe('UTC');
  });
});

test('a killed server restarts on its port, and the pool recovers with every committed row [T-FLT-05]', async () => {
  const states: boolean[] = [];
  const cluster = await newCluster(newFolder(), { onState: (up) => states.push(up) });
  const db = pooled(cluster.url);
  await sql`create table note (n integer primary key)`.execute(db);
  const written: number[] = [];
  const failures: unknown[] = [];
  for (let round = 0; round < 2; round++) {
    const pid = cluster.pid;
    process.kill(pid, 'SIGKILL');
    const target = written.length + 20;
    const deadline = Date.now() + 60_000;
    // The killed server's backends may respond for a moment.
    for (let n = (round + 1) * 100_000; written.length < target || cluster.pid === pid; n++) {
      expect(Date.now(), 'the pool does not recover').toBeLessThan(deadline);
      await sql`insert into note values (${n})`.execute(db).then(
        () => written.push(n),
        async (error) => {
          failures.push(error);
          await new Promise((go) => setTimeout(go, 5));
        },
      );
    }
    expect(cluster.pid).not.toBe(pid);
    // It may respond before its log line is read; killed then, both outages would count as one.
    await eventually(() =>
      expect(states).toEqual(Array.from({ length: round + 1 }, () => [false, true]).flat()),
    );
  }
  expect(failures.length).toBeGreaterThan(0);
  for (const failure of failures) expect(isConnectionError(failure), String(failure)).toBe(true);
  const { rows } = await sql<{ n: number }>`select n from note`.execute(db);
  const kept = new Set(rows.map(({ n }) => n));
  expect(written.filter((n) => !kept.has(n))).toEqual([]);
  expect(states).toEqual([false, true, false, true]);
});

/** Starts a cluster in a process, kills the process, and returns what keeps running. */
async function leftBehind(dataDir: string): Promise<{ pid: number; url: string }> {
  const program = `
    const { startCluster } = await import('./postgres.ts');
    const { pid, url } = await startCluster(${JSON.stringify(join(dataDir, 'postgres'))});
    console.log(JSON.stringify({ pid, url }));`;
  const { child, ended } = startProgram(program, { folder: import.meta.dirname });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  child.kill('SIGKILL');
  await ended;
  return JSON.parse(line);
}

test('an orphaned server is shut down before a new start, and its data is kept', async () => {
  const dataDir = newFolder();
  const first = await leftBehind(dataDir);
  await sql`create table note (n integer)`.execute(pooled(first.url));
  expect(process.kill(first.pid, 0)).toBe(true);
  const second = await newCluster(dataDir);
  expect(second.pid).not.toBe(first.pid);
  const found = await sql`select count(*) from note`.execute(pooled(second.url));
  expect(found.rows).toHaveLength(1);
  expect(await runningCluster(join(dataDir, 'postgres'))).toBe(second.url);
});

test('a stopped server is not detected as running, and a foreign process is left alone', async () => {
  const dataDir = newFolder();
  const cluster = await newCluster(dataDir);
  await cluster.stop();
  expect(await runningCluster(join(dataDir, 'postgres'))).toBeUndefined();
  writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${process.ppid}\n`);
  const again = await newCluster(dataDir);
  expect(process.kill(process.ppid, 0)).toBe(true);
  expect(again.pid).not.toBe(process.ppid);
});

test('an interrupted first start leaves no partial cluster', async () => {
  const dataDir = newFolder();
  const half = join(dataDir, 'postgres/new-0123456789ab');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'PG_VERSION'), '18\n');
  const cluster = await newCluster(dataDir);
  expect(await show(pooled(cluster.url), 'server_version')).toMatch(/^18/);
  expect(existsSync(half)).toBe(false);
});

test('the database runs in a folder its system user cannot enter', async () => {
  const closed = newFolder();
  expect(statSync(closed).mode & 0o777).toBe(0o700);
  const inner = join(closed, 'deep/data');
  mkdirSync(inner, { recursive: true });
  const cluster = await newCluster(inner);
  const db = pooled(cluster.url);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  if (process.getuid?.() === 0) {
    const owner = (await readFile(`/proc/${cluster.pid}/status`, 'utf8')).match(
      /^Uid:\s+(\d+)/m,
    )?.[1];
    expect(Number(owner)).toBeGreaterThan(0);
  }
});
