import { isDeepStrictEqual } from 'node:util';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import type * as contract from '@samtrot/shared/staff/approval-contract.ts';
import { APPROVAL_LABELS, maySettle, SOLO_WAIT_MS } from '@samtrot/shared/staff/approval-rules.ts';
import { grantOf, mayApprove, type Right, rightsOf } from '@samtrot/shared/staff/rights.ts';
import { ROLES, type Role } from '@samtrot/shared/staff/roles.ts';
import {
  AwaitsApproval,
  assertFresh,
  type StaffCtx,
  type StaffPerson,
} from '../../../platform/action.ts';
import { auditChange } from '../../../platform/audit.ts';
import * as people from '../store.ts';
import * as store from './approval-store.ts';

/** A context with a person: the command line needs `--as` here. */
type PersonCtx = StaffCtx & { actor: StaffPerson };

/**
 * A change that may need a second person. Each module describes its own; the composition root puts
 * them together.
 */
export interface Operation {
  name: string;
  right: Right;
  /** What people call it. */
  label: string;
  /** Whose part of the right it belongs to; without it, all of whoever has the right. */
  roles?(ctx: Pick<StaffCtx, 'db'>, input: never): Promise<readonly Role[]>;
  /** What the object is called: `staff:7` is a person's name. */
  nameOf(ctx: Pick<StaffCtx, 'db'>, object: string): Promise<string>;
  /** Figures that are read when somebody looks, because they must not be stored in clear. */
  shown?(ctx: Pick<StaffCtx, 'db' | 'now'>, input: never): Promise<store.Figures>;
  /** Locks what it changes; the sentence why the request no longer holds, or null. */
  check(ctx: PersonCtx, input: never): Promise<string | null>;
  /** Carries it out in the transaction of the approval, with its own line in the audit log. */
  perform(ctx: PersonCtx, input: never, asked: Asking): Promise<void>;
}

/** Why it was asked for, and by whom. */
type Asking = Pick<store.Approval, 'reason' | 'asked_by'>;

export interface ApprovalDeps {
  operations: readonly Operation[];
  /** `FOUR_EYES=solo` */
  solo: boolean;
}

interface Asked {
  operation: Operation;
  object: string;
  input: object;
  before: store.Figures;
  after: store.Figures;
  reason: string | undefined;
  /** What is said at which field while another request waits; without it, `WAITS`. */
  waits?: Record<string, string>;
}

/** How many decided ones the list shows. */
const DECIDED = 50;

const WAITS = {
  reason: 'Dazu wartet schon etwas anderes unter «Freigaben». Es muss zuerst entschieden sein.',
};

/**
 * Asks for a second person; changes nothing else. What is asked for twice waits once.
 * @throws REASON_REQUIRED; SECOND_PERSON_MISSING (BOF-24); INVALID_INPUT while another request
 *   waits
 */
export async function requestApproval(
  ctx: PersonCtx,
  { solo }: Pick<ApprovalDeps, 'solo'>,
  { operation, reason: given = '', waits = WAITS, ...asked }: Asked,
): Promise<AwaitsApproval> {
  const { actor } = ctx;
  const { name, right } = operation;
  const reason = given.trim();
  if (reason === '') throw new AppError('REASON_REQUIRED');
  const others = await othersWhoMayApprove(ctx, operation, asked.input);
  if (others === 0 && !(solo && mayApprove(actor.role, right)))
    throw new AppError('SECOND_PERSON_MISSING');
  const request = { ...asked, operation: name, right, reason, asked_by: actor.staffId };
  const open = await store.findOpen(ctx, request);
  if (open) {
    if (!isDeepStrictEqual(open.input, JSON.parse(JSON.stringify(asked.input))))
      throw invalid(waits);
    return new AwaitsApproval(open.id);
  }
  const id = await store.insertApproval(ctx, request);
  const { object, before, after } = asked;
  await auditChange(ctx, 'approval_requested', { right, object, reason, before, after });
  return new AwaitsApproval(id);
}

/** The open request for the same thing. */
export const findOpenApproval = store.findOpen;

/** Who reads a request: the roles with its right, or with the part of it that it belongs to. */
async function readersOf(
  ctx: Pick<StaffCtx, 'db'>,
  { right, roles }: Operation,
  input: unknown,
): Promise<readonly Role[]> {
  const part = (await roles?.(ctx, input as never)) ?? ROLES;
  return part.filter((role) => grantOf(role, right));
}

async function othersWhoMayApprove(
  ctx: PersonCtx,
  operation: Operation,
  input: unknown,
): Promise<number> {
  const readers = await readersOf(ctx, operation, input);
  const roles = readers.filter((role) => mayApprove(role, operation.right));
  return roles.length === 0 ? 0 : people.othersWith(ctx.db, roles, ctx.actor.staffId);
}

/** Of these approvals those that the person reads. */
async function readBy(ctx: PersonCtx, deps: ApprovalDeps, list: readonly store.Approval[]) {
  const read: store.Approval[] = [];
  for (const approval of list) {
    const readers = await readersOf(ctx, operationOf(deps, approval.operation), approval.input);
    if (readers.includes(ctx.actor.role)) read.push(approval);
  }
  return read;
}

/**
 * The last ones that the person reads; read on past the parts of other roles, which no query knows.
 */
async function lastDecided(ctx: PersonCtx, deps: ApprovalDeps): Promise<store.Approval[]> {
  const rights = rightsOf(ctx.actor.role);
  const read: store.Approval[] = [];
  for (let before: number | undefined; ; ) {
    const part = await store.decidedApprovals(ctx.db, rights, { before, limit: DECIDED });
    read.push(...(await readBy(ctx, deps, part)));
    if (part.length < DECIDED || read.length >= DECIDED) return read.slice(0, DECIDED);
    before = part.at(-1)!.id;
  }
}

type List = Output<typeof contract.getApprovals>;
type Shown = List['open'][number];

export async function approvalsOf(ctx: PersonCtx, deps: ApprovalDeps): Promise<List> {
  const rights = rightsOf(ctx.actor.role);
  const open = await readBy(ctx, deps, await store.openApprovals(ctx.db, rights));
  const decided = await lastDecided(ctx, deps);
  const names = await namesOf(ctx, [...open, ...decided]);
  const show = async (approval: store.Approval): Promise<Shown> => {
    const { id, asked_by, decided_by, asked_at, expires_at, decided_at, operation, object } =
      approval;
    const known = operationOf(deps, operation);
    return {
      approval_id: id,
      operation,
      label: known.label,
      object,
      object_name: await known.nameOf(ctx, object),
      before: approval.before,
      after: { ...approval.after, ...(await known.shown?.(ctx, approval.input as never)) },
      reason: approval.reason,
      asked_by: names.get(asked_by)!,
      asked_at: asked_at.toISOString(),
      expires_at: expires_at.toISOString(),
      state: approval.state,
      decided_by: decided_by === null ? null : names.get(decided_by)!,
      decided_at: decided_at?.toISOString() ?? null,
      note: approval.note,
      solo: approval.solo,
      may: approval.state === 'open' ? await mayDo(ctx, deps, approval) : [],
    };
  };
  // One after the other: they share the transaction's connection.
  const shown = async (list: store.Approval[]) => {
    const result: Shown[] = [];
    for (const approval of list) result.push(await show(approval));
    return result;
  };
  return { open: await shown(open), decided: await shown(decided) };
}

async function mayDo(
  ctx: PersonCtx,
  deps: ApprovalDeps,
  approval: store.Approval,
): Promise<Shown['may']> {
  const { actor } = ctx;
  const own = approval.asked_by === actor.staffId;
  const may: Shown['may'] = own ? ['withdraw'] : [];
  if (!mayApprove(actor.role, approval.right)) return may;
  if (own) return (await settles(ctx, deps, approval)) ? ['approve', ...may] : may;
  return ['approve', 'decline'];
}

const settles = async (
  ctx: PersonCtx,
  deps: ApprovalDeps,
  { asked_by, asked_at, operation, input }: store.Approval,
): Promise<boolean> => {
  const { now } = ctx;
  const { staffId } = ctx.actor;
  const alone =
    deps.solo &&
    asked_by === staffId &&
    now.getTime() - asked_at.getTime() > SOLO_WAIT_MS &&
    (await othersWhoMayApprove(ctx, operationOf(deps, operation), input)) === 0;
  return maySettle({ askedBy: asked_by, askedAt: asked_at }, { staffId, now, alone });
};

interface Decided {
  state: Exclude<store.Approval['state'], 'open'>;
  /** The sentence why it is void. */
  note?: string;
}

const EXPIRED = 'Die Frist von 72 Stunden ist abgelaufen.';

/**
 * Carries out what was asked for, once, in this transaction; or voids it with the sentence why.
 * @throws NOT_FOUND, RIGHT_MISSING, FRESH_FACTOR_REQUIRED, ALREADY_DECIDED, SAME_PERSON
 */
export async function approve(ctx: PersonCtx, deps: ApprovalDeps, id: number): Promise<Decided> {
  const approval = await openForUpdate(ctx, deps, id);
  assertFresh(ctx.actor, approval.right, ctx.now);
  if (!(await settles(ctx, deps, approval))) throw new AppError('SAME_PERSON');
  if (approval.expires_at <= ctx.now)
    return end(ctx, approval, { state: 'expired', note: EXPIRED });
  const operation = operationOf(deps, approval.operation);
  const problem =
    (await whyNotBoth(ctx, operation, approval)) ??
    (await operation.check(ctx, approval.input as never));
  if (problem !== null) return end(ctx, approval, { state: 'void', note: problem });
  await end(ctx, approval, { state: 'approved' });
  await operation.perform(ctx, approval.input as never, approval);
  return { state: 'approved' };
}

/** Whether both are still active with the right; else the sentence who is not (BOF-21). */
async function whyNotBoth(
  ctx: PersonCtx,
  operation: Operation,
  { asked_by, right, input }: store.Approval,
): Promise<string | null> {
  const { db, actor } = ctx;
  const readers = await readersOf(ctx, operation, input);
  // In the order of their numbers, so that two approvals never wait for each other.
  for (const id of [actor.staffId, asked_by].toSorted((one, other) => one - other)) {
    const person = await people.actorForShare(db, id);
    if (id === actor.staffId && person && !mayApprove(person.role, right))
      return `${person.name} hat das Recht dafür nicht mehr.`;
    if (!person) return 'Eine der beiden Personen arbeitet nicht mehr hier.';
    if (!readers.includes(person.role)) return `${person.name} hat das Recht dafür nicht mehr.`;
  }
  return null;
}

/** @throws NOT_FOUND, RIGHT_MISSING, ALREADY_DECIDED, SAME_PERSON, REASON_REQUIRED */
export async function decline(
  ctx: PersonCtx,
  deps: ApprovalDeps,
  { id, reason }: { id: number; reason: string },
): Promise<Decided> {
  const approval = await openForUpdate(ctx, deps, id);
  if (approval.asked_by === ctx.actor.staffId) throw new AppError('SAME_PERSON');
  const note = reason.trim();
  if (note === '') throw new AppError('REASON_REQUIRED');
  return end(ctx, approval, { state: 'declined', note });
}

/** Ends those whose time is over, and says so to who asked; returns how many (BOF-18). */
export async function expireApprovals(ctx: Pick<PersonCtx, 'db' | 'now'>): Promise<number> {
  const ids = await store.loadExpiredForUpdate(ctx);
  for (const id of ids) await endAlone(ctx, id, { state: 'expired', note: EXPIRED });
  return ids.length;
}

/** Ends an open request without a person, with the sentence why; nothing where it is decided. */
export const voidApproval = (
  ctx: Pick<PersonCtx, 'db' | 'now'>,
  id: number,
  note: string,
): Promise<void> => endAlone(ctx, id, { state: 'void', note });

async function endAlone(
  ctx: Pick<PersonCtx, 'db' | 'now'>,
  id: number,
  { state, note }: { state: 'void' | 'expired'; note: string },
): Promise<void> {
  const approval = await store.loadApprovalForUpdate(ctx.db, id);
  if (approval?.state !== 'open') return;
  await store.decide(ctx, id, { state, by: null, note });
  const { right, before, after, object } = approval;
  await auditChange({ ...ctx, actor: { kind: 'system' } }, `approval_${state}`, {
    right,
    object: `approval:${id}`,
    reason: note,
    before: { ...before, object },
    after,
  });
}

/** @throws NOT_FOUND for what somebody else asked for; ALREADY_DECIDED */
export async function withdraw(ctx: PersonCtx, id: number): Promise<Decided> {
  const approval = await store.loadApprovalForUpdate(ctx.db, id);
  if (approval?.asked_by !== ctx.actor.staffId) throw new AppError('NOT_FOUND');
  await assertOpen(ctx, approval);
  return end(ctx, approval, { state: 'withdrawn' });
}

async function openForUpdate(
  ctx: PersonCtx,
  deps: ApprovalDeps,
  id: number,
): Promise<store.Approval> {
  const approval = await store.loadApprovalForUpdate(ctx.db, id);
  // Whose right a person lacks she learns nothing of, as if it were not there.
  if (!approval || (await readBy(ctx, deps, [approval])).length === 0)
    throw new AppError('NOT_FOUND');
  if (!mayApprove(ctx.actor.role, approval.right)) throw new AppError('SAME_PERSON');
  await assertOpen(ctx, approval);
  return approval;
}

async function assertOpen(ctx: PersonCtx, { state, decided_by, decided_at }: store.Approval) {
  if (state === 'open') return;
  const name = decided_by === null ? 'Automatik' : await nameOf(ctx, decided_by);
  const entscheid = APPROVAL_LABELS[state];
  const params = { name, zeit: formatDayTime(decided_at!), entscheid };
  throw new AppError('ALREADY_DECIDED', { params });
}

async function end(ctx: PersonCtx, approval: store.Approval, decided: Decided): Promise<Decided> {
  const { id, right, object, before, after } = approval;
  const by = ctx.actor.staffId;
  const solo = decided.state === 'approved' && approval.asked_by === by;
  await store.decide(ctx, id, { ...decided, by, solo });
  await auditChange(ctx, `approval_${decided.state}`, {
    right,
    object: `approval:${id}`,
    reason: decided.note ?? approval.reason,
    before: { ...before, object },
    after: { ...after, ...(solo && { solo }) },
  });
  return decided;
}

const operationOf = ({ operations }: ApprovalDeps, name: string): Operation => {
  const found = operations.find((one) => one.name === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
};

async function nameOf({ db }: PersonCtx, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}

async function namesOf({ db }: PersonCtx, approvals: store.Approval[]) {
  const ids = approvals.flatMap(({ asked_by, decided_by }) => [asked_by, decided_by ?? asked_by]);
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What waits of a right of hers, and since when. */
export async function waitingApprovals(
  ctx: PersonCtx,
  deps: ApprovalDeps,
): Promise<{ count: number; since: Date | null }> {
  const open = await readBy(ctx, deps, await store.openApprovals(ctx.db, rightsOf(ctx.actor.role)));
  return { count: open.length, since: open[0]?.asked_at ?? null };
}
