import type { Task } from '../../platform/worker.ts';
import { sendBatch } from './issues.ts';

/** Enqueues the mails of newsletters, one batch per transaction. */
export const newsletterTask = (site: { sessionSecret: string }): Task => ({
  name: 'newsletter/send',
  run: ({ db, now }) => db.transaction().execute((sql) => sendBatch({ db: sql, now }, site)),
});
