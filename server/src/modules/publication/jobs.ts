import type { Task } from '../../platform/worker.ts';
import { alert, settleMissed, sweep, tick } from './service.ts';

/** Brings ads online, to the top and offline at their time. */
export const clockTask: Task = {
  name: 'publication/clock',
  run: ({ db, now }) => db.transaction().execute((sql) => tick({ db: sql, now })),
};

/** Gives back what was missed. */
export const missedTask: Task = {
  name: 'publication/missed',
  run: ({ db, now }) => db.transaction().execute((sql) => settleMissed({ db: sql, now })),
};

export const alertTask: Task = {
  name: 'publication/alert',
  everyMs: 10_000,
  run: ({ db, now }) => db.transaction().execute((sql) => alert({ db: sql, now })),
};

export const sweepTask: Task = {
  name: 'publication/sweep',
  everyMs: 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => sweep({ db: sql, now })),
};
