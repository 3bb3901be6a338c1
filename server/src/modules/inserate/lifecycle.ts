import { EXTRA_PRICES, isPremium, PACKAGES, type QuoteItem } from '@samtrot/shared/cart/rules.ts';
import type * as contract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DEFAULT_PUSH_TIME } from '@samtrot/shared/inserate/limits.ts';
import { inserateTexts, slotOf } from '@samtrot/shared/inserate/problems.ts';
import {
  hoursInWords,
  noRoomWords,
  PROMOTED_HOURS,
  PROMOTIONS,
  type PromotionKind,
} from '@samtrot/shared/inserate/promotion-rules.ts';
import {
  after,
  type InseratEvent,
  type InseratStatus,
  STATUS_WORDS,
} from '@samtrot/shared/inserate/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { type Credits, formatCredits } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS, formatDateTime } from '@samtrot/shared/kernel/time.ts';
import { hasStoryMedia, willShow } from '@samtrot/shared/media/rules.ts';
import { FORBIDDEN_OFFER_TEXT, offersForbidden } from '@samtrot/shared/moderation/rules.ts';
import { comesBack, type Part } from '@samtrot/shared/refunds/rules.ts';
import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
import * as cart from '../cart/service.ts';
import * as media from '../media/service.ts';
import * as wallet from '../wallet/service.ts';
import { place } from './booking.ts';
import { latestBooking, lock, type Owner, reload, requireRoom } from './load.ts';
import * as orders from './order-store.ts';
import { endWhenShown, hiddenLeft, nominalEnd, stoodStill, unsavedOf } from './presenter.ts';
import { cancelPromotions, insertPromotions, movePromotions } from './promotion-store.ts';
import { offerFor, runningUntil, settleOwed } from './promotions.ts';
import { pushesIn } from './push-plan.ts';
import { AT_ONCE, cancelPushesOf } from './push-store.ts';
import { giveBackAll, planPushes, pushesMoved } from './pushes.ts';
import type { PlacingRules } from './save.ts';
import * as store from './store.ts';
import { problemsToday } from './validate.ts';

type Answer = Output<typeof contract.pushInserat>;
type Buying = Input<typeof contract.pushInserat>;

/** What publishes an ad or buys something for it: not while the account is off all websites. */
const PUBLISHING: readonly InseratEvent[] = [
  'aktivieren',
  'reaktivieren',
  'pushen',
  'topad',
  'faerben',
  'story',
];

/**
 * The ad, locked, when this may happen to it. @throws INSERAT_NOT_FOUND, ACCOUNT_OFFLINE,
 * NOT_IN_THIS_STATE
 */
async function loadForUpdate(ctx: Ctx<Owner>, id: number, event: InseratEvent) {
  const row = await lock(ctx, id);
  if (PUBLISHING.includes(event)) await accounts.requireOnline(ctx.db, row.account_id);
  const status = after(row.status, event);
  if (!status)
    throw new AppError('NOT_IN_THIS_STATE', { params: { state: STATUS_WORDS[row.status] } });
  return { row, status };
}

async function answer(
  ctx: Ctx<Owner>,
  id: number,
  charged: Credits,
  message: string,
): Promise<Answer> {
  const inserat = await reload(ctx, id);
  return { inserat, charged, credits: await wallet.balance(ctx.db, ctx.actor.userId), message };
}

interface Extra {
  row: store.InseratRow;
  item: Omit<QuoteItem, 'total' | 'quantity'>;
  expected: number | undefined;
}

/**
 * Charges one extra as an order on the running booking; each press has a cause of its own. Answers
 * the price and the cause.
 */
async function buy(
  ctx: Ctx<Owner>,
  { row, item, expected }: Extra,
): Promise<{ price: Credits; cause: string }> {
  const price = item.unit;
  if (expected !== undefined && expected !== price)
    throw new AppError('PRICE_CHANGED', { extra: { total: price } });
  const bookingId = row.booking_id!;
  const cause = `booking:${bookingId}:${await orders.countOrders(ctx.db, bookingId)}`;
  await orders.insertOrder(ctx.db, {
    booking_id: bookingId,
    cause,
    total: price,
    at: ctx.now,
    items: [{ ...item, quantity: 1, total: price }],
  });
  const description = `Inserat ${row.id}: ${item.label}`;
  await wallet.spend(ctx, { userId: ctx.actor.userId, amount: price, cause, description });
  failPoint('buy.after_debit');
  await audit(ctx, 'inserat_extra', `inserat:${row.id}`, {
    booking: bookingId,
    extra: item.key,
    total: price,
  });
  return { price, cause };
}

/**
 * Lifts an ad that is online at once; of a planned one the push comes at the first noon of its run
 * that is free.
 */
export async function push(
  ctx: Ctx<Owner>,
  { inserat_id, expected_total: expected }: Buying,
): Promise<Answer> {
  const { row, status } = await loadForUpdate(ctx, inserat_id, 'pushen');
  const item = { key: 'datedPush', label: 'Push', note: '', unit: EXTRA_PRICES.datedPush } as const;
  if (status === 'aktiv') {
    const { price } = await buy(ctx, { row, item: { ...item, note: AT_ONCE }, expected });
    await store.update(ctx.db, row.id, { lifted_at: ctx.now, changed_at: ctx.now });
    return answer(ctx, row.id, price, 'Dein Inserat steht wieder ganz oben.');
  }
  const slot = firstFreeNoon(row);
  if (!slot)
    throw new AppError('NOT_IN_THIS_STATE', { params: { state: 'schon an jedem Mittag gepusht' } });
  const { price } = await buy(ctx, { row, item: { ...item, note: slot }, expected });
  const booking = (await latestBooking(ctx.db, row))!;
  const date_time_pushes = [...row.date_time_pushes, slot].toSorted();
  await store.updateBooking(ctx.db, booking.id, {
    paid_dated_pushes: booking.paid_dated_pushes + 1,
  });
  // An editor that does not know of it must not take it out again.
  const unsaved = unsavedOf(row);
  const others = (unsaved?.date_time_pushes ?? []).filter((other) => slotOf(other) !== slot);
  const pushes = [...others, { date: slot.slice(0, 10), time: slot.slice(11) }];
  await store.update(ctx.db, row.id, {
    date_time_pushes,
    version: row.version + 1,
    changed_at: ctx.now,
    ...(unsaved && { unsaved: JSON.stringify({ ...unsaved, date_time_pushes: pushes }) }),
  });
  await planPushes(
    ctx,
    { ...row, date_time_pushes, start_at: row.start_at!, end_at: row.end_at! },
    booking.id,
  );
  const at = formatDateTime(instantOf(slot.slice(0, 10), slot.slice(11)));
  return answer(ctx, row.id, price, `Der Push ist für ${at} eingeplant.`);
}

function firstFreeNoon({
  start_at,
  end_at,
  date_time_pushes,
}: store.InseratRow): string | undefined {
  const run = {
    start_at: start_at!,
    end_at: end_at!,
    push_times: [DEFAULT_PUSH_TIME],
    date_time_pushes: [],
  };
  const free = pushesIn(run).filter(({ slot }) => !date_time_pushes.includes(slot));
  // The start lifts it anyway; only a run without another noon takes that one.
  return (free.find(({ due_at }) => due_at > run.start_at) ?? free[0])?.slot;
}

type Promoting = Input<typeof contract.topInserat>;

/** Above all others, from now or from the planned start; again is so much more. */
export const top = (ctx: Ctx<Owner>, input: Promoting): Promise<Answer> =>
  promote(ctx, 'topAd', input);

/** In the stories, from now or from the planned start; again is so much more. */
export const story = (ctx: Ctx<Owner>, input: Promoting): Promise<Answer> =>
  promote(ctx, 'story', input);

/** What an ad shows for up to 24 hours: whole or for what is left of its run (EXP-60, EXP-61). */
async function promote(ctx: Ctx<Owner>, kind: PromotionKind, input: Promoting): Promise<Answer> {
  const { row } = await loadForUpdate(ctx, input.inserat_id, kind === 'topAd' ? 'topad' : 'story');
  if (kind === 'story') await requireStory(ctx, row);
  if (input.way === 'renew' && !isPremium(row.inserat_typ))
    throw invalid({ way: inserateTexts.freeEnds });
  const offer = offerFor(row, kind, ctx.now, row.auto_extend && input.way !== 'rest');
  const running = runningUntil(row, kind, ctx.now);
  if (offer.hours === 0)
    throw new AppError('PROMOTION_TOO_LONG', { params: { warum: noRoomWords(kind, running) } });
  const renewing = input.way === 'renew' ? offer.renewing : null;
  const { price: unit, until } = renewing ?? offer;
  const hours = renewing ? PROMOTED_HOURS : offer.hours;
  const note = hours < PROMOTED_HOURS ? hoursInWords(hours) : '';
  const item = { key: kind, label: PROMOTIONS[kind].name, note, unit };
  const { price, cause } = await buy(ctx, { row, item, expected: input.expected_total });
  const from_at = running ?? (row.status === 'geplant' ? row.start_at! : ctx.now);
  await insertPromotions(ctx.db, [
    {
      inserat_id: row.id,
      account_id: row.account_id,
      kind,
      from_at,
      until_at: until,
      hours,
      price,
      cause,
    },
  ]);
  await store.updateBooking(
    ctx.db,
    row.booking_id!,
    kind === 'topAd' ? { paid_topad: true } : { paid_story: true },
  );
  await store.update(ctx.db, row.id, {
    ...(kind === 'topAd'
      ? { topad_until: until, top_ad_enabled: true }
      : { story_until: until, story_posted: true }),
    ...(renewing && { auto_extend: true, version: row.version + 1 }),
    changed_at: ctx.now,
  });
  const runs = kind === 'topAd' ? 'Dein Inserat ist TopAd bis' : 'Deine Story läuft bis';
  return answer(ctx, row.id, price, `${runs} ${formatDateTime(until)}.`);
}

async function requireStory(ctx: Ctx<Owner>, row: store.InseratRow): Promise<void> {
  const { images, storyImage, storyVideo } = (await media.mediaOf(ctx.db, [row.id])).get(row.id)!;
  if (images.length === 0 && !hasStoryMedia(storyImage, storyVideo)) {
    throw invalid({ story_posted: inserateTexts.storyPicture });
  }
  if (row.story_title === '') throw invalid({ story_title: inserateTexts.storyTitle });
  if (offersForbidden(row.story_title)) throw invalid({ story_title: FORBIDDEN_OFFER_TEXT });
}

/** Colour to the end of the booking. What is coloured is not charged again. */
export async function colour(
  ctx: Ctx<Owner>,
  { inserat_id, expected_total: expected }: Buying,
): Promise<Answer> {
  const { row } = await loadForUpdate(ctx, inserat_id, 'faerben');
  if (row.colour) return answer(ctx, row.id, 0, 'Dein Inserat ist schon farbig.');
  const item = { key: 'colour', label: 'Farbe', note: '', unit: EXTRA_PRICES.colour } as const;
  const { price } = await buy(ctx, { row, item, expected });
  await store.updateBooking(ctx.db, row.booking_id!, { paid_colour: true });
  await store.update(ctx.db, row.id, { colour: true, color_enabled: true, changed_at: ctx.now });
  return answer(ctx, row.id, price, 'Dein Inserat ist jetzt farbig.');
}

type Plain = Input<typeof contract.hideInserat>;

/**
 * Off the partner websites at once; the clock of a premium booking stands still as long as it may.
 */
export async function hide(ctx: Ctx<Owner>, { inserat_id }: Plain): Promise<Answer> {
  const { row, status } = await loadForUpdate(ctx, inserat_id, 'ausblenden');
  const booking = (await latestBooking(ctx.db, row))!;
  const end_at = new Date(row.end_at!.getTime() + hiddenLeft(booking));
  await store.update(ctx.db, row.id, {
    status,
    hidden_at: ctx.now,
    end_at,
    alert_at: null,
    changed_at: ctx.now,
  });
  failPoint('hide.before_purge_event');
  return answer(ctx, row.id, 0, hiddenWords(row, ctx.now));
}

/** What hiding does not stop is said (EXP-62). */
function hiddenWords(row: store.InseratRow, now: Date): string {
  const kinds = ['topAd', 'story'] as const;
  const on = kinds
    .filter((kind) => runningUntil(row, kind, now))
    .map((kind) => PROMOTIONS[kind].name);
  if (on.length === 0) return 'Dein Inserat ist ausgeblendet.';
  return `Ausgeblendet. ${on.join(' und ')} ${on.length > 1 ? 'laufen' : 'läuft'} weiter.`;
}

/** Shows a hidden ad again, or starts a planned one now. */
export async function activate(ctx: Ctx<Owner>, { inserat_id }: Plain): Promise<Answer> {
  const { row, status } = await loadForUpdate(ctx, inserat_id, 'aktivieren');
  await requirePublishable(ctx, row);
  const booking = (await latestBooking(ctx.db, row))!;
  if (row.status === 'ausgeblendet') await show(ctx, row, booking, status);
  else await startNow(ctx, row, booking, status);
  return answer(ctx, row.id, 0, 'Dein Inserat ist online.');
}

export async function show(
  ctx: Pick<Ctx, 'db' | 'now'>,
  row: store.InseratRow,
  booking: store.Booking,
  status: InseratStatus,
) {
  const end_at = endWhenShown(row, booking, ctx.now)!;
  const hidden_ms = booking.hidden_ms + stoodStill(row, booking, ctx.now);
  await store.updateBooking(ctx.db, booking.id, { end_at, hidden_ms });
  await store.update(ctx.db, row.id, {
    status,
    end_at,
    hidden_at: null,
    changed_at: ctx.now,
    alert_at: new Date(end_at.getTime() - DAY_MS),
  });
  if (row.push_times.length === 0 && row.date_time_pushes.length === 0) return;
  const run = { ...row, start_at: row.start_at!, end_at };
  await pushesMoved(ctx, run, { bookingId: booking.id, until: nominalEnd(row, booking)! });
  await planPushes(ctx, run, booking.id);
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
    alert_at: new Date(end_at.getTime() - DAY_MS),
  });
  // A date that lies after the end now cannot come any more.
  await giveBackAll(
    ctx,
    row,
    booking.id,
    ({ kind, due_at }) => kind === 'dated' && due_at >= end_at,
  );
  await planPushes(ctx, { ...row, start_at, end_at }, booking.id);
}

/** @throws INVALID_INPUT */
async function requirePublishable(
  ctx: Ctx<Owner>,
  row: store.InseratRow,
  videos = 0,
): Promise<void> {
  const problems = await problemsToday(ctx, row, videos);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** Books an expired ad again as it is, from now. */
export async function reactivate(
  ctx: Ctx<Owner>,
  input: Buying,
  rules: PlacingRules,
): Promise<Answer> {
  const { row } = await loadForUpdate(ctx, input.inserat_id, 'reaktivieren');
  const once = {
    date_time_pushes: [],
    top_ad_enabled: false,
    color_enabled: false,
    story_posted: false,
  };
  const start = { publish_option: 'Sofort', publish_date: '', publish_time: '' } as const;
  const content: store.Content = { ...store.contentIn(row), ...once, ...start };
  const { images, videos } = (await media.mediaOf(ctx.db, [row.id])).get(row.id)!;
  await requirePublishable(ctx, { ...row, ...content }, videos.filter(willShow).length);
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
  return answer(ctx, row.id, charged, 'Dein Inserat ist wieder online.');
}

/** INS-28, INS-29; premium only. */
export async function autoReactivate(
  ctx: Ctx<Owner>,
  { inserat_id, enabled }: Input<typeof contract.autoReactivateInserat>,
): Promise<Answer> {
  const { row } = await loadForUpdate(ctx, inserat_id, 'autoreaktivieren');
  if (enabled && !isPremium(row.inserat_typ))
    throw invalid({ enabled: 'Automatisch reaktivieren gehört zu Premium.' });
  await store.update(ctx.db, row.id, { auto_extend: enabled, version: row.version + 1 });
  const message = enabled
    ? 'Automatische Reaktivierung ist an.'
    : 'Automatische Reaktivierung ist aus.';
  return answer(ctx, row.id, 0, message);
}

/**
 * A draft with the same contents and pictures; what was bought or planned for the other is not in
 * it.
 */
export async function duplicate(
  ctx: Ctx<Owner>,
  { inserat_id }: Plain,
): Promise<Output<typeof contract.duplicateInserat>> {
  const { row } = await loadForUpdate(ctx, inserat_id, 'duplizieren');
  await requireRoom(ctx);
  const fresh = { publish_option: 'Sofort', publish_date: '', publish_time: '' } as const;
  const once = { top_ad_enabled: false, color_enabled: false, story_posted: false };
  const content: store.Content = {
    ...store.contentIn(row),
    ...once,
    ...fresh,
    push_times: [],
    date_time_pushes: [],
  };
  const id = await store.insertDraft(ctx.db, ctx.actor.userId, content, ctx.now);
  await media.copyMedia(ctx.db, { accountId: ctx.actor.userId, from: row.id, to: id, at: ctx.now });
  return {
    inserat_id: id,
    inserat: await reload(ctx, id),
    message: 'Die Kopie liegt bei deinen Entwürfen.',
  };
}

/** Nothing of its texts and pictures stays. What comes back says `ON_DELETION`. */
export async function remove(
  ctx: Ctx<Owner>,
  { inserat_id }: Plain,
): Promise<Output<typeof contract.deleteInserat>> {
  // Whoever deletes an ad at its end does not pay for another run of it first.
  await store.stopRenewing(ctx.db, ctx.actor.userId, inserat_id);
  const { row } = await loadForUpdate(ctx, inserat_id, 'loeschen');
  const refunded = await settleForDeletion(ctx, row);
  await cart.clear(ctx.db, row.id);
  await media.removeOfInserat(ctx.db, row.id);
  await store.erase(ctx.db, row.id, ctx.now);
  failPoint('delete.after_db_before_files');
  await audit(ctx, 'inserat_deleted', `inserat:${row.id}`, { status: row.status, refunded });
  const message =
    refunded > 0
      ? `Dein Inserat ist gelöscht. ${formatCredits(refunded)} sind wieder auf deinem Konto.`
      : 'Dein Inserat ist gelöscht.';
  return { refunded, credits: await wallet.balance(ctx.db, ctx.actor.userId), message };
}

/**
 * Refunds the parts that come back, and ends what is left of pushes, TopAds and stories. Returns
 * the credits.
 */
async function settleForDeletion(ctx: Ctx<Owner>, row: store.InseratRow): Promise<Credits> {
  const { booking_id: bookingId, status } = row;
  const back = (part: Part) =>
    status !== 'leer' &&
    status !== 'geloescht' &&
    bookingId !== null &&
    comesBack('inserat', status, part);
  let refunded = back('hours') ? await settleOwed(ctx, row.id) : 0;
  if (back('pushes')) refunded += await giveBackAll(ctx, row, bookingId!);
  if (bookingId !== null) await cancelPushesOf(ctx.db, bookingId, ctx.now);
  await cancelPromotions(ctx.db, { inserat: row.id }, ctx.now);
  return back('unbegun') ? refunded + (await refundUnbegun(ctx, row, bookingId!)) : refunded;
}

async function refundUnbegun(
  ctx: Ctx<Owner>,
  row: store.InseratRow,
  bookingId: number,
): Promise<Credits> {
  await orders.putOff(ctx.db, bookingId, ctx.now);
  let refunded = 0;
  for (const { cause, open } of await orders.ordersAhead(ctx.db, [row.id], ctx.now)) {
    if (open <= 0) continue;
    const description = `Inserat ${row.id}: vor dem Start gelöscht`;
    await wallet.refund(ctx, {
      userId: ctx.actor.userId,
      amount: open,
      of: cause,
      cause: `deleted:${cause}`,
      description,
    });
    refunded += open;
  }
  return refunded;
}
