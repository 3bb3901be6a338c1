import type * as contract from '@samtrot/shared/access/factor-contract.ts';
import { CODE_WRONG, NEW_FACTOR_MS, RECOVERY_CODES } from '@samtrot/shared/access/factor-rules.ts';
import type { ReauthenticationKind } from '@samtrot/shared/access/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { randomToken } from '../../../platform/crypto.ts';
import { replaceRecoveryCodes } from '../../../platform/factors/recovery-codes.ts';
import { newTotpSecret, qrSvg, stepOf, totpUri } from '../../../platform/factors/totp.ts';
import type { MailTemplate } from '../../mail/service.ts';
import * as passkeyStore from '../passkeys/passkey-store.ts';
import { requireReauthentication } from '../reauthentication.ts';
import { logEvent } from '../sessions/account-log.ts';
import { rememberBrowser } from '../sessions/known-browsers.ts';
import { endAccess } from '../sessions/sessions.ts';
import { mailOwner } from './factor-mail.ts';
import { factorAddedMail, factorRemovedMail, recoveryCodesMail } from './factor-mail-templates.ts';
import * as store from './factor-store.ts';

type User = Actors['user'];

export interface FactorDeps {
  publicUrl: string;
  sessionSecret: string;
  /** All that the app and the browser's dialog say of us; neutral. */
  authenticatorLabel: string;
}

/** What the page of the factors shows; no secret. */
export async function factorsOf({
  db,
  actor,
}: Ctx<User>): Promise<Output<typeof contract.getFactors>> {
  const { userId } = actor;
  const factor = await store.findFactor(db, userId);
  const passkeys = await passkeyStore.list(db, userId);
  return {
    factor: factor
      ? {
          since: factor.since!.toISOString(),
          removal_at: factor.removal_at?.toISOString() ?? null,
        }
      : null,
    recovery_codes_left: await store.recoveryCodes.unused(db, userId),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  };
}

/**
 * Runs a change that needs a proof of ownership of its kind, exclusive on the account.
 * @throws REAUTHENTICATION_REQUIRED
 */
export async function change<T>(
  ctx: OwnCtx<User>,
  kind: ReauthenticationKind,
  work: (inner: Ctx<User>, account: store.AccountRow) => Promise<T>,
): Promise<T> {
  const proof = await requireReauthentication(ctx, {
    kinds: [kind],
    field: 'password',
    password: undefined,
  });
  return ctx.transaction(async (inner) => {
    // The account first: what ends this session holds it, and the proof ends with the session.
    const account = await store.lockAccountRow(inner.db, inner.actor.userId, 'update');
    if (!account) throw new AppError('NOT_LOGGED_IN');
    await proof.lockForShare(inner);
    return work(inner, account);
  }, 'exclusive');
}

/** A new key, which counts after `confirmFactor`. @throws REAUTHENTICATION_REQUIRED */
export const prepareFactor = (
  ctx: OwnCtx<User>,
  { authenticatorLabel }: FactorDeps,
): Promise<Output<typeof contract.prepareFactor>> =>
  change(ctx, 'factor', async ({ db, now, actor }) => {
    const secret = newTotpSecret();
    await store.saveNewSecret(db, { accountId: actor.userId, secret, now });
    const uri = totpUri(secret, authenticatorLabel);
    return { secret, uri, qr: qrSvg(uri) };
  });

/**
 * Switches the second step on, or to another app. Returns ten recovery codes.
 * @throws REAUTHENTICATION_REQUIRED; INVALID_INPUT at `code`
 */
export const confirmFactor = (
  ctx: OwnCtx<User>,
  { publicUrl }: FactorDeps,
  { code }: Input<typeof contract.confirmFactor>,
): Promise<string[]> =>
  change(ctx, 'factor', async (inner, account) => {
    const { db, now, actor } = inner;
    const accountId = actor.userId;
    const since = new Date(now.getTime() - NEW_FACTOR_MS);
    const secret = await store.loadNewSecretForUpdate(db, { accountId, since });
    const step = secret === undefined ? null : stepOf(secret, code, now);
    if (step === null) throw invalid({ code: CODE_WRONG });
    await store.adoptNewSecret(db, { accountId, step, now });
    const codes = await replaceRecoveryCodes(
      store.recoveryCodes.store(db, accountId, now),
      RECOVERY_CODES,
    );
    await endOthers(inner);
    await logEvent(inner, accountId, 'factor_added', { device: inner.client.device });
    await audit(inner, 'factor_added', `account:${accountId}`);
    await tell(inner, factorAddedMail, { account, publicUrl });
    return codes;
  });

/** @throws REAUTHENTICATION_REQUIRED, NOT_FOUND without a factor */
export const removeFactor = (ctx: OwnCtx<User>, { publicUrl }: FactorDeps): Promise<void> =>
  change(ctx, 'factor', async (inner, account) => {
    const accountId = inner.actor.userId;
    if (!(await store.deleteFactor(inner.db, accountId))) throw new AppError('NOT_FOUND');
    await endOthers(inner);
    await logEvent(inner, accountId, 'factor_removed', { device: inner.client.device });
    await audit(inner, 'factor_removed', `account:${accountId}`);
    await tell(inner, factorRemovedMail, { account, publicUrl });
  });

/** @throws REAUTHENTICATION_REQUIRED, NOT_FOUND without a factor */
export const newRecoveryCodes = (ctx: OwnCtx<User>, { publicUrl }: FactorDeps): Promise<string[]> =>
  change(ctx, 'recovery_codes', async (inner, account) => {
    const { db, now, actor } = inner;
    const accountId = actor.userId;
    if (!(await store.findFactor(db, accountId))) throw new AppError('NOT_FOUND');
    const codes = await replaceRecoveryCodes(
      store.recoveryCodes.store(db, accountId, now),
      RECOVERY_CODES,
    );
    await logEvent(inner, accountId, 'recovery_codes_created', { device: inner.client.device });
    await audit(inner, 'recovery_codes_created', `account:${accountId}`);
    await tell(inner, recoveryCodesMail, { account, publicUrl });
    return codes;
  });

/** Ends all other sessions and every remembered browser but this one (ACC-06). */
async function endOthers(ctx: Ctx<User>): Promise<void> {
  const { userId, sessionHash } = ctx.actor;
  await endAccess(ctx, userId, { exceptHash: sessionHash, links: 'none' });
  await rememberBrowser(ctx, userId);
}

/** Mails the owner what has just been changed. */
export const tell = (
  ctx: Ctx,
  template: (mail: { to: string; cause: string; publicUrl: string }) => MailTemplate,
  { account, publicUrl }: { account: store.AccountRow; publicUrl: string },
): Promise<void> =>
  mailOwner(ctx, account, (to) => template({ to, publicUrl, cause: `factors:${randomToken()}` }));
