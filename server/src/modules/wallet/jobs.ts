import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { newestSeal, sealLedger } from './service.ts';

/** Seals the book once an hour. */
export const sealTask: Task = {
  name: 'wallet/seal',
  everyMs: 60_000,
  async run({ db, now }) {
    const last = await db.transaction().execute(newestSeal);
    if (!last || now.getTime() - last.sealed_at.getTime() >= HOUR_MS) await sealLedger(db, now);
    // Whatever came in meanwhile waits for the next hour.
    return 0;
  },
};
