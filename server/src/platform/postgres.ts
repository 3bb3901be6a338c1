import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findBinaries, initialise, serverIdentity } from './postgres-files.ts';
import { isAlive, worksIn } from './process-table.ts';

/** A running embedded PostgreSQL cluster and the address of its `samtrot` database. */
export interface Cluster {
  url: string;
  /** The process id; changes with a restart. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** False for test clusters only: commits are asynchronous. */
  durable?: boolean;
  maxConnections?: number;
  onLog?: (line: string) => void;
  /** False hides it from `runningCluster`: it ends soon. */
  announce?: boolean;
  /** Called when the server exits unexpectedly (`false`) or is back (`true`). */
  onState?: (up: boolean) => void;
}

const STOP_MS = 20_000;
const RESTART_MS = { first: 100, longest: 5_000 } as const;

/**
 * Starts PostgreSQL on the files under `dir`, initialised on first use. An orphaned server is shut
 * down first; one that exits is restarted on the same port until `stop`.
 */
export async function startCluster(dir: string, options: ClusterOptions = {}): Promise<Cluster> {
  const {
    durable = true,
    maxConnections = 60,
    announce = true,
    onLog = () => {},
    onState = () => {},
  } = options;
  const home = resolve(dir);
  const data = join(home, 'cluster');
  const binaries = await findBinaries();
  await mkdir(home, { recursive: true, mode: 0o755 });
  const identity = serverIdentity(home, binaries.postgres);
  await initialise(home, data, binaries.initdb, identity);
  await stopOrphan(data);

  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const port = await freePort();
  const server = supervise({
    onState,
    launch: () => {
      const child = identity.spawn(binaries.postgres, [
        ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
        ...settings({ durable, maxConnections }).flatMap((setting) => ['-c', setting]),
      ]);
      return { child, ready: untilReady(child, onLog) };
    },
  });
  await server.started;

  const connection = join(home, 'connection');
  const url = await ensureDatabase(`postgres://samtrot:${password}@127.0.0.1:${port}`).catch(
    async (error) => {
      await server.stop();
      throw error;
    },
  );
  // A file left by a killed process must not name a server that no longer runs.
  if (announce) await writeFile(connection, url, { mode: 0o600 });
  else await rm(connection, { force: true });
  return {
    url,
    get pid() {
      return server.pid();
    },
    async stop() {
      await server.stop();
      await rm(connection, { force: true });
    },
  };
}

/** The address of a cluster run by another process under `dir`, or undefined. */
export async function runningCluster(dir: string): Promise<string | undefined> {
  const pid = postmasterPid(join(resolve(dir), 'cluster'));
  if (pid === undefined || !isAlive(pid)) return undefined;
  return (
    (await readFile(join(resolve(dir), 'connection'), 'utf8').catch(() => '')).trim() || undefined
  );
}

const settings = ({ durable, maxConnections }: { durable: boolean; maxConnections: number }) => [
  `fsync=${durable ? 'on' : 'off'}`,
  `synchronous_commit=${durable ? 'on' : 'off'}`,
  `full_page_writes=${durable ? 'on' : 'off'}`,
  `autovacuum=${durable ? 'on' : 'off'}`,
  'timezone=UTC',
  'log_timezone=UTC',
  // Statements, values and error details may contain personal data and are never logged.
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  `max_connections=${maxConnections}`,
  // What it reads beyond is in the file cache of the system.
  'shared_buffers=128MB',
  'max_wal_size=2GB',
  'random_page_cost=1.1',
  'jit=off',
  // Starting one takes longer than any query of a request.
  'max_parallel_workers_per_gather=0',
];

interface Launch {
  child: ChildProcess;
  ready: Promise<void>;
}

/** Leftovers of a server killed a moment ago: its lock file, its backends in shared memory. */
const STILL_LEAVING = /lock file "postmaster.pid" already exists|pre-existing shared memory block/;

/**
 * Keeps a child process running: restarts it with backoff after every exit but a failed first
 * start.
 */
function supervise({ launch, onState }: { launch: () => Launch; onState: (up: boolean) => void }) {
  let stopping = false;
  let current: ChildProcess;

  const keep = async ({ child, ready }: Launch) => {
    current = child;
    await ready;
    child.once('exit', () => void (stopping || again()));
    if (child.exitCode !== null || child.signalCode !== null) void again();
  };
  const first = async () => {
    for (const deadline = Date.now() + STOP_MS; ; ) {
      try {
        return await keep(launch());
      } catch (error) {
        if (!STILL_LEAVING.test(String(error)) || Date.now() > deadline) throw error;
        await new Promise((go) => setTimeout(go, RESTART_MS.first));
      }
    }
  };
  const again = async () => {
    onState(false);
    for (
      let pause: number = RESTART_MS.first;
      !stopping;
      pause = Math.min(pause * 2, RESTART_MS.longest)
    ) {
      await new Promise((go) => setTimeout(go, pause).unref());
      if (stopping) return;
      try {
        await keep(launch());
        if (!stopping) onState(true);
        return;
      } catch {
        // It logs the reason itself; the backends of a killed server need a moment to exit.
      }
    }
  };
  return {
    started: first(),
    pid: () => current.pid!,
    async stop() {
      stopping = true;
      await end(current);
    },
  };
}

/** Requests a fast shutdown, then an immediate one after a timeout. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** Shuts down and waits for the server of a killed start. */
async function stopOrphan(data: string): Promise<void> {
  const pid = postmasterPid(data);
  if (pid === undefined || !isAlive(pid) || !worksIn(pid, data)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(
        `A database server (process ${pid}) still holds ${dirname(data)} and does not stop.`,
      );
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

function untilReady(child: ChildProcess, onLog: (line: string) => void): Promise<void> {
  return new Promise((done, fail) => {
    let output = '';
    child.once('error', fail);
    child.once('exit', (code) =>
      fail(new Error(`The database did not start (${code}): ${output.trim()}`)),
    );
    child.stderr?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      output = (output + text).slice(-4000);
      onLog(text.trimEnd());
      if (/database system is ready to accept (?:read-only )?connections/.test(output)) done();
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
