import type { Task } from '../../platform/worker.ts';
import { watchTraffic } from './traffic.ts';

/** Mails what is unusual about the traffic of a website; removes old counts. */
export const trafficTask = (deps: { dutyEmail: string }): Task => ({
  name: 'partner-desk/traffic',
  everyMs: 60 * 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => watchTraffic({ db: sql, now }, deps)),
});
