import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

export async function insertRequest(db: Sql, login: string, now: Date): Promise<void> {
  await db.insertInto('password_reset_request').values({ login, created_at: now }).execute();
}

/** Removes and returns the login of the oldest request that no other worker has locked. */
export async function takeRequest(db: Sql): Promise<string | undefined> {
  const { rows } = await sql<{ login: string }>`
    delete from password_reset_request where id = (
      select id from password_reset_request order by id limit 1 for update skip locked)
    returning login`.execute(db);
  return rows[0]?.login;
}
