import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { ImageProcessor, Picture } from '../../modules/media/ports.ts';
import type { Logger } from '../../platform/log.ts';
import { createSandbox, type Sandbox } from '../sandbox/isolation.ts';
import { residentBytes } from '../sandbox/memory.ts';
import type { Job, Result } from './messages.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');
/** Root of the installation, readable for workers. */
const ROOT = join(import.meta.dirname, '../../../..');
const CONCURRENCY = 2;
/** Queue limit, because each waiting file is in memory; beyond it the caller must retry. */
const MAX_WAITING = 16;
const MAX_MS = 15_000;
const IDLE_MS = 30_000;
/** Resident memory of a worker; 40 million pixels in three colours are 120 MB. */
const MAX_BYTES = 512 * 1024 * 1024;
const MEMORY_CHECK_MS = 100;

interface Deps {
  log: Logger;
  /** The server's data, hidden from workers where the system permits. */
  dataDir: string;
  /** How long a worker waits for its next file. */
  idleMs?: number;
}

/**
 * Renders images in sandboxed worker processes with limits on number, time and memory; a dead
 * worker is replaced for the next file.
 */
export function imageProcessor({ log, dataDir, idleMs = IDLE_MS }: Deps): ImageProcessor {
  let sandbox: Sandbox | undefined;
  const idle: ChildProcess[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  const acquire = async () => {
    if (running < CONCURRENCY) {
      running++;
      return;
    }
    if (waiting.length >= MAX_WAITING) throw new AppError('UNAVAILABLE');
    await new Promise<void>((go) => waiting.push(go));
  };
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  const takeWorker = () => {
    for (let worker = idle.pop(); worker; worker = idle.pop()) if (isAlive(worker)) return worker;
    if (!sandbox) {
      mkdirSync(dataDir, { recursive: true });
      sandbox = createSandbox(ROOT);
      log.info({ isolation: sandbox.level }, 'picture worker');
    }
    return startWorker(sandbox.withoutFiles(dataDir));
  };
  const rest = (worker: ChildProcess) => {
    idle.push(worker);
    worker.unref();
    worker.channel?.unref();
    setTimeout(() => {
      const index = idle.indexOf(worker);
      if (index < 0) return;
      idle.splice(index, 1);
      worker.disconnect();
    }, idleMs).unref();
  };

  return {
    async render(bytes) {
      await acquire();
      try {
        const worker = takeWorker();
        const result = await ask(worker, { bytes });
        if ('refusal' in result) {
          const { code, params, reason } = result.refusal;
          log.info({ code, reason }, 'picture refused');
          if (isAlive(worker)) rest(worker);
          throw new AppError(code, params && { params });
        }
        rest(worker);
        return { ...result.picture, files: result.picture.files.map(asBuffer) };
      } finally {
        release();
      }
    },
  };
}

/** The channel closes after the exit, so an open one proves nothing. */
const isAlive = ({ killed, connected, exitCode, signalCode }: ChildProcess): boolean =>
  !killed && connected && exitCode === null && signalCode === null;

const asBuffer = ({ width, bytes }: Picture['files'][number]) => ({
  width,
  bytes: Buffer.from(bytes),
});

function startWorker(before: string[]): ChildProcess {
  const [first, ...rest] = [...before, process.execPath];
  const worker = fork(WORKER, [], {
    execPath: first!,
    serialization: 'advanced',
    // Environment without settings and secrets.
    env: {},
    execArgv: [
      ...rest,
      '--max-old-space-size=128',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      // Its JavaScript may read the product, write nothing and start nothing.
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${ROOT}/*`,
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A worker that fails to start or dies idle is handled by `ask`.
  worker.on('error', () => {});
  return worker;
}

/** Sends one file and returns its result; a dead, stuck or oversized worker is a refusal. */
function ask(worker: ChildProcess, job: Job): Promise<Result> {
  return new Promise((resolve) => {
    worker.ref();
    worker.channel?.ref();
    const finish = (result: Result) => {
      clearTimeout(deadline);
      clearInterval(watch);
      worker.off('message', finish as (message: unknown) => void);
      worker.off('exit', died);
      resolve(result);
    };
    const unreadable = (reason: string) =>
      finish({ refusal: { code: 'IMAGE_UNREADABLE', reason } });
    const stop = (reason: string) => {
      worker.kill('SIGKILL');
      unreadable(reason);
    };
    const died = () => unreadable('the worker died');
    const deadline = setTimeout(() => stop('took too long'), MAX_MS);
    const watch = setInterval(() => {
      if (residentBytes(worker.pid) > MAX_BYTES) stop('took too much memory');
    }, MEMORY_CHECK_MS);
    worker.on('message', finish as (message: unknown) => void);
    worker.on('exit', died);
    worker.send(job, (error) => {
      if (error) stop(error.message);
    });
  });
}
