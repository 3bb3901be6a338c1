import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Kind } from './kind.ts';

/** Locks a listing of this account until the transaction ends; false if there is none. */
export async function lockOwn(
  db: Sql,
  { table, exists }: Pick<Kind, 'table' | 'exists'>,
  accountId: number,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)}
     where id = ${id} and account_id = ${accountId} and ${exists} for update`.execute(db);
  return rows.length > 0;
}

/** Only one transaction at a time creates listings of this kind for the account. */
export async function lockCreation(db: Sql, table: string, accountId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext(${table}), hashtext(${String(accountId)}))`.execute(db);
}

export async function count(
  db: Sql,
  table: string,
  accountId: number,
  counts: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(table)}
     where account_id = ${accountId} and ${counts}`.execute(db);
  return rows[0]!.n;
}
