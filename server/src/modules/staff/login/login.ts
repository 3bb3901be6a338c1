import {
  CODE_WRONG,
  RECOVERY_CODE_WRONG,
  tidyRecoveryCode,
} from '@samtrot/shared/access/factor-rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type * as contract from '@samtrot/shared/staff/login-contract.ts';
import {
  WRONG_FACTORS,
  WRONG_FACTORS_A_DAY,
  WRONG_PASSWORDS,
} from '@samtrot/shared/staff/login-rules.ts';
import type { Actors, Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { rehashedIfOld, verifyPassword } from '../../../platform/crypto.ts';
import {
  authenticationOptions,
  type RelyingParty,
  verifiedUse,
} from '../../../platform/factors/passkeys.ts';
import { consumeRecoveryCode } from '../../../platform/factors/recovery-codes.ts';
import { consumeTotpCode } from '../../../platform/factors/totp.ts';
import { renewLogin } from '../../../platform/renewal.ts';
import { returnAttempt, takeAttempt } from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { newBrowserMail, recoveryCodeUsedMail, wrongFactorsMail } from '../mail-templates.ts';
import * as people from '../store.ts';
import * as factors from './factor-store.ts';
import * as store from './login-store.ts';

export interface LoginDeps {
  publicUrl: string;
  party: RelyingParty;
}

export type Caller = Actors['staff' | 'visitor'];
type Staff = Actors['staff'];
type Factor = Pick<Input<typeof contract.staffSecondFactor>, 'code' | 'recovery_code' | 'passkey'>;

const LOGIN = 'staff login';
const confirmationOf = (staffId: number) => `staff confirmation:${staffId}`;
/** For an address of nobody the same is asked. */
const NOBODY = 0;
const WRONG = { name: 'staff_factor', attempts: WRONG_FACTORS_A_DAY, seconds: DAY_MS / 1000 };

/** The party whose wrong tries are counted: a browser that the person knows has its own count. */
async function guesser(
  { db, now, client }: Pick<Ctx<Caller | Staff>, 'db' | 'now' | 'client'>,
  staffId: number,
  others: string,
): Promise<string> {
  const { browserHash } = client;
  const known = await store.isKnownBrowser({ db, now }, staffId, browserHash);
  return known ? `browser ${browserHash!.toString('hex')}` : others;
}

/**
 * The first step. A wrong address, password or state gives the same answer in the same time.
 * @throws TOO_MANY_ATTEMPTS; STAFF_LOGIN_FAILED; the edge answers FACTOR_REQUIRED with the half
 *   log-in
 */
export async function login(
  ctx: OwnCtx<Caller>,
  { email, password }: Input<typeof contract.staffLogin>,
): Promise<void> {
  const { person, guess } = await ctx.transaction(async (inner) => {
    const found = await people.findByEmail(inner.db, email);
    const key = await guesser(inner, found?.id ?? NOBODY, email.trim().toLowerCase());
    const attempt = { ...WRONG_PASSWORDS, name: 'staff_password', key };
    if (!(await takeAttempt(inner.db, { ...attempt, now: inner.now })))
      throw tooManyAttempts(attempt.seconds);
    return { person: found, guess: attempt };
  });
  const active = person?.state === 'active' && person.password_hash !== null;
  // No connection is held meanwhile.
  const fits = await verifyPassword(active ? person.password_hash! : undefined, password);
  if (!active || !fits) throw new AppError('STAFF_LOGIN_FAILED');
  const rehashed = await rehashedIfOld(person.password_hash!, password);
  await ctx.transaction(async (inner) => {
    const current = await people.loadForUpdate(inner.db, person.id);
    if (current?.state !== 'active' || current.password_hash !== person.password_hash)
      throw new AppError('STAFF_LOGIN_FAILED');
    if (rehashed) await people.updatePerson(inner.db, person.id, { password_hash: rehashed });
    await returnAttempt(inner.db, guess);
    inner.effects.pendingLogin = await store.insertPending(inner, person.id);
  });
}

/** Options for a passkey: for the second step, or to confirm an open log-in. */
export const passkeyOptions = ({ actor, now }: Ctx<Caller>, { party }: LoginDeps) =>
  authenticationOptions(party, {
    purpose: actor.kind === 'staff' ? confirmationOf(actor.staffId) : LOGIN,
    now,
  });

/**
 * The second step. Begins the log-in.
 * @throws LOGIN_EXPIRED, also after the fifth wrong factor; INVALID_INPUT; TOO_MANY_ATTEMPTS
 */
export async function secondFactor(
  ctx: OwnCtx<Caller>,
  deps: LoginDeps,
  { pending, ...given }: Input<typeof contract.staffSecondFactor>,
): Promise<void> {
  // A wrong one is counted, so it must not undo the transaction.
  const outcome = await ctx.transaction(async (inner) => {
    const half = await store.loadPendingForUpdate(inner, pending);
    const person = half && (await people.loadForUpdate(inner.db, half.staff_id));
    if (!half || person?.state !== 'active') return 'ended';
    if (!(await proves(inner, deps, { staffId: person.id, purpose: LOGIN, given })))
      return countWrong(inner, deps, { tokenHash: half.token_hash, person });
    await store.deletePending(inner.db, half.token_hash);
    if (given.recovery_code !== undefined) await noteRecoveryCode(inner, deps, person);
    await begin(inner, deps, person);
    return 'done';
  });
  if (outcome === 'ended') throw new AppError('LOGIN_EXPIRED');
  if (outcome === 'wrong') throw wrongFactor(given);
}

const wrongFactor = ({ recovery_code }: Factor) =>
  recovery_code === undefined
    ? invalid({ code: CODE_WRONG })
    : invalid({ recovery_code: RECOVERY_CODE_WRONG });

/** Begins a log-in of an active person, and mails the first one in a browser. */
export async function begin(
  ctx: Ctx<Caller>,
  { publicUrl }: Pick<LoginDeps, 'publicUrl'>,
  person: Pick<people.Person, 'id' | 'email' | 'role'>,
  { silent = false } = {},
): Promise<void> {
  const { db, now, client, effects } = ctx;
  const { id, email: to } = person;
  const { device, browserHash } = client;
  const known = await store.isKnownBrowser(ctx, id, browserHash);
  const { token, expiresAt } = await store.insertLogin(ctx, { staffId: id, device });
  effects.startSession = { token, remember: false, expiresAt };
  effects.knownBrowser = await store.rememberBrowser(ctx, id, known ? browserHash : undefined);
  await people.updatePerson(db, id, { last_login_at: now });
  await audit({ ...ctx, actor: { kind: 'system' } }, 'staff_login', `staff:${id}`);
  if (known || silent) return;
  const cause = `staff_browser:${id}:${now.getTime()}`;
  const help = await people.helpFor(db, person);
  await enqueueMail(ctx, newBrowserMail({ to, cause, publicUrl, device, help }), null);
}

/**
 * Confirms the second factor of an open log-in again (BOF-11), which gets another token.
 * @throws INVALID_INPUT, TOO_MANY_ATTEMPTS, NOT_LOGGED_IN
 */
export async function confirm(
  ctx: OwnCtx<Staff>,
  deps: LoginDeps,
  given: Input<typeof contract.staffConfirm>,
): Promise<void> {
  const { staffId } = ctx.actor;
  const fits = await ctx.transaction(async (inner) => {
    const purpose = confirmationOf(staffId);
    if (!(await proves(inner, deps, { staffId, purpose, given }))) return false;
    await renewLogin(inner, 'staff_login');
    await store.confirmLogin(inner, inner.actor.sessionHash);
    return true;
  });
  if (!fits) throw wrongFactor(given);
}

export async function logout({ db, actor, effects }: Ctx<Caller>): Promise<void> {
  if (actor.kind === 'staff') await store.deleteLogin(db, actor.sessionHash);
  effects.endSession = true;
}

/** Whether one of the proofs was given and is right. @throws TOO_MANY_ATTEMPTS */
async function proves(
  ctx: Ctx<Caller> | Ctx<Staff>,
  { party }: LoginDeps,
  { staffId, purpose, given }: { staffId: number; purpose: string; given: Factor },
): Promise<boolean> {
  const { db, now } = ctx;
  if (given.passkey) {
    const answer = { sent: given.passkey, purpose, now };
    const use = await verifiedUse(party, factors.passkeyStore(db, now), answer);
    return use?.passkey.staffId === staffId;
  }
  const key = await guesser(ctx, staffId, String(staffId));
  if (!(await takeAttempt(db, { ...WRONG, key, now }))) throw tooManyAttempts(WRONG.seconds);
  if (given.code !== undefined)
    return consumeTotpCode(factors.totpStore(db, staffId), given.code, now);
  if (given.recovery_code === undefined) return false;
  const codes = factors.recoveryCodes.store(db, staffId, now);
  return consumeRecoveryCode(codes, tidyRecoveryCode(given.recovery_code));
}

async function countWrong(
  ctx: Ctx<Caller>,
  { publicUrl }: LoginDeps,
  { tokenHash, person }: { tokenHash: Buffer; person: people.Person },
): Promise<'ended' | 'wrong'> {
  if ((await store.countWrong(ctx.db, tokenHash)) < WRONG_FACTORS) return 'wrong';
  await store.deletePending(ctx.db, tokenHash);
  const cause = `staff_wrong_factors:${person.id}:${ctx.now.getTime()}`;
  await audit({ ...ctx, actor: { kind: 'system' } }, 'staff_login_refused', `staff:${person.id}`);
  const help = await people.helpFor(ctx.db, person);
  await enqueueMail(ctx, wrongFactorsMail({ to: person.email, cause, publicUrl, help }), null);
  return 'ended';
}

/** Mails the person and every owner (BOF-06). */
async function noteRecoveryCode(
  ctx: Ctx<Caller>,
  { publicUrl }: LoginDeps,
  person: people.Person,
): Promise<void> {
  const left = await factors.recoveryCodes.unused(ctx.db, person.id);
  await audit({ ...ctx, actor: { kind: 'system' } }, 'recovery_code_used', `staff:${person.id}`, {
    left,
  });
  const told = (await people.listPeople(ctx.db)).filter(
    ({ id, role, state }) => id === person.id || (role === 'owner' && state === 'active'),
  );
  for (const { id, email } of told) {
    const cause = `staff_recovery_code:${person.id}:${left}:${ctx.now.getTime()}:${id}`;
    const help = id === person.id ? await people.helpFor(ctx.db, person) : null;
    const about = { name: person.name, left, help };
    await enqueueMail(ctx, recoveryCodeUsedMail({ to: email, cause, publicUrl, ...about }), null);
  }
}
