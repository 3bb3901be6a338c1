import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DATA_KEY } from './data-key.ts';
import { waiters } from './gate.ts';

export interface ServerProcess {
  dataDir: string;
  /** Set once the server listens. */
  port: number;
  url: string;
  pid: number;
  /** Everything the process has printed so far. */
  output(): string;
  /** Waits until /readyz responds with 200. Fails with the output when the process ends first. */
  ready(timeoutMs?: number): Promise<void>;
  /** Resolves to the exit code, or the name of the signal. */
  ended: Promise<number | string>;
  /** Sends the signal and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<number | string>;
  /** The process id of the embedded database server, from its own file. */
  databasePid(): number | undefined;
  /** Ends the server, whatever its state, and its database; a folder made here is removed. */
  [Symbol.asyncDispose](): Promise<void>;
}

interface Options {
  /** Kept across several starts; a new folder of its own by default. */
  dataDir?: string;
  env?: Record<string, string>;
  args?: string[];
  /** False returns at once, for starts that are expected to fail. */
  untilReady?: boolean;
}

/** The product as it ships, built before the run. */
const SHIPPED = join(import.meta.dirname, '../../../dist');
const START = join(SHIPPED, 'start.js');
/** The command line. */
export const CLI = join(SHIPPED, 'cli.js');
/** Without them FFmpeg, the sandbox and hashes were a third of a start; production refuses both. */
const CHEAP = { TEST_CHEAP_HASHES: '1', TEST_VIDEOS_UNCHECKED: '1' };
const READY_MS = 60_000;
const LOOK_MS = 5;

/** What a process started by a test takes over from the test run. */
export const INHERITED = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'TMPDIR'].flatMap((name) =>
    process.env[name] ? [[name, process.env[name]]] : [],
  ),
);

/**
 * The real server as its own process on a free port, without demo data and without building pages.
 * With `untilReady` (the default) the promise resolves once it is ready.
 */
export async function startProcess(options: Options = {}): Promise<ServerProcess> {
  const { env = {}, args = [], untilReady = true } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'samtrot-process-'));
  const child = spawn(process.execPath, [START, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...INHERITED,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      BUILD_PAGES: '0',
      PARTNER_SITE: '0',
      SCHEDULER_TICK_MS: '100',
      ...(env.DATABASE_URL && { DATA_KEY }),
      ...(env.NODE_ENV === undefined && CHEAP),
      ...env,
    },
  });
  const collected = collect(child);
  const ended = new Promise<number | string>((done) =>
    child.once('exit', (code, signal) => done(code ?? signal ?? 'gone')),
  );

  const running: ServerProcess = {
    dataDir,
    port: 0,
    url: '',
    pid: child.pid!,
    output: () => collected.text,
    ended,
    async ready(timeoutMs = READY_MS) {
      const deadline = Date.now() + timeoutMs;
      const stopped = ended.then((code) => {
        throw new Error(`The server ended (${code}) before it was ready:\n${collected.text}`);
      });
      const port = await Promise.race([collected.port, stopped, failAt(deadline, collected)]);
      Object.assign(running, { port, url: `http://127.0.0.1:${port}` });
      while (!(await isReady(running.url))) {
        if (Date.now() > deadline)
          throw new Error(`The server does not become ready:\n${collected.text}`);
        await Promise.race([new Promise((go) => setTimeout(go, 50)), stopped]);
      }
      stopped.catch(() => {});
    },
    async kill(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    databasePid: () => databasePid(dataDir),
    async [Symbol.asyncDispose]() {
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await running.kill('SIGTERM');
      clearTimeout(timer);
      if (options.dataDir === undefined) await removeDataDir(dataDir);
    },
  };
  ended.catch(() => {});
  if (untilReady) {
    try {
      await running.ready();
    } catch (error) {
      await running[Symbol.asyncDispose]();
      throw error;
    }
  }
  return running;
}

/** The response to a call of a killable server. */
interface Reply {
  status: number;
  reply: Record<string, number>;
}

/**
 * The real server on a database of the test, to be killed and started again on the same folder, and
 * one person who is logged in and presses. Without the worker, whose work would change rows beside.
 */
export async function killable(database: { url: string }) {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-kill-'));
  let server: ServerProcess | undefined;
  let cookie = '';
  const until = async (what: string, there: () => Promise<boolean>) => {
    for (const deadline = performance.now() + 60_000; !(await there()); ) {
      if (performance.now() > deadline) throw new Error(`never: ${what}`);
      // Asked without a pause, it would take the time of what it waits for.
      await wait(LOOK_MS);
    }
  };
  const post = async (
    action: string,
    body: object,
    method = 'POST',
    key?: string,
  ): Promise<Reply> => {
    const answer = await fetch(`${server!.url}/api?action=${action}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(cookie && { cookie }),
        ...(key && { 'idempotency-key': key }),
      },
    });
    const reply = (await answer.json()) as Reply['reply'];
    if (action === 'login') cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    return { status: answer.status, reply };
  };
  return {
    holder,
    dataDir,
    /** Starts it, to die at these named points if any; all of it when asked, with its worker. */
    async start({
      points,
      whole = false,
    }: {
      points?: string | undefined;
      whole?: boolean;
    } = {}): Promise<void> {
      const env = { DATABASE_URL: database.url, SESSION_SECRET: 'k'.repeat(48), LOG_LEVEL: 'warn' };
      server = await startProcess({
        dataDir,
        args: whole ? [] : ['--only=server'],
        env: { ...env, ...(points && { TEST_FAIL_POINTS: points }) },
      });
    },
    post,
    /** Registers a person and logs them in; returns their number. */
    async enter(password: string): Promise<number> {
      const email = 'lena@beispiel.ch';
      await post('register', { username: 'Lena am See', email, password });
      return (await post('login', { log: email, pwd: password })).reply.user_id!;
    },
    /** Every row of these tables. */
    async rows(tables: readonly string[]): Promise<unknown[]> {
      const rows: unknown[] = [];
      for (const table of tables)
        rows.push((await holder.query(`select * from ${table} order by 1, 2`)).rows);
      return rows;
    },
    /**
     * Sends a request and kills the server when it waits for this table; returns what became of the
     * request.
     */
    async cutAt(table: string, mode: string, press: () => Promise<Reply>): Promise<Reply | 'cut'> {
      await holder.query('begin');
      await holder.query(`lock table ${table} in ${mode} mode`);
      const pressed = press().catch((): 'cut' => 'cut');
      await until(
        `a press that waits for ${table}`,
        async () => (await waiters(holder, { table })).length === 1,
      );
      await server!.kill('SIGKILL');
      const became = await pressed;
      await holder.query('rollback');
      const others =
        'select from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()';
      await until(
        'an end of what was cut',
        async () => (await holder.query(others)).rowCount === 0,
      );
      return became;
    },
    ended: () => server!.ended,
    kill: () => server!.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      await holder.end();
      await server?.[Symbol.asyncDispose]();
      await removeDataDir(dataDir);
    },
  };
}

/** Shuts down what a killed server left behind in the folder, then removes it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = databasePid(dataDir);
  if (pid !== undefined) {
    signal(pid, 'SIGQUIT');
    while (signal(pid, 0)) await new Promise((go) => setTimeout(go, 20));
  }
  rmSync(dataDir, { recursive: true, force: true });
}

function collect(child: ChildProcess): { text: string; port: Promise<number> } {
  let listening: (port: number) => void;
  const collected = { text: '', port: new Promise<number>((done) => (listening = done)) };
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      collected.text += chunk;
      const port = collected.text.match(/^Samtrot läuft: .*?http:\/\/127\.0\.0\.1:(\d+)/m)?.[1];
      if (port) listening(Number(port));
    });
  }
  return collected;
}

async function failAt(deadline: number, collected: { text: string }): Promise<never> {
  await new Promise((go) => setTimeout(go, deadline - Date.now()).unref());
  throw new Error(`The server does not listen:\n${collected.text}`);
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

function databasePid(dataDir: string): number | undefined {
  try {
    return (
      Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10) ||
      undefined
    );
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
