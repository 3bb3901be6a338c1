import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/action.ts';
import { findForUpdate, type JobContext, type Owner, reminderAt } from '../listings/service.ts';
import { endsAt, moveStart } from './booking.ts';
import { BANNERS } from './kind.ts';
import { problemsOf } from './save.ts';
import * as store from './store.ts';

/** What was taken down; `waiting` of one that had not begun. */
export interface TakenDown {
  id: number;
  waiting: boolean;
}

/**
 * Takes every running banner of the account off the partner websites at once and stops its time;
 * planned ones wait. Nobody sees to their ends meanwhile: the clock neither closes nor renews them.
 * What had ended already is not renewed any more.
 */
export async function takeDown({ db, now }: JobContext, accountId: number): Promise<TakenDown[]> {
  await sql`
    select from banner where account_id = ${accountId} and deleted_at is null and booking_id is not null
     order by id for no key update`.execute(db);
  await sql`
    update banner set open_end = null, alert_at = null
     where account_id = ${accountId} and deleted_at is null and open_end <= ${now}`.execute(db);
  const { rows } = await sql<TakenDown>`
    update banner b set hidden_at = ${now}, paused_at = ${now}, open_end = null, alert_at = null, changed_at = ${now}
      from banner_booking k
     where k.id = b.booking_id and b.account_id = ${accountId} and b.deleted_at is null and b.hidden_at is null
       and k.end_at > ${now} returning b.id, k.start_at > ${now} as waiting`.execute(db);
  return rows;
}

/**
 * Lets these banners go on where they stood: for the time that they were off they run longer, and
 * what should have begun meanwhile begins now. What may no longer be shown as it is stays hidden,
 * with its time.
 */
export async function bringBack(ctx: Ctx<Owner>, ids: readonly number[]) {
  const left: { title: string; reason: string }[] = [];
  for (const id of ids) {
    const row = await findForUpdate(ctx, BANNERS, { accountId: ctx.actor.userId, id });
    if (!row?.paused_at) left.push({ title: `Banner ${id}`, reason: 'Inzwischen gelöscht.' });
    else left.push(...(await goOn(ctx, { ...row, paused_at: null })));
  }
  return left;
}

async function goOn(ctx: Ctx<Owner>, row: store.BannerRow) {
  const waited = row.hidden_at === null;
  const back = { paused_at: null, hidden_at: null, changed_at: ctx.now };
  if (waited) {
    await store.update(ctx.db, row.id, { ...back, ...endsAt(row.end_at!) });
    // Read as if it came back now: one whose start has passed begins this instant.
    if (row.start_at!.getTime() <= ctx.now.getTime() + 1) await moveStart(ctx, row, ctx.now);
    return [];
  }
  await store.moveBooking(ctx.db, row.booking_id!, {
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
    await store.update(ctx.db, row.id, {
      ...back,
      open_end: row.end_at,
      alert_at: reminderAt(row.end_at!),
    });
    return [];
  }
  await store.update(ctx.db, row.id, { paused_at: null, open_end: row.end_at });
  return [{ title: bannerTitle(row), reason }];
}
