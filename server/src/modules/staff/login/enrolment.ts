import { createHmac } from 'node:crypto';
import { CODE_WRONG } from '@samtrot/shared/access/factor-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type * as contract from '@samtrot/shared/staff/login-contract.ts';
import {
  INVITATION_MS,
  INVITATION_PATH,
  STAFF_RECOVERY_CODES,
} from '@samtrot/shared/staff/login-rules.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { hashPassword, hashToken, randomToken } from '../../../platform/crypto.ts';
import { registrationOptions, verifiedPasskey } from '../../../platform/factors/passkeys.ts';
import { replaceRecoveryCodes } from '../../../platform/factors/recovery-codes.ts';
import { newTotpSecret, qrSvg, stepOf, totpUri } from '../../../platform/factors/totp.ts';
import { assertStrongPassword } from '../../access/service.ts';
import * as people from '../store.ts';
import * as factors from './factor-store.ts';
import { begin, type Caller, type LoginDeps } from './login.ts';

const purposeOf = (staffId: number) => `staff registration:${staffId}`;
const userHandleOf = ({ party }: LoginDeps, staffId: number) =>
  createHmac('sha256', party.secret).update(`passkey staff: ${staffId}`).digest();

/** The address of a new link, which voids the earlier one; good once, for 24 hours (BOF-04). */
export async function createInvitation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { publicUrl }: Pick<LoginDeps, 'publicUrl'>,
  staffId: number,
): Promise<string> {
  const token = randomToken();
  const link = {
    token_hash: hashToken(token),
    expires_at: new Date(now.getTime() + INVITATION_MS),
  };
  await db
    .insertInto('staff_enrolment')
    .values({ staff_id: staffId, ...link })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(link))
    .execute();
  return `${publicUrl}${INVITATION_PATH}?token=${token}`;
}

/** @throws INVITATION_INVALID */
async function invitedForUpdate(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  token: string,
): Promise<people.Person> {
  const link = await db
    .selectFrom('staff_enrolment')
    .select('staff_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  const person = link && (await people.loadForUpdate(db, link.staff_id));
  if (person?.state !== 'invited') throw new AppError('INVITATION_INVALID');
  return person;
}

/** @throws INVITATION_INVALID */
export async function invitation(
  ctx: Ctx<Caller>,
  { token }: Input<typeof contract.staffInvitation>,
): Promise<Output<typeof contract.staffInvitation>> {
  const { name, email } = await invitedForUpdate(ctx, token);
  return { name, email };
}

/** Sets the password; the person stays invited. @throws INVITATION_INVALID, INVALID_INPUT */
export async function enrolPassword(
  ctx: OwnCtx<Caller>,
  deps: LoginDeps,
  { token, password }: Input<typeof contract.staffEnrolPassword>,
): Promise<Output<typeof contract.staffEnrolPassword>> {
  const person = await ctx.transaction((inner) => invitedForUpdate(inner, token));
  await assertStrongPassword(password, { email: person.email, username: person.name });
  const password_hash = await hashPassword(password);
  return ctx.transaction(async (inner) => {
    const { id, name } = await invitedForUpdate(inner, token);
    await people.updatePerson(inner.db, id, { password_hash });
    const secret = newTotpSecret();
    await factors.saveNewSecret(inner.db, { staffId: id, secret });
    const uri = totpUri(secret, `${deps.party.name} Betrieb`);
    const passkey = await registrationOptions(deps.party, {
      purpose: purposeOf(id),
      now: inner.now,
      name: `${name} (Betrieb)`,
      userHandle: userHandleOf(deps, id),
      existing: [],
    });
    return { totp: { secret, uri, qr: qrSvg(uri) }, passkey: { ...passkey } };
  });
}

/**
 * Sets the second factor; from now on the person is active, and logged in. The link is used up.
 * @throws INVITATION_INVALID, INVALID_INPUT, PASSKEY_REFUSED
 */
export async function enrolFactor(
  ctx: Ctx<Caller>,
  deps: LoginDeps,
  { token, code, passkey }: Input<typeof contract.staffEnrolFactor>,
): Promise<Output<typeof contract.staffEnrolFactor>> {
  const { db, now } = ctx;
  const person = await invitedForUpdate(ctx, token);
  const { id } = person;
  if (!person.password_hash || (code === undefined) === (passkey === undefined))
    throw invalid({ code: CODE_WRONG });
  if (code !== undefined) {
    const secret = await factors.loadNewSecretForUpdate(db, id);
    const step = secret === undefined ? null : stepOf(secret, code, now);
    if (step === null) throw invalid({ code: CODE_WRONG });
    await factors.adoptNewSecret(db, id, step);
  } else {
    const proof = { sent: passkey!, purpose: purposeOf(id), now };
    const made = await verifiedPasskey(deps.party, factors.passkeyStore(db, now), proof);
    const userHandle = userHandleOf(deps, id);
    if (!made || !(await factors.insertPasskey(db, { ...made, staffId: id, userHandle, now })))
      throw new AppError('PASSKEY_REFUSED');
  }
  await db.deleteFrom('staff_enrolment').where('staff_id', '=', id).execute();
  await people.updatePerson(db, id, { state: 'active' });
  await audit({ ...ctx, actor: { kind: 'system' } }, 'staff_enrolled', `staff:${id}`);
  await begin(ctx, deps, person, { silent: true });
  const store = factors.recoveryCodes.store(db, id, now);
  return { recovery_codes: await replaceRecoveryCodes(store, STAFF_RECOVERY_CODES) };
}

/** An active person with a key that is known already, for the demo of a development server. */
export async function setKnownFactor(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, secret, password_hash }: { id: number; secret: string; password_hash: string },
): Promise<void> {
  await factors.saveNewSecret(db, { staffId: id, secret });
  await factors.adoptNewSecret(db, id, 0);
  await people.updatePerson(db, id, { state: 'active', password_hash, last_login_at: now });
}
