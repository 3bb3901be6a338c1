import { UNDO_EMAIL_MS, UNDO_EMAIL_PATH } from '@samtrot/shared/accounts/change-rules.ts';
import { CONFIRM_NEWSLETTER_PATH } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail, tieMails } from '../../mail/service.ts';
import {
  confirmMail,
  confirmNewEmailMail,
  confirmNewsletterMail,
  emailChangedMail,
  welcomeMail,
} from '../mail-templates.ts';
import { loadForUpdate } from '../store.ts';
import * as store from './confirmation-store.ts';

const KINDS = {
  confirm: { days: 7, template: confirmMail, page: '/auth/confirm' },
  change: { days: 1, template: confirmNewEmailMail, page: '/auth/confirm' },
  newsletter: { days: 7, template: confirmNewsletterMail, page: CONFIRM_NEWSLETTER_PATH },
} as const;

/** Of these links for one mailbox, whoever requests them: its owner has agreed to nothing yet. */
const MAILS_A_DAY = { attempts: 5, seconds: DAY_MS / 1000 };

interface Confirmation {
  accountId: number;
  /** Where the link goes, and the address it confirms. */
  email: string;
  /**
   * `change`: the address is `pending_email` until it is confirmed, and the account's from then on.
   */
  purpose: keyof typeof KINDS;
  /** The mail also says that the account is created. */
  welcome?: true;
  /** The session that asks for a change of the address. */
  sessionHash?: Buffer;
  /** Two people of the house have decided it: no limit of the mailbox counts. */
  byHouse?: true;
  /** The setting `publicUrl`: never what a request says of itself. */
  publicUrl: string;
}

interface Site {
  publicUrl: string;
  supportEmail: string;
}

/** Whether the daily limit of links for this mailbox allows another one, which is counted. */
export const mayMailLink = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  email: string,
): Promise<boolean> =>
  access.takeAttempt(db, {
    ...MAILS_A_DAY,
    name: 'confirmation_mail',
    key: email,
    now,
  });

/**
 * Mails a link that confirms an address; false beyond the daily limit, and then the earlier link
 * stays valid.
 */
export async function sendConfirmation(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { publicUrl, welcome, byHouse, ...link }: Confirmation,
): Promise<boolean> {
  const { email, purpose } = link;
  if (!byHouse && !(await mayMailLink(ctx, email))) return false;
  const { days, template, page } = welcome
    ? { ...KINDS[purpose], template: welcomeMail }
    : KINDS[purpose];
  const { token, cause } = await access.createLink(ctx, { ...link, lifetimeMs: days * DAY_MS });
  await enqueueMail(
    ctx,
    template({ cause, to: email, url: `${publicUrl}${page}?token=${token}` }),
    link.accountId,
  );
  return true;
}

/**
 * Confirms an address with the token of a mailed link; returns the purpose of the link. `confirm`
 * may be repeated, because mail programs open links ahead of their reader; `change` is single-use.
 * @throws LINK_INVALID for an unknown, used, replaced or expired token alike; EMAIL_TAKEN
 */
export async function confirmEmail(
  ctx: Ctx,
  site: Site,
  token: string,
): Promise<'confirm' | 'change'> {
  const { db, now } = ctx;
  const tokenHash = hashToken(token);
  const link = await access.findLink(db, tokenHash, ['confirm', 'change'], now);
  const account = link && (await loadForUpdate(db, link.account_id));
  if (!account) throw access.linkInvalid();
  if (link.purpose === 'confirm') {
    if (account.email !== link.email) throw access.linkInvalid();
    await confirmAddress(ctx, account);
    return 'confirm';
  }
  if (!(await access.consumeLink(db, tokenHash, now))) throw access.linkInvalid();
  if (!(await store.setEmail(db, account, link.email, now))) throw new AppError('EMAIL_TAKEN');
  // Links mailed to the earlier address become invalid.
  await access.deleteLinks(db, account.id, ['confirm', 'newsletter']);
  await access.endAccess(ctx, account.id, { exceptHash: link.session_hash ?? undefined });
  await access.shortenNotices(db, account.id, new Date(now.getTime() + UNDO_EMAIL_MS));
  await mailUndoLink(ctx, site, account);
  if (account.email_confirmed_at)
    await tieMails(ctx, { email: account.email, accountId: account.id });
  await access.logEvent(ctx, account.id, 'email_changed');
  await audit(ctx, 'email_changed', `account:${account.id}`);
  return 'change';
}

/** To the earlier address: the link that puts it back (ACC-11). */
async function mailUndoLink(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { publicUrl, supportEmail: support }: Site,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const link = { accountId: id, purpose: 'undo_email', email, lifetimeMs: UNDO_EMAIL_MS } as const;
  const { token, cause } = await access.createLink(ctx, link);
  const until = new Date(ctx.now.getTime() + UNDO_EMAIL_MS);
  const url = `${publicUrl}${UNDO_EMAIL_PATH}?token=${token}`;
  await enqueueMail(ctx, emailChangedMail({ cause, to: email, url, until, support }), id);
}

/**
 * Marks the address of a locked account as confirmed. Keeps the first time, and audits only that.
 */
export async function confirmAddress(
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
