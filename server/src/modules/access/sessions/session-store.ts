import type { SessionEnd } from '@samtrot/shared/access/session-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { ofCall, type Renewal, type Renewed, renewing } from '../../../platform/renewal.ts';

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

/**
 * Gives a session another token; with it goes what refers to the session. Undefined if it has
 * ended.
 */
export async function renewSession(db: Sql, renewal: Renewal): Promise<Renewed | undefined> {
  const { to } = renewal;
  const { rows } = await sql<Renewed>`
    with ${renewing('session', renewal)},
    links as (
      update account_link l set session_hash = ${to} from old
       where l.account_id = old.account_id and l.session_hash = old.token_hash),
    notices as (
      update login_notice n set session_hash = ${to} from old
       where n.account_id = old.account_id and n.session_hash = old.token_hash),
    ended as (
      insert into ended_session (token_hash, reason, expires_at)
      select token_hash, 'change', expires_at from old)
    select remember, expires_at from old`.execute(db);
  return rows[0];
}

export async function deleteSession(db: Sql, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where(ofCall(tokenHash)).execute();
}

/** Ends the sessions of the account, and keeps why for the tabs that are open. Returns how many. */
export async function deleteSessions(
  db: Sql,
  accountId: number,
  except?: Buffer,
  reason: Exclude<SessionEnd, 'rest'> = 'change',
): Promise<number> {
  // First: a login that has just got its second step is a session afterwards.
  await db.deleteFrom('pending_login').where('account_id', '=', accountId).execute();
  const { numAffectedRows } = await sql`
    with gone as (
      delete from session where account_id = ${accountId} and token_hash is distinct from ${except ?? null}
      returning token_hash, expires_at)
    insert into ended_session (token_hash, reason, expires_at)
    select token_hash, ${reason}, expires_at from gone`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Ends one session of the account by its public id; false if it has none of this id. */
export async function deleteOneSession(db: Sql, accountId: number, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from session where account_id = ${accountId} and id = ${id}
      returning token_hash, expires_at)
    insert into ended_session (token_hash, reason, expires_at)
    select token_hash, 'device', expires_at from gone`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** The account's sessions that have not ended, the one that was used last first. */
export const listSessions = (
  db: Sql,
  accountId: number,
  { now, plain, remembered }: { now: Date; plain: Date; remembered: Date },
) =>
  db
    .selectFrom('session')
    .select(['id', 'token_hash', 'device', 'remember', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where(
      sql<boolean>`last_seen_at > case when remember then ${remembered}::timestamptz else ${plain} end`,
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

/** Whether a session has this token, or had it a moment ago. */
export async function sessionExists(db: Sql, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from session
     where token_hash = ${tokenHash}
       or (previous_hash = ${tokenHash} and previous_until > ${now})`.execute(db);
  return rows.length > 0;
}
