import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** What is not deleted, by its number or its id on the websites. */
export async function findThing(
  db: Sql,
  kind: 'inserat' | 'club',
  thing: string,
): Promise<number | undefined> {
  const which = /^\d+$/.test(thing) ? sql`id = ${Number(thing)}` : sql`public_id = ${thing}`;
  const table = sql.table(kind);
  const there = kind === 'inserat' ? sql`status <> 'geloescht'` : sql`deleted_at is null`;
  const { rows } = await sql<{ id: number }>`
    select id from ${table} where ${which} and ${there}`.execute(db);
  return rows[0]?.id;
}
