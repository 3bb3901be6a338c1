import type { Task } from '../../platform/worker.ts';
import { passingOver } from '../listings/service.ts';
import { alertDue, processExpired } from './service.ts';

/** Ends or renews banners; one renewal per transaction. */
export const bannerClockTask: Task = {
  name: 'banners/clock',
  run: passingOver(processExpired),
};

/** Reminds owners of an end within 24 hours; one per transaction. */
export const bannerAlertTask: Task = {
  name: 'banners/alert',
  everyMs: 10_000,
  run: ({ db, now }) => db.transaction().execute((sql) => alertDue({ db: sql, now })),
};
