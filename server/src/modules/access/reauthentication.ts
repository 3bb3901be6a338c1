import { REAUTHENTICATION_LASTS_MS } from '@samtrot/shared/access/rules.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { verifyPassword } from '../../platform/crypto.ts';
import { takeAttempt } from './attempts.ts';
import * as credentials from './credential-store.ts';
import { markReauthenticated } from './session-store.ts';

type User = Actors['user'] | Actors['operator'];

/** As many as at the login. */
const ATTEMPTS = { attempts: 10, seconds: 15 * 60 };

export interface Reauthentication {
  /**
   * Locks the password until the transaction ends.
   * @throws INVALID_INPUT when it was changed meanwhile
   */
  lockForShare(ctx: Ctx<User>): Promise<void>;
}

/**
 * Asserts that the password was given in this session within the last ten minutes, or is given now.
 * Must not run inside a transaction: verifying a password takes long.
 * @throws REAUTHENTICATION_REQUIRED; INVALID_INPUT at `field` if wrong; TOO_MANY_ATTEMPTS
 */
export async function reauthenticate(
  ctx: OwnCtx<User>,
  { field, password }: { field: string; password: string | undefined },
): Promise<Reauthentication> {
  const { userId, sessionHash, reauthenticatedAt } = ctx.actor;
  if (!password) {
    if (ctx.now.getTime() - reauthenticatedAt.getTime() > REAUTHENTICATION_LASTS_MS)
      throw new AppError('REAUTHENTICATION_REQUIRED');
    return { lockForShare: async () => {} };
  }
  const stored = await ctx.transaction(async ({ db, now }) => {
    const allowed = await takeAttempt(db, {
      ...ATTEMPTS,
      name: 'reauthentication',
      key: String(userId),
      now,
    });
    return allowed ? credentials.passwordHashOf(db, userId) : undefined;
  });
  if (!stored) throw tooManyAttempts(ATTEMPTS.seconds);
  const wrong = () => invalid({ [field]: 'Das aktuelle Passwort stimmt nicht.' });
  if (!(await verifyPassword(stored.password_hash, password))) throw wrong();
  return {
    async lockForShare({ db, now }) {
      if (!(await credentials.lockPasswordForShare(db, userId, stored.password_hash)))
        throw wrong();
      await markReauthenticated(db, sessionHash, now);
    },
  };
}
