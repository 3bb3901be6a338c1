import type { Sql } from '../db.ts';

/** False when the challenge was used before, also at the same moment. */
export async function consumeChallenge(
  db: Sql,
  challenge: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenge')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
