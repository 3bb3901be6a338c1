import { sessionTimes } from '@samtrot/shared/access/session-rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../../platform/action.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import { deleteLinks } from '../link-store.ts';
import { voidPassword } from '../login/credential-store.ts';
import { deleteLoginMails } from '../login/login-mail-store.ts';
import { deleteNotices } from '../login/login-notice-store.ts';
import { erasePasskeysSince } from '../passkeys/passkey-store.ts';
import { eraseFactorSince, withdrawRemoval } from '../second-factor/factor-store.ts';
import { forgetBrowsers } from './known-browsers.ts';
import * as store from './session-store.ts';

/** How long before a change whoever made it may have been in the account. */
const FOOTHOLD_MS = 3 * DAY_MS;

/** Starts a session of the account; the edge sets its cookie after the commit. */
export async function startSession(
  ctx: Pick<Ctx, 'db' | 'now' | 'client' | 'effects'>,
  accountId: number,
  remember: boolean,
): Promise<void> {
  const token = randomToken();
  const expiresAt = new Date(ctx.now.getTime() + sessionTimes(remember).mostMs);
  await store.insertSession(ctx.db, {
    tokenHash: hashToken(token),
    accountId,
    // A program is told when its token expires, and relies on it (AUT-76).
    remember: remember || ctx.client.program,
    device: ctx.client.device,
    now: ctx.now,
    expiresAt,
  });
  ctx.effects.startSession = { token, remember, expiresAt };
}

export async function endSession(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'visitor') return;
  await store.deleteSession(ctx.db, ctx.actor.sessionHash);
  ctx.effects.endSession = true;
}

/**
 * After a change of password or address: ends all sessions of the account except the one that made
 * it (`exceptHash`), the remembered browsers, and the mailed links that would change either (ACC-06).
 */
export async function endOtherSessions(
  ctx: Pick<Ctx, 'db'>,
  accountId: number,
  exceptHash?: Buffer,
): Promise<void> {
  await store.deleteSessions(ctx.db, accountId, exceptHash);
  await forgetBrowsers(ctx.db, accountId);
  await deleteLinks(ctx.db, accountId, ['reset', 'change']);
  await deleteLoginMails(ctx.db, accountId);
}

/**
 * When somebody else may have used the account since that time: ends every way into it, also the
 * second factor set up since and passkeys of the 72 hours before: those came first. Only a mailed
 * link for a new password leads back.
 */
export async function voidAccess(
  { db }: Pick<Ctx, 'db'>,
  accountId: number,
  since: Date,
): Promise<void> {
  await eraseFactorSince(db, accountId, since);
  await withdrawRemoval(db, accountId);
  await erasePasskeysSince(db, accountId, new Date(since.getTime() - FOOTHOLD_MS));
  await store.deleteSessions(db, accountId);
  await forgetBrowsers(db, accountId);
  await deleteLinks(db, accountId);
  await deleteLoginMails(db, accountId);
  await deleteNotices(db, accountId);
  await voidPassword(db, accountId);
}

/**
 * When the account is to be deleted: ends all its sessions, remembered browsers and mailed links,
 * and clears the caller's cookie.
 */
export async function endAccess(
  { db, effects }: Pick<Ctx, 'db' | 'effects'>,
  accountId: number,
): Promise<void> {
  await store.deleteSessions(db, accountId);
  await forgetBrowsers(db, accountId);
  await deleteLinks(db, accountId);
  await deleteLoginMails(db, accountId);
  effects.endSession = true;
}
