/**
 * Re-authentication: a change that can take the account away waits for the password or a passkey.
 */
import type * as contract from '@samtrot/shared/access/contract.ts';
import {
  REAUTHENTICATION_VALID_MS,
  type ReauthenticationKind,
} from '@samtrot/shared/access/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { verifyPassword } from '../../platform/crypto.ts';
import { takeAttempt } from './login/attempts.ts';
import * as credentials from './login/credential-store.ts';
import { hasProofs, saveProofs } from './reauthentication-store.ts';
import { sessionExists } from './sessions/session-store.ts';
import { renewSession } from './sessions/sessions.ts';

type User = Actors['user'];

/** As many as at the login. */
const ATTEMPTS = { attempts: 10, seconds: 15 * 60 };

interface Proof {
  password: string;
  /** Where a refusal is shown. */
  field: string;
}

interface Required {
  /** All kinds of change that the call makes. */
  kinds: readonly ReauthenticationKind[];
  field: string;
  /** Given with the call itself; without it an earlier `reauthenticate` counts. */
  password: string | undefined;
}

export interface Reauthentication {
  /**
   * Locks the proof until the transaction ends.
   * @throws INVALID_INPUT when the password was changed meanwhile; REAUTHENTICATION_REQUIRED
   */
  lockForShare(ctx: Ctx<User>): Promise<void>;
}

/**
 * Asserts a proof of ownership in this session for each kind, of the last five minutes or in the
 * call. Must not run inside a transaction: verifying a password takes long.
 * @throws REAUTHENTICATION_REQUIRED; INVALID_INPUT at `field` if wrong; TOO_MANY_ATTEMPTS
 */
export async function requireReauthentication(
  ctx: OwnCtx<User>,
  { kinds, field, password }: Required,
): Promise<Reauthentication> {
  if (password) return verifyProof(ctx, { password, field }, kinds);
  const lockForShare = async ({ db, now, actor }: Ctx<User>) => {
    const since = new Date(now.getTime() - REAUTHENTICATION_VALID_MS);
    if (await hasProofs(db, actor.sessionHash, kinds, since)) return;
    const ended = !(await sessionExists(db, actor.sessionHash, now));
    throw new AppError(ended ? 'NOT_LOGGED_IN' : 'REAUTHENTICATION_REQUIRED');
  };
  await ctx.transaction(lockForShare);
  return { lockForShare };
}

/** Stores a proof of ownership for one kind of change. @throws INVALID_INPUT, TOO_MANY_ATTEMPTS */
export async function reauthenticate(
  ctx: OwnCtx<User>,
  { kind, password }: Input<typeof contract.reauthenticate>,
): Promise<void> {
  const proof = await verifyProof(ctx, { password, field: 'password' }, [kind]);
  await ctx.transaction(proof.lockForShare);
}

/** The one place that judges a proof. @throws INVALID_INPUT at `field`, TOO_MANY_ATTEMPTS */
async function verifyProof(
  ctx: OwnCtx<User>,
  { password, field }: Proof,
  kinds: readonly ReauthenticationKind[],
): Promise<Reauthentication> {
  const { userId } = ctx.actor;
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
    async lockForShare(inner) {
      const { db, now, actor } = inner;
      if (!(await credentials.lockPasswordForShare(db, userId, stored.password_hash)))
        throw wrong();
      await renewSession(inner, { proven: true });
      if (!(await saveProofs(db, actor.sessionHash, kinds, now)))
        throw new AppError('NOT_LOGGED_IN');
    },
  };
}
