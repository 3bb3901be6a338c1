import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { HOURS_KEPT_DAYS } from '@samtrot/shared/statistics/rules.ts';
import type { Task } from '../../platform/worker.ts';
import { forgetBefore } from './visits-store.ts';

/** Forgets who looked at what as soon as a repeat counts anew, and views by hour once nothing is measured by them. */
export const visitsTask: Task = {
  name: 'statistics/forget',
  everyMs: 60_000,
  run: ({ db, now }) =>
    forgetBefore(db, {
      // Longer than a repeat, because what was told in time may be written down later.
      seen: new Date(now.getTime() - HOUR_MS),
      // An hour more than is read, which may begin within one.
      hours: new Date(now.getTime() - HOURS_KEPT_DAYS * DAY_MS - HOUR_MS),
    }),
};
