import type { Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { awaitSecondStep } from '../second-factor/pending-logins.ts';
import { logEvent } from '../sessions/account-log.ts';
import { rememberBrowser } from '../sessions/known-browsers.ts';
import { endSession, startSession } from '../sessions/sessions.ts';
import { noticeNewBrowser } from './login-notice.ts';
import { assertKept } from './pending-deletion.ts';

interface Login {
  accountId: number;
  remember: boolean;
  /** Keeps an account that waits for its deletion. */
  keep: boolean;
  /** The second step is done, or the proof was both steps in one. */
  factorProven?: true;
}

/**
 * The end of every way to log in, in the transaction that locked the proof of identity: ends the
 * browser's earlier session, starts one under a new token, mails the owner about a browser that the
 * account did not know, and remembers it. With a second factor it starts none: the caller returns,
 * and the edge answers SECOND_FACTOR_REQUIRED.
 * @throws DELETION_PENDING, LOGIN_FAILED
 */
export async function completeLogin(
  ctx: Ctx,
  { accountId, remember, keep, factorProven }: Login,
): Promise<void> {
  if (!factorProven && (await awaitSecondStep(ctx, { accountId, remember, keep }))) return;
  await assertKept(ctx, accountId, keep);
  await endSession(ctx);
  const sessionHash = await startSession(ctx, accountId, remember);
  await noticeNewBrowser(ctx, accountId, sessionHash);
  await rememberBrowser(ctx, accountId);
  await logEvent(ctx, accountId, 'login', { device: ctx.client.device });
  await audit({ ...ctx, actor: { kind: 'system' } }, 'login', `account:${accountId}`);
}
