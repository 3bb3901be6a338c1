import type { Task } from '../../platform/worker.ts';
import { assessDue } from './service.ts';

/** Computes why something may need a closer look. */
export const assessTask: Task = {
  name: 'moderation/assess',
  run: ({ db, now }) => db.transaction().execute((sql) => assessDue({ db: sql, now })),
};
