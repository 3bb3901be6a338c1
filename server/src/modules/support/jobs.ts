import type { Task } from '../../platform/worker.ts';
import { tidy } from './service.ts';

/** Closes silent threads, deletes those that were closed half a year ago. */
export const threadTask: Task = {
  name: 'support/threads',
  everyMs: 10 * 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => tidy({ db: sql, now })),
};
