import { CONFIRM_NEWSLETTER_PATH } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashToken, sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail, tieMails } from '../../mail/service.ts';
import { changeMail, confirmMail, emailChangedMail, newsletterLetter, welcomeMail } from '../mail-templates.ts';
import { loadForUpdate } from '../store.ts';
import * as store from './confirmation-store.ts';

const KINDS = {
  confirm: { days: 7, letter: confirmMail, page: '/auth/confirm' },
  change: { days: 1, letter: changeMail, page: '/auth/confirm' },
  newsletter: { days: 7, letter: newsletterLetter, page: CONFIRM_NEWSLETTER_PATH },
} as const;

/** One mailbox gets no more of these links in a day, whoever asks for them: they are mailed before its owner agreed to anything. */
const MAILS_A_DAY = 5;

/** A mailbox whose owner never proved to read it gets no more in a day of what somebody with its account may cause. */
const UNPROVEN_A_DAY = { attempts: 5, seconds: DAY_MS / 1000 };

interface Confirmation {
  accountId: number;
  /** Where the link goes, and what it proves. */
  email: string;
  /** `change`: the address becomes the account's with the proof, and waits as `pending_email` until then. */
  purpose: keyof typeof KINDS;
  /** The mail also says that the account is made. */
  welcome?: true;
  /** The setting `publicUrl`: never what a request says of itself. */
  publicUrl: string;
}

/**
 * Mails the link that proves an address. When the mailbox had its share of the day, nothing happens, the earlier link stays good and
 * the answer is false.
 */
export async function sendConfirmation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { accountId, email, purpose, publicUrl, welcome }: Confirmation,
): Promise<boolean> {
  const bucket = `confirmation_mail:${sha256Hex(email).slice(0, 32)}`;
  if (!(await access.takeAttempt(db, { bucket, now, attempts: MAILS_A_DAY, seconds: DAY_MS / 1000 }))) return false;
  const { days, letter, page } = welcome ? { ...KINDS[purpose], letter: welcomeMail } : KINDS[purpose];
  const { token, cause } = await access.createLink(
    { db, now },
    { accountId, purpose, email, lifetimeMs: days * DAY_MS },
  );
  await enqueueMail({ db, now }, letter({ cause, to: email, url: `${publicUrl}${page}?token=${token}` }));
  return true;
}

/** Whether the account's mailbox may be written to now: anybody can open an account under a stranger's address, and must not fill that mailbox. */
export async function mayWriteTo(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { email, email_confirmed_at }: { email: string; email_confirmed_at: Date | null },
): Promise<boolean> {
  if (email_confirmed_at) return true;
  return access.takeAttempt(db, { ...UNPROVEN_A_DAY, bucket: `unproven_mail:${sha256Hex(email).slice(0, 32)}`, now });
}

/**
 * Takes the proof of a mailed link. That of the account's own address may be shown again, because mail programs open links ahead of
 * their reader; a change of the address happens once. Answers which of the two it was.
 * @throws LINK_INVALID for an unknown, used, outdated or expired token alike; EMAIL_TAKEN
 */
export async function confirmEmail(
  ctx: Ctx,
  { token, supportEmail }: { token: string; supportEmail: string },
): Promise<'confirm' | 'change'> {
  const { db, now } = ctx;
  const tokenHash = hashToken(token);
  const link = await access.findLink(db, tokenHash, ['confirm', 'change'], now);
  const account = link && (await loadForUpdate(db, link.account_id));
  if (!account) throw access.linkInvalid();
  if (link.purpose === 'confirm') {
    if (account.email !== link.email) throw access.linkInvalid();
    await proveAddress(ctx, account);
    return 'confirm';
  }
  if (!(await access.consumeLink(db, tokenHash, now))) throw access.linkInvalid();
  if (!(await store.setEmail(db, account.id, link.email, now))) throw new AppError('EMAIL_TAKEN');
  // What was mailed to the address before opens nothing any more.
  await access.deleteLinks(db, account.id, ['reset', 'confirm', 'newsletter']);
  const cause = `email_changed:${tokenHash.toString('hex').slice(0, 32)}`;
  await enqueueMail(ctx, emailChangedMail({ cause, to: account.email, support: supportEmail }));
  await tieMails(ctx, { email: account.email, accountId: account.id });
  await audit(ctx, 'email_changed', `account:${account.id}`);
  return 'change';
}

/** A mailed link proved the address of the account, which is locked. The first proof is kept, and leaves a line in the audit log. */
export async function proveAddress(
  ctx: Ctx,
  { id, email_confirmed_at }: { id: number; email_confirmed_at: Date | null },
): Promise<void> {
  if (email_confirmed_at) return;
  await store.markConfirmed(ctx.db, id, ctx.now);
  await audit(ctx, 'email_confirmed', `account:${id}`);
}

/** @throws EMAIL_UNCONFIRMED */
export async function requireConfirmed(db: Sql, accountId: number): Promise<void> {
  if (!(await store.isConfirmed(db, accountId))) throw new AppError('EMAIL_UNCONFIRMED');
}
