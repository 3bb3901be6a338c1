import { isPremium } from '@samtrot/shared/cart/rules.ts';
import { inseratLife } from '@samtrot/shared/inserate/status.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import * as accounts from '../../accounts/service.ts';
import { reminderAt, type Standing } from '../../listings/service.ts';
import { latestBooking } from '../load.ts';
import { endIfShown, runClock } from '../presenter.ts';
import { releasePromotions } from '../promotion/promotion-store.ts';
import { cancelWaiting } from '../promotion/push-store.ts';
import { refundPushes } from '../promotion/pushes.ts';
import * as store from '../store.ts';
import { settleForDeletion, startNow } from './lifecycle.ts';
import { settleDue } from './scheduler.ts';

/** What a locked ad is now; what is due is applied unless it is held. */
export async function standing(ctx: JobContext, id: number): Promise<Standing> {
  const row = (await store.find(ctx.db, id))!;
  await settleDue(ctx, row);
  const now = (await store.find(ctx.db, id))!;
  const booking = await latestBooking(ctx.db, now);
  return {
    life: now.status,
    online: now.status === 'aktiv' && now.held_at === null,
    ends_at: booking ? endIfShown(now, booking, runClock(now, ctx.now)) : null,
    free: booking !== undefined && !isPremium(booking.package),
  };
}

/**
 * Lets the time of a locked ad go on that is held since `heldAt`, before its hold is closed: paid
 * time ends later by exactly that long, a planned ad whose start has passed starts now. Returns the
 * credits for pushes that came due meanwhile.
 */
export async function continueTime(
  ctx: JobContext,
  { id, heldAt }: { id: number; heldAt: Date },
): Promise<Credits> {
  const row = (await store.find(ctx.db, id))!;
  const booking = await latestBooking(ctx.db, row);
  if (!booking) return 0;
  if (row.status === 'geplant') {
    if (row.start_at! > ctx.now || (await accounts.offlineSince(ctx.db, row.account_id))) return 0;
    await cancelWaiting(ctx.db, booking.id, ctx.now);
    await startNow(ctx, row, booking, inseratLife.geplant.aktivieren);
    return 0;
  }
  if (row.status === 'aktiv' || row.status === 'ausgeblendet')
    await move(ctx, row, booking, heldAt);
  // Daily pushes of a hidden ad that came due before the hold go on waiting for its owner.
  const waits = row.status === 'ausgeblendet' && isPremium(row.inserat_typ);
  return refundPushes(
    ctx,
    row,
    booking.id,
    ({ due_at }) => due_at <= ctx.now && (!waits || due_at >= heldAt),
  );
}

/**
 * Ends a locked planned ad that nobody has approved; its whole price comes back. Returns the
 * credits.
 */
export async function withdraw(ctx: JobContext, id: number): Promise<Credits> {
  const row = (await store.find(ctx.db, id))!;
  const refunded = await settleForDeletion(ctx, row, 'undecided');
  await store.update(ctx.db, id, {
    status: 'abgelaufen',
    end_at: ctx.now,
    colour: false,
    topad_until: null,
    story_until: null,
    alert_at: null,
    hidden_at: null,
    date_time_pushes: [],
    top_ad_enabled: false,
    color_enabled: false,
    story_posted: false,
    changed_at: ctx.now,
  });
  return refunded;
}

async function move(
  { db, now }: JobContext,
  row: store.InseratRow,
  booking: store.Booking,
  heldAt: Date,
): Promise<void> {
  const still = now.getTime() - heldAt.getTime();
  const later = (at: Date) => new Date(at.getTime() + still);
  const left = (at: Date | null) => (at && at > heldAt ? later(at) : at);
  await releasePromotions(db, row.id, { heldAt, ms: still });
  const promoted = { topad_until: left(row.topad_until), story_until: left(row.story_until) };
  if (!isPremium(booking.package)) {
    await store.update(db, row.id, promoted);
    return;
  }
  const end_at = later(row.end_at!);
  const hidden = row.hidden_at && later(row.hidden_at);
  await store.updateBooking(db, booking.id, {
    end_at: later(booking.end_at),
    held_ms: booking.held_ms + still,
  });
  await store.update(db, row.id, {
    ...promoted,
    end_at,
    // Hidden while it was held: that time was standing still already.
    hidden_at: hidden && hidden > now ? now : hidden,
    ...(row.status === 'aktiv' && { alert_at: reminderAt(end_at) }),
  });
}
