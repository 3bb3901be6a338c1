import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MAX_VIDEO_SECONDS, VIDEO_HEIGHTS } from '@samtrot/shared/media/rules.ts';
import type { RebuiltVideo, VideoFailure, VideoProcessor } from '../../modules/media/ports.ts';
import type { Logger } from '../../platform/log.ts';
import { createSandbox, type Sandbox } from '../sandbox/isolation.ts';
import { residentBytes } from '../sandbox/memory.ts';
import type { Answer, Built, Job } from './messages.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');
/** Of the installation, for reading: the product and its libraries. */
const ROOT = join(import.meta.dirname, '../../../..');
const LOOK_MS = 30_000;
/** Per second of video, on a slow machine that has other things to do. */
const MS_PER_SECOND = 15_000;
/** Resident memory; 4K pictures on their way through both sizes are about 700 MB. */
const MAX_BYTES = 1536 * 1024 * 1024;
const WATCH_EVERY_MS = 100;
const MAX_THREADS = 4;

type Outcome = RebuiltVideo | { failure: VideoFailure };

interface Deps {
  log: Logger;
  /** Everything that the server keeps; the worker sees none of it where the system allows that. */
  dataDir: string;
  maxBytes?: number;
  /** For looking at a file, before it is known how long it is. */
  lookMs?: number;
}

/** Rebuilds each video in a process of its own with bounds on memory, time and what it may touch. */
export function videoProcessor({ log, dataDir, maxBytes = MAX_BYTES, lookMs = LOOK_MS }: Deps): VideoProcessor {
  let confinement: Sandbox | undefined;
  return {
    async rebuild({ source, work, story }, watch) {
      if (!confinement) {
        confinement = createSandbox(ROOT);
        log.info({ confinement: confinement.closeness }, 'video worker');
      }
      await rm(work, { recursive: true, force: true });
      await mkdir(work, { recursive: true });
      const { before, ...seen } = confinement.around({ source, work, data: dataDir });
      const job: Job = { ...seen, story, threads: Math.min(availableParallelism(), MAX_THREADS) };
      return ask({ worker: start(before, job), job, work, log, maxBytes, lookMs }, watch);
    },
  };
}

function start(before: string[], { source, folder }: Job): ChildProcess {
  const [first, ...rest] = [...before, process.execPath];
  return fork(WORKER, [], {
    execPath: first!,
    execArgv: [
      ...rest,
      '--max-old-space-size=256',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      // Its JavaScript reads the product and this file, writes this folder, and starts nothing.
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${ROOT}/*`,
      `--allow-fs-read=${source}`,
      `--allow-fs-read=${folder}/*`,
      `--allow-fs-write=${folder}/*`,
    ],
    // Nothing of the server's surroundings, no settings and no secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

interface Asked {
  worker: ChildProcess;
  job: Job;
  /** The folder of the job as it is outside. */
  work: string;
  log: Logger;
  maxBytes: number;
  lookMs: number;
}

/** One file, one worker. Rejects when the worker dies of something else than its bounds: another attempt may do better. */
function ask(
  { worker, job, work, log, maxBytes, lookMs }: Asked,
  { progress, signal }: Parameters<VideoProcessor['rebuild']>[1],
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(deadline);
      clearInterval(memory);
      signal.removeEventListener('abort', aborted);
      worker.removeAllListeners();
      // Also after its answer: what is still to come of it is nothing good.
      worker.on('error', () => {});
      worker.kill('SIGKILL');
    };
    const refuse = (failure: VideoFailure, reason: string) => {
      log.info({ failure, reason }, 'video refused');
      end();
      resolve({ failure });
    };
    const broken = (error: Error) => {
      end();
      reject(error);
    };
    const aborted = () => broken(new Error('stopped'));
    let deadline = setTimeout(() => refuse('unreadable', 'took too long to look at'), lookMs);
    const memory = setInterval(() => {
      if (residentBytes(worker.pid) > maxBytes) refuse('unreadable', 'took too much memory');
    }, WATCH_EVERY_MS);
    worker.on('message', (answer: Answer) => {
      if ('progress' in answer) progress(Math.min(99, Math.max(0, Math.floor(answer.progress) || 0)));
      else if ('seconds' in answer) {
        clearTimeout(deadline);
        const seconds = answer.seconds > 0 ? Math.min(answer.seconds, MAX_VIDEO_SECONDS) : MAX_VIDEO_SECONDS;
        deadline = setTimeout(() => refuse('unreadable', 'took too long'), lookMs + seconds * MS_PER_SECOND);
      } else if ('failure' in answer) refuse(answer.failure, answer.reason);
      else if ('full' in answer) broken(Object.assign(new Error('no room for a video'), { code: 'ENOSPC' }));
      else if (!isSane(answer.built)) broken(new Error('the worker answers nonsense'));
      else {
        end();
        const { heights, width, height, durationMs } = answer.built;
        const files = heights.map((side) => ({ height: side, path: join(work, `${side}.mp4`) }));
        resolve({ width, height, durationMs, files, poster: join(work, 'poster.webp') });
      }
    });
    worker.on('error', broken);
    worker.on('exit', (code, by) => broken(new Error(`the worker died (${by ?? code})`)));
    signal.addEventListener('abort', aborted);
    if (signal.aborted) aborted();
    else worker.send(job, (error) => error && broken(error));
  });
}

/** Of a worker that a file has taken over nothing is believed that leads out of its folder. */
const isSane = ({ width, height, durationMs, heights }: Built): boolean =>
  [width, height, durationMs, ...heights].every((number) => Number.isInteger(number) && number > 0) &&
  heights.length > 0 &&
  heights.length <= VIDEO_HEIGHTS.length;
