import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MAX_VIDEO_SECONDS, VIDEO_HEIGHTS } from '@samtrot/shared/media/rules.ts';
import {
  ProcessorUnavailable,
  type RebuiltVideo,
  type VideoFailure,
  type VideoProcessor,
} from '../../modules/media/ports.ts';
import type { Logger } from '../../platform/log.ts';
import { createSandbox, type Sandbox } from '../sandbox/isolation.ts';
import { residentBytes } from '../sandbox/memory.ts';
import type { Answer, Built, Job } from './messages.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');
/** Root of the installation, readable for workers. */
const ROOT = join(import.meta.dirname, '../../../..');
const PROBE_MS = 30_000;
/** Time limit per second of video, for a slow, busy machine. */
const MS_PER_SECOND = 15_000;
/** Resident memory; 4K pictures in both sizes need about 700 MB. */
const MAX_BYTES = 1536 * 1024 * 1024;
const MEMORY_CHECK_MS = 100;
const MAX_THREADS = 4;

type Outcome = RebuiltVideo | { failure: VideoFailure };

interface Deps {
  log: Logger;
  /** The server's data, hidden from the worker where the system permits. */
  dataDir: string;
  maxBytes?: number;
  /** Time limit until the duration is known. */
  lookMs?: number;
  /** The folder that a worker may read, with its libraries. */
  root?: string;
}

/** Rebuilds each video in a sandboxed process with limits on memory and time. */
export function videoProcessor({
  log,
  dataDir,
  maxBytes = MAX_BYTES,
  lookMs = PROBE_MS,
  root = ROOT,
}: Deps): VideoProcessor {
  let sandbox: Sandbox | undefined;
  return {
    async rebuild({ source, work, story }, watch) {
      if (!sandbox) {
        sandbox = createSandbox(ROOT);
        log.info({ isolation: sandbox.level }, 'video worker');
      }
      await rm(work, { recursive: true, force: true });
      await mkdir(work, { recursive: true });
      const { before, ...seen } = sandbox.wrap({ source, work, data: dataDir });
      const job: Job = { ...seen, story, threads: Math.min(availableParallelism(), MAX_THREADS) };
      return ask({ worker: start(before, job, root), job, work, log, maxBytes, lookMs }, watch);
    },
  };
}

function start(before: string[], { source, folder }: Job, root: string): ChildProcess {
  const [first, ...rest] = [...before, process.execPath];
  return fork(WORKER, [], {
    execPath: first!,
    execArgv: [
      ...rest,
      '--max-old-space-size=256',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      // Its JavaScript may read the product and this file, write this folder, and start nothing.
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${root}/*`,
      `--allow-fs-read=${source}`,
      `--allow-fs-read=${folder}/*`,
      `--allow-fs-write=${folder}/*`,
    ],
    // Environment without settings and secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

interface Request {
  worker: ChildProcess;
  job: Job;
  /** The work folder outside the sandbox. */
  work: string;
  log: Logger;
  maxBytes: number;
  lookMs: number;
}

/**
 * Runs one worker for one file. Rejects if it dies other than by a limit, since a retry may
 * succeed.
 */
function ask(
  { worker, job, work, log, maxBytes, lookMs }: Request,
  { progress, signal }: Parameters<VideoProcessor['rebuild']>[1],
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(deadline);
      clearInterval(memory);
      signal.removeEventListener('abort', aborted);
      worker.removeAllListeners();
      // Errors after the response are irrelevant.
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
    }, MEMORY_CHECK_MS);
    worker.on('message', (answer: Answer) => {
      if ('progress' in answer)
        progress(Math.min(99, Math.max(0, Math.floor(answer.progress) || 0)));
      else if ('seconds' in answer) {
        clearTimeout(deadline);
        const seconds =
          answer.seconds > 0 ? Math.min(answer.seconds, MAX_VIDEO_SECONDS) : MAX_VIDEO_SECONDS;
        deadline = setTimeout(
          () => refuse('unreadable', 'took too long'),
          lookMs + seconds * MS_PER_SECOND,
        );
      } else if ('failure' in answer) refuse(answer.failure, answer.reason);
      else if ('full' in answer)
        broken(Object.assign(new Error('no room for a video'), { code: 'ENOSPC' }));
      else if ('missing' in answer)
        broken(new ProcessorUnavailable(`FFmpeg does not run here: ${answer.missing}`));
      else if (!isSane(answer.built)) broken(new Error('malformed response of the worker'));
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

/** A compromised worker could return names outside of its folder. */
const isSane = ({ width, height, durationMs, heights }: Built): boolean =>
  [width, height, durationMs, ...heights].every(
    (number) => Number.isInteger(number) && number > 0,
  ) &&
  heights.length > 0 &&
  heights.length <= VIDEO_HEIGHTS.length;
