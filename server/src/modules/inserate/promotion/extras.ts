import { isPremium, type QuoteItem } from '@samtrot/shared/cart/rules.ts';
import type * as contract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DEFAULT_PUSH_TIME } from '@samtrot/shared/inserate/limits.ts';
import { inserateTexts, slotOf } from '@samtrot/shared/inserate/problems.ts';
import {
  formatHours,
  noRoomText,
  PROMOTED_HOURS,
  PROMOTIONS,
  type PromotionKind,
} from '@samtrot/shared/inserate/promotion-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { hasStoryMedia } from '@samtrot/shared/media/rules.ts';
import { phraseProblemOf } from '@samtrot/shared/moderation/phrase-rules.ts';
import { forbiddenProblem } from '@samtrot/shared/moderation/rules.ts';
import type { Ctx } from '../../../platform/action.ts';
import * as catalogue from '../../catalogue/service.ts';
import { assertPrice, changeWaits, charge, type Owner } from '../../listings/service.ts';
import * as media from '../../media/service.ts';
import * as orders from '../booking/order-store.ts';
import { INSERATE } from '../kind.ts';
import { latestBooking, loadForEvent, resultOf } from '../load.ts';
import { unsavedOf } from '../presenter.ts';
import * as store from '../store.ts';
import { insertPromotions } from './promotion-store.ts';
import { offerFor, runningUntil } from './promotions.ts';
import { pushesIn } from './push-plan.ts';
import { AT_ONCE } from './push-store.ts';
import { planPushes } from './pushes.ts';

type Result = Output<typeof contract.pushInserat>;
type Buying = Input<typeof contract.pushInserat>;

interface Extra {
  row: store.InseratRow;
  item: Omit<QuoteItem, 'total' | 'quantity'>;
  expected: number | undefined;
}

/** Charges one extra as an order on the running booking; each call has a cause of its own. */
async function buy(
  ctx: Ctx<Owner>,
  { row, item, expected }: Extra,
): Promise<{ price: Credits; cause: string }> {
  const price = item.unit;
  assertPrice(price, expected);
  const bookingId = row.booking_id!;
  const cause = `booking:${bookingId}:${await orders.countOrders(ctx.db, bookingId)}`;
  await orders.insertOrder(ctx.db, {
    booking_id: bookingId,
    cause,
    total: price,
    at: ctx.now,
    items: [{ ...item, quantity: 1, total: price }],
  });
  await charge(ctx, INSERATE, {
    row,
    total: price,
    cause,
    item: item.label,
    action: 'extra',
    details: { booking: bookingId, extra: item.key },
  });
  return { price, cause };
}

/** Pushes an active ad at once, a planned one at the first free noon of its run. */
export async function push(
  ctx: Ctx<Owner>,
  { inserat_id, expected_total: expected }: Buying,
): Promise<Result> {
  const { row, status } = await loadForEvent(ctx, inserat_id, 'pushen');
  const { extras } = await catalogue.pricesAt(ctx);
  const item = { key: 'datedPush', label: 'Push', note: '', unit: extras.datedPush } as const;
  if (status === 'aktiv') {
    const { price } = await buy(ctx, { row, item: { ...item, note: AT_ONCE }, expected });
    await store.update(ctx.db, row.id, { lifted_at: ctx.now, changed_at: ctx.now });
    return resultOf(ctx, row.id, price, 'Dein Inserat steht wieder ganz oben.');
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
  // An open editor that does not know of it must not remove it.
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
  return resultOf(ctx, row.id, price, `Der Push ist für ${at} eingeplant.`);
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
  // The start pushes the ad anyway; its noon is used only in a run without another one.
  return (free.find(({ due_at }) => due_at > run.start_at) ?? free[0])?.slot;
}

type Promoting = Input<typeof contract.topInserat>;

/** TopAd for 24 hours from now or the planned start; repeated, it is extended. */
export const top = (ctx: Ctx<Owner>, input: Promoting): Promise<Result> =>
  promote(ctx, 'topAd', input);

/** Story for 24 hours from now or the planned start; repeated, it is extended. */
export const story = (ctx: Ctx<Owner>, input: Promoting): Promise<Result> =>
  promote(ctx, 'story', input);

/** A promotion of up to 24 hours, in whole or for the rest of the run (EXP-60, EXP-61). */
async function promote(ctx: Ctx<Owner>, kind: PromotionKind, input: Promoting): Promise<Result> {
  const { row } = await loadForEvent(ctx, input.inserat_id, kind === 'topAd' ? 'topad' : 'story');
  if (kind === 'story') await assertStory(ctx, row);
  if (input.way === 'renew' && !isPremium(row.inserat_typ))
    throw invalid({ way: inserateTexts.freeEnds });
  const { extras } = await catalogue.pricesAt(ctx);
  const offer = offerFor(extras, row, kind, ctx.now, row.auto_extend && input.way !== 'rest');
  const running = runningUntil(row, kind, ctx.now);
  if (offer.hours === 0)
    throw new AppError('PROMOTION_TOO_LONG', { params: { warum: noRoomText(kind, running) } });
  const renewing = input.way === 'renew' ? offer.renewing : null;
  const { price: unit, until } = renewing ?? offer;
  const hours = renewing ? PROMOTED_HOURS : offer.hours;
  const note = hours < PROMOTED_HOURS ? formatHours(hours) : '';
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
  return resultOf(ctx, row.id, price, `${runs} ${formatDateTime(until)}.`);
}

/** @throws INVALID_INPUT */
export async function assertStoryApproved(
  { db }: Pick<Ctx<Owner>, 'db'>,
  { id, story_title }: Pick<store.InseratRow, 'id' | 'story_title'>,
  wanted = story_title,
): Promise<void> {
  if (
    wanted !== story_title
      ? await changeWaits(db, 'inserat', id)
      : !(await store.storyApproved(db, id))
  )
    throw invalid({ story_posted: inserateTexts.storyWaits });
}

async function assertStory(ctx: Ctx<Owner>, row: store.InseratRow): Promise<void> {
  const { images, storyImage, storyVideo } = (await media.mediaOf(ctx.db, [row.id])).get(row.id)!;
  if (images.length === 0 && !hasStoryMedia(storyImage, storyVideo)) {
    throw invalid({ story_posted: inserateTexts.storyPicture });
  }
  if (row.story_title === '') throw invalid({ story_title: inserateTexts.storyTitle });
  const forbidden = forbiddenProblem(
    row.story_title,
    phraseProblemOf(await catalogue.forbiddenPhrasesAt(ctx)),
  );
  if (forbidden) throw invalid({ story_title: forbidden });
  await assertStoryApproved(ctx, row);
}

/** Colour until the booking ends, charged once. */
export async function colour(
  ctx: Ctx<Owner>,
  { inserat_id, expected_total: expected }: Buying,
): Promise<Result> {
  const { row } = await loadForEvent(ctx, inserat_id, 'faerben');
  if (row.colour) return resultOf(ctx, row.id, 0, 'Dein Inserat ist schon farbig.');
  const { extras } = await catalogue.pricesAt(ctx);
  const item = { key: 'colour', label: 'Farbe', note: '', unit: extras.colour } as const;
  const { price } = await buy(ctx, { row, item, expected });
  await store.updateBooking(ctx.db, row.booking_id!, { paid_colour: true });
  await store.update(ctx.db, row.id, { colour: true, color_enabled: true, changed_at: ctx.now });
  return resultOf(ctx, row.id, price, 'Dein Inserat ist jetzt farbig.');
}
