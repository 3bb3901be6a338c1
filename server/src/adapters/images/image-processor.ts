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
/** Of the installation, for reading: the product and its libraries. */
const ROOT = join(import.meta.dirname, '../../../..');
const AT_ONCE = 2;
/** Each waiting file lies in memory; beyond this the caller is asked to come back. */
const MAX_WAITING = 16;
const MAX_MS = 15_000;
const IDLE_MS = 30_000;
/** Resident memory of a worker; 40 million pixels in three colours are 120 MB. */
const MAX_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 100;

interface Deps {
  log: Logger;
  /** Everything that the server keeps; the workers see none of it where the system allows that. */
  dataDir: string;
}

/**
 * Develops pictures in worker processes with bounds on number, time, memory and what they may touch; one that dies is replaced by the
 * next file.
 */
export function imageProcessor({ log, dataDir }: Deps): ImageProcessor {
  let confinement: Sandbox | undefined;
  const idle: ChildProcess[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < AT_ONCE) {
      running++;
      return;
    }
    if (waiting.length >= MAX_WAITING) throw new AppError('UNAVAILABLE');
    await new Promise<void>((go) => waiting.push(go));
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  const hire = () => {
    for (let worker = idle.pop(); worker; worker = idle.pop()) if (lives(worker)) return worker;
    if (!confinement) {
      mkdirSync(dataDir, { recursive: true });
      confinement = createSandbox(ROOT);
      log.info({ confinement: confinement.closeness }, 'picture worker');
    }
    return startWorker(confinement.alone(dataDir));
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
    }, IDLE_MS).unref();
  };

  return {
    async render(bytes) {
      await enter();
      try {
        const worker = hire();
        const result = await ask(worker, { bytes });
        if ('refusal' in result) {
          const { code, params, reason } = result.refusal;
          log.info({ code, reason }, 'picture refused');
          if (lives(worker)) rest(worker);
          throw new AppError(code, params && { params });
        }
        rest(worker);
        return { ...result.picture, files: result.picture.files.map(asBuffer) };
      } finally {
        leave();
      }
    },
  };
}

/** Its channel closes after its end, so that an open one says nothing. */
const lives = ({ killed, connected, exitCode, signalCode }: ChildProcess): boolean =>
  !killed && connected && exitCode === null && signalCode === null;

const asBuffer = ({ width, bytes }: Picture['files'][number]) => ({ width, bytes: Buffer.from(bytes) });

function startWorker(before: string[]): ChildProcess {
  const [first, ...rest] = [...before, process.execPath];
  const worker = fork(WORKER, [], {
    execPath: first!,
    serialization: 'advanced',
    // Nothing of the server's surroundings, no settings and no secrets.
    env: {},
    execArgv: [
      ...rest,
      '--max-old-space-size=128',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      // Its JavaScript reads the product, writes nothing and starts nothing.
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${ROOT}/*`,
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A worker that cannot be started or dies while idle is no event of its own; `ask` sees the one that matters.
  worker.on('error', () => {});
  return worker;
}

/** One file, one answer; a worker that dies, hangs or swells answers with that. */
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
    const unreadable = (reason: string) => finish({ refusal: { code: 'IMAGE_UNREADABLE', reason } });
    const stop = (reason: string) => {
      worker.kill('SIGKILL');
      unreadable(reason);
    };
    const died = () => unreadable('the worker died');
    const deadline = setTimeout(() => stop('took too long'), MAX_MS);
    const watch = setInterval(() => {
      if (residentBytes(worker.pid) > MAX_BYTES) stop('took too much memory');
    }, LOOK_EVERY_MS);
    worker.on('message', finish as (message: unknown) => void);
    worker.on('exit', died);
    worker.send(job, (error) => {
      if (error) stop(error.message);
    });
  });
}
