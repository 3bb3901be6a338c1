import type { Task } from '../../platform/worker.ts';
import { checkDaily, checkpoint } from './service.ts';

/** Writes a checkpoint of the audit log every hour. */
export const auditCheckpointTask: Task = {
  name: 'audit/checkpoint',
  everyMs: 60_000,
  async run({ db, now }) {
    await checkpoint(db, now);
    // New lines wait for the next hour.
    return 0;
  },
};

/** Checks once a day whether a line of the audit log was changed. */
export const auditCheckTask: Task = {
  name: 'audit/check',
  everyMs: 10 * 60_000,
  slow: true,
  async run({ db, now }) {
    await checkDaily(db, now);
    return 0;
  },
};
