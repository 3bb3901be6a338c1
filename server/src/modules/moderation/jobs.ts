import type { Task } from '../../platform/worker.ts';
import { assessDue, withdrawUndecided } from './service.ts';

/** Computes why something may need a closer look. */
export const assessTask: Task = {
  name: 'moderation/assess',
  run: ({ db, now }) => db.transaction().execute((sql) => assessDue({ db: sql, now })),
};

/** Takes off what nobody has decided about within seven days. */
export const undecidedTask: Task = {
  name: 'moderation/undecided',
  everyMs: 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => withdrawUndecided({ db: sql, now })),
};
