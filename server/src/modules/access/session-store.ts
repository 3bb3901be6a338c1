import type { Sql } from '../../platform/db.ts';

interface NewSession {
  tokenHash: Buffer;
  accountId: number;
  remember: boolean;
  device: string;
  now: Date;
  expiresAt: Date;
}

export async function insertSession(db: Sql, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      remember: session.remember,
      device: session.device,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
}

export async function deleteSession(db: Sql, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessions(db: Sql, accountId: number, except?: Buffer): Promise<void> {
  // First: a login that has just got its second step is a session afterwards.
  await db.deleteFrom('pending_login').where('account_id', '=', accountId).execute();
  const all = db.deleteFrom('session').where('account_id', '=', accountId);
  await (except ? all.where('token_hash', '!=', except) : all).execute();
}

export async function sessionExists(db: Sql, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}
