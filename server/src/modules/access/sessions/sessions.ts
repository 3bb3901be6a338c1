import { sessionTimes } from '@samtrot/shared/access/session-rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import { renewToken } from '../../../platform/renewal.ts';
import { deleteLinks } from '../link-store.ts';
import { voidPassword } from '../login/credential-store.ts';
import { deleteLoginMails } from '../login/login-mail-store.ts';
import { deleteNotices } from '../login/login-notice-store.ts';
import { erasePasskeysSince } from '../passkeys/passkey-store.ts';
import {
  eraseFactorSince,
  eraseRecoveryCodesSince,
  withdrawRemoval,
} from '../second-factor/factor-store.ts';
import { deleteKnownBrowsers } from './known-browsers.ts';
import * as store from './session-store.ts';

/** How long before a change whoever made it may have been in the account. */
const FOOTHOLD_MS = 3 * DAY_MS;

/**
 * Starts a session of the account and returns its hash; the edge sets the cookie after the commit.
 */
export async function startSession(
  ctx: Pick<Ctx, 'db' | 'now' | 'client' | 'effects'>,
  accountId: number,
  remember: boolean,
): Promise<Buffer> {
  const token = randomToken();
  const tokenHash = hashToken(token);
  const expiresAt = new Date(ctx.now.getTime() + sessionTimes(remember).mostMs);
  await store.insertSession(ctx.db, {
    tokenHash,
    accountId,
    // A program gets the expiry of its token and relies on it (AUT-76).
    remember: remember || ctx.client.program,
    device: ctx.client.device,
    now: ctx.now,
    expiresAt,
  });
  ctx.effects.startSession = { token, remember, expiresAt };
  return tokenHash;
}

/**
 * Gives the session of the caller another token (decision 0171), whoever ends all other devices one
 * whose copies end at once (ACC-03). A program keeps its token.
 * @throws NOT_LOGGED_IN
 */
export async function renewSession(
  ctx: Ctx<Actors['user']>,
  { proven }: { proven: boolean },
): Promise<void> {
  if (!ctx.client.program) await renewToken(ctx, { proven }, store.renewSession);
}

export async function endSession(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'visitor') return;
  await store.deleteSession(ctx.db, ctx.actor.sessionHash);
  ctx.effects.endSession = true;
}

/** The page learns that its session has ended, whatever token this call gave it before. */
export function clearSession({ effects }: Pick<Ctx, 'effects'>): void {
  effects.endSession = true;
  delete effects.startSession;
}

interface End {
  /** The session that stays: it made the change. */
  exceptHash?: Buffer | undefined;
  /** Why, for the tabs that are open. */
  reason?: Parameters<typeof store.deleteSessions>[3];
  /** Which mailed links end: those to another password or address, all, or none of them. */
  links?: 'changes' | 'all' | 'none';
}

/**
 * Ends the sessions of the account, the remembered browsers, and what was mailed and leads into it,
 * in one order everywhere (ACC-06). Returns how many sessions.
 */
export async function endAccess(
  { db }: Pick<Ctx, 'db'>,
  accountId: number,
  { exceptHash, reason, links = 'changes' }: End = {},
): Promise<number> {
  const ended = await store.deleteSessions(db, accountId, exceptHash, reason);
  await deleteKnownBrowsers(db, accountId);
  if (links === 'none') return ended;
  await deleteLinks(db, accountId, links === 'all' ? undefined : ['reset', 'change']);
  await deleteLoginMails(db, accountId);
  return ended;
}

/**
 * When somebody else may have used the account since that time: ends every way into it, also the
 * second factor set up since, and passkeys and recovery codes of the 72 hours before: those came
 * first. Only a mailed link for a new password leads back.
 */
export async function voidAccess(
  { db }: Pick<Ctx, 'db'>,
  accountId: number,
  since: Date,
): Promise<void> {
  const foothold = new Date(since.getTime() - FOOTHOLD_MS);
  await eraseFactorSince(db, accountId, since);
  await withdrawRemoval(db, accountId);
  await erasePasskeysSince(db, accountId, foothold);
  await eraseRecoveryCodesSince(db, accountId, foothold);
  await endAccess({ db }, accountId, { links: 'all' });
  await deleteNotices(db, accountId);
  await voidPassword(db, accountId);
}
