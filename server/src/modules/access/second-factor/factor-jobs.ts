import type { Task } from '../../../platform/worker.ts';
import { processRemoval } from './factor-removal.ts';

/** Mails about requested removals of a second factor, and carries them out after 72 hours. */
export const factorRemovalTask = (settings: {
  publicUrl: string;
  sessionSecret: string;
}): Task => ({
  name: 'access/factor-removals',
  everyMs: 60_000,
  run: ({ db, now }) =>
    db.transaction().execute((sql) => processRemoval({ db: sql, now }, settings)),
});
