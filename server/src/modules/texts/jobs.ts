import type { Task } from '../../platform/worker.ts';
import { announceTerms } from './acceptance.ts';

/** Mails all accounts that new terms come, one batch per transaction. */
export const newTermsTask: Task = {
  name: 'texts/announce',
  run: ({ db, now }) => db.transaction().execute((sql) => announceTerms({ db: sql, now })),
};
