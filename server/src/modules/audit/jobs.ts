import type { Task } from '../../platform/worker.ts';
import { checkpoint } from './service.ts';

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
