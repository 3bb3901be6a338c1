import type * as contract from '@samtrot/shared/access/contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type { OwnCtx } from '../../platform/action.ts';
import { verifyPassword } from '../../platform/crypto.ts';
import { completeLogin } from './complete-login.ts';
import * as credentials from './credential-store.ts';

/** Starts a session under a new token and ends the browser's earlier one. @throws LOGIN_FAILED */
export async function login(ctx: OwnCtx, input: Input<typeof contract.login>): Promise<number> {
  const name = input.log.trim();
  if (name === '') throw invalid({ log: 'E-Mail-Adresse ist erforderlich.' });
  const account = await ctx.transaction(({ db }) => credentials.findCredentials(db, name));
  // An unknown name takes as long as a wrong password; no connection is held meanwhile.
  const fits = await verifyPassword(account?.password_hash, input.pwd);
  if (!account || !fits) throw new AppError('LOGIN_FAILED');
  return ctx.transaction(async (inner) => {
    // A change of the password ends all sessions; one that happened meanwhile must end this login
    // too.
    const current = await credentials.lockPasswordForShare(
      inner.db,
      account.id,
      account.password_hash,
    );
    if (!current) throw new AppError('LOGIN_FAILED');
    const remember = ['1', 1, true].includes(input.rememberme ?? false);
    await completeLogin(inner, { accountId: account.id, remember });
    return account.id;
  });
}
