import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Picture, PictureStudio } from '../../modules/media/ports.ts';
import type { Logger } from '../../platform/log.ts';
import type { Job, Result } from './messages.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');
const AT_ONCE = 2;
/** Each waiting file lies in memory; beyond this the caller is asked to come back. */
const MAX_WAITING = 16;
const MAX_MS = 15_000;
const IDLE_MS = 30_000;
/** Resident memory of a worker; 40 million pixels in three colours are 120 MB. */
const MAX_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 100;

/** Develops pictures in worker processes with bounds on number, time and memory; one that dies is replaced by the next file. */
export function pictureStudio(log: Logger): PictureStudio {
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
    for (let worker = idle.pop(); worker; worker = idle.pop()) if (worker.connected) return worker;
    return startWorker();
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
    async develop(bytes) {
      await enter();
      try {
        const worker = hire();
        const result = await ask(worker, { bytes });
        if ('unreadable' in result) {
          log.info({ reason: result.unreadable }, 'picture refused');
          if (!worker.killed && worker.connected) rest(worker);
          throw new AppError('IMAGE_UNREADABLE');
        }
        rest(worker);
        return { ...result.picture, files: result.picture.files.map(asBuffer) };
      } finally {
        leave();
      }
    },
  };
}

const asBuffer = ({ width, bytes }: Picture['files'][number]) => ({ width, bytes: Buffer.from(bytes) });

function startWorker(): ChildProcess {
  const worker = fork(WORKER, [], {
    serialization: 'advanced',
    // Nothing of the server's surroundings, no settings and no secrets.
    env: {},
    execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
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
    const stop = (unreadable: string) => {
      worker.kill('SIGKILL');
      finish({ unreadable });
    };
    const died = () => finish({ unreadable: 'the worker died' });
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

/** Where the system tells (Linux); elsewhere the limit of pixels alone holds. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
