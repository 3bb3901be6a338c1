import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { garbageCollector } from '../media/service.ts';
import { type FileDeps, purgeUnsent, removeFiles, removeUnnamed } from './files.ts';
import { type ReadDeps, readMailbox } from './incoming/read.ts';
import { tidy } from './service.ts';

/** Closes silent threads, deletes those that were closed half a year ago. */
export const threadTask: Task = {
  name: 'support/threads',
  everyMs: 10 * 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => tidy({ db: sql, now })),
};

/** Removes files of messages as soon as their rows are gone. */
export const threadFilesTask = (deps: Pick<FileDeps, 'attachments'>): Task => ({
  name: 'support/files',
  run: dueTask([
    { what: 'the purge of unsent files', run: purgeUnsent },
    { what: 'the removal of the file', run: (ctx) => removeFiles(ctx, deps) },
  ]),
});

/** Collects files without a row, left by a server that died. */
export const collectThreadFilesTask = (deps: Pick<FileDeps, 'attachments'>): Task => ({
  name: 'support/collect',
  everyMs: 60_000,
  run: garbageCollector(deps.attachments, (db, names) => removeUnnamed(db, deps, names)),
});

/** Reads the mailbox of the support; does nothing where none is set up (BOF-85). */
export function mailboxTask(deps: ReadDeps): Task {
  let hasBegun = true;
  return {
    name: 'support/mailbox',
    everyMs: 5000,
    slow: true,
    async run(ctx) {
      const first = hasBegun;
      hasBegun = false;
      await readMailbox(ctx, { ...deps, hasBegun: first });
      return 0;
    },
    stop: () => deps.mailbox?.stop(),
  };
}
