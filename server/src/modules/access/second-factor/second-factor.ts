import type * as contract from '@samtrot/shared/access/factor-contract.ts';
import {
  CODE_WRONG,
  RECOVERY_CODE_WRONG,
  tidyRecoveryCode,
  WRONG_CODES_A_DAY,
} from '@samtrot/shared/access/factor-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { consumeRecoveryCode } from '../../../platform/factors/recovery-codes.ts';
import { unusedStepOf } from '../../../platform/factors/totp.ts';
import { allOf, together } from '../../../platform/together.ts';
import { takeAttempt } from '../login/attempts.ts';
import { completeLogin } from '../login/complete-login.ts';
import { addHit, countWrongStep, wrongCodes } from '../login/guesses.ts';
import { logEvent } from '../sessions/account-log.ts';
import { mailOwner } from './factor-mail.ts';
import { recoveryCodeUsedMail, wrongCodesMail } from './factor-mail-templates.ts';
import type { FactorDeps } from './factor-setup.ts';
import * as store from './factor-store.ts';
import {
  countWrongCode,
  endPendingLogin,
  loadPendingLoginForUpdate,
  type PendingLogin,
} from './pending-logins.ts';

/** Whoever knows the password can cause these mails. */
const WARNINGS_A_DAY = { name: 'wrong_codes_mail', attempts: 1, seconds: DAY_MS / 1000 };

type Result = Pick<Output<typeof contract.secondFactor>, 'user_id' | 'recovery_codes_left'>;

/**
 * The second step of a login, by a code of the app or a recovery code.
 * @throws INVALID_INPUT for a wrong code; LOGIN_EXPIRED after the fifth; TOO_MANY_ATTEMPTS
 */
export async function completeSecondStep(
  ctx: OwnCtx,
  deps: FactorDeps,
  { pending, code, recovery_code, keep_account }: Input<typeof contract.secondFactor>,
): Promise<Result> {
  if ((code === undefined) === (recovery_code === undefined)) throw invalid({ code: CODE_WRONG });
  // Wrong codes are counted, so they must not undo the transaction.
  const outcome = await ctx.transaction(async (inner): Promise<Result | 'wrong' | 'ended'> => {
    const login = await loadPendingLoginForUpdate(inner, pending, keep_account);
    const step = code === undefined ? undefined : await stepOfCode(inner, login, code);
    const fits =
      code === undefined ? await isRecoveryCode(inner, login, recovery_code!) : step !== null;
    if (!fits) return (await refuse(inner, deps, login)) ? 'ended' : 'wrong';
    const left =
      code === undefined ? await afterRecoveryCode(inner, deps, login.accountId) : undefined;
    await completePending(inner, login, step);
    return {
      user_id: login.accountId,
      ...(left !== undefined && { recovery_codes_left: left }),
    };
  });
  if (outcome === 'ended') throw new AppError('LOGIN_EXPIRED');
  if (outcome !== 'wrong') return outcome;
  throw code === undefined
    ? invalid({ recovery_code: RECOVERY_CODE_WRONG })
    : invalid({ code: CODE_WRONG });
}

/**
 * Starts the session of a login whose second step is done, by the code of this step if it was one.
 * Whoever has the factor has not lost it.
 */
export async function completePending(
  ctx: Ctx,
  login: PendingLogin,
  step?: number | null,
): Promise<void> {
  const changes = { ...ctx, db: together(ctx.db) };
  const { accountId } = login;
  await allOf([
    endPendingLogin(changes, login),
    typeof step === 'number' && store.saveStep(changes.db, accountId, step),
    login.removalRequested && stopRemoval(changes, accountId),
    completeLogin(changes, { ...login, factorProven: true }),
  ]);
}

/** Stops a requested removal of the second factor, if there is one. */
export async function stopRemoval(ctx: Pick<Ctx, 'db' | 'now'>, accountId: number): Promise<void> {
  if (await store.withdrawRemoval(ctx.db, accountId))
    await logEvent(ctx, accountId, 'factor_removal_stopped');
}

/**
 * The step of a code of the app; null for a wrong one, which is counted. The lock of the factor
 * lets codes of the same moment wait for each other.
 * @throws TOO_MANY_ATTEMPTS beyond the wrong codes of a day
 */
async function stepOfCode(
  ctx: Ctx,
  { accountId, app }: PendingLogin,
  code: string,
): Promise<number | null> {
  const { key, wrong } = await wrongCodes(ctx, accountId);
  if (wrong >= WRONG_CODES_A_DAY) throw tooManyAttempts(DAY_MS / 1000);
  const step = unusedStepOf(app, code, ctx.now);
  if (step === null) await addHit(ctx, [key]);
  return step;
}

const isRecoveryCode = ({ db, now }: Ctx, { accountId }: PendingLogin, code: string) =>
  consumeRecoveryCode(store.recoveryCodes.store(db, accountId, now), tidyRecoveryCode(code));

async function afterRecoveryCode(
  ctx: Ctx,
  { publicUrl }: FactorDeps,
  accountId: number,
): Promise<number> {
  const left = await store.recoveryCodes.unused(ctx.db, accountId);
  await logEvent(ctx, accountId, 'recovery_code_used', { left });
  const account = (await store.lockAccountRow(ctx.db, accountId, 'share'))!;
  const cause = `recovery_code_used:${accountId}:${ctx.now.getTime()}:${left}`;
  await mailOwner(ctx, account, (to) => recoveryCodeUsedMail({ to, cause, publicUrl, left }));
  return left;
}

/** Returns whether this wrong code ended the login. */
async function refuse(ctx: Ctx, { publicUrl }: FactorDeps, login: PendingLogin): Promise<boolean> {
  const { accountId } = login;
  await logEvent(ctx, accountId, 'code_failed');
  await countWrongStep(ctx, accountId);
  if (!(await countWrongCode(ctx, login))) return false;
  const { db, now } = ctx;
  if (await takeAttempt(db, { ...WARNINGS_A_DAY, key: String(accountId), now })) {
    const account = (await store.lockAccountRow(db, accountId, 'share'))!;
    const cause = `wrong_codes:${accountId}:${now.getTime()}`;
    await mailOwner(ctx, account, (to) => wrongCodesMail({ to, cause, publicUrl }));
  }
  return true;
}
