import type * as contract from '@samtrot/shared/account-deletion/contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import type { Actors, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { deleteResponses } from '../../platform/idempotency.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import { forgetAccount as forgetPlacements } from '../delivery-receipts/service.ts';
import * as inserate from '../inserate/service.ts';
import * as newsletter from '../newsletter/service.ts';
import * as offline from '../pause-all/service.ts';
import * as support from '../support/service.ts';
import * as wallet from '../wallet/service.ts';

/**
 * Deletes the caller's account atomically and anonymizes the row kept for bookkeeping; files follow
 * by `media/removal`.
 * @throws REAUTHENTICATION_REQUIRED, INVALID_INPUT at `password`, TOO_MANY_ATTEMPTS, NOT_LOGGED_IN
 * if already deleted
 */
export async function deleteOwnAccount(
  ctx: OwnCtx<Actors['user'] | Actors['operator']>,
  site: { supportEmail: string },
  { password }: Input<typeof contract.deleteAccount>,
): Promise<void> {
  const { userId } = ctx.actor;
  const reauthentication = await access.requireReauthentication(ctx, {
    kinds: ['deletion'],
    field: 'password',
    password,
  });
  await ctx.transaction(async (inner) => {
    await accounts.lockForDeletion(inner);
    await reauthentication.lockForShare(inner);
    await forgetPlacements(inner.db, userId);
    await inserate.forgetAccount(inner, userId);
    await banners.forgetAccount(inner, userId);
    await clubs.forgetAccount(inner, userId);
    await offline.deleteRuns(inner, userId);
    const forfeited = await wallet.forfeit(inner, userId);
    // Before the address, by which messages and mails are found, is erased.
    await support.deleteMessages(inner, userId);
    await deleteResponses(inner.db, userId);
    await newsletter.deleteRecipient(inner.db, userId);
    await accounts.eraseAccount(inner, site);
    await audit(inner, 'account_closed', `account:${userId}`, { forfeited });
  }, 'exclusive');
}
