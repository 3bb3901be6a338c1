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
