import { confirmFactor, prepareFactor } from '@samtrot/shared/access/factor-contract.ts';
import {
  addPasskey,
  passkeyChallenge,
  passkeyOptions,
} from '@samtrot/shared/access/passkey-contract.ts';
import type { ReauthenticationKind } from '@samtrot/shared/access/rules.ts';
import { hashToken } from '../../platform/crypto.ts';
import { type Authenticator, authenticator } from './authenticator.ts';
import { totpCode } from './totp.ts';
import { type Answer, type Caller, PASSWORD, type World } from './world.ts';

function succeeded(answer: Answer): Answer['body'] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** A proof of ownership for one kind of change, as `reauthenticate` leaves it. */
export async function confirmed(
  world: World,
  who: Caller,
  kind: ReauthenticationKind,
): Promise<void> {
  const cookie = world.cookieNow(who.cookie);
  const session_hash = hashToken(cookie.slice(cookie.indexOf('=') + 1));
  const confirmed_at = world.clock.now();
  await world.db
    .insertInto('reauthentication')
    .values({ session_hash, kind, confirmed_at })
    .onConflict((conflict) =>
      conflict.columns(['session_hash', 'kind']).doUpdateSet({ confirmed_at }),
    )
    .execute();
}

/** The code of an app whose clock differs by so many steps from the world's. */
export const codeAt = (world: World, secret: string, steps = 0): string =>
  totpCode(secret, world.clock.now().getTime(), steps);

/** Switches the second step on with the code of the present step. */
export async function withApp(
  world: World,
  who: Caller,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await confirmed(world, who, 'factor');
  const { secret } = succeeded(await who.call(prepareFactor, {}));
  const { recovery_codes } = succeeded(
    await who.call(confirmFactor, { code: codeAt(world, secret) }),
  );
  return { secret, recoveryCodes: recovery_codes };
}

/** The name of a login that waits for its second step. */
export async function pendingOf(world: World, email: string): Promise<string> {
  const answer = await world.visitor.raw('login', { payload: { log: email, pwd: PASSWORD } });
  if (answer.status !== 403) throw new Error(JSON.stringify(answer.body));
  return answer.body.pending;
}

export async function withPasskey(
  world: World,
  who: Caller,
  name = 'Handy',
): Promise<{ id: string; key: Authenticator }> {
  await confirmed(world, who, 'passkeys');
  const key = authenticator(new URL(world.config.publicUrl).origin);
  const { options } = succeeded(await who.call(passkeyOptions, { name }));
  const { passkey_id } = succeeded(
    await who.call(addPasskey, { name, passkey: key.create(options) }),
  );
  return { id: passkey_id, key };
}

/** Options for one use of a passkey. */
export const challengeFor = async (who: Caller, use: 'login' | 'reauthentication' = 'login') =>
  succeeded(await who.call(passkeyChallenge, { for: use })).options;
