import type { Clock } from './clock.ts';
import { type Database, isDatabaseAway } from './db.ts';
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
  /** Gives up what is running, for whoever looks next. */
  stop?(): void;
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
  clock: Clock;
  log: Logger;
  tickMs: number;
}

const LONGEST_BACK_OFF_MS = 30_000;

/** The pause of a task, longer after each failure; what rests longer than the longest back-off by itself keeps its pace. */
export const pauseMs = (base: number, failures: number): number =>
  Math.max(base, Math.min(base * 2 ** failures, LONGEST_BACK_OFF_MS));

export function startWorker({ tasks, db, clock, log, tickMs }: WorkerDeps): Worker {
  let stopping = false;
  const sleepers = new Set<() => void>();
  /** Keeps the process alive: while the database is away nothing else does, and a worker that ends then never comes back. */
  const nap = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      sleepers.add(wake);
    });
  const looked = new Map(tasks.map((task) => [task.name, performance.now()]));

  const loop = async (task: Task) => {
    let failures = 0;
    while (!stopping) {
      let done = 0;
      try {
        done = await task.run({ db, now: clock.now() });
        looked.set(task.name, performance.now());
        failures = 0;
      } catch (error) {
        failures++;
        log[isDatabaseAway(error) ? 'warn' : 'error'](
          { task: task.name, failures, err: error },
          'background work failed',
        );
      }
      if (done > 0 || stopping) continue;
      await nap(pauseMs(task.everyMs ?? tickMs, failures));
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
      for (const wake of sleepers) wake();
      await Promise.all(loops);
    },
  };
}
