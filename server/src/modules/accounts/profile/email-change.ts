import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { randomToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { sendConfirmation } from '../confirmation/confirmation.ts';
import { accountExistsMail, emailChangeRequestedMail } from '../mail-templates.ts';
import {
  emailTaken,
  mayNotifyOwner,
  type RegistrationSettings,
} from '../registration/registration.ts';
import { loadForUpdate } from '../store.ts';
import { assertNoOpenEmailChange } from './email-undo.ts';

type User = Actors['user'];

export interface ProfileSettings extends RegistrationSettings {
  supportEmail: string;
}

const TAKEN = 'Diese E-Mail-Adresse ist bereits registriert.';
const TOO_MANY_MAILS =
  'An diese Adresse gingen heute schon mehrere Links. Versuche es morgen noch einmal.';

/**
 * The new address is `pending_email` until it is confirmed; the current one is notified.
 * @throws EMAIL_CHANGE_OPEN; EMAIL_TAKEN, and INVALID_INPUT beyond the mailbox's daily limit, both
 * only where registration is open
 */
export async function requestEmailChange(
  ctx: Ctx<User>,
  settings: ProfileSettings,
  { account, to }: { account: Mailed; to: string },
): Promise<void> {
  const { userId: accountId, sessionHash } = ctx.actor;
  await assertNoOpenEmailChange(ctx, accountId);
  if (await emailTaken(ctx.db, to, settings))
    throw new AppError('EMAIL_TAKEN', { fields: { email: TAKEN } });
  if (!(await setPendingEmail(ctx, settings, { accountId, email: to, sessionHash })))
    throw invalid({ email: TOO_MANY_MAILS });
  await mailRequested(ctx, settings, account);
  await access.logEvent(ctx, accountId, 'email_change_requested');
  await audit(ctx, 'email_change_wanted', `account:${accountId}`);
}

interface Mailed {
  id: number;
  email: string;
  email_confirmed_at: Date | null;
}

/** To the current address, within the limits of an unconfirmed mailbox. */
export async function mailRequested(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { publicUrl, supportEmail: support }: Pick<ProfileSettings, 'publicUrl' | 'supportEmail'>,
  account: Mailed,
): Promise<void> {
  if (!(await access.mayWriteTo(ctx, account))) return;
  const cause = `email_change_requested:${randomToken()}`;
  const url = `${publicUrl}/auth/forgot`;
  await enqueueMail(
    ctx,
    emailChangeRequestedMail({ cause, to: account.email, url, support }),
    account.id,
  );
}

interface Change {
  accountId: number;
  email: string;
  sessionHash: Buffer | null;
}

/**
 * Mails the link that confirms the new address; false beyond the mailbox's daily limit. Where
 * registration is discreet an address that is taken or beyond its limit is pending too, without a
 * link: it must not differ from a free one.
 */
async function setPendingEmail(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { registrationPrivacy, publicUrl }: RegistrationSettings,
  { accountId, email: to, sessionHash }: Change,
): Promise<boolean> {
  const discreet = registrationPrivacy === 'discreet';
  const asker = sessionHash ? { sessionHash } : {};
  const change = { accountId, email: to, purpose: 'change', ...asker } as const;
  const secretlyTaken = discreet && (await emailTaken(ctx.db, to, { registrationPrivacy: 'open' }));
  if (!secretlyTaken && (await sendConfirmation(ctx, { ...change, publicUrl }))) return true;
  if (!discreet) return false;
  const { cause } = await access.createLink(ctx, { ...change, lifetimeMs: DAY_MS });
  if (secretlyTaken && (await mayNotifyOwner(ctx, to))) {
    await enqueueMail(ctx, accountExistsMail({ cause, to, publicUrl }), null);
  }
  return true;
}

/** The address that becomes the account's once it is confirmed. */
export const pendingEmail = async (db: Sql, accountId: number, now: Date): Promise<string | null> =>
  (await access.findPendingLink(db, accountId, 'change', now))?.email ?? null;

/** Mails the links again that confirm the account's address, a pending one, or both. */
export async function resendConfirmation(
  ctx: Ctx<User>,
  settings: RegistrationSettings,
): Promise<void> {
  const accountId = ctx.actor.userId;
  const account = await loadForUpdate(ctx.db, accountId);
  const pending = await access.findPendingLink(ctx.db, accountId, 'change', ctx.now);
  if (account && !account.email_confirmed_at) {
    const { publicUrl } = settings;
    await sendConfirmation(ctx, { accountId, email: account.email, purpose: 'confirm', publicUrl });
  }
  if (!pending) return;
  // Whose session asked stays logged in; after a change by the house none does.
  const { email, session_hash: sessionHash } = pending;
  await setPendingEmail(ctx, settings, { accountId, email, sessionHash });
}
