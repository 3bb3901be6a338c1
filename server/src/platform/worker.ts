import type pg from 'pg';
import type { Clock } from './clock.ts';
import { type Database, isConnectionError } from './db.ts';
import { listen } from './listen.ts';
import type { Logger } from './log.ts';

/**
 * Background work whose due rows lie in our own tables. `run` claims what is due with `for update skip locked`, does it in one
 * transaction and answers how many it did; any number of workers may run the same task.
 */
export interface Task {
  name: string;
  /** Pause between two looks in milliseconds; the worker's tick unless told. */
  everyMs?: number;
  run(deps: { db: Database; now: Date }): Promise<number>;
  /** One piece of its work may take minutes; that it has not looked for so long says nothing. */
  slow?: boolean;
  /** A notice of the database on this channel makes it look at once. */
  wakeOn?: string;
  /** The task that is to look at once after this one has done something. */
  runsBefore?: string;
  /** Gives up what is running, for whoever looks next. */
  stop?(): void;
  /** Resolves when nothing goes on that `run` has begun without waiting for it. */
  drained?(): Promise<void>;
}

export interface Worker {
  /** Milliseconds since the slowest task last looked: the lag shown on /readyz. */
  lagMs(): number;
  /** Finishes what is running, then resolves. */
  stop(): Promise<void>;
}

interface WorkerDeps {
  tasks: readonly Task[];
  db: Database;
  /** Where notices come from; without it every task keeps to its pace. */
  pool?: pg.Pool;
  clock: Clock;
  log: Logger;
  tickMs: number;
}

/** Who is woken by every change still leaves the database this much rest. */
const LEAST_PAUSE_MS = 30;
const LONGEST_BACK_OFF_MS = 30_000;

/** The pause of a task, longer after each failure; what rests longer than the longest back-off by itself keeps its pace. */
export const backoffMs = (base: number, failures: number): number =>
  Math.max(base, Math.min(base * 2 ** failures, LONGEST_BACK_OFF_MS));

export function startWorker({ tasks, db, pool, clock, log, tickMs }: WorkerDeps): Worker {
  let stopping = false;
  const sleepers = new Map<string, () => void>();
  /** Keeps the process alive: while the database is away nothing else does, and a worker that ends then never comes back. */
  const sleep = (name: string, ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(name);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      sleepers.set(name, wake);
    });
  const called = new Set<string>();
  const failing = new Set<string>();
  /** Whoever is at work looks once more afterwards; whoever rests from a failure goes on resting. */
  const call = (name: string) => {
    called.add(name);
    if (!failing.has(name)) sleepers.get(name)?.();
  };
  const channels = new Set(tasks.flatMap(({ wakeOn }) => wakeOn ?? []));
  const notices = pool
    ? [...channels].map((channel) => {
        const wake = () => {
          for (const { name, wakeOn } of tasks) if (wakeOn === channel) call(name);
        };
        return listen({ ...{ pool, channel, log }, onNotification: wake, onConnectionChange: wake });
      })
    : [];
  const looked = new Map(tasks.map((task) => [task.name, performance.now()]));

  const loop = async (task: Task) => {
    let failures = 0;
    while (!stopping) {
      let done = 0;
      called.delete(task.name);
      try {
        done = await task.run({ db, now: clock.now() });
        looked.set(task.name, performance.now());
        failures = 0;
        failing.delete(task.name);
      } catch (error) {
        failures++;
        failing.add(task.name);
        log[isConnectionError(error) ? 'warn' : 'error'](
          { task: task.name, failures, err: error },
          'background work failed',
        );
      }
      if (done > 0 && task.runsBefore) call(task.runsBefore);
      if (done > 0 || stopping) continue;
      const pause = backoffMs(task.everyMs ?? tickMs, failures);
      const rest = Math.min(LEAST_PAUSE_MS, pause);
      await sleep(`${task.name}, resting`, rest);
      if (!stopping && (failures > 0 || !called.has(task.name))) await sleep(task.name, pause - rest);
    }
  };
  const loops = tasks.map(loop);

  return {
    lagMs: () =>
      Math.max(
        0,
        ...tasks
          .filter(({ slow }) => !slow)
          .map((task) => performance.now() - looked.get(task.name)! - (task.everyMs ?? tickMs)),
      ),
    async stop() {
      stopping = true;
      for (const task of tasks) task.stop?.();
      for (const wake of sleepers.values()) wake();
      await Promise.all([...loops, ...notices.map((notice) => notice.stop())]);
      await Promise.all(tasks.map((task) => task.drained?.()));
    },
  };
}
