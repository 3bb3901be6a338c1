import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** False if the digest of this Swiss day has gone out before. */
export async function noteDay(db: Sql, day: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into digest (day, made_at) values (${day}::date, ${now}) on conflict do nothing`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

export async function hasGoneOut(db: Sql, day: string): Promise<boolean> {
  const { rows } = await sql<{ sent: boolean }>`
    select exists (select from digest where day = ${day}::date) as sent`.execute(db);
  return rows[0]!.sent;
}
