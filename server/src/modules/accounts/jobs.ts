import type { Task } from '../../platform/worker.ts';
import { answerWish } from './recovery/password-reset.ts';
import { answerRegistration } from './registration/registration.ts';

/** Answers wishes for a new password by mail, one in each transaction. */
export const passwordWishTask = (site: { publicUrl: string }): Task => ({
  name: 'accounts/password-wishes',
  run: ({ db, now }) => db.transaction().execute((sql) => answerWish({ db: sql, now }, site)),
});

/** Writes to the addresses that were registered discreetly, one in each transaction. */
export const registrationWishTask = (site: { publicUrl: string }): Task => ({
  name: 'accounts/registration-wishes',
  run: ({ db, now }) => db.transaction().execute((sql) => answerRegistration({ db: sql, now }, site)),
});
