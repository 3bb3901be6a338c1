import type { Task } from '../../platform/worker.ts';
import { passingOver } from '../listings/service.ts';
import {
  alert,
  announceEnds,
  announcePrices,
  eraseRemoved,
  purgeDrafts,
  settleMissed,
  tick,
} from './service.ts';

/** Starts, pushes and ends ads when due. */
export const clockTask: Task = {
  name: 'publication/clock',
  run: passingOver(tick),
};

/** Refunds missed pushes. */
export const missedTask: Task = {
  name: 'publication/missed',
  run: ({ db, now }) => db.transaction().execute((sql) => settleMissed({ db: sql, now })),
};

const alertTask: Task = {
  name: 'publication/alert',
  everyMs: 10_000,
  run: ({ db, now }) => db.transaction().execute((sql) => alert({ db: sql, now })),
};

const endsTodayTask: Task = {
  name: 'publication/ends-today',
  everyMs: 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => announceEnds({ db: sql, now })),
};

const pricesTask: Task = {
  name: 'publication/prices',
  everyMs: 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => announcePrices({ db: sql, now })),
};

const purgeDraftsTask: Task = {
  name: 'publication/sweep',
  everyMs: 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => purgeDrafts({ db: sql, now })),
};

const eraseTask: Task = {
  name: 'publication/erase',
  everyMs: 30_000,
  run: ({ db, now }) => db.transaction().execute((sql) => eraseRemoved({ db: sql, now })),
};

export const publicationTasks: readonly Task[] = [
  ...[clockTask, missedTask, alertTask, endsTodayTask, pricesTask],
  ...[purgeDraftsTask, eraseTask],
];
