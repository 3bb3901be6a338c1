import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx } from '../../platform/action.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as accounts from '../accounts/service.ts';
import { assertNotHeld } from '../holds/service.ts';
import type { Kind, Lifecycle, ListingRow, Owner } from './kind.ts';
import * as store from './store.ts';

/** Applies what is due for a locked row, such as its end; returns whether anything changed. */
export type Settle<Row> = (ctx: JobContext, row: Row) => Promise<boolean>;

/** The account's listing, locked and with everything due applied; undefined if there is none. */
export async function findForUpdate<Row extends ListingRow>(
  ctx: JobContext,
  kind: Kind<Row>,
  { accountId, id }: { accountId: number; id: number },
  settle?: Settle<Row>,
): Promise<Row | undefined> {
  if (!(await store.lockOwn(ctx.db, kind, accountId, id))) return undefined;
  // Read after the lock: a transaction that held it may have booked.
  const row = (await kind.find(ctx.db, id, ctx.now))!;
  return (await settle?.(ctx, row)) ? kind.find(ctx.db, id, ctx.now) : row;
}

/** The same for the caller. @throws the kind's `notFound` */
export async function loadForUpdate<Row extends ListingRow>(
  ctx: Ctx<Owner>,
  kind: Kind<Row>,
  id: number,
  settle?: Settle<Row>,
): Promise<Row> {
  const row = await findForUpdate(ctx, kind, { accountId: ctx.actor.userId, id }, settle);
  if (!row) throw new AppError(kind.errors.notFound);
  return row;
}

/**
 * The status of a locked listing after this event.
 * @throws ACCOUNT_OFFLINE, HELD, the lifecycle's `notInThisState` with the state
 */
export async function assertEvent<
  Row extends ListingRow,
  Status extends string,
  Event extends string,
>(
  ctx: JobContext,
  lifecycle: Lifecycle<Row, Status, Event>,
  row: Row,
  event: Event,
): Promise<Status | 'geloescht'> {
  if (!lifecycle.whileHeld.includes(event)) assertNotHeld(row);
  if (lifecycle.publishing.includes(event)) await accounts.requireOnline(ctx.db, row.account_id);
  return nextStatus(ctx.now, lifecycle, row, event);
}

/** The status after this event. @throws the lifecycle's `notInThisState` with the state */
export function nextStatus<Row, Status extends string, Event extends string>(
  now: Date,
  { statusOf, steps, labels, notInThisState }: Lifecycle<Row, Status, Event>,
  row: Row,
  event: Event,
): Status | 'geloescht' {
  const status = statusOf(row, now);
  const next = steps[status][event];
  if (next === undefined) throw new AppError(notInThisState, { params: { state: labels[status] } });
  return next;
}

/** Optimistic lock; no version saves unconditionally. @throws the kind's `versionConflict` */
export function assertVersion(
  { errors }: Pick<Kind, 'errors'>,
  row: Pick<ListingRow, 'version' | 'saved_at'>,
  version: number | undefined,
): void {
  if (version === undefined || version === row.version) return;
  const savedAt = row.saved_at?.toISOString();
  throw new AppError(errors.versionConflict, {
    extra: { version: row.version, ...(savedAt && { saved_at: savedAt }) },
  });
}

/** Before one more listing is created. @throws the kind's `tooMany` with n */
export async function assertRoom(
  { db, actor }: Pick<Ctx<Owner>, 'db' | 'actor'>,
  { table, limit, errors }: Pick<Kind, 'table' | 'limit' | 'errors'>,
): Promise<void> {
  if (limit.exclusive) await store.lockCreation(db, table, actor.userId);
  if ((await store.count(db, table, actor.userId, limit.counts)) < limit.max) return;
  throw new AppError(errors.tooMany, { params: { n: limit.max } });
}

/** The listing that a call names in one or both of its fields. @throws the kind's `notFound` */
export function namedId(
  { errors }: Pick<Kind, 'errors'>,
  one: number | undefined,
  other: number | undefined,
): number | undefined {
  if (one !== undefined && other !== undefined && one !== other)
    throw new AppError(errors.notFound);
  return one ?? other;
}
