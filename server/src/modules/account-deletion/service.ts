import type * as contract from '@samtrot/shared/account-deletion/contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { type Actors, type Ctx, lockAccount, type OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { hashToken } from '../../platform/crypto.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { deleteResponses } from '../../platform/idempotency.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import { eraseNotes } from '../customer-notes/service.ts';
import { eraseExports } from '../data-export/service.ts';
import { eraseReceipts } from '../delivery-receipts/service.ts';
import { eraseDeviceEvents } from '../device-messages/service.ts';
import { eraseHolds } from '../holds/service.ts';
import * as inserate from '../inserate/service.ts';
import { eraseReviews } from '../moderation/service.ts';
import * as newsletter from '../newsletter/service.ts';
import * as offline from '../pause-all/service.ts';
import * as support from '../support/service.ts';
import { eraseAcceptances } from '../texts/service.ts';
import * as wallet from '../wallet/service.ts';

interface Site {
  publicUrl: string;
  supportEmail: string;
}

/**
 * Takes everything of the caller's account offline and ends its sessions. It is final after 72
 * hours, by `processDeletion`, unless the account is kept.
 * @throws REAUTHENTICATION_REQUIRED, EMAIL_CHANGE_OPEN, INVALID_INPUT at `password`,
 * TOO_MANY_ATTEMPTS, NOT_LOGGED_IN if already requested
 */
export async function requestDeletion(
  ctx: OwnCtx<Actors['user']>,
  site: Site,
  { password }: Input<typeof contract.deleteAccount>,
): Promise<void> {
  const { userId } = ctx.actor;
  const reauthentication = await access.requireReauthentication(ctx, {
    kinds: ['deletion'],
    field: 'password',
    password,
  });
  await ctx.transaction(async (inner) => {
    await accounts.lockForDeletion(inner.db, userId);
    await reauthentication.lockForShare(inner);
    await accounts.assertNoOpenEmailChange(inner, userId);
    await beginDeletion(inner, site, userId);
    access.clearSession(inner);
    await access.logEvent(inner, userId, 'deletion_requested');
    await audit(inner, 'deletion_requested', `account:${userId}`);
  }, 'exclusive');
}

/**
 * Takes everything of an account offline and ends all access, under its exclusive lock; the caller
 * asks whether it may, and writes the logs.
 */
export async function beginDeletion(
  ctx: Parameters<typeof audit>[0],
  site: Site,
  accountId: number,
): Promise<void> {
  await offline.takeEverythingDown(ctx, accountId);
  await accounts.requestDeletion(ctx, site, accountId);
}

/** Keeps an account by the token of the mailed link; logs nobody in. @throws LINK_INVALID */
export async function keepAccount(
  ctx: Ctx,
  { token }: Input<typeof contract.keepAccount>,
): Promise<void> {
  const { db, now } = ctx;
  const tokenHash = hashToken(token);
  const link = await access.findLink(db, tokenHash, ['keep'], now);
  if (!link) throw access.linkInvalid();
  await lockAccount(db, link.account_id, 'exclusive');
  if (!(await access.consumeLink(db, tokenHash, now))) throw access.linkInvalid();
  if (!(await access.keepAccount(ctx, link.account_id))) throw access.linkInvalid();
}

/**
 * Erases the next account whose 72 hours are over, atomically; the row is kept for bookkeeping, and
 * files follow by `media/removal`. Returns 0 when none is due.
 */
export async function processDeletion(due: JobContext, site: Site): Promise<number> {
  const { db, now } = due;
  const accountId = await accounts.nextDeletion(due);
  if (accountId === undefined) return 0;
  if (accountId === null) return 1;
  const ctx = { db, now, actor: { kind: 'system' as const } };
  await eraseReceipts(db, accountId);
  await inserate.deleteContent(ctx, accountId);
  await banners.deleteContent(ctx, accountId);
  await clubs.deleteContent(ctx, accountId);
  await offline.deleteRuns(ctx, accountId);
  await eraseExports(ctx, accountId);
  await eraseHolds(ctx, accountId);
  await eraseNotes(db, accountId);
  await eraseReviews(ctx, accountId);
  await eraseDeviceEvents(db, accountId);
  const forfeited = await wallet.forfeit(ctx, accountId);
  // Before the address, by which messages and mails are found, is erased.
  await support.deleteThreads(ctx, accountId);
  await deleteResponses(db, accountId);
  await newsletter.deleteRecipient(db, accountId);
  await eraseAcceptances(db, accountId);
  await accounts.eraseAccount(ctx, site, accountId);
  await audit(ctx, 'account_closed', `account:${accountId}`, { forfeited });
  return 1;
}
