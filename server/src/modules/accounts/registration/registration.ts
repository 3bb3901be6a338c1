import type * as contract from '@samtrot/shared/accounts/contract.ts';
import { NEWSLETTER_WORDING } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { hashPassword, hashToken, randomToken, sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { proveAddress, sendConfirmation } from '../confirmation/confirmation.ts';
import { accountExistsMail, confirmMail } from '../mail-templates.ts';
import { wishNewsletter } from '../newsletter/newsletter.ts';
import { setNewsletter } from '../newsletter/newsletter-store.ts';
import * as store from '../store.ts';
import { emailRefused } from './disposable-email.ts';
import * as wishes from './registration-store.ts';

/** A wish lives as long as its mailed link, and its name is held as long: a name freed earlier would tell that the address had an account. */
const WISH_LIVES_MS = 7 * DAY_MS;
/** Whoever has an account is told at most once in seven days that somebody tried to register its address. */
const TOLD = { attempts: 1, seconds: (7 * DAY_MS) / 1000 };
/** Links for one address that has no account. */
const LINKS_A_DAY = { attempts: 5, seconds: DAY_MS / 1000 };

/** In the place of the wording, where the box was left empty; null is a client that says nothing and keeps the switch as it is. */
const REFUSED = '';
const wordingOf = (wanted: boolean | undefined) => {
  if (wanted === undefined) return null;
  return wanted ? NEWSLETTER_WORDING : REFUSED;
};

export interface Registering {
  registrationPrivacy: 'open' | 'discreet';
  /** The setting: every link in a mail begins with it. */
  publicUrl: string;
}

/**
 * Creates the account and mails its owner a link that proves the address. Where registration is discreet there is no account before
 * that proof and the answer is undefined: address known or not, the same is written down, so body and time are the same too. The hash
 * is computed before the transaction: whoever waits for a turn at hashing must not hold a database connection meanwhile.
 * @throws EMAIL_TAKEN (open only), USERNAME_TAKEN
 */
export async function register(
  ctx: Pick<OwnCtx, 'now' | 'transaction'>,
  { registrationPrivacy, publicUrl }: Registering,
  input: Input<typeof contract.register>,
): Promise<number | undefined> {
  const refused = emailRefused(input.email);
  if (refused) throw invalid({ email: refused });
  const person = {
    ...{ username: input.username, usernameKey: usernameKey(input.username), email: input.email },
    passwordHash: await hashPassword(input.password),
  };
  return ctx.transaction(async ({ db, now }) => {
    if (registrationPrivacy === 'discreet') {
      const expiresAt = new Date(now.getTime() + WISH_LIVES_MS);
      const emailHash = hashToken(person.email);
      if (!(await wishes.holdUsername(db, { ...person, emailHash, now, expiresAt }))) throw usernameTaken();
      const newsletterWording = wordingOf(input.newsletter);
      await wishes.insertWish(db, { ...person, newsletterWording, expiresAt });
      return undefined;
    }
    const created = await store.insertAccount(db, { ...person, now });
    if (created === 'email') {
      throw new AppError('EMAIL_TAKEN', { fields: { email: 'Diese E-Mail-Adresse ist bereits registriert.' } });
    }
    if (created === 'username') throw usernameTaken();
    const welcome = { accountId: created, email: input.email, publicUrl };
    await sendConfirmation({ db, now }, { ...welcome, purpose: 'confirm', welcome: true });
    if (input.newsletter === false) await setNewsletter(db, created, false);
    if (input.newsletter) {
      await wishNewsletter({ db, now }, { ...welcome, source: 'registration', wording: NEWSLETTER_WORDING });
    }
    return created;
  });
}

const usernameTaken = () =>
  new AppError('USERNAME_TAKEN', { fields: { username: 'Dieser Benutzername ist bereits vergeben.' } });

/** Whether the owner of an address may be told now that somebody else wants it. */
export const mayTellOwner = ({ db, now }: { db: Sql; now: Date }, email: string): Promise<boolean> =>
  access.takeAttempt(db, { ...TOLD, bucket: `account_exists_mail:${sha256Hex(email).slice(0, 32)}`, now });

/** Writes to one address that somebody wished to register: the link, or a word to whoever has the account. Answers how many it took. */
export async function answerRegistration(
  { db, now }: { db: Sql; now: Date },
  { publicUrl }: Pick<Registering, 'publicUrl'>,
): Promise<number> {
  const wish = await wishes.lockDueWish(db);
  if (!wish) return 0;
  const to = wish.email;
  const addressHash = sha256Hex(to).slice(0, 32);
  const token = randomToken();
  const cause = `registration:${hashToken(token).toString('hex').slice(0, 32)}`;
  if (await wishes.emailExists(db, to)) {
    await wishes.deleteWish(db, wish.id);
    if (!(await mayTellOwner({ db, now }, to))) return 1;
    await enqueueMail({ db, now }, accountExistsMail({ cause, to, publicUrl }));
    return 1;
  }
  // Beyond its share of the day an address gets nothing; the links mailed before stay good.
  if (!(await access.takeAttempt(db, { ...LINKS_A_DAY, bucket: `confirmation_mail:${addressHash}`, now }))) {
    await wishes.deleteWish(db, wish.id);
    return 1;
  }
  await wishes.setWishToken(db, wish.id, hashToken(token));
  await enqueueMail({ db, now }, confirmMail({ cause, to, url: `${publicUrl}/auth/confirm?token=${token}` }));
  return 1;
}

/**
 * Makes the account of a wish whose mailed link was opened. Answers false for a token that is none, was used or is too old, and when
 * the address got its account in another way meanwhile.
 */
export async function completeRegistration(
  ctx: Ctx,
  token: string,
  { publicUrl }: Pick<Registering, 'publicUrl'>,
): Promise<boolean> {
  const { db, now } = ctx;
  const wish = await wishes.takeWish(db, hashToken(token), now);
  if (!wish) return false;
  const { username, email } = wish;
  const person = { username, usernameKey: wish.username_key, email, passwordHash: wish.password_hash };
  const created = await store.insertAccount(db, { ...person, now });
  if (typeof created !== 'number') return false;
  await wishes.deleteWishesOf(db, email);
  await proveAddress(ctx, { id: created, email_confirmed_at: null });
  // Mail programs open links ahead of their reader: shown again, the same one says that all is well.
  const link = { tokenHash: hashToken(token), accountId: created, purpose: 'confirm', email, now } as const;
  await access.saveLink(db, { ...link, expiresAt: wish.expires_at });
  const wording = wish.newsletter_wording;
  if (wording === REFUSED) await setNewsletter(db, created, false);
  else if (wording !== null)
    await wishNewsletter(ctx, { accountId: created, email, publicUrl, source: 'registration', wording });
  return true;
}

/** Whether an account has this address. Never told where registration is discreet. */
export const emailTaken = async (
  db: Sql,
  email: string,
  { registrationPrivacy }: Pick<Registering, 'registrationPrivacy'>,
) => (await wishes.emailExists(db, email)) && registrationPrivacy === 'open';
