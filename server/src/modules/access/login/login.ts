import type * as contract from '@samtrot/shared/access/contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { type Ctx, lockAccount, type OwnCtx } from '../../../platform/action.ts';
import { hashPassword, hasOtherCost, verifyPassword } from '../../../platform/crypto.ts';
import type { ProofOfWork } from '../../../platform/proof-of-work.ts';
import { allOf, together } from '../../../platform/together.ts';
import { logWrongPassword } from '../sessions/account-log.ts';
import { accountOfBrowser } from '../sessions/known-browsers.ts';
import { completeLogin } from './complete-login.ts';
import * as credentials from './credential-store.ts';
import { takeGuess, WorkRequired } from './guesses.ts';

const PROVEN = 'login';

export interface LoginDeps {
  proofs: ProofOfWork;
  limitFactor: number;
}

/**
 * Starts a session under a new token and ends the browser's earlier one.
 * @throws LOGIN_FAILED; PROOF_REQUIRED with a `challenge`; MAIL_LOGIN_REQUIRED (ACC-20);
 * DELETION_PENDING
 */
export async function login(
  ctx: OwnCtx,
  { proofs, limitFactor }: LoginDeps,
  input: Input<typeof contract.login>,
): Promise<number> {
  const name = input.log.trim();
  if (name === '') throw invalid({ log: 'E-Mail-Adresse ist erforderlich.' });
  const proof = await proofs.read(input.proof, PROVEN);
  const count = async (inner: Ctx) => {
    const reads = together(inner.db);
    const [account, accountOfThis] = await allOf([
      credentials.findCredentials(reads, name),
      accountOfBrowser({ ...inner, db: reads }),
    ]);
    const known = account !== undefined && account.id === accountOfThis;
    const guessed = { name, accountId: account?.id, known };
    return { account, guess: await takeGuess(inner, guessed, { proof, limitFactor }) };
  };
  const counted = proof ? ctx.transaction(count) : ctx.withoutTransaction(count);
  const { account, guess } = await counted.catch(async (error: unknown) => {
    if (!(error instanceof WorkRequired)) throw error;
    const challenge = await proofs.challenge(PROVEN, error.effort);
    throw new AppError('PROOF_REQUIRED', { extra: { challenge } });
  });
  // An unknown name takes as long as a wrong password; no connection is held meanwhile.
  const fits = await verifyPassword(account?.password_hash, input.pwd);
  if (!account || !fits) {
    await ctx.transaction((inner) => logWrongPassword(inner, account?.id, guess.keys[0]!));
    throw new AppError('LOGIN_FAILED');
  }
  const passwordHash = hasOtherCost(account.password_hash)
    ? await rehash(ctx, account, input.pwd)
    : account.password_hash;
  const keep = input.keep_account === true;
  return ctx.transaction(async (inner) => {
    // Before the password is locked shared: of two that keep the account one waits.
    if (keep) await lockAccount(inner.db, account.id, 'exclusive');
    const remember = ['1', 1, true].includes(input.rememberme ?? false);
    // A change of the password ends all sessions; one that happened meanwhile ends this login, too.
    const current = await credentials.loadAccountForUpdate(inner.db, account.id, passwordHash);
    await completeLogin(inner, { account: current, remember, keep, guess });
    return account.id;
  });
}

/** The password under the parameters of new hashes. @throws LOGIN_FAILED if changed meanwhile */
async function rehash(
  ctx: OwnCtx,
  account: { id: number; password_hash: string },
  password: string,
): Promise<string> {
  const rehashed = await hashPassword(password);
  const stored = await ctx.transaction(async ({ db }) =>
    (await credentials.rewritePassword(db, account, rehashed))
      ? rehashed
      : (await credentials.passwordHashOf(db, account.id)).password_hash,
  );
  // Another login of the same moment may have written its own.
  if (stored !== rehashed && !(await verifyPassword(stored, password)))
    throw new AppError('LOGIN_FAILED');
  return stored;
}
