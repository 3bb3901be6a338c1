import { createHmac } from 'node:crypto';
import type * as contract from '@samtrot/shared/access/factor-contract.ts';
import { FACTOR_REMOVAL_MS, KEEP_FACTOR_PATH } from '@samtrot/shared/access/factor-rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import { type Ctx, lockAccount, type OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashToken, verifyPassword } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { linkInvalid } from '../links.ts';
import { takeAttempt } from '../login/attempts.ts';
import { lockPasswordForShare, passwordHashOf, voidPassword } from '../login/credential-store.ts';
import { logEvent } from '../sessions/account-log.ts';
import { endAccess } from '../sessions/sessions.ts';
import { mailOwner } from './factor-mail.ts';
import { factorRemovalMail, factorRemovedMail } from './factor-mail-templates.ts';
import type { FactorDeps } from './factor-setup.ts';
import * as store from './factor-store.ts';
import { loadPendingLoginForUpdate } from './pending-logins.ts';
import { stopRemoval } from './second-factor.ts';

/** As many as for every other proof by password. */
const ATTEMPTS = { name: 'factor_removal', attempts: 10, seconds: 15 * 60 };
type Settings = Pick<FactorDeps, 'publicUrl' | 'sessionSecret'>;

/** One token for all mails of a removal: each of their links works until it is over. */
const tokenOf = ({ sessionSecret }: Settings, accountId: number, requestedAt: Date) =>
  createHmac('sha256', sessionSecret)
    .update(`keep factor: ${accountId} ${requestedAt.toISOString()}`)
    .digest('base64url');

/**
 * Factor and recovery codes are lost: the factor is off in 72 hours (ACC-34). Returns when.
 * @throws LOGIN_EXPIRED; INVALID_INPUT at `password`; TOO_MANY_ATTEMPTS
 */
export async function requestRemoval(
  ctx: OwnCtx,
  settings: Settings,
  { pending, password }: Input<typeof contract.requestFactorRemoval>,
): Promise<Date> {
  const { accountId, hash } = await ctx.transaction(async (inner) => {
    const { db, now } = inner;
    const { accountId } = await loadPendingLoginForUpdate(inner, pending);
    if (!(await takeAttempt(db, { ...ATTEMPTS, key: String(accountId), now })))
      return { accountId, hash: undefined };
    return { accountId, hash: (await passwordHashOf(db, accountId)).password_hash };
  });
  if (hash === undefined) throw tooManyAttempts(ATTEMPTS.seconds);
  const wrong = () => invalid({ password: 'Das Passwort stimmt nicht.' });
  if (!(await verifyPassword(hash, password))) throw wrong();
  return ctx.transaction(async (inner) => {
    const { db, now } = inner;
    await loadPendingLoginForUpdate(inner, pending);
    if (!(await lockPasswordForShare(db, accountId, hash))) throw wrong();
    const removal = await store.requestRemoval(db, accountId, {
      requestedAt: now,
      at: new Date(now.getTime() + FACTOR_REMOVAL_MS),
      nextAt: new Date(now.getTime() + DAY_MS),
      tokenHash: hashToken(tokenOf(settings, accountId, now)),
    });
    if (!removal) throw new AppError('LOGIN_EXPIRED');
    if (!removal.fresh) return removal.at;
    await logEvent(inner, accountId, 'factor_removal_requested', { device: inner.client.device });
    await audit(inner, 'factor_removal_requested', `account:${accountId}`);
    await mailRemoval(inner, settings, { accountId, requestedAt: now, at: removal.at });
    return removal.at;
  });
}

interface Removal {
  accountId: number;
  requestedAt: Date;
  at: Date;
}

async function mailRemoval(
  ctx: Pick<Ctx, 'db' | 'now'>,
  settings: Settings,
  { accountId, requestedAt, at }: Removal,
): Promise<void> {
  const account = (await store.lockAccountRow(ctx.db, accountId, 'share'))!;
  const token = tokenOf(settings, accountId, requestedAt);
  const url = `${settings.publicUrl}${KEEP_FACTOR_PATH}?token=${token}`;
  const cause = `factor_removal:${accountId}:${requestedAt.getTime()}:${ctx.now.getTime()}`;
  await mailOwner(ctx, account, (to) => factorRemovalMail({ to, at, url, cause }));
}

/**
 * "Das war ich nicht": the factor stays. Only somebody with the password can have asked, so it is
 * void, and everybody is logged out. @throws LINK_INVALID
 */
export async function keepFactor(
  ctx: Ctx,
  { token }: Input<typeof contract.keepFactor>,
): Promise<void> {
  const { db } = ctx;
  const tokenHash = hashToken(token);
  const known = await store.findByRemovalToken(db, tokenHash);
  if (!known) throw linkInvalid();
  const { account_id: accountId } = known;
  await lockAccount(db, accountId, 'exclusive');
  await store.lockAccountRow(db, accountId, 'update');
  if (!(await store.findByRemovalToken(db, tokenHash))) throw linkInvalid();
  await stopRemoval(ctx, accountId);
  await voidPassword(db, accountId);
  await endAccess(ctx, accountId);
  await audit(ctx, 'factor_kept', `account:${accountId}`);
}

/** One mail or removal that is due; returns how many it processed. */
export async function processRemoval(
  { db, now }: { db: Sql; now: Date },
  settings: Settings,
): Promise<number> {
  const due = await store.findDueRemoval(db, now);
  if (!due) return 0;
  const { account_id: accountId } = due;
  // The account before its factor, as everywhere; another worker may have done it meanwhile.
  await lockAccount(db, accountId, 'exclusive');
  const account = await store.lockAccountRow(db, accountId, 'update');
  const removal = await store.loadRemovalForUpdate(db, accountId);
  const nextAt = removal?.removal_next_at;
  if (!account || !nextAt || nextAt > now) return 1;
  const [requestedAt, at] = [removal.removal_requested_at!, removal.removal_at!];
  if (at > now) {
    await mailRemoval({ db, now }, settings, { accountId, requestedAt, at });
    const tomorrow = new Date(nextAt.getTime() + DAY_MS);
    await store.saveNextMail(db, accountId, tomorrow < at ? tomorrow : at);
    return 1;
  }
  await switchOff({ db, now }, settings, { accountId, account });
  await logEvent({ db, now }, accountId, 'factor_removed');
  await audit({ db, now, actor: { kind: 'system' } }, 'factor_removed', `account:${accountId}`);
  return 1;
}

/** Removes the factor and ends all log-ins; the owner is mailed. False without a factor. */
async function switchOff(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { accountId, account }: { accountId: number; account: store.AccountRow },
): Promise<boolean> {
  if (!(await store.deleteFactor(ctx.db, accountId))) return false;
  await endAccess(ctx, accountId, { links: 'none' });
  const cause = `factor_removed:${accountId}:${ctx.now.getTime()}`;
  await mailOwner(ctx, account, (to) => factorRemovedMail({ to, cause, publicUrl }));
  return true;
}

/** At once, because two people of the house decided it (ACC-34). False without a factor. */
export async function removeFactorByHouse(
  ctx: Pick<Ctx, 'db' | 'now'>,
  settings: Pick<Settings, 'publicUrl'>,
  accountId: number,
): Promise<boolean> {
  const account = await store.lockAccountRow(ctx.db, accountId, 'update');
  return account !== undefined && switchOff(ctx, settings, { accountId, account });
}

export const hasFactor = async (db: Sql, accountId: number): Promise<boolean> =>
  (await store.findFactor(db, accountId)) !== undefined;
