import type * as contract from '@samtrot/shared/accounts/contract.ts';
import { NEWSLETTER_WORDING } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { hashPassword, hashToken, randomToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import * as access from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { confirmAddress, mayMailLink, sendConfirmation } from '../confirmation/confirmation.ts';
import { accountExistsMail, confirmMail } from '../mail-templates.ts';
import { requestNewsletter } from '../newsletter/newsletter.ts';
import { setNewsletter } from '../newsletter/newsletter-store.ts';
import * as store from '../store.ts';
import { emailRefused } from './disposable-email.ts';
import * as pending from './registration-store.ts';

/**
 * Of a pending registration, its mailed link and its reserved username: a name that is free earlier
 * would reveal that the address has an account.
 */
const LIFETIME_MS = 7 * DAY_MS;
/** Of the mail that tells an owner about an attempt to register the address again. */
const OWNER_NOTICES = { attempts: 1, seconds: (7 * DAY_MS) / 1000 };

/** Stored as the wording if the box was left empty; null keeps the switch as it is. */
const REFUSED = '';
const wordingOf = (requested: boolean | undefined) => {
  if (requested === undefined) return null;
  return requested ? NEWSLETTER_WORDING : REFUSED;
};

export interface RegistrationSettings {
  registrationPrivacy: 'open' | 'discreet';
  /** The setting: every link in a mail begins with it. */
  publicUrl: string;
}

/**
 * Creates the account, mails a link that confirms its address, and returns its id. If registration
 * is discreet: stores a pending registration, whatever the address, and returns undefined.
 * @throws EMAIL_TAKEN (open only), USERNAME_TAKEN
 */
export async function register(
  ctx: Pick<OwnCtx, 'now' | 'transaction'>,
  { registrationPrivacy, publicUrl }: RegistrationSettings,
  input: Input<typeof contract.register>,
): Promise<number | undefined> {
  const refused = emailRefused(input.email);
  if (refused) throw invalid({ email: refused });
  const { username, email } = input;
  await access.assertStrongPassword(input.password, { username, email });
  const person = {
    username: input.username,
    usernameKey: usernameKey(input.username),
    email: input.email,
    // Before the transaction: hashing queues, and must not hold a connection meanwhile.
    passwordHash: await hashPassword(input.password),
  };
  return ctx.transaction(async ({ db, now }) => {
    if (registrationPrivacy === 'discreet') {
      const expiresAt = new Date(now.getTime() + LIFETIME_MS);
      if (!(await pending.reserveUsername(db, { ...person, now, expiresAt })))
        throw usernameTaken();
      const newsletterWording = wordingOf(input.newsletter);
      await pending.insertPending(db, { ...person, newsletterWording, expiresAt });
      return undefined;
    }
    const created = await store.insertAccount(db, { ...person, now });
    if (created === 'email') {
      throw new AppError('EMAIL_TAKEN', {
        fields: { email: 'Diese E-Mail-Adresse ist bereits registriert.' },
      });
    }
    if (created === 'username') throw usernameTaken();
    const owner = { accountId: created, email: input.email, publicUrl };
    await sendConfirmation({ db, now }, { ...owner, purpose: 'confirm', welcome: true });
    if (input.newsletter === false) await setNewsletter(db, created, false);
    if (input.newsletter) {
      await requestNewsletter(
        { db, now },
        { ...owner, source: 'registration', wording: NEWSLETTER_WORDING },
      );
    }
    return created;
  });
}

const usernameTaken = () =>
  new AppError('USERNAME_TAKEN', {
    fields: { username: 'Dieser Benutzername ist bereits vergeben.' },
  });

/**
 * Whether the owner of an address may get the mail about somebody else registering it, which is
 * counted.
 */
export const mayNotifyOwner = (
  { db, now }: { db: Sql; now: Date },
  email: string,
): Promise<boolean> =>
  access.takeAttempt(db, {
    ...OWNER_NOTICES,
    name: 'account_exists_mail',
    key: email,
    now,
  });

/**
 * Mails the link of the oldest pending registration, or the notice to the owner of an existing
 * account. Returns how many it processed.
 */
export async function processPendingRegistration(
  ctx: JobContext,
  { publicUrl }: Pick<RegistrationSettings, 'publicUrl'>,
): Promise<number> {
  const { db, now } = ctx;
  const registration = await pending.loadDueForUpdate(ctx);
  if (!registration) return 0;
  const to = registration.email;
  const token = randomToken();
  const cause = `registration:${hashToken(token).toString('hex').slice(0, 32)}`;
  if (await pending.emailExists(db, to)) {
    await pending.deletePending(db, registration.id);
    if (!(await mayNotifyOwner({ db, now }, to))) return 1;
    await enqueueMail({ db, now }, accountExistsMail({ cause, to, publicUrl }), null);
    return 1;
  }
  // Beyond the daily limit nothing is mailed; earlier links stay valid.
  if (!(await mayMailLink({ db, now }, to))) {
    await pending.deletePending(db, registration.id);
    return 1;
  }
  await pending.setToken(db, registration.id, hashToken(token));
  await enqueueMail(
    { db, now },
    confirmMail({ cause, to, url: `${publicUrl}/auth/confirm?token=${token}` }),
    null,
  );
  return 1;
}

/**
 * Creates the account of a pending registration by the token of its mailed link. Returns false for
 * an unknown, used or expired token, and if the address got its account in another way meanwhile.
 */
export async function completeRegistration(
  ctx: Ctx,
  token: string,
  { publicUrl }: Pick<RegistrationSettings, 'publicUrl'>,
): Promise<boolean> {
  const { db, now } = ctx;
  const registration = await pending.consumePending(db, hashToken(token), now);
  if (!registration) return false;
  const { username, email } = registration;
  const person = {
    username,
    usernameKey: registration.username_key,
    email,
    passwordHash: registration.password_hash,
  };
  const created = await store.insertAccount(db, { ...person, now });
  if (typeof created !== 'number') return false;
  await pending.deletePendingOf(db, email);
  await confirmAddress(ctx, { id: created, email_confirmed_at: null });
  // Mail programs open links ahead of their reader: opened again, the link succeeds as `confirm`.
  const link = {
    tokenHash: hashToken(token),
    accountId: created,
    purpose: 'confirm',
    email,
    now,
  } as const;
  await access.saveLink(db, { ...link, expiresAt: registration.expires_at });
  const wording = registration.newsletter_wording;
  if (wording === REFUSED) await setNewsletter(db, created, false);
  else if (wording !== null)
    await requestNewsletter(ctx, {
      accountId: created,
      email,
      publicUrl,
      source: 'registration',
      wording,
    });
  return true;
}

/**
 * Whether an account has this address; always false where registration is discreet, at the same
 * cost.
 */
export const emailTaken = async (
  db: Sql,
  email: string,
  { registrationPrivacy }: Pick<RegistrationSettings, 'registrationPrivacy'>,
) => (await pending.emailExists(db, email)) && registrationPrivacy === 'open';
