import { createHmac } from 'node:crypto';
import { CODE_WRONG, RECOVERY_CODES } from '@samtrot/shared/access/factor-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type * as contract from '@samtrot/shared/partners/entry-contract.ts';
import { PARTNER_PASSKEYS_MAX } from '@samtrot/shared/partners/people-rules.ts';
import type { Ctx, OwnCtx, PartnerPerson } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { verifyPassword } from '../../platform/crypto.ts';
import { registrationOptions, verifiedPasskey } from '../../platform/factors/passkeys.ts';
import { replaceRecoveryCodes } from '../../platform/factors/recovery-codes.ts';
import { newTotpSecret, qrSvg, stepOf, totpUri } from '../../platform/factors/totp.ts';
import { renewLogin } from '../../platform/renewal.ts';
import { enqueueMail } from '../mail/service.ts';
import { type EntryDeps, objectOf } from './login.ts';
import * as store from './login-store.ts';
import {
  partnerFactorAddedMail,
  partnerFactorRemovedMail,
  partnerRecoveryCodesMail,
} from './mail-templates.ts';
import * as people from './store.ts';

const purposeOf = (personId: number) => `partner registration:${personId}`;
const userHandleOf = ({ party }: EntryDeps, personId: number) =>
  createHmac('sha256', party.secret).update(`passkey partner: ${personId}`).digest();

/** @throws INVALID_INPUT unless it is the password of who asks; NOT_LOGGED_IN */
async function assertPassword(ctx: OwnCtx<PartnerPerson>, password: string): Promise<void> {
  const { partnerUserId } = ctx.actor;
  const person = await ctx.transaction(({ db }) => people.loadForUpdate(db, partnerUserId));
  if (!person) throw new AppError('NOT_LOGGED_IN');
  // No connection is held meanwhile.
  if (!(await verifyPassword(person.password_hash, password)))
    throw invalid({ password: 'Das Passwort stimmt nicht.' });
}

/** Both kinds of second factor, for who knows her password. @throws INVALID_INPUT, NOT_LOGGED_IN */
export async function offerFactor(
  ctx: OwnCtx<PartnerPerson>,
  deps: EntryDeps,
  { password }: Input<typeof contract.offerConsoleFactor>,
): Promise<Output<typeof contract.offerConsoleFactor>> {
  await assertPassword(ctx, password);
  const { partnerUserId: id, name } = ctx.actor;
  return ctx.transaction(async (inner) => {
    const { db, now } = inner;
    await renewLogin(inner, 'partner_login');
    const secret = newTotpSecret();
    await store.saveNewSecret(db, id, secret);
    const uri = totpUri(secret, `${deps.party.name} Partner`);
    const passkey = await registrationOptions(deps.party, {
      purpose: purposeOf(id),
      now,
      name: `${name} (Partner)`,
      userHandle: userHandleOf(deps, id),
      existing: await store.credentialsOf(db, id),
    });
    return { totp: { secret, uri, qr: qrSvg(uri) }, passkey: { ...passkey } };
  });
}

/**
 * From now on the log-in asks for it; all other log-ins end. Returns recovery codes with the first.
 * @throws INVALID_INPUT, PASSKEY_REFUSED, TOO_MANY_PASSKEYS, NOT_LOGGED_IN
 */
export async function addFactor(
  ctx: Ctx<PartnerPerson>,
  deps: EntryDeps,
  { code, passkey }: Input<typeof contract.addConsoleFactor>,
): Promise<string[]> {
  const { db, now } = ctx;
  const { partnerUserId: id } = ctx.actor;
  if ((code === undefined) === (passkey === undefined)) throw invalid({ code: CODE_WRONG });
  const { has_app, passkeys } = await store.factorsOf(db, id);
  if (code !== undefined) {
    const secret = await store.loadNewSecretForUpdate(db, id);
    const step = secret === undefined ? null : stepOf(secret, code, now);
    if (step === null) throw invalid({ code: CODE_WRONG });
    await store.adoptNewSecret(db, id, step);
  } else {
    if (passkeys >= PARTNER_PASSKEYS_MAX)
      throw new AppError('TOO_MANY_PASSKEYS', { params: { n: PARTNER_PASSKEYS_MAX } });
    const proof = { sent: passkey!, purpose: purposeOf(id), now };
    const made = await verifiedPasskey(deps.party, store.passkeyStore(db, now), proof);
    const userHandle = userHandleOf(deps, id);
    if (!made || !(await store.insertPasskey(db, { ...made, personId: id, userHandle, now })))
      throw new AppError('PASSKEY_REFUSED');
  }
  await renewLogin(ctx, 'partner_login');
  await store.deleteOtherLogins(db, id, ctx.actor.sessionHash);
  await audit(ctx, 'website_person_factor', objectOf(id), { added: true });
  const { email: to } = (await people.loadForUpdate(db, id))!;
  const cause = `partner_factor_added:${id}:${now.getTime()}`;
  const kind = code === undefined ? 'passkey' : 'app';
  await enqueueMail(
    ctx,
    partnerFactorAddedMail({ to, cause, publicUrl: deps.publicUrl, kind }),
    null,
  );
  return has_app || passkeys > 0
    ? []
    : replaceRecoveryCodes(store.recoveryCodes.store(db, id, now), RECOVERY_CODES);
}

/**
 * Ten new ones; the earlier ones are void, which is mailed.
 * @throws INVALID_INPUT, also without a second factor; NOT_LOGGED_IN
 */
export async function newRecoveryCodes(
  ctx: OwnCtx<PartnerPerson>,
  { publicUrl }: Pick<EntryDeps, 'publicUrl'>,
  { password }: Input<typeof contract.newConsoleRecoveryCodes>,
): Promise<string[]> {
  await assertPassword(ctx, password);
  const { partnerUserId: id } = ctx.actor;
  return ctx.transaction(async (inner) => {
    const { db, now } = inner;
    const person = await people.loadForUpdate(db, id);
    if (!person) throw new AppError('NOT_LOGGED_IN');
    const { has_app, passkeys } = await store.factorsOf(db, id);
    if (!has_app && passkeys === 0)
      throw invalid({ password: 'Richte zuerst einen zweiten Faktor ein.' });
    await renewLogin(inner, 'partner_login');
    await audit(inner, 'website_person_codes', objectOf(id));
    const cause = `partner_recovery_codes:${id}:${now.getTime()}`;
    await enqueueMail(
      inner,
      partnerRecoveryCodesMail({ to: person.email, cause, publicUrl }),
      null,
    );
    return replaceRecoveryCodes(store.recoveryCodes.store(db, id, now), RECOVERY_CODES);
  });
}

/** Mailed, if there was one. @throws INVALID_INPUT, NOT_LOGGED_IN */
export async function removeFactors(
  ctx: OwnCtx<PartnerPerson>,
  { publicUrl }: Pick<EntryDeps, 'publicUrl'>,
  { password }: Input<typeof contract.removeConsoleFactors>,
): Promise<void> {
  await assertPassword(ctx, password);
  const { partnerUserId: id } = ctx.actor;
  await ctx.transaction(async (inner) => {
    const person = await people.loadForUpdate(inner.db, id);
    if (!person) throw new AppError('NOT_LOGGED_IN');
    await renewLogin(inner, 'partner_login');
    const { has_app, passkeys } = await store.factorsOf(inner.db, id);
    if (!has_app && passkeys === 0) return;
    await store.deleteFactors(inner.db, id);
    await audit(inner, 'website_person_factor', objectOf(id), { added: false });
    const cause = `partner_factor_removed:${id}:${inner.now.getTime()}`;
    const mail = partnerFactorRemovedMail({ to: person.email, cause, publicUrl });
    await enqueueMail(inner, mail, null);
  });
}
