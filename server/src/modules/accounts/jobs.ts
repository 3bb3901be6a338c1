import type { Task } from '../../platform/worker.ts';
import { answerWish } from './recovery.ts';

/** Answers wishes for a new password by mail, one in each transaction. */
export const passwordWishTask = (site: { publicUrl: string }): Task => ({
  name: 'accounts/password-wishes',
  run: ({ db, now }) => db.transaction().execute((sql) => answerWish({ db: sql, now }, site)),
});
