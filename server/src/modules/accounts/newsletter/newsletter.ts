import {
  NEWSLETTER_WORDING,
  type NewsletterState,
  UNSUBSCRIBE_PATH,
} from '@samtrot/shared/accounts/newsletter-rules.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import { equalInConstantTime, hashToken, hmacHex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { withdrawMails } from '../../mail/service.ts';
import { proveAddress, sendConfirmation } from '../confirmation/confirmation.ts';
import { loadForUpdate } from '../store.ts';
import * as store from './newsletter-store.ts';

type User = Actors['user'] | Actors['operator'];
type Now = Pick<Ctx, 'db' | 'now'>;

export interface NewsletterSite {
  /** The setting: every link in a mail begins with it. */
  publicUrl: string;
  /** Signs the links that end the newsletter. */
  sessionSecret: string;
}

const ENOUGH_MAILS = 'An deine Adresse gingen heute schon mehrere Links. Versuche es morgen noch einmal.';

interface Wish {
  accountId: number;
  email: string;
  publicUrl: string;
  source: store.Source;
  /** What was agreed to, as it was shown. */
  wording: string;
}

/**
 * The newsletter is wanted. It begins once the mailed link is confirmed; an account that confirmed before goes on at once. Answers
 * whether all went out that was to go: a mailbox that had its share of links gets no more today.
 */
export async function wishNewsletter(ctx: Now, wish: Wish): Promise<boolean> {
  const { db, now } = ctx;
  const { accountId, email, publicUrl, source, wording } = wish;
  await store.setNewsletter(db, accountId, true);
  const open = await store.openConsent(db, accountId);
  if (open?.confirmed_at) return true;
  const confirmed = await store.hasConfirmedBefore(db, accountId);
  // The row lives as long as its newest link.
  if (open) await store.renewWish(db, open.id, { wording, source, now });
  else await store.insertConsent(db, { accountId, wording, source, now, confirmed });
  return confirmed || sendConfirmation(ctx, { accountId, email, purpose: 'newsletter', publicUrl });
}

/**
 * Takes the confirmation of a mailed link, and with it the proof of the address. The same link may be shown again.
 * @throws LINK_INVALID for an unknown, outdated or expired token alike, and when the newsletter was ended meanwhile
 */
export async function confirmNewsletter(ctx: Ctx, token: string): Promise<void> {
  const { db, now } = ctx;
  const link = await access.findLink(db, hashToken(token), ['newsletter'], now);
  const account = link && (await loadForUpdate(db, link.account_id));
  const consent = account && (await store.openConsent(db, account.id));
  if (!consent || account.email !== link.email) throw access.linkInvalid();
  // The page of the link shows what is agreed to once more.
  await store.confirmConsent(db, consent.id, { wording: NEWSLETTER_WORDING, now });
  await proveAddress(ctx, account);
}

/** Mails the link once more. @throws INVALID_INPUT when the mailbox had its share of the day */
export async function resendNewsletter(ctx: Ctx<User>, { publicUrl }: NewsletterSite): Promise<void> {
  const account = await loadForUpdate(ctx.db, ctx.actor.userId);
  if (!account?.newsletter) return;
  const wish = { accountId: account.id, email: account.email, publicUrl, wording: NEWSLETTER_WORDING };
  if (!(await wishNewsletter(ctx, { ...wish, source: 'profile' }))) throw invalid({ email: ENOUGH_MAILS });
}

/** From here on nothing more is sent, not even what waits. The account is locked before, or nobody else changes it. */
export async function endNewsletter({ db, now }: Now, accountId: number): Promise<void> {
  await store.setNewsletter(db, accountId, false);
  await store.endConsents(db, accountId, now);
  await access.deleteLinks(db, accountId, ['newsletter']);
  await withdrawMails({ db }, newsletterCause(accountId, ''));
}

/** Of the mail of one issue to one account. Begins as that of the link to confirm, which is taken back with it. */
export const newsletterCause = (accountId: number, issue: number | '') => `newsletter:${accountId}:${issue}`;

const SIGNATURE = 32;
const sign = (secret: string, key: string) => hmacHex(secret, `newsletter-off:${key}`).slice(0, SIGNATURE);

/** The page that ends the newsletter of this consent. Its token names no account and cannot be guessed. */
export const unsubscribePath = (key: string, { sessionSecret }: Pick<NewsletterSite, 'sessionSecret'>) =>
  `${UNSUBSCRIBE_PATH}?token=${key}${sign(sessionSecret, key)}`;

/**
 * Ends the newsletter with the token of a letter, without any login. A token of ours always succeeds: also when it has ended before,
 * or nobody is left whom it could end it for.
 * @throws LINK_INVALID for a token that we did not sign
 */
export async function endNewsletterBy(
  ctx: Now,
  { sessionSecret }: Pick<NewsletterSite, 'sessionSecret'>,
  token: string,
): Promise<void> {
  const [, key, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})([\da-f]{32})$/.exec(token) ?? [];
  if (!key || !signature || !equalInConstantTime(signature, sign(sessionSecret, key))) throw access.linkInvalid();
  const owner = await store.ownerOfKey(ctx.db, key);
  const account = owner && (await loadForUpdate(ctx.db, owner.account_id));
  if (account) await endNewsletter(ctx, account.id);
}

export async function newsletterState({ db, now }: Now, accountId: number): Promise<NewsletterState> {
  const { newsletter } = await store.switchOf(db, accountId);
  if (!newsletter) return 'off';
  if ((await store.openConsent(db, accountId))?.confirmed_at) return 'confirmed';
  return (await access.findPendingLink(db, accountId, 'newsletter', now)) ? 'mailed' : 'unasked';
}

/** The next accounts that may be written to, by number; none of them ends or closes before the end of the transaction. */
export const subscribers = (db: Sql, next: { after: number; until: Date; limit: number }) =>
  store.lockSubscribers(db, next);

export const countSubscribers = (db: Sql, until: Date) => store.countSubscribers(db, until);
