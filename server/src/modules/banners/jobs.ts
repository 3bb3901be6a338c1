import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { alertDue, closeDue, renewExpired } from './service.ts';

/** Ends or renews banners; one renewal per transaction. */
export const bannerClockTask: Task = {
  name: 'banners/clock',
  run: dueTask([
    { what: 'the end of banner', run: closeDue },
    { what: 'the renewal of banner', run: renewExpired },
  ]),
};

/** Reminds owners of an end within 24 hours; one per transaction. */
export const bannerAlertTask: Task = {
  name: 'banners/alert',
  everyMs: 10_000,
  run: dueTask([{ what: 'the reminder of banner', run: alertDue }]),
};
