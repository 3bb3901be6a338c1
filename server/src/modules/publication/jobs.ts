import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { ALERTS, CLOCK, ENDS_TODAY, ERASED, MISSED, PRICES, PURGED } from './service.ts';

/** Each owner in a transaction of her own, or two workers may wait for each other. */
const ONE = { oneKind: true };

/** Starts, pushes and ends ads when due. */
export const clockTask: Task = {
  name: 'publication/clock',
  run: dueTask(CLOCK),
};

/** Refunds missed pushes. */
export const missedTask: Task = {
  name: 'publication/missed',
  run: dueTask(MISSED, ONE),
};

const alertTask: Task = {
  name: 'publication/alert',
  everyMs: 10_000,
  run: dueTask(ALERTS, ONE),
};

const endsTodayTask: Task = {
  name: 'publication/ends-today',
  everyMs: 60_000,
  run: dueTask(ENDS_TODAY, ONE),
};

const pricesTask: Task = {
  name: 'publication/prices',
  everyMs: 60_000,
  run: dueTask(PRICES, ONE),
};

const purgeDraftsTask: Task = {
  name: 'publication/sweep',
  everyMs: 60_000,
  run: dueTask(PURGED, ONE),
};

const eraseTask: Task = {
  name: 'publication/erase',
  everyMs: 30_000,
  run: dueTask(ERASED),
};

export const publicationTasks: readonly Task[] = [
  ...[clockTask, missedTask, alertTask, endsTodayTask, pricesTask],
  ...[purgeDraftsTask, eraseTask],
];
