import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type * as contract from '@samtrot/shared/partners/entry-contract.ts';
import {
  PARTNER_PASSWORD_LINK_MS,
  PARTNER_PASSWORD_MAILS_A_DAY,
  PARTNER_PASSWORD_MAILS_AN_HOUR,
  PARTNER_PASSWORD_PATH,
} from '@samtrot/shared/partners/people-rules.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { hashPassword } from '../../platform/crypto.ts';
import { assertStrongPassword, takeAttempt } from '../access/service.ts';
import { enqueueMail } from '../mail/service.ts';
import { type Caller, type EntryDeps, objectOf } from './login.ts';
import * as store from './login-store.ts';
import { partnerPasswordChangedMail, partnerPasswordLinkMail } from './mail-templates.ts';
import * as people from './store.ts';

const AN_HOUR = { name: 'partner_password_mail', ...PARTNER_PASSWORD_MAILS_AN_HOUR };
const TODAY = { name: 'partner_password_day', ...PARTNER_PASSWORD_MAILS_A_DAY };

/**
 * Mails a link for a new password; nobody learns from the answer whether there is such a person.
 */
export async function askPassword(
  ctx: Ctx<Caller>,
  { publicUrl }: Pick<EntryDeps, 'publicUrl'>,
  { email }: Input<typeof contract.askConsolePassword>,
): Promise<void> {
  const { db, now } = ctx;
  const key = email.trim().toLowerCase();
  // The hour first: what it refuses must not use up the day.
  if (!(await takeAttempt(db, { ...AN_HOUR, key, now }))) return;
  if (!(await takeAttempt(db, { ...TODAY, key, now }))) return;
  const person = await people.findByEmail(db, email);
  if (!person) return;
  const expiresAt = new Date(now.getTime() + PARTNER_PASSWORD_LINK_MS);
  const token = await store.insertPasswordLink(ctx, person.id, expiresAt);
  const url = `${publicUrl}${PARTNER_PASSWORD_PATH}?token=${token}`;
  const cause = `partner_password:${person.id}:${now.getTime()}`;
  await enqueueMail(ctx, partnerPasswordLinkMail({ to: person.email, cause, url }), null);
}

/** Ends all log-ins; a second factor stays. @throws LINK_INVALID, INVALID_INPUT */
export async function setPassword(
  ctx: OwnCtx<Caller>,
  { publicUrl }: Pick<EntryDeps, 'publicUrl'>,
  { token, password }: Input<typeof contract.setConsolePassword>,
): Promise<void> {
  const linked = async (inner: Ctx<Caller>): Promise<people.Person> => {
    const id = await store.passwordLinkForUpdate(inner, token);
    const person = id === undefined ? undefined : await people.loadForUpdate(inner.db, id);
    if (!person) throw new AppError('LINK_INVALID');
    return person;
  };
  const { email, name } = await ctx.transaction(linked);
  await assertStrongPassword(password, { email, username: name });
  const password_hash = await hashPassword(password);
  await ctx.transaction(async (inner) => {
    const { id } = await linked(inner);
    await people.updatePerson(inner.db, id, { password_hash });
    await store.endEntrances(inner.db, id);
    await audit({ ...inner, actor: { kind: 'system' } }, 'website_person_password', objectOf(id));
    const cause = `partner_password_set:${id}:${inner.now.getTime()}`;
    await enqueueMail(inner, partnerPasswordChangedMail({ to: email, cause, publicUrl }), null);
  });
}
