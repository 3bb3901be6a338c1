import type { Task } from '../../platform/worker.ts';
import { expireApprovals } from './approvals/approvals.ts';

/** Ends what nobody allowed within 72 hours, and purges what has ended. */
export const staffPurgeTask: Task = {
  name: 'staff/purge',
  everyMs: 10 * 60_000,
  run: ({ db, now }) =>
    db.transaction().execute(async (sql) => {
      const expired = await expireApprovals({ db: sql, now });
      for (const table of [
        'staff_login',
        'staff_pending_login',
        'staff_enrolment',
        'staff_browser',
      ] as const)
        await sql.deleteFrom(table).where('expires_at', '<=', now).execute();
      return expired;
    }),
};
