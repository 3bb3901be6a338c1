import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { signsFor, staffRestsSince } from '@samtrot/shared/staff/login-rules.ts';
import { ROLE_LABELS, type Role } from '@samtrot/shared/staff/roles.ts';
import type * as contract from '@samtrot/shared/staff/team-contract.ts';
import type { AwaitsApproval, StaffCtx, StaffPerson } from '../../../platform/action.ts';
import { auditChange } from '../../../platform/audit.ts';
import { enqueueMail } from '../../mail/service.ts';
import { type ApprovalDeps, type Operation, requestApproval } from '../approvals/approvals.ts';
import { createInvitation } from '../login/enrolment.ts';
import { deleteFactors } from '../login/factor-store.ts';
import type { LoginDeps } from '../login/login.ts';
import { deleteLogins } from '../login/login-store.ts';
import { invitationMail, setUpAgainMail } from '../mail-templates.ts';
import * as store from '../store.ts';

export type PeopleDeps = Pick<LoginDeps, 'publicUrl'>;

const RIGHT = 'staff.manage';
const EMAIL_TAKEN = 'Diese Person gibt es schon.';

interface NewPerson {
  name: string;
  email: string;
  role: Role;
}

/** Adds an invited person. @throws INVALID_INPUT for an address that is taken */
export async function addPerson(ctx: StaffCtx, { name, email, role }: NewPerson): Promise<number> {
  const { db, now } = ctx;
  if (await store.findByEmail(db, email)) throw invalid({ email: EMAIL_TAKEN });
  const taken = await store.takenSigns(db);
  for (const sign of signsFor(name).filter((free) => !taken.has(free))) {
    const id = await store.insertPerson(db, { name, sign, email, role, now });
    if (id === undefined) continue;
    const after = { role };
    await auditChange(ctx, 'staff_added', { right: RIGHT, object: `staff:${id}`, after });
    return id;
  }
  throw invalid({ name: 'Für diesen Namen ist kein Kürzel mehr frei.' });
}

type Invited = Pick<store.Person, 'id' | 'email' | 'role' | 'last_login_at'>;

/** Mails the link of the enrolment. */
export async function invite(
  ctx: StaffCtx,
  deps: PeopleDeps,
  { id, email: to, role, last_login_at }: Invited,
): Promise<void> {
  const url = await createInvitation(ctx, deps, id);
  const cause = `staff_invitation:${id}:${ctx.now.getTime()}`;
  const mail =
    last_login_at === null
      ? invitationMail({ to, cause, url })
      : setUpAgainMail({ to, cause, url, help: await store.helpFor(ctx.db, { id, role }) });
  await enqueueMail(ctx, mail, null);
}

export async function team({
  db,
  now,
}: StaffCtx): Promise<Output<typeof contract.getTeam>['people']> {
  const people = await store.listPeople(db);
  const factors = await factorsByPerson(db, now);
  return people.map(({ id, name, sign, email, role, state, last_login_at }) => ({
    staff_id: id,
    name,
    sign,
    email,
    role,
    state,
    last_login_at: last_login_at?.toISOString() ?? null,
    returns: state === 'invited' && last_login_at !== null,
    ...factors.get(id)!,
  }));
}

async function factorsByPerson(db: StaffCtx['db'], now: Date) {
  const rows = await db
    .selectFrom('staff')
    .select((is) => [
      'staff.id',
      is
        .exists(
          is
            .selectFrom('staff_factor')
            .whereRef('staff_factor.staff_id', '=', 'staff.id')
            .where('secret', 'is not', null),
        )
        .$castTo<boolean>()
        .as('has_app'),
      is
        .selectFrom('staff_passkey')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('staff_passkey.staff_id', '=', 'staff.id')
        .as('passkeys'),
      is
        .selectFrom('staff_recovery_code')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('staff_recovery_code.staff_id', '=', 'staff.id')
        .where('used_at', 'is', null)
        .as('recovery_codes'),
      is
        .selectFrom('staff_login')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('staff_login.staff_id', '=', 'staff.id')
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', staffRestsSince(now))
        .as('logins'),
    ])
    .execute();
  return new Map(
    rows.map(({ id, has_app, passkeys, recovery_codes, logins }) => [
      id,
      {
        has_app,
        passkeys: passkeys ?? 0,
        recovery_codes: recovery_codes ?? 0,
        logins: logins ?? 0,
      },
    ]),
  );
}

type Person = StaffCtx & { actor: StaffPerson };

/**
 * Another role. To make an owner needs a second person.
 * @throws NOT_FOUND, LAST_OWNER, REASON_REQUIRED, SECOND_PERSON_MISSING
 */
export async function setRole(
  ctx: Person,
  deps: Pick<ApprovalDeps, 'solo'>,
  { staff_id, role, reason }: { staff_id: number; role: Role; reason?: string | undefined },
): Promise<AwaitsApproval | undefined> {
  const owners = await store.activeOwnersForUpdate(ctx.db);
  const person = await employed(ctx, staff_id);
  if (person.role === role) return undefined;
  if (role === 'owner')
    return requestApproval(ctx, deps, {
      operation: makeOwner,
      object: `staff:${staff_id}`,
      input: { staff_id, before: person.role },
      before: { Rolle: ROLE_LABELS[person.role] },
      after: { Rolle: ROLE_LABELS[role] },
      reason,
    });
  assertNotLast(owners, person);
  await changeRole(ctx, person, role, reason);
  return undefined;
}

async function changeRole(
  ctx: StaffCtx,
  { id, role: before }: store.Person,
  role: Role,
  reason?: string,
): Promise<void> {
  await store.updatePerson(ctx.db, id, { role });
  await auditChange(ctx, 'staff_role', {
    right: RIGHT,
    object: `staff:${id}`,
    ...(reason !== undefined && { reason }),
    before: { role: before },
    after: { role },
  });
}

/** The first change of the house that needs four eyes. */
export const makeOwner: Operation = {
  name: 'staff_owner',
  right: RIGHT,
  label: 'Zur Inhaberin machen',
  async nameOf({ db }, object) {
    const id = Number(object.replace('staff:', ''));
    return (await store.findPerson(db, id))?.name ?? object;
  },
  async check({ db }, { staff_id, before }: { staff_id: number; before: Role }) {
    const person = await store.loadForUpdate(db, staff_id);
    if (!person || person.state === 'blocked' || person.state === 'left')
      return 'Diese Person ist inzwischen gesperrt oder ausgetreten.';
    return person.role === before ? null : 'Die Rolle dieser Person hat sich inzwischen geändert.';
  },
  async perform(ctx, { staff_id }: { staff_id: number }, { reason }) {
    const person = (await store.loadForUpdate(ctx.db, staff_id))!;
    await changeRole(ctx, person, 'owner', reason);
  },
};

/**
 * Voids the factors and the password, ends all log-ins and returns the person, who is invited
 * again. The command line may do it to the last owner, who lost her factor.
 * @throws NOT_FOUND, LAST_OWNER
 */
export async function resetFactor(ctx: StaffCtx, staffId: number): Promise<store.Person> {
  const owners = await store.activeOwnersForUpdate(ctx.db);
  const person = await employed(ctx, staffId);
  if (person.state === 'blocked') throw new AppError('NOT_FOUND');
  if (ctx.actor.kind === 'staff' && 'sessionHash' in ctx.actor) assertNotLast(owners, person);
  await deleteFactors(ctx.db, staffId);
  await deleteLogins(ctx.db, staffId);
  await store.updatePerson(ctx.db, staffId, { state: 'invited', password_hash: null });
  const kind = person.state === 'invited' ? 'staff_link_renewed' : 'staff_factor_reset';
  await auditChange(ctx, kind, { right: RIGHT, object: `staff:${staffId}` });
  return person;
}

/** Ends all log-ins and allows none from now on. @throws NOT_FOUND, LAST_OWNER */
export async function block(
  ctx: StaffCtx,
  { staff_id, state }: { staff_id: number; state: 'blocked' | 'left' },
): Promise<void> {
  const owners = await store.activeOwnersForUpdate(ctx.db);
  const person = await employed(ctx, staff_id);
  assertNotLast(owners, person);
  await deleteLogins(ctx.db, staff_id);
  await ctx.db.deleteFrom('staff_enrolment').where('staff_id', '=', staff_id).execute();
  if (state === 'left') await deleteFactors(ctx.db, staff_id);
  await changeState(ctx, person, state);
}

/** @throws NOT_FOUND for a person who is not blocked */
export async function unblock(ctx: StaffCtx, staffId: number): Promise<void> {
  const person = await store.loadForUpdate(ctx.db, staffId);
  if (person?.state !== 'blocked') throw new AppError('NOT_FOUND');
  await changeState(ctx, person, person.password_hash === null ? 'invited' : 'active');
}

async function changeState(
  ctx: StaffCtx,
  { id, state: before }: store.Person,
  state: store.StaffState,
): Promise<void> {
  await store.updatePerson(ctx.db, id, { state });
  await auditChange(ctx, 'staff_state', {
    right: RIGHT,
    object: `staff:${id}`,
    before: { state: before },
    after: { state },
  });
}

/** @throws NOT_FOUND for an unknown person and for one who left */
async function employed({ db }: StaffCtx, id: number): Promise<store.Person> {
  const person = await store.loadForUpdate(db, id);
  if (!person || person.state === 'left') throw new AppError('NOT_FOUND');
  return person;
}

/** @throws LAST_OWNER (BOF-14) */
function assertNotLast(owners: number[], { id }: store.Person): void {
  if (owners.length === 1 && owners[0] === id) throw new AppError('LAST_OWNER');
}
