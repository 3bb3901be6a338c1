import { createHmac } from 'node:crypto';
import {
  MOST_PASSKEYS,
  mayRemovePasskey,
  YOUNG_PASSKEY_MS,
} from '@samtrot/shared/access/factor-rules.ts';
import type * as contract from '@samtrot/shared/access/passkey-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, errors } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import {
  registrationOptions,
  relyingPartyOf,
  verifiedPasskey,
} from '../../../platform/factors/passkeys.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../second-factor/factor-mail-templates.ts';
import { change, type FactorDeps, tell } from '../second-factor/factor-setup.ts';
import { logEvent } from '../sessions/account-log.ts';
import * as store from './passkey-store.ts';

type User = Actors['user'];

export const partyOf = ({ publicUrl, authenticatorLabel, sessionSecret }: FactorDeps) =>
  relyingPartyOf({ publicUrl, name: authenticatorLabel, secret: sessionSecret });

/** What authenticators call the account; it tells nobody else anything. */
const userHandleOf = ({ sessionSecret }: FactorDeps, accountId: number) =>
  createHmac('sha256', sessionSecret).update(`passkey user: ${accountId}`).digest();

/** As every 422 it names the field. */
export const passkeyRefused = () =>
  new AppError('PASSKEY_REFUSED', { fields: { passkey: errors.PASSKEY_REFUSED.text } });

const purposeOf = (accountId: number) => `registration:${accountId}`;

/** @throws REAUTHENTICATION_REQUIRED */
export const optionsForNew = (
  ctx: OwnCtx<User>,
  deps: FactorDeps,
  { name }: Input<typeof contract.passkeyOptions>,
) =>
  change(ctx, 'passkeys', async ({ db, now, actor: { userId } }) =>
    registrationOptions(partyOf(deps), {
      purpose: purposeOf(userId),
      now,
      name,
      userHandle: userHandleOf(deps, userId),
      existing: (await store.list(db, userId)).map(({ credential_id }) => credential_id),
    }),
  );

/** Returns the id. @throws REAUTHENTICATION_REQUIRED, PASSKEY_REFUSED, TOO_MANY_PASSKEYS */
export const addPasskey = (
  ctx: OwnCtx<User>,
  deps: FactorDeps,
  { name, passkey: sent }: Input<typeof contract.addPasskey>,
): Promise<string> =>
  change(ctx, 'passkeys', async (inner, account) => {
    const { db, now, actor } = inner;
    const accountId = actor.userId;
    if ((await store.list(db, accountId)).length >= MOST_PASSKEYS)
      throw new AppError('TOO_MANY_PASSKEYS', { params: { n: MOST_PASSKEYS } });
    const purpose = purposeOf(accountId);
    const answer = { sent, purpose, now };
    const passkey = await verifiedPasskey(partyOf(deps), store.passkeyStore(db, now), answer);
    const userHandle = userHandleOf(deps, accountId);
    const id =
      passkey && (await store.insert(db, { ...passkey, accountId, userHandle, name, now }));
    if (!id) throw passkeyRefused();
    await logEvent(inner, accountId, 'passkey_added', { device: inner.client.device });
    await audit(inner, 'passkey_added', `account:${accountId}`);
    await tell(inner, passkeyAddedMail, { account, publicUrl: deps.publicUrl });
    return id;
  });

/** @throws NOT_FOUND */
export async function renamePasskey(
  { db, actor }: Ctx<User>,
  { passkey_id, name }: Input<typeof contract.renamePasskey>,
): Promise<void> {
  const renamed = await store.rename(db, { accountId: actor.userId, id: passkey_id, name });
  if (!renamed) throw new AppError('NOT_FOUND');
}

/** @throws REAUTHENTICATION_REQUIRED, NOT_FOUND, LAST_WAY_IN */
export async function removePasskey(
  ctx: OwnCtx<User>,
  { publicUrl }: FactorDeps,
  { passkey_id }: Input<typeof contract.removePasskey>,
): Promise<void> {
  // Nobody is asked for a proof because of a passkey that is not theirs.
  const ownPasskeys = async ({ db, actor }: Ctx<User>) => {
    const passkeys = await store.list(db, actor.userId);
    if (!passkeys.some(({ id }) => id === passkey_id)) throw new AppError('NOT_FOUND');
    return passkeys;
  };
  await ctx.transaction(ownPasskeys);
  await change(ctx, 'passkeys', async (inner, account) => {
    const accountId = inner.actor.userId;
    const passkeys = await ownPasskeys(inner);
    if (!mayRemovePasskey({ hasPassword: account.passwordHash !== '', passkeys: passkeys.length }))
      throw new AppError('LAST_WAY_IN');
    await store.remove(inner.db, passkey_id);
    await logEvent(inner, accountId, 'passkey_removed', { device: inner.client.device });
    await audit(inner, 'passkey_removed', `account:${accountId}`);
    await tell(inner, passkeyRemovedMail, { account, publicUrl });
  });
}

/**
 * Removes the passkeys that a stranger may have added, at a new password: those of the last days,
 * and those that are older than the confirmation of the address. Returns whether any.
 */
export async function eraseDoubtfulPasskeys(
  ctx: Pick<Ctx, 'db' | 'now' | 'actor'>,
  accountId: number,
  confirmedAt: Date | null,
): Promise<boolean> {
  const { db, now } = ctx;
  const since = new Date(now.getTime() - YOUNG_PASSKEY_MS + 1);
  const young = await store.erasePasskeysSince(db, accountId, since);
  const early = confirmedAt ? await store.erasePasskeysBefore(db, accountId, confirmedAt) : 0;
  if (young + early === 0) return false;
  await logEvent(ctx, accountId, 'passkey_removed');
  await audit(ctx, 'passkey_removed', `account:${accountId}`);
  return true;
}
