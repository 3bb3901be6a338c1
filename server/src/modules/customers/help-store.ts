import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { withEmail } from '../access/service.ts';

/** Under its exclusive lock, which its own calls wait for; undefined when it is closed. */
export async function lockAccount(db: Sql, id: number) {
  await sql`select lock_account(${id}, true)`.execute(db);
  const row = await db
    .selectFrom('account')
    .select(['id', 'nickname', 'email', 'email_confirmed_at', 'delete_at'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row && withEmail(row);
}

export const nameOfAccount = async (db: Sql, id: number): Promise<string> =>
  (await db.selectFrom('account').select('nickname').where('id', '=', id).executeTakeFirst())
    ?.nickname ?? String(id);

/** The credits that one person alone has given or taken on an account in the last 24 hours (BOF-22). */
export async function movedAlone(
  db: Sql,
  { staffId, accountId, now }: { staffId: number; accountId: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum(abs((after->>'credits')::int)), 0)::int as credits from audit
     where staff_id = ${staffId} and object = ${`account:${accountId}`} and action = 'credits_corrected'
       and at > ${new Date(now.getTime() - 24 * HOUR_MS)} and (after->>'approved') is null`.execute(
    db,
  );
  return rows[0]!.credits;
}
