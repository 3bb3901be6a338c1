import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { randomToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { mayWriteTo, sendConfirmation } from '../confirmation/confirmation.ts';
import { accountExistsMail, emailWantedMail } from '../mail-templates.ts';
import { emailTaken, mayTellOwner, type Registering } from '../registration/registration.ts';
import { loadForUpdate } from '../store.ts';

type User = Actors['user'] | Actors['operator'];

export interface ProfileSite extends Registering {
  supportEmail: string;
}

const TAKEN = 'Diese E-Mail-Adresse ist bereits registriert.';
const ENOUGH_MAILS = 'An diese Adresse gingen heute schon mehrere Links. Versuche es morgen noch einmal.';

/**
 * The address waits for its proof as `pending_email`, and the one that counts until then is told.
 * @throws EMAIL_TAKEN and INVALID_INPUT for a mailbox that had its mails of the day, both only where registration is open
 */
export async function wantEmail(
  ctx: Ctx<User>,
  site: ProfileSite,
  { account, to }: { account: { email: string; email_confirmed_at: Date | null }; to: string },
): Promise<void> {
  if (await emailTaken(ctx.db, to, site)) throw new AppError('EMAIL_TAKEN', { fields: { email: TAKEN } });
  if (!(await awaitProof(ctx, site, to))) throw invalid({ email: ENOUGH_MAILS });
  if (await mayWriteTo(ctx, account)) {
    const letter = { cause: `email_wanted:${randomToken()}`, to: account.email, support: site.supportEmail };
    await enqueueMail(ctx, emailWantedMail({ ...letter, url: `${site.publicUrl}/auth/forgot` }));
  }
  await audit(ctx, 'email_change_wanted', `account:${ctx.actor.userId}`);
}

/**
 * Mails the link that proves a new address; false when its mailbox had its share of the day. Where registration is discreet an address
 * always waits, without a link when it has an account or had its share: neither may look different from one that is free.
 */
async function awaitProof(ctx: Ctx<User>, { registrationPrivacy, publicUrl }: Registering, to: string) {
  const discreet = registrationPrivacy === 'discreet';
  const wanted = { accountId: ctx.actor.userId, email: to, purpose: 'change' } as const;
  const secretlyTaken = discreet && (await emailTaken(ctx.db, to, { registrationPrivacy: 'open' }));
  if (!secretlyTaken && (await sendConfirmation(ctx, { ...wanted, publicUrl }))) return true;
  if (!discreet) return false;
  const { cause } = await access.createLink(ctx, { ...wanted, lifetimeMs: DAY_MS });
  if (secretlyTaken && (await mayTellOwner(ctx, to))) {
    await enqueueMail(ctx, accountExistsMail({ cause, to, publicUrl }));
  }
  return true;
}

/** The address that becomes the account's once it is confirmed. */
export const pendingEmail = async (db: Sql, accountId: number, now: Date): Promise<string | null> =>
  (await access.findPendingLink(db, accountId, 'change', now))?.email ?? null;

/** Mails again what waits: the proof of the account's address, of a new one, or both. */
export async function resendConfirmation(ctx: Ctx<User>, site: Registering): Promise<void> {
  const accountId = ctx.actor.userId;
  const account = await loadForUpdate(ctx.db, accountId);
  const pending = await pendingEmail(ctx.db, accountId, ctx.now);
  if (account && !account.email_confirmed_at) {
    const { publicUrl } = site;
    await sendConfirmation(ctx, { accountId, email: account.email, purpose: 'confirm', publicUrl });
  }
  if (pending) await awaitProof(ctx, site, pending);
}
