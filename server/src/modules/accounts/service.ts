import type * as contract from '@samtrot/shared/accounts/contract.ts';
import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { hashPassword, hashToken, randomToken, verifyPassword } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import { enqueueMail } from '../notifications/service.ts';
import * as store from './store.ts';

/** A browser session ends after a day; "angemeldet bleiben" keeps it for 90. */
const SESSION_DAYS = { short: 1, remembered: 90 } as const;

/** Creates the account and welcomes its owner by a neutral mail. @throws EMAIL_TAKEN, USERNAME_TAKEN */
export async function register(ctx: Pick<Ctx, 'db' | 'now'>, input: Input<typeof contract.register>): Promise<number> {
  const created = await store.insertAccount(ctx.db, {
    username: input.username,
    usernameKey: usernameKey(input.username),
    email: input.email,
    passwordHash: await hashPassword(input.password),
    now: ctx.now,
  });
  if (created === 'email')
    throw new AppError('EMAIL_TAKEN', { fields: { email: 'Diese E-Mail-Adresse ist bereits registriert.' } });
  if (created === 'username') {
    throw new AppError('USERNAME_TAKEN', { fields: { username: 'Dieser Benutzername ist bereits vergeben.' } });
  }
  await enqueueMail(ctx, {
    cause: `welcome:${created}`,
    to: input.email,
    subject: 'Dein Konto ist bereit',
    paragraphs: [
      'Guten Tag',
      'Dein Konto ist erstellt. Du kannst dich ab sofort anmelden.',
      'Falls du das nicht warst, kannst du diese Nachricht löschen.',
    ],
  });
  return created;
}

/** Starts a session under a new token; the one the browser may have had ends. @throws LOGIN_FAILED */
export async function login(ctx: Ctx, input: Input<typeof contract.login>): Promise<number> {
  const name = input.log.trim();
  if (name === '') throw invalid({ log: 'E-Mail-Adresse ist erforderlich.' });
  const account = name.includes('@')
    ? await store.findByEmail(ctx.db, name.toLowerCase())
    : await store.findByUsername(ctx.db, name);
  const fits = await verifyPassword(account?.password_hash, input.pwd);
  if (!account || !fits) throw new AppError('LOGIN_FAILED');
  await endSession(ctx);
  const remember = ['1', 1, true].includes(input.rememberme ?? false);
  await startSession(ctx, account.id, remember);
  await audit({ ...ctx, actor: { kind: 'system' } }, 'login', `account:${account.id}`);
  return account.id;
}

async function startSession(ctx: Ctx, accountId: number, remember: boolean): Promise<void> {
  const token = randomToken();
  const days = remember ? SESSION_DAYS.remembered : SESSION_DAYS.short;
  await store.insertSession(ctx.db, {
    tokenHash: hashToken(token),
    accountId,
    remember,
    now: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + days * DAY_MS),
  });
  ctx.effects.startSession = { token, remember };
}

export async function endSession(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'visitor') return;
  await store.deleteSession(ctx.db, ctx.actor.sessionHash);
  ctx.effects.endSession = true;
}

/** The account behind an id that a session or an earlier query has proven to exist. */
export const getAccount = (db: Sql, id: number) => store.findById(db, id);

/** For the operator's command line. */
export const findAccountByEmail = (db: Sql, email: string) => store.findByEmail(db, email.trim().toLowerCase());
