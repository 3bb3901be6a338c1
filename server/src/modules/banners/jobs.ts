import type { Task } from '../../platform/worker.ts';
import { alertDue, processExpired } from './service.ts';

/**
 * Books banners again at their end, or sees that they are over; one renewal in each transaction.
 */
export const bannerClockTask: Task = {
  name: 'banners/clock',
  run: ({ db, now }) => db.transaction().execute((sql) => processExpired({ db: sql, now })),
};

/** Tells owners that a banner ends in 24 hours; one in each transaction. */
export const bannerAlertTask: Task = {
  name: 'banners/alert',
  everyMs: 10_000,
  run: ({ db, now }) => db.transaction().execute((sql) => alertDue({ db: sql, now })),
};
