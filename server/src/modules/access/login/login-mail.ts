import type * as contract from '@samtrot/shared/access/login-mail-contract.ts';
import { LOGIN_LINK_PATH } from '@samtrot/shared/access/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { hashToken, randomCode, randomToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { enqueueMail } from '../../mail/service.ts';
import { createLink, linkInvalid } from '../links.ts';
import { maySendLoginMail, wasLastLoginMail } from '../mail-limit.ts';
import { loginMail, unconfirmedLoginMail } from '../mail-templates.ts';
import { completeLogin } from './complete-login.ts';
import { findByLoginForShare, loadAccountForUpdate, lockOpenAccount } from './credential-store.ts';
import * as store from './login-mail-store.ts';

/** ACC-22. */
const LIFETIME_MS = 15 * MINUTE_MS;
const WRONG_CODES = 5;

export interface LoginMailSettings {
  publicUrl: string;
}

/** The number is short: its hash holds the request, so that no list of hashes fits it. */
const codeHash = (requestHash: Buffer, code: string) =>
  hashToken(`${requestHash.toString('hex')}:${code}`);

/**
 * Stores the request of this browser and returns its token. The same for every name: neither
 * response nor work reveals an account (ACC-24).
 */
export async function requestLoginMail(
  { db, now }: Ctx,
  input: Input<typeof contract.requestLoginMail>,
): Promise<string> {
  const name = input.log.trim();
  if (name === '') throw invalid({ log: 'E-Mail-Adresse ist erforderlich.' });
  const account = await findByLoginForShare(db, name);
  const token = randomToken();
  await store.insertRequest(db, {
    requestHash: hashToken(token),
    accountId: account?.id,
    remember: ['1', 1, true].includes(input.rememberme ?? false),
    now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return token;
}

/** Mails the link of the oldest request, within the limits. Returns how many it processed. */
export async function processLoginMail(
  { db, now }: { db: Sql; now: Date },
  { publicUrl }: LoginMailSettings,
): Promise<number> {
  const due = await store.oldestDue(db, now);
  if (!due) return 0;
  // The account first, as everywhere: ending its access takes links and requests.
  await lockOpenAccount(db, due.account_id ?? 0);
  const request = await store.takeDue(db, now, due.request_hash);
  if (!request) return 1;
  const { request_hash, account_id: accountId, email, email_confirmed_at } = request;
  // Beyond the limit an earlier link logs in the browser of this request, too.
  if (email === null || !(await maySendLoginMail({ db, now }, email))) return 1;
  // Whoever registered it may be somebody else and has its password: a new one ends that.
  if (!email_confirmed_at) {
    const { url, cause } = await newPasswordLink({ db, now }, { publicUrl }, { accountId, email });
    await enqueueMail({ db, now }, unconfirmedLoginMail({ cause, to: email, url }), accountId);
    return 1;
  }
  const token = randomToken();
  const linkHash = hashToken(token);
  await store.setLink(db, request_hash, linkHash);
  const cause = `login:${linkHash.toString('hex').slice(0, 32)}`;
  const url = `${publicUrl}${LOGIN_LINK_PATH}?token=${token}`;
  const reset = await resetUrl({ db, now }, { publicUrl }, { accountId, email });
  await enqueueMail({ db, now }, loginMail({ cause, to: email, url, reset }), accountId);
  return 1;
}

/**
 * In the last mail for a while: the address of a new password, which outlives the wait. Otherwise
 * whoever uses up the mails of a stranger keeps her out (ACC-20).
 */
async function resetUrl(
  ctx: { db: Sql; now: Date },
  { publicUrl }: LoginMailSettings,
  { accountId, email }: { accountId: number; email: string },
): Promise<string | null> {
  if (!(await wasLastLoginMail(ctx, email))) return null;
  return (await newPasswordLink(ctx, { publicUrl }, { accountId, email })).url;
}

async function newPasswordLink(
  ctx: { db: Sql; now: Date },
  { publicUrl }: LoginMailSettings,
  { accountId, email }: { accountId: number; email: string },
): Promise<{ url: string; cause: string }> {
  const link = { accountId, purpose: 'reset', email, lifetimeMs: DAY_MS } as const;
  const { token, cause } = await createLink(ctx, link);
  return { url: `${publicUrl}/auth/reset-password?token=${token}`, cause };
}

/**
 * Logs in by the token of a mailed link in a browser that asked for one; in any other it returns
 * the number to type over.
 * @throws LINK_INVALID for an unknown, used or expired token alike; DELETION_PENDING
 */
export async function openLoginLink(
  ctx: Ctx,
  { token, request, keep_account }: Input<typeof contract.openLoginLink>,
): Promise<{ user_id: number } | { code: string }> {
  const { db, now } = ctx;
  const linkHash = hashToken(token);
  const found = await store.findByLink(db, linkHash, now);
  const isOpen = await lockOpenAccount(db, found?.account_id ?? 0, keep_account);
  // Again under the lock, which orders concurrent calls.
  const link = await store.findByLink(db, linkHash, now);
  if (!isOpen || !link?.account_id) throw linkInvalid();
  const own = request && (await store.findRequest(db, hashToken(request), now));
  if (own && own.account_id === link.account_id)
    return { user_id: await enter(ctx, link.account_id, own.remember, keep_account) };
  const code = randomCode();
  await store.setCode(db, link.request_hash, codeHash(link.request_hash, code));
  return { code };
}

/**
 * Logs in the browser that asked, by the number that its link shows in another one.
 * @throws INVALID_INPUT alike for a wrong number and a request that is not valid; DELETION_PENDING
 */
export async function confirmLoginCode(
  ctx: OwnCtx,
  input: Input<typeof contract.confirmLoginCode>,
): Promise<number> {
  // A wrong number is counted, which the refusal must not undo.
  const accountId = await ctx.transaction((inner) => tryCode(inner, input));
  if (accountId === undefined)
    throw invalid({ code: 'Die Zahl stimmt nicht, oder sie gilt nicht mehr.' });
  return accountId;
}

/** The same statements whether or not the request is one of an account (ACC-24). */
async function tryCode(
  ctx: Ctx,
  { request, code, keep_account }: Input<typeof contract.confirmLoginCode>,
): Promise<number | undefined> {
  const { db, now } = ctx;
  const requestHash = hashToken(request);
  const asked = await store.findRequest(db, requestHash, now);
  const isOpen = await lockOpenAccount(db, asked?.account_id ?? 0, keep_account);
  // Again under the lock, which orders concurrent attempts.
  const own = await store.findRequest(db, requestHash, now);
  const fits = own?.code_hash?.equals(codeHash(requestHash, code)) && own.wrong_codes < WRONG_CODES;
  if (own?.account_id && isOpen && fits)
    return enter(ctx, own.account_id, own.remember, keep_account);
  await store.countWrongCode(db, requestHash);
  return undefined;
}

/** Single use: voids this request and all others of the account. */
async function enter(
  ctx: Ctx,
  accountId: number,
  remember: boolean,
  keep = false,
): Promise<number> {
  await store.deleteLoginMails(ctx.db, accountId);
  const account = await loadAccountForUpdate(ctx.db, accountId);
  await completeLogin(ctx, { account, remember, keep });
  return accountId;
}
