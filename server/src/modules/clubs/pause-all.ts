import { sql } from 'kysely';
import type { JobContext } from '../../platform/due-work.ts';
import * as listings from '../listings/service.ts';
import {
  lockPlaced,
  moveRun,
  pauseRuns,
  reminderAt,
  startsOnResume,
  type Unresumed,
} from '../listings/service.ts';
import { moveTo } from './booking.ts';
import { CLUBS } from './kind.ts';
import * as store from './store.ts';

/** Pauses every run of the account. */
export async function pauseAll(ctx: JobContext, accountId: number) {
  const placed = sql`placed_at is not null`;
  await lockPlaced(ctx.db, CLUBS, accountId, placed);
  const columns = { hidden_at: ctx.now, alert_at: null };
  return pauseRuns(ctx, CLUBS, accountId, { placed, columns });
}

/** Resumes these clubs for their remaining time. */
export const resumeAll = (
  ctx: JobContext,
  accountId: number,
  ids: readonly number[],
): Promise<Unresumed[]> =>
  listings.resumeAll(ctx, CLUBS, { accountId, ids }, async (row) => {
    // The hold goes on with the time that stands still.
    if (row.held_at) {
      const { hidden_at, held_at } = row;
      const since = hidden_at && hidden_at < held_at ? hidden_at : held_at;
      await store.update(ctx.db, row.id, { held_at: since, hidden_at: null });
      return null;
    }
    let { start_at, end_at } = row;
    if (start_at && startsOnResume(start_at, ctx.now))
      ({ start_at, end_at } = (await moveTo(ctx, row, ctx.now))!);
    else if (start_at && end_at && start_at <= ctx.now)
      await moveRun(ctx.db, CLUBS, row.booking_id!, { start_at, end_at });
    await store.update(ctx.db, row.id, {
      hidden_at: null,
      changed_at: ctx.now,
      ...(end_at && { alert_at: reminderAt(end_at) }),
    });
    return null;
  });
