import type { Task } from '../../platform/worker.ts';
import type { FileStore } from './ports.ts';
import { removeDue } from './service.ts';

/** Removes the files of pictures that hang on no ad any more, one picture in each transaction. */
export const removalTask = (files: FileStore): Task => ({
  name: 'media/removal',
  run: ({ db, now }) => db.transaction().execute((sql) => removeDue({ db: sql, now }, files)),
});
