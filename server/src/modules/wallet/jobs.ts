import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { createCheckpoint, newestCheckpoint } from './service.ts';

/** Writes a checkpoint of the ledger every hour. */
export const checkpointTask: Task = {
  name: 'wallet/checkpoint',
  everyMs: 60_000,
  async run({ db, now }) {
    const last = await db.transaction().execute(newestCheckpoint);
    if (!last || now.getTime() - last.sealed_at.getTime() >= HOUR_MS)
      await createCheckpoint(db, now);
    // New transfers wait for the next hour.
    return 0;
  },
};
