import type { Task } from '../../platform/worker.ts';
import { sendPortion } from './service.ts';

/** Makes the mails of newsletters, one portion in each transaction. */
export const newsletterTask = (site: { sessionSecret: string }): Task => ({
  name: 'newsletter/portions',
  run: ({ db, now }) => db.transaction().execute((sql) => sendPortion({ db: sql, now }, site)),
});
