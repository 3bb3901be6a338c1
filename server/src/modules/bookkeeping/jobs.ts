import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { closeDueMonth } from './service.ts';

/** Closes a month on the 5th of the next one, unless cases of it are open (BOF-108). */
export const closeMonthTask: Task = {
  name: 'bookkeeping/close-month',
  everyMs: HOUR_MS,
  run: ({ db, now }) => db.transaction().execute((sql) => closeDueMonth({ db: sql, now })),
};
