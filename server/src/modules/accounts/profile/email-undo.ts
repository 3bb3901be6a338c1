import type * as profile from '@samtrot/shared/accounts/profile-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail, tieMails } from '../../mail/service.ts';
import { setEmail } from '../confirmation/confirmation-store.ts';
import { emailGoneMail, emailRestoredMail } from '../mail-templates.ts';
import { loadForUpdate } from '../store.ts';

type User = Actors['user'];
type Account = NonNullable<Awaited<ReturnType<typeof loadForUpdate>>>;

const RESET_LIFETIME_MS = DAY_MS;

interface Site {
  publicUrl: string;
  supportEmail: string;
}

/** Until when the last change of the address can be taken back, or null. */
export const emailUndoUntil = async (db: Sql, accountId: number, now: Date): Promise<Date | null> =>
  (await access.findPendingLink(db, accountId, 'undo_email', now))?.expires_at ?? null;

/**
 * What an owner could not take back waits while the change of the address can be.
 * @throws EMAIL_CHANGE_OPEN
 */
export async function assertNoOpenEmailChange(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  accountId: number,
): Promise<void> {
  const until = await emailUndoUntil(db, accountId, now);
  if (until) throw new AppError('EMAIL_CHANGE_OPEN', { params: { wann: formatDateTime(until) } });
}

/** Takes the change of the address back by the token of the mailed link. @throws LINK_INVALID */
export async function undoEmailChange(ctx: Ctx, site: Site, token: string): Promise<void> {
  const { db, now } = ctx;
  const tokenHash = hashToken(token);
  const link = await access.findLink(db, tokenHash, ['undo_email'], now);
  const account = link && (await loadForUpdate(db, link.account_id));
  if (!account || !(await access.consumeLink(db, tokenHash, now))) throw access.linkInvalid();
  await restore(ctx, site, { account, email: link.email, since: link.created_at });
}

/**
 * The same from the profile, with a proof of ownership.
 * @throws REAUTHENTICATION_REQUIRED, INVALID_INPUT, TOO_MANY_ATTEMPTS; NOT_FOUND when none is open
 */
export async function undoOwnEmailChange(
  ctx: OwnCtx<User>,
  site: Site,
  { password }: Input<typeof profile.undoOwnEmailChange>,
): Promise<void> {
  const { userId } = ctx.actor;
  const reauthentication = await access.requireReauthentication(ctx, {
    kinds: ['email'],
    field: 'password',
    password,
  });
  await ctx.transaction(async (inner) => {
    const account = await loadForUpdate(inner.db, userId);
    await reauthentication.lockForShare(inner);
    const link = await access.findPendingLink(inner.db, userId, 'undo_email', inner.now);
    if (!account || !link) throw new AppError('NOT_FOUND');
    await restore(inner, site, { account, email: link.email, since: link.created_at });
    access.clearSession(inner);
  });
}

/**
 * Puts the earlier address back and voids all that the later one could have been used for. Who
 * reads the earlier mailbox sets the next password.
 */
async function restore(
  ctx: Ctx,
  { publicUrl, supportEmail }: Site,
  { account, email, since }: { account: Account; email: string; since: Date },
): Promise<void> {
  const { db, now } = ctx;
  const accountId = account.id;
  await access.voidAccess(ctx, accountId, since);
  await tieMails(ctx, { email: account.email, accountId });
  if (!(await setEmail(db, account, email, now)))
    throw new Error('An address that can be put back was taken.');
  const reset = { accountId, purpose: 'reset', email, lifetimeMs: RESET_LIFETIME_MS } as const;
  const { token, cause } = await access.createLink(ctx, reset);
  const url = `${publicUrl}/auth/reset-password?token=${token}`;
  await enqueueMail(ctx, emailRestoredMail({ cause, to: email, url }), accountId);
  await enqueueMail(
    ctx,
    emailGoneMail({ cause: `${cause}:gone`, to: account.email, support: supportEmail }),
    accountId,
  );
  await tieMails(ctx, { email: account.email, accountId });
  await access.logEvent(ctx, accountId, 'email_restored');
  await audit(ctx, 'email_restored', `account:${accountId}`);
}
