import type { Task } from '../../platform/worker.ts';
import { searchPhrases } from './phrase-search.ts';
import { assessDue, withdrawUndecided } from './service.ts';

/** Computes why something may need a closer look. */
export const assessTask: Task = {
  name: 'moderation/assess',
  run: ({ db, now }) => db.transaction().execute((sql) => assessDue({ db: sql, now })),
};

/** Scans published items for newly forbidden phrases, one batch a minute. */
export const phrasesTask: Task = {
  name: 'moderation/phrases',
  everyMs: 60_000,
  run: async ({ db, now }) => {
    await db.transaction().execute((sql) => searchPhrases({ db: sql, now }));
    // One batch a minute, whatever it matched.
    return 0;
  },
};

/** Takes off what nobody has decided about within seven days. */
export const undecidedTask: Task = {
  name: 'moderation/undecided',
  everyMs: 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => withdrawUndecided({ db: sql, now })),
};
