import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { collector, type FileStore } from '../media/service.ts';
import { type DocumentDeps, issueDue, noteMonths, removeNobodys } from './service.ts';

/** Issues what is due: a receipt for each top-up, a correction for money that went back, statements at the start of a month. */
export const documentTask = (deps: DocumentDeps): Task => ({
  name: 'documents/issue',
  run: (ctx) => issueDue(deps, ctx),
});

/** Notes the statements that are due once a month is over. */
export const monthTask: Task = {
  name: 'documents/months',
  everyMs: MINUTE_MS,
  run: noteMonths,
};

/** Removes files that no paper has; a paper that misses its file has it drawn again. */
export const collectDocumentsTask = (files: FileStore): Task => ({
  name: 'documents/collect',
  everyMs: MINUTE_MS,
  run: collector(files, (db, names) => removeNobodys(db, files, names)),
});
