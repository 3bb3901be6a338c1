import type * as contract from '@samtrot/shared/account-deletion/contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import type { Actors, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { forgetAnswers } from '../../platform/idempotency.ts';
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
 * Closes the account of the caller, whole or not at all: its ads, banners and clubs go offline and keep nothing, its credits
 * are forfeited, its messages, mails, links and sessions are gone, and the row that stays for the books names nobody. Files of pictures
 * follow by `media/removal`.
 * @throws REAUTHENTICATION_REQUIRED, INVALID_INPUT at `password`, TOO_MANY_ATTEMPTS, NOT_LOGGED_IN when it is closed already
 */
export async function deleteOwnAccount(
  ctx: OwnCtx<Actors['user'] | Actors['operator']>,
  site: { supportEmail: string },
  { password }: Input<typeof contract.deleteAccount>,
): Promise<void> {
  const { userId } = ctx.actor;
  const reauthentication = await access.reauthenticate(ctx, { field: 'password', password });
  await ctx.transaction(async (inner) => {
    await accounts.lockForDeletion(inner);
    await reauthentication.lockForShare(inner);
    await forgetPlacements(inner.db, userId);
    await inserate.forgetAccount(inner, userId);
    await banners.forgetAccount(inner, userId);
    await clubs.forgetAccount(inner, userId);
    await offline.forgetAccount(inner, userId);
    const forfeited = await wallet.forfeit(inner, userId);
    // Before the account forgets the address under which messages and mails are found.
    await support.forgetAccount(inner, userId);
    await forgetAnswers(inner.db, userId);
    await newsletter.forgetAccount(inner.db, userId);
    await accounts.eraseAccount(inner, site);
    await audit(inner, 'account_closed', `account:${userId}`, { forfeited });
  }, 'exclusive');
}
