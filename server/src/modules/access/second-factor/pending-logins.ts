import { PENDING_LOGIN_MS, WRONG_CODES } from '@samtrot/shared/access/factor-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { type Ctx, lockAccount } from '../../../platform/action.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import { type LoginAccount, loadAccountForUpdate } from '../login/credential-store.ts';
import { findFactor } from './factor-store.ts';

export interface PendingLogin {
  tokenHash: Buffer;
  accountId: number;
  account: LoginAccount;
  remember: boolean;
  /** Keeps an account that waits for its deletion. */
  keep: boolean;
}

/**
 * Lets the login of an account with a second factor wait for its second step, ten minutes; false for
 * an account without one. Call with the account locked: a factor that is switched on at this moment
 * ends this login, or is seen by it.
 */
export async function awaitSecondStep(
  { db, now, effects }: Pick<Ctx, 'db' | 'now' | 'effects'>,
  { accountId, remember, keep }: Omit<PendingLogin, 'tokenHash' | 'account'>,
): Promise<boolean> {
  if (!(await findFactor(db, accountId))) return false;
  const token = randomToken();
  const expires_at = new Date(now.getTime() + PENDING_LOGIN_MS);
  await db
    .insertInto('pending_login')
    .values({ token_hash: hashToken(token), account_id: accountId, remember, keep, expires_at })
    .execute();
  effects.pendingLogin = token;
  return true;
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
  const find = () =>
    db
      .selectFrom('pending_login')
      .select(['account_id as accountId', 'remember', 'keep'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now);
  const known = await find().executeTakeFirst();
  // The account first, as everywhere.
  if (known && (keep || known.keep)) await lockAccount(db, known.accountId, 'exclusive');
  const account = known && (await loadAccountForUpdate(db, known.accountId));
  const login = account && (await find().forUpdate().executeTakeFirst());
  if (!login) throw new AppError('LOGIN_EXPIRED');
  return { tokenHash, account, ...login, keep: keep || login.keep };
}

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
