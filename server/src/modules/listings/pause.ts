import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from '../../platform/due-work.ts';
import type { Kind, ListingRow } from './kind.ts';
import { findForUpdate } from './load.ts';
import * as store from './store.ts';

/**
 * Start and end of a booking `k` that is paused since the first of `pausedAt`, as if it resumed
 * now. One paused before its start waits: it starts when resumed, never before its planned start.
 */
export function pausedRun(pausedAt: readonly string[], now: Date) {
  const at = sql`least(${sql.join(pausedAt.map((column) => sql.ref(column)))})`;
  const waits = sql`coalesce(${at} < k.start_at, false)`;
  const resumed = sql`${now}::timestamptz + interval '1 millisecond'`;
  const startAt = sql`case when ${waits} then greatest(k.start_at, ${resumed}) else k.start_at end`;
  const endAt = sql`
    k.end_at + case when ${waits} then ${startAt} - k.start_at
               else coalesce(${now}::timestamptz - ${at}, interval '0') end`;
  return { waits, startAt, endAt };
}

/** Whether a row read by `pausedRun` starts because it resumes. */
export const startsOnResume = (startAt: Date, now: Date): boolean =>
  startAt > now && startAt.getTime() <= now.getTime() + 1;

/** Pauses every run of the account that is not over; `waiting` is one that has not begun. */
export const pauseRuns = (
  { db, now }: JobContext,
  kind: Pick<Kind, 'table' | 'bookings' | 'exists'>,
  accountId: number,
  { placed, columns }: { placed: RawBuilder<unknown>; columns: Record<string, Date | null> },
) =>
  store.pauseRuns(db, kind, { accountId, now, placed, columns: { ...columns, changed_at: now } });

/** A listing that was not resumed, and why. */
export interface Unresumed {
  title: string;
  reason: string;
}

/** Resumes these listings one by one; returns those that were not. */
export async function resumeAll<Row extends ListingRow>(
  ctx: JobContext,
  kind: Kind<Row>,
  { accountId, ids }: { accountId: number; ids: readonly number[] },
  resume: (row: Row) => Promise<Unresumed | null>,
): Promise<Unresumed[]> {
  const unresumed: Unresumed[] = [];
  for (const id of ids) {
    const row = await findForUpdate(ctx, kind, { accountId, id });
    const problem = row
      ? await resume(row)
      : { title: `${kind.label} ${id}`, reason: 'Inzwischen gelöscht.' };
    if (problem) unresumed.push(problem);
  }
  return unresumed;
}
