import type { AuditAction } from '@samtrot/shared/audit/rules.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import { sql } from 'kysely';
import type { Actor, Client, Ctx, DeskCtx, StaffCtx, StaffPerson } from './action.ts';
import type { Sql } from './db.ts';

type Details = Record<string, string | number | boolean>;
interface Where extends Pick<Ctx, 'db' | 'now'> {
  actor: Actor | StaffPerson | { kind: 'system' | 'cli' };
  client?: Pick<Client, 'request'>;
  /** By which somebody of the house does it. */
  right?: Right;
}

/** Writes the audit entry in the caller's transaction, without personal data. */
export async function audit(
  ctx: Where,
  action: AuditAction,
  object: string,
  details: Details = {},
): Promise<void> {
  const right = ctx.actor.kind === 'partner' ? undefined : ctx.right;
  await write(ctx, { action, object, details: JSON.stringify(details), ...(right && { right }) });
}

/** What a person of the house changed: by which right, why, what it was and what it became. */
export interface StaffChange {
  right: Right;
  object: string;
  reason?: string;
  before?: Details;
  after?: Details;
}

/**
 * The one line of a change by the house or by a website's own people, in its transaction (BOF-139).
 */
export async function auditChange(
  ctx: DeskCtx,
  action: AuditAction,
  { right, object, reason, before, after }: StaffChange,
): Promise<void> {
  await write(ctx, {
    action,
    object,
    ...(ctx.actor.kind !== 'partner' && { right }),
    ...(reason !== undefined && { reason }),
    ...(before && { before: JSON.stringify(before) }),
    ...(after && { after: JSON.stringify(after) }),
  });
}

/** What a person of the house looked at. */
export interface StaffLook {
  right: Right;
  object: string;
  found?: Details;
}

/** The line of a look by the house: one for each object, person and hour (BOF-142). */
export async function auditLook(
  ctx: StaffCtx,
  action: AuditAction,
  { right, object, found }: StaffLook,
): Promise<void> {
  const { db, now, actor } = ctx;
  const staffId = actor.kind === 'staff' ? actor.staffId : null;
  await sql`select pg_advisory_xact_lock(hashtext('audit look'), hashtext(${`${staffId} ${object}`}))`.execute(
    db,
  );
  const before = await db
    .selectFrom('audit')
    .select('id')
    .where('object', '=', object)
    .where('at', '>', new Date(now.getTime() - HOUR_MS))
    .where('action', '=', action)
    .where('staff_id', 'is not distinct from', staffId)
    .executeTakeFirst();
  if (before) return;
  await write(ctx, { action, object, right, ...(found && { after: JSON.stringify(found) }) });
}

/** Those of these objects that the person has looked at. */
export async function lookedAt(
  db: Sql,
  staffId: number,
  action: AuditAction,
  objects: readonly string[],
): Promise<Set<string>> {
  if (objects.length === 0) return new Set();
  const rows = await db
    .selectFrom('audit')
    .select('object')
    .distinct()
    .where('object', 'in', [...objects])
    .where('action', '=', action)
    .where('staff_id', '=', staffId)
    .execute();
  return new Set(rows.map(({ object }) => object));
}

interface Line {
  action: AuditAction;
  object: string;
  details?: string;
  right?: Right;
  reason?: string;
  before?: string;
  after?: string;
}

function idOf(actor: Where['actor']): number | undefined {
  if (actor.kind === 'staff') return actor.staffId;
  if (actor.kind === 'partner') return actor.partnerUserId;
  return 'userId' in actor ? actor.userId : undefined;
}

async function write({ db, now, actor, client }: Where, line: Line): Promise<void> {
  const staff_id = actor.kind === 'staff' ? actor.staffId : null;
  const id = idOf(actor);
  await db
    .insertInto('audit')
    .values({
      at: now,
      actor: id === undefined ? actor.kind : `${actor.kind}:${id}`,
      staff_id,
      request: client?.request ?? null,
      ...line,
    })
    .execute();
}
