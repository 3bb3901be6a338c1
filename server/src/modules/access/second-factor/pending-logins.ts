import { PENDING_LOGIN_MS, WRONG_CODES } from '@samtrot/shared/access/factor-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { sql } from 'kysely';
import { type Ctx, lockAccount } from '../../../platform/action.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import { commitWithoutWait, type Sql } from '../../../platform/db.ts';
import { allOf } from '../../../platform/together.ts';
import type { LoginAccount } from '../login/credential-store.ts';

export interface PendingLogin {
  tokenHash: Buffer;
  accountId: number;
  account: LoginAccount;
  remember: boolean;
  /** Keeps an account that waits for its deletion. */
  keep: boolean;
}

/** Lets a login wait for its second step, ten minutes. If it is lost, she begins again. */
export async function awaitSecondStep(
  { db, now, effects }: Pick<Ctx, 'db' | 'now' | 'effects'>,
  { accountId, remember, keep }: Omit<PendingLogin, 'tokenHash' | 'account'>,
): Promise<void> {
  const token = randomToken();
  const expires_at = new Date(now.getTime() + PENDING_LOGIN_MS);
  await allOf([
    db
      .insertInto('pending_login')
      .values({ token_hash: hashToken(token), account_id: accountId, remember, keep, expires_at })
      .execute(),
    commitWithoutWait(db),
  ]);
  effects.pendingLogin = token;
}

/**
 * The login of this token, locked until the transaction ends, and its account against changes;
 * with `keep` it also keeps an account that waits for its deletion.
 * @throws LOGIN_EXPIRED, also for one that was completed or ended by wrong codes
 */
export async function loadPendingLoginForUpdate(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  token: string,
  keep = false,
): Promise<PendingLogin> {
  const tokenHash = hashToken(token);
  const known = await db
    .selectFrom('pending_login')
    .select(['account_id', 'keep'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (known && (keep || known.keep)) await lockAccount(db, known.account_id, 'exclusive');
  const locked = known && (await lockBoth(db, tokenHash, now));
  if (!locked) throw new AppError('LOGIN_EXPIRED');
  const { remember, keep: keeps, ...account } = locked;
  return { tokenHash, accountId: account.id, account, remember, keep: keep || keeps };
}

/** The account first, as everywhere: rows are locked in the order in which they are named. */
const lockBoth = (db: Sql, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('account as a')
    .innerJoin('pending_login as p', 'p.account_id', 'a.id')
    .select(['a.id', 'a.email', 'a.email_confirmed_at', 'a.login_mail', 'a.created_at'])
    .select(['a.delete_at', 'p.remember', 'p.keep', sql.lit(true).as('has_factor')])
    .where('p.token_hash', '=', tokenHash)
    .where('p.expires_at', '>', now)
    .where('a.closed_at', 'is', null)
    .forShare('a')
    .forUpdate('p')
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
