import { isPremium, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { choicesFor } from '@samtrot/shared/catalogue/choice-rules.ts';
import type * as contract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { PROMOTIONS } from '@samtrot/shared/inserate/promotion-rules.ts';
import type { InseratStatus } from '@samtrot/shared/inserate/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { willShow } from '@samtrot/shared/media/rules.ts';
import { comesBack, type Part } from '@samtrot/shared/refunds/rules.ts';
import type { Ctx } from '../../../platform/action.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import { failPoint } from '../../../platform/failpoints.ts';
import * as cart from '../../cart/service.ts';
import * as catalogue from '../../catalogue/service.ts';
import * as listings from '../../listings/service.ts';
import {
  AT_ONCE,
  assertNoProblems,
  completeDeletion,
  type OrderRules,
  type Owner,
  refundOrders,
  reminderAt,
  stopRenewing,
  type Unbegun,
} from '../../listings/service.ts';
import * as media from '../../media/service.ts';
import { place } from '../booking/booking.ts';
import * as orders from '../booking/order-store.ts';
import { problemsToday } from '../editing/validate.ts';
import { INSERATE } from '../kind.ts';
import { latestBooking, loadForEvent, reload, resultOf } from '../load.ts';
import { endIfShown, nominalEnd, runClock, suspendedMs, suspensionLeftMs } from '../presenter.ts';
import { cancelPromotions, movePromotions } from '../promotion/promotion-store.ts';
import { runningUntil, settleOwed } from '../promotion/promotions.ts';
import { cancelPushesOf } from '../promotion/push-store.ts';
import { moveDailyPushes, planPushes, refundPushes } from '../promotion/pushes.ts';
import * as store from '../store.ts';
import { isRestorable, removeDraft } from './restoring.ts';

type Result = Output<typeof contract.reactivateInserat>;

type Plain = Input<typeof contract.hideInserat>;

/** Unpublishes at once; a premium run is suspended for up to 30 days in all. */
export async function hide(ctx: Ctx<Owner>, { inserat_id }: Plain): Promise<Result> {
  const { row, status } = await loadForEvent(ctx, inserat_id, 'ausblenden');
  const booking = (await latestBooking(ctx.db, row))!;
  const end_at = new Date(row.end_at!.getTime() + suspensionLeftMs(booking));
  await store.update(ctx.db, row.id, {
    status,
    hidden_at: ctx.now,
    end_at,
    alert_at: null,
    changed_at: ctx.now,
  });
  failPoint('hide.before_purge_event');
  return resultOf(ctx, row.id, 0, hiddenMessage(row, ctx.now));
}

/** Names the promotions that hiding does not suspend (EXP-62). */
function hiddenMessage(row: store.InseratRow, now: Date): string {
  const kinds = ['topAd', 'story'] as const;
  const on = kinds
    .filter((kind) => runningUntil(row, kind, now))
    .map((kind) => PROMOTIONS[kind].name);
  if (on.length === 0) return 'Ausgeblendet.';
  return `Ausgeblendet. ${on.join(' und ')} ${on.length > 1 ? 'laufen' : 'läuft'} weiter.`;
}

/** Publishes a hidden ad, or starts a planned one now. */
export async function activate(ctx: Ctx<Owner>, { inserat_id }: Plain): Promise<Result> {
  const { row, status } = await loadForEvent(ctx, inserat_id, 'aktivieren');
  assertNoProblems(await problemsToday(ctx, row));
  const booking = (await latestBooking(ctx.db, row))!;
  if (row.status === 'ausgeblendet') await show(ctx, row, booking, status);
  else await startNow(ctx, row, booking, status);
  return resultOf(ctx, row.id, 0, 'Dein Inserat ist online.');
}

export async function show(
  ctx: Pick<Ctx, 'db' | 'now'>,
  row: store.InseratRow,
  booking: store.Booking,
  status: InseratStatus,
) {
  const at = runClock(row, ctx.now);
  const end_at = endIfShown(row, booking, at)!;
  const hidden_ms = booking.hidden_ms + suspendedMs(row, booking, at);
  await store.updateBooking(ctx.db, booking.id, { end_at, hidden_ms });
  await store.update(ctx.db, row.id, {
    status,
    end_at,
    hidden_at: null,
    changed_at: ctx.now,
    alert_at: reminderAt(end_at),
  });
  if (row.push_times.length === 0 && row.date_time_pushes.length === 0) return;
  const run = { ...row, start_at: row.start_at!, end_at };
  const then = { db: ctx.db, now: at };
  await moveDailyPushes(then, run, { bookingId: booking.id, until: nominalEnd(row, booking)! });
  await planPushes(then, run, booking.id);
}

export async function startNow(
  ctx: Pick<Ctx, 'db' | 'now'>,
  row: store.InseratRow,
  booking: store.Booking,
  status: InseratStatus,
) {
  const start_at = ctx.now;
  const end_at = addCalendarDays(start_at, PACKAGES[booking.package].days);
  const earlier = row.start_at!.getTime() - start_at.getTime();
  const moved = (until: Date | null) => until && new Date(until.getTime() - earlier);
  await movePromotions(ctx.db, row.id, -earlier);
  await store.updateBooking(ctx.db, booking.id, { start_at, end_at });
  await store.update(ctx.db, row.id, {
    status,
    start_at,
    end_at,
    lifted_at: start_at,
    changed_at: ctx.now,
    topad_until: moved(row.topad_until),
    story_until: moved(row.story_until),
    alert_at: reminderAt(end_at),
  });
  // Dated pushes after the new end can no longer be delivered.
  await refundPushes(
    ctx,
    row,
    booking.id,
    ({ kind, due_at }) => kind === 'dated' && due_at >= end_at,
  );
  await planPushes(ctx, { ...row, start_at, end_at }, booking.id);
}

/** Books an expired ad with the same content, from now. */
export async function reactivate(
  ctx: Ctx<Owner>,
  input: Input<typeof contract.reactivateInserat>,
  rules: OrderRules,
): Promise<Result> {
  const { row } = await loadForEvent(ctx, input.inserat_id, 'reaktivieren');
  const once = {
    date_time_pushes: [],
    top_ad_enabled: false,
    color_enabled: false,
    story_posted: false,
  };
  const content: store.Content = { ...store.contentIn(row), ...once, ...AT_ONCE };
  const { images, videos } = (await media.mediaOf(ctx.db, [row.id])).get(row.id)!;
  const shown = videos.filter(willShow).length;
  assertNoProblems(
    await problemsToday(ctx, { ...row, ...content }, { videos: shown, newRun: true }),
  );
  const { charged, columns } = await place(ctx, {
    row,
    content,
    images: images.length,
    booking: undefined,
    expectedTotal: input.expected_total,
    requireConfirmedEmail: rules.requireConfirmedEmail,
  });
  failPoint('reactivate.mid');
  await store.update(ctx.db, row.id, { ...content, ...columns, changed_at: ctx.now });
  await cart.clear(ctx.db, row.id);
  const { held_at } = (await store.find(ctx.db, row.id))!;
  const message = held_at ? 'Dein Inserat wird geprüft.' : 'Dein Inserat ist wieder online.';
  return resultOf(ctx, row.id, charged, message);
}

/** Switches the automatic renewal of a premium ad (INS-28, INS-29). */
export async function autoReactivate(
  ctx: Ctx<Owner>,
  { inserat_id, enabled }: Input<typeof contract.autoReactivateInserat>,
): Promise<Result> {
  const { row } = await loadForEvent(ctx, inserat_id, 'autoreaktivieren');
  if (enabled && !isPremium(row.inserat_typ))
    throw invalid({ enabled: 'Automatisch reaktivieren gehört zu Premium.' });
  await store.update(ctx.db, row.id, { auto_extend: enabled, version: row.version + 1 });
  const message = enabled
    ? 'Automatische Reaktivierung ist an.'
    : 'Automatische Reaktivierung ist aus.';
  return resultOf(ctx, row.id, 0, message);
}

/** A draft with the same content and media, without promotions and pushes. */
export async function duplicate(
  ctx: Ctx<Owner>,
  { inserat_id }: Plain,
): Promise<Output<typeof contract.duplicateInserat>> {
  const { row } = await loadForEvent(ctx, inserat_id, 'duplizieren');
  const offered = choicesFor(await catalogue.choicesAt(ctx));
  const still = (of: 'categories' | 'offerings') =>
    row[of].filter((id) => offered[of].some((choice) => choice.id === id));
  const copied: store.Content = {
    ...store.contentIn(row),
    categories: still('categories'),
    offerings: still('offerings'),
    top_ad_enabled: false,
    color_enabled: false,
    story_posted: false,
    push_times: [],
    date_time_pushes: [],
  };
  const id = await listings.duplicate(ctx, INSERATE, copied, (content) =>
    store.insertDraft(ctx.db, ctx.actor.userId, content, ctx.now),
  );
  await media.copyMedia(ctx.db, { accountId: ctx.actor.userId, from: row.id, to: id, at: ctx.now });
  return {
    inserat_id: id,
    inserat: await reload(ctx, id),
    message: 'Die Kopie liegt bei deinen Entwürfen.',
  };
}

/** Erases content and media, those of a draft later; refunds what `ON_DELETION` names. */
export async function remove(
  ctx: Ctx<Owner>,
  { inserat_id }: Plain,
): Promise<Output<typeof contract.deleteInserat>> {
  await stopRenewing(ctx.db, INSERATE, ctx.actor.userId, inserat_id);
  const { row } = await loadForEvent(ctx, inserat_id, 'loeschen');
  if (isRestorable(row)) return removeDraft(ctx, row);
  const refunded = await settleForDeletion(ctx, row);
  await cart.clear(ctx.db, row.id);
  await media.removeOfInserat(ctx.db, row.id);
  await store.erase(ctx.db, row.id, ctx.now);
  const done = await completeDeletion(ctx, INSERATE, row, { status: row.status, refunded });
  return { ...done, restorable: false };
}

/** Refunds what `ON_DELETION` names and cancels pushes and promotions; returns the credits. */
export async function settleForDeletion(
  ctx: JobContext,
  row: store.InseratRow,
  why: Unbegun = 'deleted',
): Promise<Credits> {
  const { booking_id: bookingId, status } = row;
  const back = (part: Part) =>
    status !== 'leer' &&
    status !== 'geloescht' &&
    bookingId !== null &&
    comesBack('inserat', status, part);
  let refunded = back('hours') ? await settleOwed(ctx, row.id) : 0;
  if (back('pushes')) refunded += await refundPushes(ctx, row, bookingId!);
  if (bookingId !== null) await cancelPushesOf(ctx.db, bookingId, ctx.now);
  await cancelPromotions(ctx.db, { inserat: row.id }, ctx.now);
  return back('unbegun') ? refunded + (await refundUnbegun(ctx, row, bookingId!, why)) : refunded;
}

async function refundUnbegun(
  ctx: JobContext,
  row: store.InseratRow,
  bookingId: number,
  why: Unbegun,
): Promise<Credits> {
  await orders.putOff(ctx.db, bookingId, ctx.now);
  const ahead = await orders.ordersAhead(ctx.db, [row.id], ctx.now);
  return refundOrders(ctx, INSERATE, row, ahead, why);
}
