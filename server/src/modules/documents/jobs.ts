import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { type FileStore, garbageCollector } from '../media/service.ts';
import { type DocumentDeps, issueDue, noteMonths, removeNobodys } from './service.ts';

/** Issues due documents: receipts, corrections and monthly statements. */
export const documentTask = (deps: DocumentDeps): Task => ({
  name: 'documents/issue',
  run: (ctx) => issueDue(deps, ctx),
});

/** Marks statements as due once a month is over. */
export const monthTask: Task = {
  name: 'documents/months',
  everyMs: MINUTE_MS,
  run: noteMonths,
};

/** Collects files without a document; a document without its file is rendered again. */
export const collectDocumentsTask = (files: FileStore): Task => ({
  name: 'documents/collect',
  everyMs: MINUTE_MS,
  run: garbageCollector(files, (db, names) => removeNobodys(db, files, names)),
});
