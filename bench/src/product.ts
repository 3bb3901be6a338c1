import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const ROOT = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 120_000;

/** The product as shipped, with its own data. */
export interface Product {
  url: string;
  /** The address of its partner website. */
  siteUrl: string;
  dataDir: string;
  databaseUrl: string;
  /** Milliseconds from the command to the first successful `/readyz`. */
  readyAfterMs: number;
  /** Resident memory of the server process without PostgreSQL, in MB. */
  memoryMb(): number;
  /** The processes of each part. */
  processes(): Processes;
  /** Runs the operator's command line; returns its JSON. */
  samtrot(...args: string[]): Record<string, unknown>;
  stop(): Promise<void>;
}

export type Processes = Record<'server' | 'website' | 'database', number[]>;

export const readProc = (pid: number | string, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};

/** Resident memory of a process in MB, shared pages included. */
export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))![1]) / 1024;

/** Memory of these processes in MB, each shared page divided by those who share it. */
export const proportionalMb = (pids: number[]): number =>
  pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0),
    0,
  ) / 1024;

const TICKS_PER_SECOND = 100;
/** CPU time these processes have used, in milliseconds. */
export const cpuMs = (pids: number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
    return sum + Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }, 0) *
  (1000 / TICKS_PER_SECOND);

/** The process, the website it runs, and the processes of the database in this folder. */
function processesOf(server: number, dataDir: string): Processes {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    all.map((pid) => [Number(pid), Number(readProc(pid, 'stat').split(') ')[1]?.split(' ')[1])]),
  );
  const isBelow = (pid: number, above: number): boolean => {
    const parent = parents.get(pid);
    return parent === above || (parent !== undefined && parent > 1 && isBelow(parent, above));
  };
  const ofPostgres = [...parents.keys()].find((pid) =>
    readProc(pid, 'cmdline').includes(join(dataDir, 'postgres')),
  );
  const database = ofPostgres
    ? [...parents.keys()].filter((pid) => pid === ofPostgres || isBelow(pid, ofPostgres))
    : [];
  const website = [...parents.keys()].filter(
    (pid) => isBelow(pid, server) && readProc(pid, 'cmdline').includes('partner-site'),
  );
  return { server: [server], website, database };
}

export const newDataFolder = () => mkdtempSync(join(tmpdir(), 'samtrot-bench-'));

export const removeDataFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true });

/** With further settings if any; `inspect` is a port for the debugger of Node. */
export async function startProduct(
  dataDir: string,
  more: Record<string, string> = {},
  inspect?: number,
): Promise<Product> {
  const port = await freePortPair();
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_DATA: '0',
    LOG_LEVEL: 'error',
    // Otherwise the limits per address would be measured.
    LIMIT_FACTOR: '1000000',
    ...more,
  };
  const url = `http://localhost:${port}`;
  const begin = performance.now();
  const debugging = inspect === undefined ? [] : [`--inspect=127.0.0.1:${inspect}`];
  const child = spawn(
    process.execPath,
    [...flags('server'), ...debugging, 'server/dist/start.js'],
    {
      cwd: ROOT,
      env,
      // The debugger announces itself there.
      stdio: ['ignore', 'ignore', inspect === undefined ? 'inherit' : 'ignore'],
    },
  );
  await untilReady(child, `${url}/readyz`);
  const readyAfterMs = performance.now() - begin;
  return {
    url,
    siteUrl: `http://localhost:${port + 1}`,
    dataDir,
    databaseUrl: readFileSync(join(dataDir, 'postgres/connection'), 'utf8').trim(),
    readyAfterMs,
    memoryMb: () => residentMb(child.pid!),
    processes: () => processesOf(child.pid!, dataDir),
    samtrot(...args) {
      const output = execFileSync(process.execPath, ['server/dist/cli.js', ...args, '--json'], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return JSON.parse(output.toString()) as Record<string, unknown>;
    },
    stop: () => ended(child),
  };
}

const UNITS = { server: 'samtrot-server@.service', worker: 'samtrot-worker.service' } as const;

/** The flags of Node with which its unit starts a server or a worker. */
export const flags = (part: keyof typeof UNITS): string[] =>
  /^ExecStart=\S+ (.*) server\/dist/m
    .exec(readFileSync(join(ROOT, 'deploy/systemd', UNITS[part]), 'utf8'))![1]!
    .split(' ');

/** A further process that answers requests from the data of this product. */
export async function startServer(
  product: Product,
): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const folder = newDataFolder();
  const port = await freePortPair();
  const url = `http://localhost:${port}`;
  const secret = (name: string) => readFileSync(join(product.dataDir, name), 'utf8').trim();
  const child = spawn(
    process.execPath,
    [...flags('server'), 'server/dist/start.js', '--only=server'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        DEMO_DATA: '0',
        LOG_LEVEL: 'error',
        LIMIT_FACTOR: '1000000',
        PORT: String(port),
        PUBLIC_URL: product.url,
        DATA_DIR: folder,
        DATABASE_URL: product.databaseUrl,
        SESSION_SECRET: secret('session-secret'),
        DATA_KEY: secret('data-key'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await untilReady(child, `${url}/readyz`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      await ended(child);
      removeDataFolder(folder);
    },
  };
}

export async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await exit;
}

export async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(25);
  }
  throw new Error('the product did not become ready');
}

/** Two adjacent free ports, for the portal and the partner website. */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
