import type * as contract from '@samtrot/shared/accounts/contract.ts';
import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { hashPassword } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import { enqueueMail } from '../notifications/service.ts';
import { markConfirmed } from './recovery-store.ts';
import * as store from './store.ts';

export { confirmEmail, requireConfirmed, resendConfirmation, sendConfirmation } from './confirmation.ts';
export { resetPassword, wishPassword } from './recovery.ts';
export { pendingEmail } from './recovery-store.ts';
export { endOtherSessions, endSession, login } from './sessions.ts';
export { emailRefused } from './throwaway.ts';

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

/** The account behind an id that a session or an earlier query has proven to exist. */
export const getAccount = (db: Sql, id: number) => store.findById(db, id);

/** For the operator's command line. */
export const findAccountByEmail = (db: Sql, email: string) => store.findByEmail(db, email.trim().toLowerCase());

/** For the operator's command line: opens the back office to an account. */
export const makeOperator = (db: Sql, id: number) => store.setRole(db, id, 'operator');

/** For the operator's command line: the personal discount in whole percent, 0 to 100. */
export const setDiscount = (db: Sql, id: number, percent: number) => store.setDiscount(db, id, percent);

/** An account made by the house, which vouches for its address; without a welcome. Answers its id, or which name is taken. */
export async function addAccount(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  account: { username: string; email: string; passwordHash: string },
): Promise<number | store.Taken> {
  const created = await store.insertAccount(db, { ...account, usernameKey: usernameKey(account.username), now });
  if (typeof created === 'number') await markConfirmed(db, created, now);
  return created;
}
