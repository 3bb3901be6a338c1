import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

/** The secret of a day (YYYY-MM-DD), shared by all processes; created on first use. */
async function daySecret(db: Database, day: string): Promise<Buffer> {
  await sql`insert into day_secret (day, secret) values (${day}::date, ${randomBytes(32)}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{
    secret: Buffer;
  }>`select secret from day_secret where day = ${day}::date`.execute(db);
  return rows[0]!.secret;
}

/** Caches the secret of each day. */
export function daySecrets(db: Database): (day: string) => Promise<Buffer> {
  let cached: { day: string; secret: Buffer } = { day: '', secret: Buffer.alloc(0) };
  return async (day) => {
    if (cached.day !== day) cached = { secret: await daySecret(db, day), day };
    return cached.secret;
  };
}
