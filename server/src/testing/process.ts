import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServerProcess {
  dataDir: string;
  /** Set once the server listens. */
  port: number;
  url: string;
  pid: number;
  /** Everything the process has printed so far. */
  output(): string;
  /** Waits until /readyz answers 200. Fails with the output when the process ends first. */
  ready(timeoutMs?: number): Promise<void>;
  /** Resolves to the exit code, or the name of the signal. */
  ended: Promise<number | string>;
  /** Sends the signal and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<number | string>;
  /** The process number of the embedded database server, as its own file tells. */
  databasePid(): number | undefined;
  /** Ends the server, whatever its state, and its database; a folder made here is removed. */
  [Symbol.asyncDispose](): Promise<void>;
}

interface Options {
  /** Kept across several starts; a new folder of its own unless told. */
  dataDir?: string;
  env?: Record<string, string>;
  args?: string[];
  /** False returns at once, for starts that are expected to fail. */
  untilReady?: boolean;
}

const START = join(import.meta.dirname, '../start.ts');
const READY_MS = 60_000;

/**
 * The real server as its own process on a free port, without demo data and without building pages. With `untilReady` (the default)
 * the promise resolves when it answers.
 */
export async function startProcess(options: Options = {}): Promise<ServerProcess> {
  const { env = {}, args = [], untilReady = true } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'samtrot-process-'));
  const child = spawn(process.execPath, [START, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      BUILD_PAGES: '0',
      PARTNER_SITE: '0',
      SCHEDULER_TICK_MS: '100',
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
      while (!(await answersReady(running.url))) {
        if (Date.now() > deadline) throw new Error(`The server does not become ready:\n${collected.text}`);
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
      const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await running.kill('SIGTERM');
      clearTimeout(patience);
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

const answersReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

function databasePid(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10) || undefined;
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
