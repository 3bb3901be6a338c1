import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type * as entry from '@samtrot/shared/partners/entry-contract.ts';
import type * as contract from '@samtrot/shared/partners/people-contract.ts';
import {
  PARTNER_INVITATION_MS,
  PARTNER_INVITATION_PATH,
  PARTNER_PEOPLE_MAX,
  PARTNER_ROLE_LABELS,
} from '@samtrot/shared/partners/people-rules.ts';
import type { Ctx, DeskCtx, OwnCtx } from '../../platform/action.ts';
import { audit, auditChange } from '../../platform/audit.ts';
import { hashPassword, hashToken, randomToken } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import { assertStrongPassword } from '../access/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as partners from '../partners/service.ts';
import { begin, type Caller, objectOf } from './login.ts';
import { partnerInvitationMail } from './mail-templates.ts';
import * as store from './store.ts';

const RIGHT = 'partner.manage';
const websiteObject = (id: number) => `website:${id}`;
const TAKEN =
  'Mit dieser Adresse gibt es schon einen Zugang. Lass dich mit einer anderen einladen.';

interface Reading {
  db: Sql;
  now: Date;
}

/** @throws NOT_FOUND */
async function lockedWebsite(db: Sql, id: number): Promise<partners.Website> {
  const row = await partners.lock(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Who may enter the console of a website, and who is invited. @throws NOT_FOUND */
export async function peopleOf(
  { db, now }: Reading,
  websiteId: number,
): Promise<Output<typeof contract.getPartnerPeople>> {
  const [row] = await partners.listAll(db, websiteId);
  if (!row) throw new AppError('NOT_FOUND');
  const people = await store.listPeople(db, websiteId);
  const invitations = await store.listInvitations({ db, now }, websiteId);
  return {
    people: people.map(({ id, name, email, role, last_login_at, has_factor }) => ({
      person_id: id,
      name,
      email,
      role,
      last_login_at: last_login_at?.toISOString() ?? null,
      has_factor,
    })),
    invitations: invitations.map(({ id, email, role, expires_at }) => ({
      invitation_id: id,
      email,
      role,
      expires_at: expires_at.toISOString(),
    })),
  };
}

/**
 * Mails a link that is good once, for 7 days; an earlier one to the address is void (BOF-125).
 * @throws NOT_FOUND, INVALID_INPUT
 */
export async function invite(
  ctx: DeskCtx,
  { publicUrl }: { publicUrl: string },
  { website_id, role, ...given }: Input<typeof contract.invitePartnerPerson>,
): Promise<number> {
  const { db, now } = ctx;
  const website = await lockedWebsite(db, website_id);
  const email = given.email.trim();
  const people = await store.listPeople(db, website_id);
  if (people.some((person) => person.email.toLowerCase() === email.toLowerCase()))
    throw invalid({ email: 'Diese Person gibt es schon.' });
  const invited = await store.listInvitations({ db, now }, website_id);
  if (people.length + invited.length >= PARTNER_PEOPLE_MAX)
    throw invalid({ email: `Höchstens ${PARTNER_PEOPLE_MAX} Leute und Einladungen.` });
  const token = randomToken();
  const id = await store.saveInvitation(db, {
    website_id,
    email,
    role,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + PARTNER_INVITATION_MS),
  });
  const url = `${publicUrl}${PARTNER_INVITATION_PATH}?token=${token}`;
  const cause = `partner_invitation:${id}`;
  const mail = partnerInvitationMail({ to: email, cause, url, website: website.name, role });
  await enqueueMail(ctx, mail, null);
  await auditChange(ctx, 'website_person_invited', {
    right: RIGHT,
    object: websiteObject(website_id),
    after: { role: PARTNER_ROLE_LABELS[role] },
  });
  return id;
}

/** @throws NOT_FOUND */
export async function withdrawInvitation(
  ctx: DeskCtx,
  { website_id, invitation_id }: Input<typeof contract.withdrawPartnerInvitation>,
): Promise<void> {
  await lockedWebsite(ctx.db, website_id);
  if (!(await store.deleteInvitation(ctx.db, website_id, invitation_id)))
    throw new AppError('NOT_FOUND');
  const object = websiteObject(website_id);
  await auditChange(ctx, 'website_person_withdrawn', { right: RIGHT, object });
}

/** @throws INVITATION_INVALID */
async function invitedForUpdate(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  token: string,
): Promise<store.Invitation> {
  const found = await store.invitationForUpdate({ db, now }, hashToken(token));
  if (!found) throw new AppError('INVITATION_INVALID');
  return found;
}

/** @throws INVITATION_INVALID */
export async function invitation(
  ctx: Ctx<Caller>,
  { token }: Input<typeof entry.consoleInvitation>,
): Promise<Output<typeof entry.consoleInvitation>> {
  const { website_id, email, role } = await invitedForUpdate(ctx, token);
  const [website] = await partners.listAll(ctx.db, website_id);
  return { email, role, website: website!.name };
}

/**
 * Makes the person, who is logged in; the link is used up. @throws INVITATION_INVALID,
 * INVALID_INPUT
 */
export async function acceptInvitation(
  ctx: OwnCtx<Caller>,
  { token, name, password }: Input<typeof entry.acceptConsoleInvitation>,
): Promise<void> {
  const { email } = await ctx.transaction((inner) => invitedForUpdate(inner, token));
  await assertStrongPassword(password, { email, username: name });
  const passwordHash = await hashPassword(password);
  await ctx.transaction(async (inner) => {
    const { db, now } = inner;
    const { id: invitationId, website_id: websiteId, role } = await invitedForUpdate(inner, token);
    const person = { websiteId, name, email, passwordHash, role, now };
    const id = await store.insertPerson(db, person);
    if (id === undefined) throw invalid({ name: TAKEN });
    await store.deleteInvitation(db, websiteId, invitationId);
    await audit({ ...inner, actor: { kind: 'system' } }, 'website_person_joined', objectOf(id));
    await begin(inner, id);
  });
}

/** @throws NOT_FOUND for a person of another website, or whose access has ended */
async function personOf(db: Sql, websiteId: number, id: number): Promise<store.Person> {
  await lockedWebsite(db, websiteId);
  const person = await store.loadForUpdate(db, id);
  if (person?.website_id !== websiteId) throw new AppError('NOT_FOUND');
  return person;
}

/** The house may leave a website without anybody; its own people may not. @throws LAST_MANAGER */
async function assertNotLast(ctx: DeskCtx, person: store.Person): Promise<void> {
  if (ctx.actor.kind !== 'partner' || person.role !== 'manage') return;
  const people = await store.listPeople(ctx.db, person.website_id);
  if (!people.some(({ id, role }) => role === 'manage' && id !== person.id))
    throw new AppError('LAST_MANAGER');
}

/** @throws NOT_FOUND, LAST_MANAGER */
export async function setRole(
  ctx: DeskCtx,
  { website_id, person_id, role }: Input<typeof contract.setPartnerRole>,
): Promise<void> {
  const person = await personOf(ctx.db, website_id, person_id);
  if (person.role === role) return;
  await assertNotLast(ctx, person);
  await store.updatePerson(ctx.db, person_id, { role });
  await auditChange(ctx, 'website_person_role', {
    right: RIGHT,
    object: objectOf(person_id),
    before: { role: PARTNER_ROLE_LABELS[person.role] },
    after: { role: PARTNER_ROLE_LABELS[role] },
  });
}

/**
 * Ends the access and all log-ins, with the next call (BOF-125). @throws NOT_FOUND, LAST_MANAGER
 */
export async function endPerson(
  ctx: DeskCtx,
  { website_id, person_id }: Input<typeof contract.endPartnerPerson>,
): Promise<void> {
  const person = await personOf(ctx.db, website_id, person_id);
  await assertNotLast(ctx, person);
  await store.endPerson(ctx.db, person_id, ctx.now);
  await auditChange(ctx, 'website_person_ended', { right: RIGHT, object: objectOf(person_id) });
}
