import type * as contract from '@samtrot/shared/accounts/recovery-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashPassword, hashToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { proveAddress } from '../confirmation/confirmation.ts';
import { passwordChangedMail, resetMail } from '../mail-templates.ts';
import { loadForUpdate } from '../store.ts';
import * as store from './request-store.ts';

/** CON-28, AUT-74. */
const LINK_LIVES_MS = DAY_MS;
const MAILS_AN_HOUR = 3;
const RESET_PAGE = '/auth/reset-password';
/** Foreign addresses in `redirect_to` that are noted in an hour: the log of deeds cannot be cleared, so nobody may fill it. */
const NOTED_AN_HOUR = 100;

interface Site {
  /** The setting: every link in a mail begins with it, whatever a request says of itself. */
  publicUrl: string;
}

/** Only writes the wish down, the same for every name: neither the answer nor its time tells whether there is an account (T-AUTH-06). */
export async function wishPassword(
  ctx: Ctx,
  { publicUrl }: Site,
  input: Input<typeof contract.lostpassword>,
): Promise<void> {
  const login = input.user_login.trim();
  if (login === '') throw invalid({ user_login: 'E-Mail-Adresse ist erforderlich.' });
  await store.insertRequest(ctx.db, login, ctx.now);
  if (input.redirect_to === undefined || isResetPage(input.redirect_to, publicUrl)) return;
  const bounded = { bucket: 'tamper:redirect_to', now: ctx.now, attempts: NOTED_AN_HOUR, seconds: HOUR_MS / 1000 };
  if (await access.takeAttempt(ctx.db, bounded)) await audit(ctx, 'tamper_suspected', 'lostpassword');
}

function isResetPage(given: unknown, publicUrl: string): boolean {
  if (typeof given !== 'string' || !URL.canParse(given, publicUrl)) return false;
  const { origin, pathname } = new URL(given, publicUrl);
  return origin === new URL(publicUrl).origin && pathname.replace(/\/$/, '') === RESET_PAGE;
}

/** Looks up one wish and mails the link to the stored address, if there is one. Answers how many wishes it took. */
export async function answerWish({ db, now }: { db: Sql; now: Date }, { publicUrl }: Site): Promise<number> {
  const login = await store.takeRequest(db);
  if (login === undefined) return 0;
  const account = await access.findByLoginForShare(db, login);
  if (!account) return 1;
  const bucket = `reset_mail:${account.id}`;
  // Beyond that the link mailed last stays good, so that nobody can spoil it by asking on.
  if (!(await access.takeAttempt(db, { bucket, now, attempts: MAILS_AN_HOUR, seconds: HOUR_MS / 1000 }))) return 1;
  const wanted = { accountId: account.id, purpose: 'reset', email: account.email, lifetimeMs: LINK_LIVES_MS } as const;
  const { token, cause } = await access.createLink({ db, now }, wanted);
  await enqueueMail(
    { db, now },
    resetMail({ cause, to: account.email, url: `${publicUrl}${RESET_PAGE}?token=${token}` }),
  );
  return 1;
}

/**
 * Sets the password and ends every session: whoever lost the password may have lost it to somebody.
 * @throws LINK_INVALID for an unknown, used, outdated or expired token alike
 */
export async function resetPassword(
  ctx: OwnCtx,
  { publicUrl }: Site,
  input: Input<typeof contract.resetPassword>,
): Promise<void> {
  const tokenHash = hashToken(input.token);
  const find = (db: Sql) => access.findLink(db, tokenHash, ['reset'], ctx.now);
  // Guesses cost no hash; and whoever waits for a turn at hashing holds no connection.
  if (!(await ctx.transaction(({ db }) => find(db)))) throw access.linkInvalid();
  const passwordHash = await hashPassword(input.password);
  await ctx.transaction(async (inner) => {
    const { db, now } = inner;
    const link = await find(db);
    const account = link && (await loadForUpdate(db, link.account_id));
    if (!account || account.email !== link.email || !(await access.consumeLink(db, tokenHash, now))) {
      throw access.linkInvalid();
    }
    await access.setPassword(db, account.id, passwordHash);
    await proveAddress(inner, account);
    await access.endOtherSessions(inner, account.id);
    const cause = `password_changed:${tokenHash.toString('hex').slice(0, 32)}`;
    await enqueueMail(inner, passwordChangedMail({ cause, to: account.email, url: `${publicUrl}/auth/forgot` }));
    await audit(inner, 'password_reset', `account:${account.id}`);
  });
}
