import { PENDING_LOGIN_MS, WRONG_CODES } from '@samtrot/shared/access/factor-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { sql } from 'kysely';
import { type Ctx, lockAccount } from '../../../platform/action.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import { type Sql, WITHOUT_WAIT } from '../../../platform/db.ts';
import type { TotpApp } from '../../../platform/factors/totp.ts';
import type { LoginAccount } from '../login/credential-store.ts';
import { secretColumn } from './factor-store.ts';

export interface PendingLogin {
  tokenHash: Buffer;
  accountId: number;
  account: LoginAccount;
  /** Her authenticator app. */
  app: TotpApp;
  removalRequested: boolean;
  remember: boolean;
  /** Keeps an account that waits for its deletion. */
  keep: boolean;
}

/** Lets a login wait for its second step, ten minutes. If it is lost, she begins again. */
export async function awaitSecondStep(
  { db, now, effects }: Pick<Ctx, 'db' | 'now' | 'effects'>,
  { accountId, remember, keep }: Pick<PendingLogin, 'accountId' | 'remember' | 'keep'>,
): Promise<void> {
  const token = randomToken();
  const expires_at = new Date(now.getTime() + PENDING_LOGIN_MS);
  await sql`
    insert into pending_login (token_hash, account_id, remember, keep, expires_at)
    select ${hashToken(token)}::bytea, ${accountId}::bigint, ${remember}::boolean, ${keep}::boolean,
           ${expires_at}::timestamptz
      from (select ${sql.raw(WITHOUT_WAIT)}) later`.execute(db);
  effects.pendingLogin = token;
}

/**
 * The login of this token and its second factor, locked until the transaction ends, and its account
 * against changes; with `keep` it also keeps an account that waits for its deletion.
 * @throws LOGIN_EXPIRED, also for one that was completed or ended by wrong codes
 */
export async function loadPendingLoginForUpdate(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  token: string,
  keep = false,
): Promise<PendingLogin> {
  const tokenHash = hashToken(token);
  const locked =
    (keep ? undefined : await lockLogin(db, { tokenHash, now, keep })) ??
    (await lockKeepingLogin(db, { tokenHash, now, keep }));
  if (!locked) throw new AppError('LOGIN_EXPIRED');
  const { remember, keep: keeps, secret, last_step, removal_at, ...account } = locked;
  return {
    tokenHash,
    accountId: account.id,
    account,
    app: { secret: secretColumn.decrypt(secret!, account.id), lastStep: last_step },
    removalRequested: removal_at !== null,
    remember,
    keep: keep || keeps,
  };
}

interface Wanted {
  tokenHash: Buffer;
  now: Date;
  keep: boolean;
}

/** Of two that keep the account one waits, before either has locked it shared. */
async function lockKeepingLogin(db: Sql, wanted: Wanted) {
  const known = await db
    .selectFrom('pending_login')
    .select(['account_id', 'keep'])
    .where('token_hash', '=', wanted.tokenHash)
    .where('expires_at', '>', wanted.now)
    .executeTakeFirst();
  if (!known || !(wanted.keep || known.keep)) return undefined;
  await lockAccount(db, known.account_id, 'exclusive');
  return lockLogin(db, { ...wanted, keep: true });
}

/**
 * The account first, as everywhere: rows are locked in the order in which they are named. Without
 * `keep` only a login that keeps nothing.
 */
const lockLogin = (db: Sql, { tokenHash, now, keep }: Wanted) =>
  db
    .selectFrom('account as a')
    .innerJoin('pending_login as p', 'p.account_id', 'a.id')
    .innerJoin('second_factor as f', 'f.account_id', 'a.id')
    .select(['a.id', 'a.email', 'a.email_confirmed_at', 'a.login_mail', 'a.created_at'])
    .select(['a.delete_at', 'p.remember', 'p.keep', sql.lit(true).as('has_factor')])
    .select(['f.secret', 'f.last_step', 'f.removal_at'])
    .where('p.token_hash', '=', tokenHash)
    .where('p.expires_at', '>', now)
    .where('a.closed_at', 'is', null)
    .where('f.secret', 'is not', null)
    .$if(!keep, (login) => login.where('p.keep', '=', false))
    .forShare('a')
    .forUpdate('p')
    .forUpdate('f')
    .executeTakeFirst();

export async function endPendingLogin(
  { db }: Pick<Ctx, 'db'>,
  { tokenHash }: PendingLogin,
): Promise<void> {
  await db.deleteFrom('pending_login').where('token_hash', '=', tokenHash).execute();
}

/** Counts a wrong code of this login; returns whether it was the last one it may have. */
export async function countWrongCode(ctx: Pick<Ctx, 'db'>, login: PendingLogin): Promise<boolean> {
  const { wrong_codes } = await ctx.db
    .updateTable('pending_login')
    .set((is) => ({ wrong_codes: is('wrong_codes', '+', 1) }))
    .where('token_hash', '=', login.tokenHash)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow();
  if (wrong_codes < WRONG_CODES) return false;
  await endPendingLogin(ctx, login);
  return true;
}
