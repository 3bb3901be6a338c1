import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { searchPhrases } from './phrase-search.ts';
import { assessDue, endUndecidedChange, withdrawUndecided } from './service.ts';

/** Computes why something may need a closer look. */
export const assessTask: Task = {
  name: 'moderation/assess',
  run: dueTask([{ what: 'the assessment of review', run: assessDue }]),
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
  run: dueTask(
    [
      { what: 'the withdrawal of undecided hold', run: withdrawUndecided },
      { what: 'the end of undecided review', run: endUndecidedChange },
    ],
    { oneKind: true },
  ),
};
