import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { VISIT_HASH_HOURS } from '@samtrot/shared/legal/retention-rules.ts';
import { HOURS_KEPT_DAYS } from '@samtrot/shared/statistics/rules.ts';
import type { Task } from '../../platform/worker.ts';
import { purgeBefore } from './visits-store.ts';

/** Purges visit fingerprints after the repeat interval, and hourly counts after their retention. */
export const purgeVisitsTask: Task = {
  name: 'statistics/purge',
  everyMs: 60_000,
  run: ({ db, now }) =>
    purgeBefore(db, {
      // Longer than the repeat interval, because a visit may be written after it was received.
      seen: new Date(now.getTime() - VISIT_HASH_HOURS * HOUR_MS),
      // One hour more than is read, since a range may start within an hour.
      hours: new Date(now.getTime() - HOURS_KEPT_DAYS * DAY_MS - HOUR_MS),
    }),
};
