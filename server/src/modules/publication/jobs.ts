import type { Task } from '../../platform/worker.ts';
import { sweep, tick } from './service.ts';

/** Brings ads online and offline at their time. */
export const clockTask: Task = {
  name: 'publication/clock',
  run: ({ db, now }) => db.transaction().execute((sql) => tick({ db: sql, now })),
};

export const sweepTask: Task = {
  name: 'publication/sweep',
  everyMs: 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => sweep({ db: sql, now })),
};
