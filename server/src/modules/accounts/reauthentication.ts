import { PROOF_LASTS_MS } from '@samtrot/shared/accounts/profile-rules.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { verifyPassword } from '../../platform/crypto.ts';
import { mayMail as mayTry } from './recovery-store.ts';
import { holdPassword, renewProof } from './session-store.ts';
import * as store from './store.ts';

type User = Actors['user'] | Actors['operator'];

/** Guesses of the password inside a session: as few as at the login. */
const TRIES = { attempts: 10, seconds: 15 * 60 };

/** Whoever holds this knew the password a moment ago. `hold` keeps it so until the end of a transaction. */
export interface OwnerProof {
  hold(ctx: Ctx<User>): Promise<void>;
}

/**
 * Before a dangerous change: the password was given in this session within the last ten minutes, or is given now. Never inside a
 * transaction, because looking at a password takes its time.
 * @throws REAUTHENTICATION_REQUIRED when it is missing; INVALID_INPUT at `field` when it is wrong; TOO_MANY_ATTEMPTS
 */
export async function reauthenticate(
  ctx: OwnCtx<User>,
  { field, password }: { field: string; password: string | undefined },
): Promise<OwnerProof> {
  const { userId, sessionHash, reauthenticatedAt } = ctx.actor;
  if (!password) {
    if (ctx.now.getTime() - reauthenticatedAt.getTime() > PROOF_LASTS_MS)
      throw new AppError('REAUTHENTICATION_REQUIRED');
    return { hold: async () => {} };
  }
  const known = await ctx.transaction(async ({ db, now }) => {
    const mayGuess = await mayTry(db, { ...TRIES, bucket: `owner_proof:${userId}`, now });
    return mayGuess ? store.findById(db, userId) : undefined;
  });
  if (!known) {
    throw tooManyAttempts(TRIES.seconds);
  }
  const wrong = () => invalid({ [field]: 'Das aktuelle Passwort stimmt nicht.' });
  if (!(await verifyPassword(known.password_hash, password))) throw wrong();
  return {
    async hold({ db, now }) {
      if (!(await holdPassword(db, userId, known.password_hash))) throw wrong();
      await renewProof(db, sessionHash, now);
    },
  };
}
