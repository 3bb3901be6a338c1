import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { forgetOld } from './store.ts';

const KEPT_MS = 400 * DAY_MS;

/**
 * Forgets what has been gone from websites for more than 400 days, and of which nothing was heard
 * for as long; and on which days they asked.
 */
export const forgetProofTask: Task = {
  name: 'delivery-receipts/forget',
  everyMs: DAY_MS / 2,
  run({ db, now }) {
    const before = new Date(now.getTime() - KEPT_MS);
    return db
      .transaction()
      .execute((tx) => forgetOld(tx, before, localDate(before), new Date(now.getTime() - DAY_MS)));
  },
};
