import type pg from 'pg';
import type { Clock } from './clock.ts';
import { type Database, isConnectionError } from './db.ts';
import { listen } from './listen.ts';
import type { Logger } from './log.ts';

/**
 * Background work on due rows. `run` claims them with `for update skip locked` in one transaction
 * and returns their number, so any number of workers may run the same task. Failures are retried
 * with backoff.
 */
export interface Task {
  name: string;
  /** Polling interval in milliseconds; the worker's tick by default. */
  everyMs?: number;
  run(deps: { db: Database; now: Date; onFailure?: OnFailure }): Promise<number>;
  /** One unit of work may take minutes, so the task is excluded from the lag. */
  slow?: boolean;
  /** Notification channel that triggers a run. */
  wakeOn?: string;
  /** The task to run after this one has processed something. */
  runsBefore?: string;
  /** Aborts running work, which another worker resumes. */
  stop?(): void;
  /** Resolves when work that `run` started without awaiting it has ended. */
  drained?(): Promise<void>;
}

export interface Worker {
  /** Milliseconds since the slowest task last ran, shown on /readyz. */
  lagMs(): number;
  /** Finishes running work, then resolves. */
  stop(): Promise<void>;
}

/** Is told of a row that failed while the run goes on. */
type OnFailure = (error: Error) => void;

interface WorkerDeps {
  tasks: readonly Task[];
  db: Database;
  /** Source of notifications; without it every task polls. */
  pool?: pg.Pool;
  clock: Clock;
  log: Logger;
  tickMs: number;
  /** Told of each failure but those of the connection to the database. */
  onFailure?: (task: string) => void;
}

/** Minimum interval between runs of a notified task. */
const MIN_INTERVAL_MS = 30;
const MAX_BACKOFF_MS = 30_000;

/**
 * The interval of a task with exponential backoff after failures; longer intervals stay unchanged.
 */
export const backoffMs = (base: number, failures: number): number =>
  Math.max(base, Math.min(base * 2 ** failures, MAX_BACKOFF_MS));

export function startWorker(deps: WorkerDeps): Worker {
  const { tasks, db, pool, clock, log, tickMs, onFailure: notice = () => {} } = deps;
  let stopping = false;
  const sleeping = new Map<string, () => void>();
  /**
   * Keeps the process alive: during an outage nothing else does, and the worker must outlast it.
   */
  const sleep = (name: string, ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleeping.delete(name);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      sleeping.set(name, wake);
    });
  const requested = new Set<string>();
  const failing = new Set<string>();
  /** A running task runs once more afterwards; a failed one keeps its backoff. */
  const wakeTask = (name: string) => {
    requested.add(name);
    if (!failing.has(name)) sleeping.get(name)?.();
  };
  const channels = new Set(tasks.flatMap(({ wakeOn }) => wakeOn ?? []));
  const listeners = pool
    ? [...channels].map((channel) => {
        const wake = () => {
          for (const { name, wakeOn } of tasks) if (wakeOn === channel) wakeTask(name);
        };
        return listen({ pool, channel, log, onNotification: wake, onConnectionChange: wake });
      })
    : [];
  const lastRuns = new Map(tasks.map((task) => [task.name, performance.now()]));

  const loop = async (task: Task) => {
    let failures = 0;
    const onFailure: OnFailure = (err) => {
      log.error({ task: task.name, err }, 'background work failed');
      notice(task.name);
    };
    while (!stopping) {
      let done = 0;
      requested.delete(task.name);
      try {
        done = await task.run({ db, now: clock.now(), onFailure });
        lastRuns.set(task.name, performance.now());
        failures = 0;
        failing.delete(task.name);
      } catch (error) {
        failures++;
        failing.add(task.name);
        const isAway = isConnectionError(error);
        if (!isAway) notice(task.name);
        log[isAway ? 'warn' : 'error'](
          { task: task.name, failures, err: error },
          'background work failed',
        );
      }
      if (done > 0 && task.runsBefore) wakeTask(task.runsBefore);
      if (done > 0 || stopping) continue;
      const pause = backoffMs(task.everyMs ?? tickMs, failures);
      const rest = Math.min(MIN_INTERVAL_MS, pause);
      await sleep(`${task.name}, resting`, rest);
      if (!stopping && (failures > 0 || !requested.has(task.name)))
        await sleep(task.name, pause - rest);
    }
  };
  const loops = tasks.map(loop);

  return {
    lagMs: () =>
      Math.max(
        0,
        ...tasks
          .filter(({ slow }) => !slow)
          .map((task) => performance.now() - lastRuns.get(task.name)! - (task.everyMs ?? tickMs)),
      ),
    async stop() {
      stopping = true;
      for (const task of tasks) task.stop?.();
      for (const wake of sleeping.values()) wake();
      await Promise.all([...loops, ...listeners.map((listener) => listener.stop())]);
      await Promise.all(tasks.map((task) => task.drained?.()));
    },
  };
}
