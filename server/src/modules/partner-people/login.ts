import {
  CODE_WRONG,
  RECOVERY_CODE_WRONG,
  tidyRecoveryCode,
} from '@samtrot/shared/access/factor-rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type * as contract from '@samtrot/shared/partners/entry-contract.ts';
import {
  CONSOLE_WRONG_FACTORS,
  CONSOLE_WRONG_FACTORS_A_DAY,
  CONSOLE_WRONG_PASSWORDS,
} from '@samtrot/shared/partners/people-rules.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { rehashedIfOld, verifyPassword } from '../../platform/crypto.ts';
import {
  authenticationOptions,
  type RelyingParty,
  verifiedUse,
} from '../../platform/factors/passkeys.ts';
import { consumeRecoveryCode } from '../../platform/factors/recovery-codes.ts';
import { consumeTotpCode } from '../../platform/factors/totp.ts';
import { returnAttempt, takeAttempt } from '../access/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as store from './login-store.ts';
import { partnerRecoveryUsedMail, partnerWrongFactorsMail } from './mail-templates.ts';
import * as people from './store.ts';

export interface EntryDeps {
  publicUrl: string;
  party: RelyingParty;
}

export type Caller = Actors['partner' | 'visitor'];

const LOGIN = 'partner login';
const WRONG = {
  name: 'partner_factor',
  attempts: CONSOLE_WRONG_FACTORS_A_DAY,
  seconds: DAY_MS / 1000,
};
const SYSTEM = { kind: 'system' } as const;
export const objectOf = (personId: number) => `website_person:${personId}`;

/**
 * Begins the log-in, or a half one where the person has a second factor. A wrong address or
 * password gives the same answer in the same time.
 * @throws TOO_MANY_ATTEMPTS, STAFF_LOGIN_FAILED; the edge answers FACTOR_REQUIRED with the half
 *   log-in
 */
export async function login(
  ctx: OwnCtx<Caller>,
  { email, password }: Input<typeof contract.consoleLogin>,
): Promise<void> {
  const { person, guess } = await ctx.transaction(async (inner) => {
    const known = await people.findByEmail(inner.db, email);
    // Wrong passwords from elsewhere never keep a person out of her own network; with a new
    // password counting begins anew in all of them (ACC-13).
    const { network } = inner.client;
    const key = `${email.trim().toLowerCase()} ${network} ${known?.password_hash ?? ''}`;
    const attempt = { ...CONSOLE_WRONG_PASSWORDS, name: 'partner_password', key };
    if (!(await takeAttempt(inner.db, { ...attempt, now: inner.now })))
      throw tooManyAttempts(attempt.seconds);
    return { person: known, guess: attempt };
  });
  // No connection is held meanwhile.
  const fits = await verifyPassword(person?.password_hash, password);
  if (!person || !fits) throw new AppError('STAFF_LOGIN_FAILED');
  const rehashed = await rehashedIfOld(person.password_hash!, password);
  await ctx.transaction(async (inner) => {
    const current = await people.loadForUpdate(inner.db, person.id);
    if (current?.password_hash !== person.password_hash) throw new AppError('STAFF_LOGIN_FAILED');
    if (rehashed) await people.updatePerson(inner.db, person.id, { password_hash: rehashed });
    await returnAttempt(inner.db, guess);
    const { has_app, passkeys } = await store.factorsOf(inner.db, person.id);
    if (has_app || passkeys > 0)
      inner.effects.pendingLogin = await store.insertPending(inner, person.id);
    else await begin(inner, person.id);
  });
}

export const passkeyOptions = ({ now }: Ctx<Caller>, { party }: EntryDeps) =>
  authenticationOptions(party, { purpose: LOGIN, now });

/**
 * The second step. Begins the log-in.
 * @throws LOGIN_EXPIRED, also after the fifth wrong factor; INVALID_INPUT; TOO_MANY_ATTEMPTS
 */
export async function secondFactor(
  ctx: OwnCtx<Caller>,
  deps: EntryDeps,
  { pending, ...given }: Input<typeof contract.consoleSecondFactor>,
): Promise<void> {
  // A wrong one is counted, so it must not undo the transaction.
  const outcome = await ctx.transaction(async (inner) => {
    const half = await store.loadPendingForUpdate(inner, pending);
    const person = half && (await people.loadForUpdate(inner.db, half.partner_user_id));
    if (!half || !person) return 'ended';
    if (!(await proves(inner, deps, person.id, given)))
      return countWrong(inner, deps, { tokenHash: half.token_hash, person });
    await store.deletePending(inner.db, half.token_hash);
    if (given.recovery_code !== undefined) await noteRecoveryCode(inner, deps, person);
    await begin(inner, person.id);
    return 'done';
  });
  if (outcome === 'ended') throw new AppError('LOGIN_EXPIRED');
  if (outcome === 'wrong')
    throw invalid(
      given.recovery_code === undefined
        ? { code: CODE_WRONG }
        : { recovery_code: RECOVERY_CODE_WRONG },
    );
}

async function noteRecoveryCode(
  ctx: Ctx<Caller>,
  { publicUrl }: EntryDeps,
  { id, email }: people.Person,
): Promise<void> {
  const left = await store.recoveryCodes.unused(ctx.db, id);
  const cause = `partner_recovery:${id}:${ctx.now.getTime()}`;
  await enqueueMail(ctx, partnerRecoveryUsedMail({ to: email, cause, publicUrl, left }), null);
}

/** Begins a log-in of the person. */
export async function begin(ctx: Ctx<Caller>, personId: number): Promise<void> {
  const { device } = ctx.client;
  const { token, expiresAt } = await store.insertLogin(ctx, { personId, device });
  ctx.effects.startSession = { token, remember: false, expiresAt };
  await people.updatePerson(ctx.db, personId, { last_login_at: ctx.now });
  await audit({ ...ctx, actor: SYSTEM }, 'website_person_login', objectOf(personId));
}

export async function logout({ db, actor, effects }: Ctx<Caller>): Promise<void> {
  if (actor.kind === 'partner') await store.deleteLogin(db, actor.sessionHash);
  effects.endSession = true;
}

type Factor = Pick<
  Input<typeof contract.consoleSecondFactor>,
  'code' | 'recovery_code' | 'passkey'
>;

/** Whether one of the proofs was given and is right. @throws TOO_MANY_ATTEMPTS */
async function proves(
  { db, now }: Ctx<Caller>,
  { party }: EntryDeps,
  personId: number,
  given: Factor,
): Promise<boolean> {
  if (given.passkey) {
    const answer = { sent: given.passkey, purpose: LOGIN, now };
    const use = await verifiedUse(party, store.passkeyStore(db, now), answer);
    return use?.passkey.personId === personId;
  }
  // Too long to be guessed: it still counts when codes of the app do not any more.
  if (given.recovery_code !== undefined)
    return consumeRecoveryCode(
      store.recoveryCodes.store(db, personId, now),
      tidyRecoveryCode(given.recovery_code),
    );
  if (!(await takeAttempt(db, { ...WRONG, key: String(personId), now })))
    throw tooManyAttempts(WRONG.seconds);
  return (
    given.code !== undefined && consumeTotpCode(store.totpStore(db, personId), given.code, now)
  );
}

async function countWrong(
  ctx: Ctx<Caller>,
  { publicUrl }: EntryDeps,
  { tokenHash, person }: { tokenHash: Buffer; person: people.Person },
): Promise<'ended' | 'wrong'> {
  if ((await store.countWrong(ctx.db, tokenHash)) < CONSOLE_WRONG_FACTORS) return 'wrong';
  await store.deletePending(ctx.db, tokenHash);
  const cause = `partner_wrong_factors:${person.id}:${ctx.now.getTime()}`;
  await audit({ ...ctx, actor: SYSTEM }, 'website_person_refused', objectOf(person.id));
  await enqueueMail(ctx, partnerWrongFactorsMail({ to: person.email, cause, publicUrl }), null);
  return 'ended';
}
