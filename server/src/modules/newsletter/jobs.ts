import type { Task } from '../../platform/worker.ts';
import { sendPortion } from './service.ts';

/** Enqueues the mails of newsletters, one batch per transaction. */
export const newsletterTask = (site: { sessionSecret: string }): Task => ({
  name: 'newsletter/portions',
  run: ({ db, now }) => db.transaction().execute((sql) => sendPortion({ db: sql, now }, site)),
});
