import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { KEPT_DAYS } from '@samtrot/shared/legal/retention-rules.ts';
import type { Task } from '../../platform/worker.ts';
import { purgeReceipts } from './store.ts';

const KEPT_MS = KEPT_DAYS.receipt * DAY_MS;

/** Purges receipts and days of requests 400 days after their last event. */
export const purgeReceiptsTask: Task = {
  name: 'delivery-receipts/purge',
  everyMs: DAY_MS / 2,
  run({ db, now }) {
    const before = new Date(now.getTime() - KEPT_MS);
    return db
      .transaction()
      .execute((tx) =>
        purgeReceipts(tx, before, localDate(before), new Date(now.getTime() - DAY_MS)),
      );
  },
};
