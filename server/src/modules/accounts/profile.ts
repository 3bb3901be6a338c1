import type * as contract from '@samtrot/shared/accounts/profile-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { hashPassword, randomToken } from '../../platform/crypto.ts';
import { enqueueMail } from '../notifications/service.ts';
import { sendConfirmation } from './confirmation.ts';
import { accountExistsLetter, emailWantedLetter, passwordChangedLetter } from './letters.ts';
import { makeLink } from './links.ts';
import * as profiles from './profile-store.ts';
import { proveOwner } from './proof-of-owner.ts';
import * as links from './recovery-store.ts';
import { emailTaken, mayTellOwner, type Registering } from './registration.ts';
import { endOtherSessions } from './sessions.ts';
import * as store from './store.ts';
import { emailRefused } from './throwaway.ts';

type User = Actors['user'] | Actors['operator'];

export interface ProfileSite extends Registering {
  supportEmail: string;
}

const TAKEN = 'Diese E-Mail-Adresse ist bereits registriert.';

/**
 * Saves the profile. A new password counts at once and ends every other session; a new address counts from its proof on and is
 * announced to the old one. Answers the address that waits, or null.
 * @throws REAUTH_REQUIRED, INVALID_INPUT, EMAIL_TAKEN (where registration is open), TOO_MANY_ATTEMPTS
 */
export async function updateProfile(
  ctx: OwnCtx<User>,
  site: ProfileSite,
  input: Input<typeof contract.updateProfile>,
): Promise<string | null> {
  const { userId, sessionHash } = ctx.actor;
  const before = await ctx.transaction(async ({ db, now }) => ({
    ...(await store.findById(db, userId)),
    pending: await links.pendingEmail(db, userId, now),
  }));
  const newEmail = input.email !== before.email && input.email !== before.pending;
  if (newEmail) {
    const refused = emailRefused(input.email);
    if (refused) throw invalid({ email: refused });
  }
  const proof =
    newEmail || input.password
      ? await proveOwner(ctx, { field: 'current_password', password: input.current_password })
      : undefined;
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;

  return ctx.transaction(async (inner) => {
    const { db, now } = inner;
    const account = await links.lockAccount(db, userId);
    if (!account) throw new AppError('NOT_LOGGED_IN');
    await proof?.hold(inner);
    await profiles.setNickname(db, userId, input.nickname);
    if (passwordHash) {
      await links.setPassword(db, userId, passwordHash);
      await endOtherSessions(inner, userId, sessionHash);
      const letter = { to: account.email, url: `${site.publicUrl}/auth/forgot` };
      await enqueueMail(inner, passwordChangedLetter({ ...letter, cause: `password_changed:${randomToken()}` }));
      await audit(inner, 'password_changed', `account:${userId}`);
    }
    if (input.email === account.email) await links.endLinks(db, userId, ['change']);
    else if (newEmail) await wantEmail(inner, site, { from: account.email, to: input.email });
    return links.pendingEmail(db, userId, now);
  });
}

/** The new address waits for its proof. Where registration is discreet, one that has an account waits too, for ever. */
async function wantEmail(ctx: Ctx<User>, site: ProfileSite, { from, to }: { from: string; to: string }): Promise<void> {
  const { userId } = ctx.actor;
  if (await emailTaken(ctx.db, to, site)) throw new AppError('EMAIL_TAKEN', { fields: { email: TAKEN } });
  const discreet = site.registrationPrivacy === 'discreet';
  if (discreet && (await emailTaken(ctx.db, to, { registrationPrivacy: 'open' }))) {
    const { cause } = await makeLink(ctx, { accountId: userId, purpose: 'change', email: to, livesMs: DAY_MS });
    if (await mayTellOwner(ctx, to))
      await enqueueMail(ctx, accountExistsLetter({ cause, to, publicUrl: site.publicUrl }));
  } else {
    await sendConfirmation(ctx, { accountId: userId, email: to, purpose: 'change', publicUrl: site.publicUrl });
  }
  const cause = `email_wanted:${randomToken()}`;
  await enqueueMail(
    ctx,
    emailWantedLetter({ cause, to: from, url: `${site.publicUrl}/auth/forgot`, support: site.supportEmail }),
  );
  await audit(ctx, 'email_change_wanted', `account:${userId}`);
}

export async function updateNotifications(
  ctx: Ctx<User>,
  { expiryAlert, disableMessages, newsletter }: Input<typeof contract.updateNotifications>,
): Promise<void> {
  await profiles.setNotifications(ctx.db, ctx.actor.userId, { expiryAlert, disableMessages, newsletter });
}
