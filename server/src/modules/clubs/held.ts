import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { moveRun, reminderAt, type Standing, startsOnResume } from '../listings/service.ts';
import { endAhead, moveTo } from './booking.ts';
import { CLUBS } from './kind.ts';
import { statusOf } from './presenter.ts';
import * as store from './store.ts';

/** What a locked club is now. */
export async function standing({ db, now }: JobContext, id: number): Promise<Standing> {
  const row = (await store.find(db, id, now))!;
  const life = statusOf(row, now);
  const online = life === 'aktiv' && row.held_at === null && row.hidden_at === null;
  return { life, online, ends_at: row.end_at, free: false };
}

/**
 * Lets the time of a locked club go on that is held since `heldAt`, before its hold is closed.
 * While its account is off all websites, that switch takes over the time that stands still.
 */
export async function continueTime(
  ctx: JobContext,
  { id, heldAt }: { id: number; heldAt: Date },
): Promise<void> {
  const { db, now } = ctx;
  const row = (await store.find(db, id, now))!;
  if (row.hidden_at) {
    await store.update(db, id, { hidden_at: row.hidden_at < heldAt ? row.hidden_at : heldAt });
    return;
  }
  let { start_at, end_at } = row;
  if (!start_at || !end_at || statusOf(row, now) === 'abgelaufen') return;
  if (startsOnResume(start_at, now)) ({ start_at, end_at } = (await moveTo(ctx, row, now))!);
  else if (start_at <= now) await moveRun(db, CLUBS, row.booking_id!, { start_at, end_at });
  await store.update(db, id, { alert_at: reminderAt(end_at) });
}

/**
 * Ends a locked club that nobody has approved; its whole price comes back. Returns the credits.
 */
export async function withdraw(ctx: JobContext, id: number): Promise<Credits> {
  const row = (await store.find(ctx.db, id, ctx.now))!;
  const refunded = await endAhead(ctx, row);
  await store.update(ctx.db, id, { alert_at: null, changed_at: ctx.now });
  return refunded;
}
