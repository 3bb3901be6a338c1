import type { ReauthenticationKind } from '@samtrot/shared/access/rules.ts';
import { authenticator } from './authenticator.ts';
import { challengeFor, codeAt, confirmed, pendingOf, withApp, withPasskey } from './factors.ts';
import type { Owner } from './owners.ts';
import { PASSWORD } from './world.ts';

/** The owner has just proven a change of this kind. */
export const mayChange = (kind: ReauthenticationKind) => async (owner: Owner) => {
  await confirmed(owner.world, owner, kind);
  return {};
};

/** A key was shown; returns its first code. */
export async function shownKey(owner: Owner) {
  await confirmed(owner.world, owner, 'factor');
  const { body } = await owner.raw('prepare_factor');
  return { code: codeAt(owner.world, body.secret) };
}

export async function withFactor(owner: Owner) {
  await withApp(owner.world, owner);
  return {};
}

/** A login that waits, and the next code of the app. */
export async function secondStep(owner: Owner) {
  const { secret } = await withApp(owner.world, owner);
  return {
    pending: await pendingOf(owner.world, owner.email),
    code: codeAt(owner.world, secret, 1),
  };
}

export async function requestedRemoval(owner: Owner) {
  const { pending } = await secondStep(owner);
  const payload = { pending, password: PASSWORD };
  await owner.world.visitor.raw('request_factor_removal', { payload });
  const mails = await owner.world.mails(owner.email);
  return { token: mails.at(-1)!.text.match(/token=([\w-]{43})/)![1]! };
}

export async function newPasskey(owner: Owner) {
  await confirmed(owner.world, owner, 'passkeys');
  const query = { name: 'Handy' };
  const { body } = await owner.raw('passkey_options', { method: 'GET', query });
  return { name: 'Handy', passkey: authenticator().create(body.options) };
}

export const passkeyAnswer = (use: 'login' | 'reauthentication') => async (owner: Owner) => {
  const { key } = await withPasskey(owner.world, owner);
  return { passkey: key.get(await challengeFor(owner, use)) };
};

/** The id of a passkey of the owner, who has just proven a change of passkeys. */
export const ownPasskey = async (owner: Owner) => (await withPasskey(owner.world, owner)).id;
