import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { purge, type ReportDeps, remind } from './service.ts';

/** Mails urgent reports again until somebody opens them. */
export const alertTask = (deps: Pick<ReportDeps, 'dutyEmail'>): Task => ({
  name: 'reports/alert',
  run: dueTask([{ what: 'the alert of report', run: (ctx) => remind(ctx, deps) }]),
});

/** Erases senders, reporters and decided reports when their time is over. */
export const purgeReportsTask = (settings: { reportKeepMonths: number }): Task => ({
  name: 'reports/purge',
  everyMs: 10 * 60_000,
  run: ({ db, now }) => db.transaction().execute((sql) => purge({ db: sql, now }, settings)),
});
