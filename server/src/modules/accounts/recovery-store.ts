import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export type Purpose = 'reset' | 'confirm' | 'change';

export interface Link {
  tokenHash: Buffer;
  accountId: number;
  purpose: Purpose;
  /** Where the mail with the link goes. */
  email: string;
  now: Date;
  expiresAt: Date;
}

/** Keeps the link; the earlier one of the same purpose is worth nothing from then on. */
export async function putLink(db: Sql, { tokenHash, accountId, purpose, email, now, expiresAt }: Link): Promise<void> {
  const row = { token_hash: tokenHash, email, created_at: now, expires_at: expiresAt };
  await db
    .insertInto('account_link')
    .values({ ...row, account_id: accountId, purpose })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
    .execute();
}

/**
 * Counts a mail that somebody may cause without being its reader; answers whether it is still within `attempts` in `seconds`.
 * Parallel ones wait for each other.
 */
export async function mayMail(
  db: Sql,
  { bucket, now, attempts, seconds }: { bucket: string; now: Date; attempts: number; seconds: number },
): Promise<boolean> {
  const { rows } = await sql<{ free_at: Date | null }>`
    select take_attempt(${bucket}, ${now}, ${attempts}, make_interval(secs => ${seconds})) as free_at`.execute(db);
  return rows[0]!.free_at === null;
}

export async function endLinks(db: Sql, accountId: number, purposes: readonly Purpose[]): Promise<void> {
  await db.deleteFrom('account_link').where('account_id', '=', accountId).where('purpose', 'in', purposes).execute();
}
