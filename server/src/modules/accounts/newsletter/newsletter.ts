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
import { confirmAddress, sendConfirmation } from '../confirmation/confirmation.ts';
import { loadForUpdate } from '../store.ts';
import * as store from './newsletter-store.ts';

type User = Actors['user'];
type Now = Pick<Ctx, 'db' | 'now'>;

export interface NewsletterSettings {
  /** The setting: every link in a mail begins with it. */
  publicUrl: string;
  /** Signs the links that unsubscribe. */
  sessionSecret: string;
}

const TOO_MANY_MAILS =
  'An deine Adresse gingen heute schon mehrere Links. Versuche es morgen noch einmal.';

interface NewsletterRequest {
  accountId: number;
  email: string;
  publicUrl: string;
  source: store.Source;
  /** What was agreed to, as it was shown. */
  wording: string;
}

/**
 * Mails a link that confirms the newsletter; an account that confirmed before needs none. Returns
 * false beyond the mailbox's daily limit of links: the request is stored, and no link mailed.
 */
export async function requestNewsletter(ctx: Now, request: NewsletterRequest): Promise<boolean> {
  const { db, now } = ctx;
  const { accountId, email, publicUrl, source, wording } = request;
  await store.setNewsletter(db, accountId, true);
  const open = await store.openConsent(db, accountId);
  if (open?.confirmed_at) return true;
  const confirmed = await store.hasConfirmedBefore(db, accountId);
  // The row lives as long as its newest link.
  if (open) await store.renewRequest(db, open.id, { wording, source, now });
  else await store.insertConsent(db, { accountId, wording, source, now, confirmed });
  return confirmed || sendConfirmation(ctx, { accountId, email, purpose: 'newsletter', publicUrl });
}

/**
 * Confirms the newsletter, and thereby the address, with the token of a mailed link. Repeatable.
 * @throws LINK_INVALID for an unknown, replaced or expired token, and after the newsletter's end
 */
export async function confirmNewsletter(ctx: Ctx, token: string): Promise<void> {
  const { db, now } = ctx;
  const link = await access.findLink(db, hashToken(token), ['newsletter'], now);
  const account = link && (await loadForUpdate(db, link.account_id));
  const consent = account && (await store.openConsent(db, account.id));
  if (!consent || account.email !== link.email) throw access.linkInvalid();
  // The page of the link shows this wording once more.
  await store.confirmConsent(db, consent.id, { wording: NEWSLETTER_WORDING, now });
  await confirmAddress(ctx, account);
}

/** Mails the link once more. @throws INVALID_INPUT beyond the mailbox's daily limit of links */
export async function resendNewsletter(
  ctx: Ctx<User>,
  { publicUrl }: NewsletterSettings,
): Promise<void> {
  const account = await loadForUpdate(ctx.db, ctx.actor.userId);
  if (!account?.newsletter) return;
  const request = {
    accountId: account.id,
    email: account.email,
    publicUrl,
    wording: NEWSLETTER_WORDING,
  };
  if (!(await requestNewsletter(ctx, { ...request, source: 'profile' })))
    throw invalid({ email: TOO_MANY_MAILS });
}

/** Also withdraws the mails that are not sent yet. Call with the account locked. */
export async function endNewsletter({ db, now }: Now, accountId: number): Promise<void> {
  await store.setNewsletter(db, accountId, false);
  await store.endConsents(db, accountId, now);
  await access.deleteLinks(db, accountId, ['newsletter']);
  await withdrawMails({ db }, newsletterCause(accountId, ''));
}

/**
 * Cause of the mail of one issue to one account. Shares its prefix with the link to confirm: both
 * are withdrawn.
 */
export const newsletterCause = (accountId: number, issue: number | '') =>
  `newsletter:${accountId}:${issue}`;

const SIGNATURE = 32;
const sign = (secret: string, key: string) =>
  hmacHex(secret, `newsletter-off:${key}`).slice(0, SIGNATURE);

/**
 * The page that ends the newsletter of this consent. Its token names no account and cannot be
 * guessed.
 */
export const unsubscribePath = (
  key: string,
  { sessionSecret }: Pick<NewsletterSettings, 'sessionSecret'>,
) => `${UNSUBSCRIBE_PATH}?token=${key}${sign(sessionSecret, key)}`;

/**
 * Unsubscribes without a session by the token of a newsletter mail. A signed token always succeeds,
 * also if the newsletter was ended before or the account is deleted.
 * @throws LINK_INVALID for a token with a wrong signature
 */
export async function endNewsletterBy(
  ctx: Now,
  { sessionSecret }: Pick<NewsletterSettings, 'sessionSecret'>,
  token: string,
): Promise<void> {
  const [, key, signature] =
    /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})([\da-f]{32})$/.exec(token) ?? [];
  if (!key || !signature || !equalInConstantTime(signature, sign(sessionSecret, key)))
    throw access.linkInvalid();
  const owner = await store.ownerOfKey(ctx.db, key);
  const account = owner && (await loadForUpdate(ctx.db, owner.account_id));
  if (account) await endNewsletter(ctx, account.id);
}

export async function newsletterState(
  { db, now }: Now,
  accountId: number,
): Promise<NewsletterState> {
  const { newsletter } = await store.switchOf(db, accountId);
  if (!newsletter) return 'off';
  if ((await store.openConsent(db, accountId))?.confirmed_at) return 'confirmed';
  return (await access.findPendingLink(db, accountId, 'newsletter', now)) ? 'mailed' : 'unasked';
}

/**
 * The next subscribers by account id, locked: none unsubscribes or is deleted before the
 * transaction ends.
 */
export const subscribers = (db: Sql, next: { after: number; until: Date; limit: number }) =>
  store.lockSubscribers(db, next);

export const countSubscribers = (db: Sql, until: Date) => store.countSubscribers(db, until);
