import type * as contract from '@samtrot/shared/access/passkey-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import {
  type Assertion,
  authenticationOptions,
  verifiedUse,
} from '../../../platform/factors/passkeys.ts';
import { completeLogin } from '../login/complete-login.ts';
import { loadAccountForUpdate } from '../login/credential-store.ts';
import { saveProofs } from '../reauthentication-store.ts';
import { passkeyCountMail } from '../second-factor/factor-mail-templates.ts';
import { type FactorDeps, tell } from '../second-factor/factor-setup.ts';
import { lockAccountRow } from '../second-factor/factor-store.ts';
import { loadPendingLoginForUpdate } from '../second-factor/pending-logins.ts';
import { completePending } from '../second-factor/second-factor.ts';
import { logEvent } from '../sessions/account-log.ts';
import { renewSession } from '../sessions/sessions.ts';
import { type AccountPasskey, lockOwner, passkeyStore } from './passkey-store.ts';
import { partyOf, passkeyRefused } from './passkeys.ts';

type User = Actors['user'];

const LOGIN = 'login';
/** Of one session: what was signed for another proves nothing in it. */
const reauthenticationOf = ({ sessionHash }: User) =>
  `reauthentication:${sessionHash.toString('hex')}`;

/** @throws NOT_LOGGED_IN for a re-authentication without a session */
export function optionsForUse(
  { actor, now }: Ctx,
  deps: FactorDeps,
  { for: use }: Input<typeof contract.passkeyChallenge>,
) {
  if (use === 'login') return authenticationOptions(partyOf(deps), { purpose: LOGIN, now });
  if (actor.kind === 'visitor') throw new AppError('NOT_LOGGED_IN');
  return authenticationOptions(partyOf(deps), { purpose: reauthenticationOf(actor), now });
}

/**
 * A login by passkey, both steps in one; with `pending` the second step of that login. Returns
 * whose it is. @throws LOGIN_FAILED, LOGIN_EXPIRED, DELETION_PENDING
 */
export async function loginByPasskey(
  ctx: Ctx,
  deps: FactorDeps,
  { passkey, pending, rememberme, keep_account }: Input<typeof contract.loginPasskey>,
): Promise<number> {
  const keep = keep_account === true;
  if (keep) await lockOwner(ctx.db, Buffer.from(passkey.id, 'base64url'));
  const login =
    pending === undefined ? undefined : await loadPendingLoginForUpdate(ctx, pending, keep);
  const proven = await provenPasskey(ctx, deps, { sent: passkey, purpose: LOGIN });
  if (!proven || (login && login.accountId !== proven.accountId))
    throw new AppError('LOGIN_FAILED');
  const { accountId } = proven;
  if (login) await completePending(ctx, login);
  else {
    const remember = rememberme === true;
    const account = await loadAccountForUpdate(ctx.db, accountId);
    await completeLogin(ctx, { account, remember, keep, factorProven: true });
  }
  return accountId;
}

/** Stores a proof of ownership for one kind of change. @throws PASSKEY_REFUSED */
export async function reauthenticateByPasskey(
  ctx: Ctx<User>,
  deps: FactorDeps,
  { kind, passkey }: Input<typeof contract.reauthenticatePasskey>,
): Promise<void> {
  const purpose = reauthenticationOf(ctx.actor);
  const proven = await provenPasskey(ctx, deps, { sent: passkey, purpose });
  if (proven?.accountId !== ctx.actor.userId) throw passkeyRefused();
  await renewSession(ctx, { proven: true });
  if (!(await saveProofs(ctx.db, ctx.actor.sessionHash, [kind], ctx.now)))
    throw new AppError('NOT_LOGGED_IN');
}

/** The passkey that signed. Notifies its owner when the count went back: a copy. */
async function provenPasskey(
  ctx: Ctx,
  deps: FactorDeps,
  { sent, purpose }: { sent: Assertion; purpose: string },
): Promise<AccountPasskey | undefined> {
  const { db, now } = ctx;
  const answer = { sent, purpose, now };
  const use = await verifiedUse(partyOf(deps), passkeyStore(db, now), answer);
  if (!use) return undefined;
  const { passkey, wentBack } = use;
  if (wentBack) {
    const account = (await lockAccountRow(db, passkey.accountId, 'share'))!;
    await logEvent(ctx, passkey.accountId, 'passkey_count_back', { device: ctx.client.device });
    await tell(ctx, passkeyCountMail, { account, publicUrl: deps.publicUrl });
  }
  return passkey;
}
