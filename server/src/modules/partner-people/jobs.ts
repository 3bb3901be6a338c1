import type { Task } from '../../platform/worker.ts';

/** Purges log-ins, invitations and links that are over. */
export const partnerPeoplePurgeTask: Task = {
  name: 'partner-people/purge',
  everyMs: 10 * 60_000,
  run: ({ db, now }) =>
    db.transaction().execute(async (sql) => {
      let purged = 0n;
      for (const table of [
        'partner_login',
        'partner_pending_login',
        'partner_invitation',
        'partner_password_link',
      ] as const) {
        const gone = await sql.deleteFrom(table).where('expires_at', '<=', now).executeTakeFirst();
        purged += gone.numDeletedRows;
      }
      return Number(purged);
    }),
};
