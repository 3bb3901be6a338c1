import { sql } from 'kysely';
import { findForUpdate, type JobContext, reminderAt } from '../listings/service.ts';
import { moveTo } from './booking.ts';
import * as bookings from './booking-store.ts';
import { CLUBS } from './kind.ts';
import * as store from './store.ts';

/**
 * Takes every club of the account off the partner websites at once and stops its time; planned ones
 * wait.
 */
export async function takeDown(
  { db, now }: JobContext,
  accountId: number,
): Promise<{ id: number; waiting: boolean }[]> {
  await sql`
    select from club where account_id = ${accountId} and deleted_at is null and placed_at is not null
     order by id for no key update`.execute(db);
  const { rows } = await sql<{ id: number; waiting: boolean }>`
    update club c set hidden_at = ${now}, alert_at = null, changed_at = ${now}
     where account_id = ${accountId} and deleted_at is null and placed_at is not null and hidden_at is null
       and not exists (select from club_booking k where k.id = c.booking_id and k.end_at <= ${now})
    returning id, coalesce((select k.start_at > ${now} from club_booking k where k.id = c.booking_id), false) as waiting`.execute(
    db,
  );
  return rows;
}

/**
 * Lets these clubs go on where they stood: they run longer for as long as they were off, and what
 * should have begun begins now.
 */
export async function bringBack(ctx: JobContext, accountId: number, ids: readonly number[]) {
  const left: { title: string; reason: string }[] = [];
  for (const id of ids) {
    const row = await findForUpdate(ctx, CLUBS, { accountId, id });
    if (!row) left.push({ title: `Club ${id}`, reason: 'Inzwischen gelöscht.' });
    else await goOn(ctx, row);
  }
  return left;
}

async function goOn(ctx: JobContext, row: store.ClubRow): Promise<void> {
  let { start_at, end_at } = row;
  // Read as if it came back now: one whose start has passed begins this instant.
  const begins =
    start_at !== null && start_at > ctx.now && start_at.getTime() <= ctx.now.getTime() + 1;
  if (begins) ({ start_at, end_at } = (await moveTo(ctx, row, ctx.now))!);
  else if (start_at && end_at && start_at <= ctx.now)
    await bookings.move(ctx.db, row.booking_id!, { start_at, end_at });
  await store.update(ctx.db, row.id, {
    hidden_at: null,
    changed_at: ctx.now,
    ...(end_at && { alert_at: reminderAt(end_at) }),
  });
}
