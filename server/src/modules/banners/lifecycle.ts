import type * as contract from '@samtrot/shared/banners/contract.ts';
import { paidFor } from '@samtrot/shared/banners/rules.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { comesBack } from '@samtrot/shared/refunds/rules.ts';
import type { Ctx } from '../../platform/action.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as listings from '../listings/service.ts';
import {
  AT_ONCE,
  assertNoProblems,
  completeDeletion,
  moveRun,
  type Owner,
  refundOrders,
  reminderAt,
  stopRenewing,
} from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as partners from '../partners/service.ts';
import { causeOf, moveStart } from './booking.ts';
import { BANNERS } from './kind.ts';
import { loadForEvent, reload } from './load.ts';
import { problemsOf } from './save.ts';
import * as store from './store.ts';

type Plain = Input<typeof contract.hideBanner>;
type Changed = Output<typeof contract.hideBanner>;

/** Starts a planned banner now for its whole months, or shows a hidden one. */
export async function activate(ctx: Ctx<Owner>, { banner_id }: Plain): Promise<Changed> {
  const row = await loadForEvent(ctx, banner_id, 'aktivieren');
  // Content that was forbidden since the order is not published again.
  assertNoProblems(
    await problemsOf(ctx, {
      row,
      content: row,
      websites: row.websites,
      picture: 'shown',
      booked: true,
    }),
  );
  if (row.hidden_at) {
    const shown = { hidden_at: null, shown_again_at: ctx.now, changed_at: ctx.now };
    await store.update(ctx.db, row.id, { ...shown, alert_at: reminderAt(row.end_at!) });
  } else await moveStart(ctx, row, ctx.now);
  await store.update(ctx.db, row.id, { version: row.version + 1 });
  return { banner: await reload(ctx, row.id), message: 'Dein Banner ist online.' };
}

/** Unpublishes at once; the run continues. */
export async function hide(ctx: Ctx<Owner>, { banner_id }: Plain): Promise<Changed> {
  const row = await loadForEvent(ctx, banner_id, 'ausblenden');
  await store.update(ctx.db, row.id, { hidden_at: ctx.now, alert_at: null, changed_at: ctx.now });
  failPoint('hide.before_purge_event');
  return { banner: await reload(ctx, row.id), message: 'Ausgeblendet.' };
}

/** A draft with the same content, picture and websites, without autosaved edits. */
export async function duplicate(ctx: Ctx<Owner>, { banner_id }: Plain): Promise<Changed> {
  const row = await loadForEvent(ctx, banner_id, 'duplizieren');
  const { typ, text, url, monate, auto_extend } = row;
  const copied: store.Content = { typ, text, url, monate, auto_extend, ...AT_ONCE };
  const id = await listings.duplicate(ctx, BANNERS, copied, (content) =>
    store.insert(ctx.db, { ...content, account_id: ctx.actor.userId }, ctx.now),
  );
  const known = (await partners.onlineWebsites(ctx.db)).map((website) => website.id);
  await store.setWebsites(
    ctx.db,
    id,
    known.filter((website) => row.websites.includes(website)),
  );
  await media.copyToBanner(ctx.db, {
    accountId: ctx.actor.userId,
    from: row.id,
    to: id,
    at: ctx.now,
  });
  return { banner: await reload(ctx, id), message: 'Die Kopie liegt bei deinen Entwürfen.' };
}

/** Erases content and picture; a planned banner is refunded in full, any other not at all. */
export async function remove(
  ctx: Ctx<Owner>,
  { banner_id }: Plain,
): Promise<Output<typeof contract.deleteBanner>> {
  await stopRenewing(ctx.db, BANNERS, ctx.actor.userId, banner_id);
  const row = await loadForEvent(ctx, banner_id, 'loeschen');
  const status = bannerStatus(row, ctx.now);
  const back = comesBack('banner', status, 'unbegun');
  const run = row.booking_id === null ? undefined : await store.orderedRun(ctx.db, row.booking_id);
  const order = { cause: causeOf(row.booking_id ?? 0), open: run ? paidFor(run) : 0 };
  const refunded = await refundOrders(ctx, BANNERS, row, back ? [order] : []);
  // Its start passed while it was paused or held, so the booking records that it never began.
  if (back && (row.paused_at || row.held_at))
    await moveRun(ctx.db, BANNERS, row.booking_id!, {
      start_at: row.start_at!,
      end_at: row.end_at!,
    });
  await media.removeFromBanner(ctx.db, row.id);
  await store.remove(ctx.db, row.id, ctx.now);
  return completeDeletion(ctx, BANNERS, row, { status, refunded });
}
