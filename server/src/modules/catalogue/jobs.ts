import type { Task } from '../../platform/worker.ts';
import { settleMissed } from './missed.ts';

/** Ends versions that nobody released before their beginning. */
export const missedVersionsTask: Task = {
  name: 'catalogue/missed',
  everyMs: 30_000,
  run: ({ db, now }) => db.transaction().execute((sql) => settleMissed({ db: sql, now })),
};
