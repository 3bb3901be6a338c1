import type { Task } from '../../platform/worker.ts';
import { type LoginMailSettings, processLoginMail } from './login/login-mail.ts';

export { factorRemovalTask } from './second-factor/factor-jobs.ts';

/** Mails the links of log-ins by mail, one request in each transaction. */
export const loginMailTask = (settings: LoginMailSettings): Task => ({
  name: 'access/login-mails',
  run: ({ db, now }) =>
    db.transaction().execute((sql) => processLoginMail({ db: sql, now }, settings)),
});
