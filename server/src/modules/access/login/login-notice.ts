import { NOTICE_MS } from '@samtrot/shared/access/security-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { type Actors, type Ctx, lockAccount } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import { allOf, together } from '../../../platform/together.ts';
import { enqueueMail, pageOf } from '../../mail/service.ts';
import { withEmail } from '../account-email.ts';
import { createLink, linkInvalid } from '../links.ts';
import { newLoginMail } from '../mail-templates.ts';
import { erasePasskeysSince } from '../passkeys/passkey-store.ts';
import { eraseRecoveryCodesSince, withdrawRemoval } from '../second-factor/factor-store.ts';
import { logEvent } from '../sessions/account-log.ts';
import { endAccess } from '../sessions/sessions.ts';
import { findOpenAccountForUpdate, type LoginAccount, voidPassword } from './credential-store.ts';
import * as store from './login-notice-store.ts';
import { keepAccount } from './pending-deletion.ts';

type User = Actors['user'];

const RESET_MS = DAY_MS;

/** Whether the account is new and has never logged in. Call before the login is logged. */
export async function isFirstLogin(
  { db, now }: Ctx,
  { id, created_at }: LoginAccount,
): Promise<boolean> {
  const isNew = now.getTime() - created_at.getTime() < DAY_MS;
  return isNew && !(await store.hasLoggedIn(db, id));
}

/**
 * Mails a login from a browser that the account does not know, with a link that ends it (ACC-04).
 * Not to an address that nobody has confirmed.
 */
export async function noticeNewBrowser(
  ctx: Ctx,
  account: LoginAccount,
  sessionHash: Buffer,
): Promise<void> {
  const { db, now, client } = ctx;
  const { id: accountId, email_confirmed_at, login_mail } = account;
  const token = randomToken();
  const tokenHash = hashToken(token);
  const { device } = client;
  const expiresAt = new Date(now.getTime() + NOTICE_MS);
  const isMailed =
    email_confirmed_at && (login_mail || (await store.hasOpenChange(db, accountId, now)));
  const changes = together(db);
  const noticed = store.insertNotice(changes, {
    tokenHash,
    accountId,
    sessionHash,
    device,
    at: now,
    expiresAt,
  });
  if (!isMailed) return noticed;
  const cause = `new_login:${tokenHash.toString('hex').slice(0, 32)}`;
  const page = pageOf.notMe(token);
  const { email } = withEmail(account);
  const mail = newLoginMail({ to: email, cause, page, device, at: now });
  await allOf([noticed, enqueueMail({ db: changes, now }, mail, accountId)]);
}

/**
 * «Das war ich nicht»: ends every way into the account but the mailbox, and cancels what waits.
 * Returns the token that sets the next password. @throws LINK_INVALID
 */
export async function reportLogin(ctx: Ctx, token: string): Promise<string> {
  const { db, now } = ctx;
  const tokenHash = hashToken(token);
  const known = await store.findNotice(db, tokenHash, now);
  // The account first, as everywhere.
  if (known) await lockAccount(db, known.account_id, 'exclusive');
  const account = known && (await findOpenAccountForUpdate(db, known.account_id));
  const notice = account && (await store.takeNotice(db, tokenHash, now));
  if (!notice) throw linkInvalid();
  const { id: accountId, email } = account;
  // Not the second factor: who reads only the mailbox must not get past it.
  await erasePasskeysSince(db, accountId, notice.at);
  if (await withdrawRemoval(db, accountId))
    await logEvent(ctx, accountId, 'factor_removal_stopped');
  await keepAccount(ctx, accountId);
  await eraseRecoveryCodesSince(db, accountId, notice.at);
  await endAccess(ctx, accountId, { reason: 'device' });
  await store.deleteNotices(db, accountId);
  await voidPassword(db, accountId);
  await logEvent(ctx, accountId, 'login_reported');
  await audit(ctx, 'login_reported', `account:${accountId}`);
  const reset = { accountId, purpose: 'reset', email, lifetimeMs: RESET_MS } as const;
  return (await createLink(ctx, reset)).token;
}

/** Switches the mail on or off. @throws CHANGE_OPEN */
export async function switchLoginMail({ db, now, actor }: Ctx<User>, on: boolean): Promise<void> {
  if (!on && (await store.hasOpenChange(db, actor.userId, now))) throw new AppError('CHANGE_OPEN');
  await store.setLoginMail(db, actor.userId, on);
}
