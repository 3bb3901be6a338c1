import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/action.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as listings from '../listings/service.ts';
import {
  lockPlaced,
  moveRun,
  type Owner,
  pauseRuns,
  startsOnResume,
  type Unresumed,
} from '../listings/service.ts';
import { endsAt, moveStart } from './booking.ts';
import { BANNERS } from './kind.ts';
import { problemsOf } from './save.ts';
import * as store from './store.ts';

/**
 * Pauses every run of the account. The scheduler neither ends nor renews a paused banner; one that
 * is over already is not renewed any more.
 */
export async function pauseAll(ctx: JobContext, accountId: number) {
  const { db, now } = ctx;
  const placed = sql`booking_id is not null`;
  await lockPlaced(db, BANNERS, accountId, placed);
  await sql`
    update banner set open_end = null, alert_at = null
     where account_id = ${accountId} and deleted_at is null and open_end <= ${now}`.execute(db);
  const columns = { hidden_at: now, paused_at: now, open_end: null, alert_at: null };
  return pauseRuns(ctx, BANNERS, accountId, { placed, columns });
}

/** Resumes these banners for their remaining time; one that may not be shown stays hidden. */
export const resumeAll = (ctx: Ctx<Owner>, ids: readonly number[]): Promise<Unresumed[]> =>
  listings.resumeAll(ctx, BANNERS, { accountId: ctx.actor.userId, ids }, (row) =>
    resume(ctx, { ...row, paused_at: null }, row.paused_at!),
  );

async function resume(
  ctx: Ctx<Owner>,
  row: store.BannerRow,
  paused_at: Date,
): Promise<Unresumed | null> {
  // The hold goes on with the time that stands still.
  if (row.held_at) {
    const { held_at } = row;
    const since = paused_at < held_at ? paused_at : held_at;
    await store.update(ctx.db, row.id, { held_at: since, paused_at: null, hidden_at: null });
    return null;
  }
  const waited = row.hidden_at === null;
  const resumed = { paused_at: null, hidden_at: null, changed_at: ctx.now };
  if (waited) {
    await store.update(ctx.db, row.id, { ...resumed, ...endsAt(row.end_at!) });
    if (startsOnResume(row.start_at!, ctx.now)) await moveStart(ctx, row, ctx.now);
    return null;
  }
  await moveRun(ctx.db, BANNERS, row.booking_id!, {
    start_at: row.start_at!,
    end_at: row.end_at!,
  });
  const wanted = {
    row,
    content: row,
    websites: row.websites,
    picture: 'shown',
    booked: true,
  } as const;
  const reason = Object.values(await problemsOf(ctx, wanted))[0];
  if (reason === undefined) {
    await store.update(ctx.db, row.id, { ...resumed, ...endsAt(row.end_at!) });
    return null;
  }
  await store.update(ctx.db, row.id, { paused_at: null, open_end: row.end_at });
  return { title: bannerTitle(row), reason };
}
