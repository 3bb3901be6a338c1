import { paidFor } from '@samtrot/shared/banners/rules.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { moveRun, refundOrders, type Standing, startsOnResume } from '../listings/service.ts';
import { causeOf, endsAt, moveStart } from './booking.ts';
import { BANNERS } from './kind.ts';
import * as store from './store.ts';

/** What a locked banner is now. */
export async function standing({ db, now }: JobContext, id: number): Promise<Standing> {
  const row = (await store.find(db, id, now))!;
  const life = bannerStatus(row, now);
  const online = life === 'aktiv' && row.held_at === null;
  return { life, online, ends_at: row.end_at, free: false };
}

/**
 * Lets the time of a locked banner go on that is held since `heldAt`, before its hold is closed.
 * While its account is off all websites, that switch takes over the time that stands still.
 */
export async function continueTime(
  ctx: JobContext,
  { id, heldAt }: { id: number; heldAt: Date },
): Promise<void> {
  const { db, now } = ctx;
  const row = (await store.find(db, id, now))!;
  if (row.paused_at) {
    const since = row.paused_at < heldAt ? row.paused_at : heldAt;
    await store.update(db, id, { paused_at: since, hidden_at: since });
    return;
  }
  const { start_at, end_at } = row;
  if (row.booking_id === null || bannerStatus(row, now) === 'abgelaufen') return;
  if (startsOnResume(start_at!, now)) {
    await moveStart(ctx, row, now);
    return;
  }
  await moveRun(db, BANNERS, row.booking_id, { start_at: start_at!, end_at: end_at! });
  const { open_end, alert_at } = endsAt(end_at!);
  await store.update(db, id, { open_end, alert_at: row.hidden_at ? null : alert_at });
}

/**
 * Ends a locked banner that nobody has approved; its whole price comes back. Returns the credits.
 */
export async function withdraw(ctx: JobContext, id: number): Promise<Credits> {
  const { db, now } = ctx;
  const row = (await store.find(db, id, now))!;
  const order = {
    cause: causeOf(row.booking_id!),
    open: paidFor((await store.orderedRun(db, row.booking_id!))!),
  };
  const refunded = await refundOrders(ctx, BANNERS, row, [order], 'undecided');
  await moveRun(db, BANNERS, row.booking_id!, {
    start_at: new Date(now.getTime() - 1),
    end_at: now,
  });
  await store.update(db, id, { open_end: null, alert_at: null, changed_at: now });
  return refunded;
}
