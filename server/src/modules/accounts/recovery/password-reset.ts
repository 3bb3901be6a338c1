import type * as contract from '@samtrot/shared/accounts/recovery-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashPassword, hashToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import * as access from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { confirmAddress } from '../confirmation/confirmation.ts';
import { passwordResetMail, resetMail } from '../mail-templates.ts';
import { loadForUpdate, namesOf } from '../store.ts';
import * as store from './request-store.ts';

/** CON-28, AUT-74. */
const LINK_LIFETIME_MS = DAY_MS;
const RESET_PAGE = '/auth/reset-password';
/**
 * Audited foreign addresses in `redirect_to`: the audit log cannot be cleared, so nobody may fill
 * it.
 */
const AUDITED_AN_HOUR = { attempts: 100, seconds: HOUR_MS / 1000 };

interface Settings {
  /** Every link in a mail begins with it, whatever a request says of itself. */
  publicUrl: string;
}

/**
 * Stores the request, the same for every login: neither response nor time reveals an account
 * (T-AUTH-06).
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { publicUrl }: Settings,
  input: Input<typeof contract.lostpassword>,
): Promise<void> {
  const login = input.user_login.trim();
  if (login === '') throw invalid({ user_login: 'E-Mail-Adresse ist erforderlich.' });
  await store.insertRequest(ctx.db, login, ctx.now);
  if (input.redirect_to === undefined || isResetPage(input.redirect_to, publicUrl)) return;
  const attempt = { ...AUDITED_AN_HOUR, name: 'tamper', key: 'redirect_to', now: ctx.now };
  if (await access.takeAttempt(ctx.db, attempt))
    await audit(ctx, 'tamper_suspected', 'lostpassword');
}

function isResetPage(given: unknown, publicUrl: string): boolean {
  if (typeof given !== 'string' || !URL.canParse(given, publicUrl)) return false;
  const { origin, pathname } = new URL(given, publicUrl);
  return origin === new URL(publicUrl).origin && pathname.replace(/\/$/, '') === RESET_PAGE;
}

/**
 * Mails the link of the oldest request to the stored address, if any. Returns how many requests it
 * processed.
 */
export async function processPasswordResetRequest(
  ctx: JobContext,
  { publicUrl }: Settings,
): Promise<number> {
  const { db, now } = ctx;
  const login = await store.takeRequest(ctx);
  if (login === undefined) return 0;
  const account = await access.findByLoginForShare(db, login);
  if (!account) return 1;
  await mailResetLink({ db, now }, { publicUrl }, account);
  return 1;
}

/**
 * Mails a link for a new password to the address of the account; false beyond the limit of its
 * mailbox, and then the last link stays valid.
 */
export async function mailResetLink(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { publicUrl }: Settings,
  { id: accountId, email }: { id: number; email: string },
): Promise<boolean> {
  if (!(await access.maySendLoginMail(ctx, email))) return false;
  const link = { accountId, purpose: 'reset', email, lifetimeMs: LINK_LIFETIME_MS } as const;
  const { token, cause } = await access.createLink(ctx, link);
  await enqueueMail(
    ctx,
    resetMail({ cause, to: email, url: `${publicUrl}${RESET_PAGE}?token=${token}` }),
    accountId,
  );
  return true;
}

/**
 * Sets the password by the token of a mailed link. Ends every session: somebody else may know the
 * old password.
 * @throws LINK_INVALID for an unknown, used, replaced or expired token alike
 */
export async function resetPassword(
  ctx: OwnCtx,
  { publicUrl }: Settings,
  input: Input<typeof contract.resetPassword>,
): Promise<void> {
  const tokenHash = hashToken(input.token);
  const find = (db: Sql) => access.findLink(db, tokenHash, ['reset'], ctx.now);
  // Guesses must cost no hash, and hashing must not hold a connection.
  const names = await ctx.transaction(async ({ db }) => {
    const link = await find(db);
    return link && namesOf(db, link.account_id);
  });
  if (!names) throw access.linkInvalid();
  await access.assertStrongPassword(input.password, names);
  const passwordHash = await hashPassword(input.password);
  await ctx.transaction(async (inner) => {
    const { db, now } = inner;
    const link = await find(db);
    const account = link && (await loadForUpdate(db, link.account_id));
    if (
      !account ||
      account.email !== link.email ||
      !(await access.consumeLink(db, tokenHash, now))
    ) {
      throw access.linkInvalid();
    }
    await access.setPassword(db, account.id, passwordHash);
    // Whoever had it before never proved to read this mailbox.
    if (!account.email_confirmed_at) await access.eraseFactors(db, account.id);
    await confirmAddress(inner, account);
    await access.endAccess(inner, account.id);
    await access.deleteGuesses(db, account.id);
    await access.rememberOnlyBrowser(inner, account.id);
    const passkeysEnded = await access.eraseDoubtfulPasskeys(
      inner,
      account.id,
      account.email_confirmed_at,
    );
    const cause = `password_changed:${tokenHash.toString('hex').slice(0, 32)}`;
    await enqueueMail(
      inner,
      passwordResetMail({
        cause,
        to: account.email,
        url: `${publicUrl}/auth/forgot`,
        passkeysEnded,
      }),
      account.id,
    );
    await access.logEvent(inner, account.id, 'password_changed');
    // Whoever asked for it may have had the old password only.
    await access.stopRemoval(inner, account.id);
    await audit(inner, 'password_reset', `account:${account.id}`);
  });
}
