import type * as contract from '@samtrot/shared/accounts/contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { hashToken, randomToken, verifyPassword } from '../../platform/crypto.ts';
import { endLinks } from './recovery-store.ts';
import * as sessions from './session-store.ts';
import * as store from './store.ts';

/** A browser session ends after a day; "angemeldet bleiben" keeps it for 90. */
const SESSION_DAYS = { short: 1, remembered: 90 } as const;

/** Starts a session under a new token; the one the browser may have had ends. @throws LOGIN_FAILED */
export async function login(ctx: OwnCtx, input: Input<typeof contract.login>): Promise<number> {
  const name = input.log.trim();
  if (name === '') throw invalid({ log: 'E-Mail-Adresse ist erforderlich.' });
  const account = await ctx.transaction(({ db }) =>
    name.includes('@') ? store.findByEmail(db, name.toLowerCase()) : store.findByUsername(db, name),
  );
  // As long for an unknown name as for a wrong password, and without a connection in hand.
  const fits = await verifyPassword(account?.password_hash, input.pwd);
  if (!account || !fits) throw new AppError('LOGIN_FAILED');
  return ctx.transaction(async (inner) => {
    // The password may have changed while it was looked at; whoever changed it ended the sessions there were.
    if (!(await sessions.holdPassword(inner.db, account.id, account.password_hash))) throw new AppError('LOGIN_FAILED');
    await endSession(inner);
    await startSession(inner, account.id, ['1', 1, true].includes(input.rememberme ?? false));
    await audit({ ...inner, actor: { kind: 'system' } }, 'login', `account:${account.id}`);
    return account.id;
  });
}

/** Starts a session of the account; the edge sets its cookie after the commit. */
export async function startSession(
  ctx: Pick<Ctx, 'db' | 'now' | 'effects'>,
  accountId: number,
  remember: boolean,
): Promise<void> {
  const token = randomToken();
  const days = remember ? SESSION_DAYS.remembered : SESSION_DAYS.short;
  const expiresAt = new Date(ctx.now.getTime() + days * DAY_MS);
  await sessions.insertSession(ctx.db, {
    tokenHash: hashToken(token),
    accountId,
    remember,
    now: ctx.now,
    expiresAt,
  });
  ctx.effects.startSession = { token, remember, expiresAt };
}

export async function endSession(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'visitor') return;
  await sessions.deleteSession(ctx.db, ctx.actor.sessionHash);
  ctx.effects.endSession = true;
}

/**
 * What a changed password does to everybody who had the old one: all sessions of the account end, but for the one it was changed in
 * (`exceptHash`), and so do mailed links that would set another password or address.
 */
export async function endOtherSessions(ctx: Pick<Ctx, 'db'>, accountId: number, exceptHash?: Buffer): Promise<void> {
  await sessions.deleteSessionsOf(ctx.db, accountId, exceptHash);
  await endLinks(ctx.db, accountId, ['reset', 'change']);
}
