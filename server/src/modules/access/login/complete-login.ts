import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { allOf, together } from '../../../platform/together.ts';
import { awaitSecondStep } from '../second-factor/pending-logins.ts';
import { logEvent } from '../sessions/account-log.ts';
import { rememberBrowser } from '../sessions/known-browsers.ts';
import { endSession, startSession } from '../sessions/sessions.ts';
import type { LoginAccount } from './credential-store.ts';
import { type Guess, giveGuessBack } from './guesses.ts';
import { isFirstLogin, noticeNewBrowser } from './login-notice.ts';
import { assertKept } from './pending-deletion.ts';

interface Login {
  /** Locked; undefined if it is no more what the login proved. */
  account: LoginAccount | undefined;
  remember: boolean;
  /** Keeps an account that waits for its deletion. */
  keep: boolean;
  /** The counted attempt, which was no guess. */
  guess?: Guess;
  /** The second step is done, or the proof was both steps in one. */
  factorProven?: true;
}

/**
 * The end of every way to log in, in the transaction that locked the proof of identity: replaces
 * the browser's session, and mails the owner if the account did not know the browser. With a second
 * factor it starts none, and the edge responds SECOND_FACTOR_REQUIRED.
 * @throws DELETION_PENDING, LOGIN_FAILED
 */
export async function completeLogin(
  ctx: Ctx,
  { account, remember, keep, guess, factorProven }: Login,
): Promise<void> {
  if (!account) throw new AppError('LOGIN_FAILED');
  const accountId = account.id;
  const gathered = { ...ctx, db: together(ctx.db) };
  const giveBack = () => guess && giveGuessBack(gathered.db, guess);
  if (!factorProven && account.has_factor) {
    const pending = { accountId, remember, keep };
    await allOf([awaitSecondStep(gathered, pending), giveBack()]);
    return;
  }
  await assertKept(ctx, account, keep);
  await endSession(ctx);
  const isFirst = await isFirstLogin(ctx, account);
  const [sessionHash, known] = await allOf([
    startSession(gathered, accountId, remember),
    rememberBrowser(gathered, accountId),
    logEvent(gathered, accountId, 'login', { device: ctx.client.device }),
    audit({ ...gathered, actor: { kind: 'system' } }, 'login', `account:${accountId}`),
    giveBack(),
  ]);
  if (!known && !isFirst) await noticeNewBrowser(ctx, account, sessionHash);
}
