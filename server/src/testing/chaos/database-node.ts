import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../platform/free-port.ts';
import { startCluster } from '../../platform/postgres.ts';
import { findBinaries, serverIdentity } from '../../platform/postgres-files.ts';

const PASSING_MS = 60_000;
const LOOK_MS = 100;
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** One PostgreSQL server of a pair, on the binaries that ship; nobody starts it again. */
export interface Node {
  home: string;
  port: number;
  password: string;
  /** Kills every process at once, as the end of its machine does. */
  kill(): Promise<void>;
}

export const urlAt = ({ password }: Node, port: number): string =>
  `postgres://samtrot:${password}@127.0.0.1:${port}/samtrot`;

/** Runs a query as the owner. */
export async function ask<Row extends object>(node: Node, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlAt(node, node.port) });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Rejects unless it comes true within a minute. */
export async function until(what: string, there: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + PASSING_MS; ; await pause(LOOK_MS)) {
    if (await there().catch(() => false)) return;
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
  }
}

/** Starts the server on the cluster in this folder, with further settings if any. */
export async function launch(home: string, settings: readonly string[] = []): Promise<Node> {
  const data = join(home, 'cluster');
  const { postgres } = await findBinaries();
  const port = await freePort();
  const child: ChildProcess = serverIdentity(home, postgres).spawn(postgres, [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
    ...['-c', 'max_connections=60', '-c', 'wal_keep_size=512MB', '-c', 'max_wal_size=1GB'],
    // A killed server leaves it behind: in its folder, which goes, not in the memory of the machine.
    ...['-c', 'dynamic_shared_memory_type=mmap'],
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  // A pipe that nobody reads would stop it.
  child.stderr?.resume();
  const ended = new Promise((done) => child.once('exit', done));
  const node: Node = {
    home,
    port,
    password: (await readFile(join(home, 'password'), 'utf8')).trim(),
    async kill() {
      const postmaster = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]!;
      // With what it started: a machine takes all of them with it.
      for (const pid of [postmaster, ...childrenOf(postmaster)])
        try {
          process.kill(Number(pid), 'SIGKILL');
        } catch {
          // It has ended.
        }
      await ended;
    },
  };
  await until('the database server', async () => (await ask(node, 'select 1')).length === 1);
  return node;
}

/** The processes that this one has started. */
export const childrenOf = (parent: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === parent;
    } catch {
      return false;
    }
  });

/** A new cluster with an empty database `samtrot`. */
export async function firstNode(home: string, settings: readonly string[] = []): Promise<Node> {
  await (await startCluster(home, { announce: false })).stop();
  return launch(home, settings);
}

/**
 * Copies the files of a server at work by PostgreSQL's own backup functions, as `pg_basebackup`
 * does; returns the folder of the copy.
 */
export async function copyAtWork(primary: Node, home: string): Promise<string> {
  const [from, data] = [join(primary.home, 'cluster'), join(home, 'cluster')];
  mkdirSync(home, { mode: 0o755 });
  const session = new pg.Client({ connectionString: urlAt(primary, primary.port) });
  await session.connect();
  await session.query("select pg_backup_start('copy', true)");
  execFileSync('cp', ['-a', join(primary.home, 'password'), home]);
  mkdirSync(data);
  const copied = spawnSync('sh', [
    '-c',
    'tar -C "$1" --exclude="./pg_wal/[0-9A-F]*" --exclude=./postmaster.pid --exclude=./postmaster.opts -cf - . | tar -C "$2" -xpf -',
    ...['sh', from, data],
  ]);
  if (copied.status !== 0) throw new Error(`the copy failed: ${copied.stderr}`);
  const { rows } = await session.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await session.end();
  writeFileSync(join(data, 'backup_label'), rows[0]!.labelfile);
  return data;
}

/**
 * A streaming copy of a server at work; from then on a commit is answered once both have it, unless
 * the copy may come later.
 */
export async function joinStandby(
  primary: Node,
  home: string,
  { synchronous }: { synchronous: boolean },
): Promise<Node> {
  const data = await copyAtWork(primary, home);
  writeFileSync(join(data, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${primary.port} user=samtrot password=${primary.password}`;
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `\nprimary_conninfo = '${source} application_name=standby'\n`,
  );
  const standby = await launch(home);
  const state = (column: string, value: string) => async () =>
    (await ask(primary, `select from pg_stat_replication where ${column} = '${value}'`)).length > 0;
  await until('a standby that streams', state('state', 'streaming'));
  if (!synchronous) return standby;
  await setSynchronous(primary, '*');
  await until('a synchronous standby', state('sync_state', 'sync'));
  return standby;
}

async function setSynchronous(node: Node, names: '*' | ''): Promise<void> {
  await ask(node, `alter system set synchronous_standby_names = '${names}'`);
  await ask(node, 'select pg_reload_conf()');
}

/** As a broken line between the two: the standby gets nothing any more. */
export async function loseContact(standby: Node): Promise<void> {
  const settings = join(standby.home, 'cluster/postgresql.auto.conf');
  await appendFile(settings, "primary_conninfo = 'host=127.0.0.1 port=1'\n");
  await ask(standby, 'select pg_reload_conf()');
}

/** Makes the standby the primary. It answers alone until it has a standby of its own. */
export async function promote(standby: Node): Promise<void> {
  await ask(standby, 'select pg_promote(true, 30)');
  await setSynchronous(standby, '');
}

/** True when it takes no connection twice within a second. */
export async function isDown(node: Node): Promise<boolean> {
  const answers = async () =>
    ask(node, 'select 1').then(
      () => true,
      () => false,
    );
  if (await answers()) return false;
  await pause(500);
  return !(await answers());
}

/** An address that leads to the primary of the moment, as HAProxy does beside Patroni. */
export async function relay(): Promise<{
  port: number;
  lead(node: Node | undefined): void;
  close(): void;
}> {
  let target: Node | undefined;
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    if (!target) return client.destroy();
    const onward = connect({ port: target.port, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    return undefined;
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    port,
    lead(node) {
      target = node;
      for (const socket of open) socket.destroy();
    },
    close: () => server.close(),
  };
}

export const remove = (node: Node) => rmSync(node.home, { recursive: true, force: true });
