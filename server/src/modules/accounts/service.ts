import type * as contract from '@samtrot/shared/accounts/contract.ts';
import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { hashPassword, hashToken, randomToken, verifyPassword } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import { enqueueMail } from '../notifications/service.ts';
import * as store from './store.ts';

export { sendConfirmation } from './confirmation.ts';

/** A browser session ends after a day; "angemeldet bleiben" keeps it for 90. */
const SESSION_DAYS = { short: 1, remembered: 90 } as const;

/**
 * Creates the account and welcomes its owner by a neutral mail. The hash is computed before the transaction: whoever waits for
 * a turn at hashing must not hold a database connection meanwhile.
 * @throws EMAIL_TAKEN, USERNAME_TAKEN
 */
export async function register(
  ctx: Pick<OwnCtx, 'now' | 'transaction'>,
  input: Input<typeof contract.register>,
): Promise<number> {
  const passwordHash = await hashPassword(input.password);
  return ctx.transaction(async ({ db, now }) => {
    const created = await store.insertAccount(db, {
      username: input.username,
      usernameKey: usernameKey(input.username),
      email: input.email,
      passwordHash,
      now,
    });
    if (created === 'email') {
      throw new AppError('EMAIL_TAKEN', { fields: { email: 'Diese E-Mail-Adresse ist bereits registriert.' } });
    }
    if (created === 'username') {
      throw new AppError('USERNAME_TAKEN', { fields: { username: 'Dieser Benutzername ist bereits vergeben.' } });
    }
    await enqueueMail({ db, now }, welcomeLetter(created, input.email));
    return created;
  });
}

const welcomeLetter = (accountId: number, email: string) => ({
  cause: `welcome:${accountId}`,
  to: email,
  subject: 'Dein Konto ist bereit',
  paragraphs: [
    'Guten Tag',
    'Dein Konto ist erstellt. Du kannst dich ab sofort anmelden.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
});

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
    await endSession(inner);
    await startSession(inner, account.id, ['1', 1, true].includes(input.rememberme ?? false));
    await audit({ ...inner, actor: { kind: 'system' } }, 'login', `account:${account.id}`);
    return account.id;
  });
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

/** For the operator's command line: opens the back office to an account. */
export const makeOperator = (db: Sql, id: number) => store.setRole(db, id, 'operator');

/** For the operator's command line: the personal discount in whole percent, 0 to 100. */
export const setDiscount = (db: Sql, id: number, percent: number) => store.setDiscount(db, id, percent);

/** An account made by the house, without a welcome. Answers its id, or which name is taken. */
export const addAccount = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  account: { username: string; email: string; passwordHash: string },
): Promise<number | store.Taken> =>
  store.insertAccount(db, { ...account, usernameKey: usernameKey(account.username), now });
