import {
  NEWSLETTER_WORDING,
  type NewsletterState,
} from '@samtrot/shared/accounts/newsletter-rules.ts';
import type { Switch } from '@samtrot/shared/accounts/preferences.ts';
import type * as contract from '@samtrot/shared/accounts/profile-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashPassword, randomToken } from '../../../platform/crypto.ts';
import * as access from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { passwordChangedMail } from '../mail-templates.ts';
import { endNewsletter, newsletterState, requestNewsletter } from '../newsletter/newsletter.ts';
import { emailRefused } from '../registration/disposable-email.ts';
import * as store from '../store.ts';
import { type ProfileSettings, pendingEmail, requestEmailChange } from './email-change.ts';
import * as profiles from './profile-store.ts';

type User = Actors['user'];

/**
 * Saves the profile; returns the pending address, or null. A new password ends the other sessions.
 * A new address takes effect once it is confirmed, and the current one is notified.
 * @throws REAUTHENTICATION_REQUIRED, INVALID_INPUT, EMAIL_TAKEN (open only), TOO_MANY_ATTEMPTS
 */
export async function updateProfile(
  ctx: OwnCtx<User>,
  settings: ProfileSettings,
  input: Input<typeof contract.updateProfile>,
): Promise<string | null> {
  const { userId } = ctx.actor;
  const before = await ctx.transaction(async ({ db, now }) => ({
    ...(await store.findById(db, userId)),
    pending: await pendingEmail(db, userId, now),
  }));
  // A new password cancels a pending address; named again, it is requested again.
  const newEmail =
    input.email !== before.email && (input.email !== before.pending || Boolean(input.password));
  if (newEmail) {
    const refused = emailRefused(input.email);
    if (refused) throw invalid({ email: refused });
  }
  if (input.password) {
    await access.assertStrongPassword(input.password, before);
    // Also the names that begin with this change.
    await access.assertStrongPassword(input.password, input);
  }
  const reauthentication =
    newEmail || input.password
      ? await access.requireReauthentication(ctx, {
          kinds: [
            ...(newEmail ? ['email' as const] : []),
            ...(input.password ? ['password' as const] : []),
          ],
          field: 'current_password',
          password: input.current_password,
        })
      : undefined;
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;

  return ctx.transaction(async (inner) => {
    const { db, now } = inner;
    const account = await store.loadForUpdate(db, userId);
    // A change of the password meanwhile ended this session.
    if (!account || !(await access.sessionExists(db, inner.actor.sessionHash, now)))
      throw new AppError('NOT_LOGGED_IN');
    await reauthentication?.lockForShare(inner);
    await profiles.setNickname(db, userId, input.nickname);
    if (passwordHash) {
      await access.setPassword(db, userId, passwordHash);
      await access.endAccess(inner, userId, { exceptHash: inner.actor.sessionHash });
      if (await access.mayWriteTo(inner, account)) {
        const mail = { to: account.email, url: `${settings.publicUrl}/auth/forgot` };
        await enqueueMail(
          inner,
          passwordChangedMail({ ...mail, cause: `password_changed:${randomToken()}` }),
          userId,
        );
      }
      await access.logEvent(inner, userId, 'password_changed');
      await audit(inner, 'password_changed', `account:${userId}`);
    }
    if (input.email === account.email) await access.deleteLinks(db, userId, ['change']);
    else if (newEmail) await requestEmailChange(inner, settings, { account, to: input.email });
    return pendingEmail(db, userId, now);
  });
}

/**
 * Saves the switches. The newsletter begins with its confirmation, and ends at once. Returns its
 * state.
 */
export async function updateNotifications(
  ctx: Ctx<User>,
  { publicUrl }: ProfileSettings,
  { expiryAlert, disableMessages, newsletter }: Input<typeof contract.updateNotifications>,
): Promise<NewsletterState> {
  const { userId } = ctx.actor;
  const account = await store.loadForUpdate(ctx.db, userId);
  if (!account) throw new AppError('NOT_LOGGED_IN');
  const switchedOn = newsletter && !account.newsletter;
  await profiles.setNotifications(ctx.db, userId, { expiryAlert, disableMessages });
  if (!newsletter) await endNewsletter(ctx, userId);
  if (switchedOn) {
    const request = {
      accountId: userId,
      email: account.email,
      publicUrl,
      wording: NEWSLETTER_WORDING,
    };
    await requestNewsletter(ctx, { ...request, source: 'profile' });
  }
  return newsletterState(ctx, userId);
}

/** Switches a question off or on again; returns all that is off (EXP-71). */
export const setPreference = (
  ctx: Ctx<User>,
  { name, on }: Input<typeof contract.setPreference>,
): Promise<Switch[]> => profiles.setPreference(ctx.db, ctx.actor.userId, { name, on });
