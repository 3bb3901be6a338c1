import type * as contract from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
import { assertNotHeld } from '../holds/service.ts';
import {
  assertNoProblems,
  assertPrice,
  assertRoom,
  assertVersion,
  findRepeatedOrder,
  nextStatus,
  type OrderRules,
  type Owner,
  savedColumns,
  startAtOf,
} from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as partners from '../partners/service.ts';
import * as wallet from '../wallet/service.ts';
import { book, priceOf } from './booking.ts';
import { BANNERS, LIFECYCLE } from './kind.ts';
import { loadForUpdate, reload } from './load.ts';
import { type PictureChange, renderPicture, showPicture } from './pictures.ts';
import { finalOf, idOf, loadOrCreateForUpdate, problemsOf } from './save.ts';
import * as store from './store.ts';

type Ordered = Input<typeof contract.orderBanner>;

/**
 * Charges, books and publishes or plans a new, draft or expired banner, all or nothing.
 * @throws what the contract declares
 */
export async function order(
  ctx: OwnCtx<Owner>,
  { ports, rules }: { ports: media.MediaPorts; rules: OrderRules },
  input: Ordered,
): Promise<Result> {
  const before = await ctx.transaction((short) => findCallResult(short, ctx.callId));
  if (before) return before;
  const picture = await renderPicture(ctx, ports, input.banner_bild, (short) =>
    refuse(short, rules, input),
  );
  const ordered = await ctx.transaction(async (short) => {
    const meanwhile = await findCallResult(short, ctx.callId);
    if (meanwhile) return meanwhile;
    const websites = [...new Set(input.webseiten)];
    // First, as who switches one off does: it would leave behind what is booked at that moment.
    await partners.keepAsTheyAre(short.db, websites);
    const row = await loadForOrder(short, input);
    if (rules.requireConfirmedEmail) await accounts.requireConfirmed(short.db, ctx.actor.userId);
    const content = finalOf(input);
    assertNoProblems(await problemsOf(short, { row, content, websites, picture }));
    const price = await priceOf(short, { ...content, websites });
    assertPrice(price.total, input.expected_total);
    const startAt = startAtOf(ctx.now, input);
    const first =
      idOf(input) === undefined &&
      (await findRepeatedResult(short, { row, input, websites, picture }));
    if (first) return first;

    if (BANNER_TYPES[content.typ].size === null) await media.removeFromBanner(short.db, row.id);
    else await showPicture(short, ports, row, picture);
    await store.update(short.db, row.id, { ...content, ...savedColumns(short, row) });
    const order = { row: { ...row, ...content }, websites, startAt, price, callId: ctx.callId };
    return resultOf(short, { id: row.id, charged: price.total, credits: await book(short, order) });
  });
  failPoint('order.after_commit_before_reply');
  return ordered;
}

type Result = Output<typeof contract.orderBanner>;

async function resultOf(
  ctx: Ctx<Owner>,
  { id, ...paid }: { id: number; charged: number; credits: number },
): Promise<Result> {
  const { held_at } = (await store.find(ctx.db, id, ctx.now))!;
  const message = held_at ? 'Dein Banner wird geprüft.' : 'Banner erfolgreich bestellt!';
  return { banner: await reload(ctx, id), ...paid, message };
}

/**
 * The result of an interrupted call with this idempotency key.
 * @throws BANNER_NOT_FOUND if the banner was deleted since
 */
async function findCallResult(ctx: Ctx<Owner>, callId: string): Promise<Result | undefined> {
  const order = await store.orderOfCall(ctx.db, callId);
  if (order?.deleted) throw new AppError('BANNER_NOT_FOUND');
  if (!order) return undefined;
  const credits = await wallet.balance(ctx.db, ctx.actor.userId);
  return resultOf(ctx, { id: order.banner_id, charged: order.total, credits });
}

const eventOf = (input: Ordered) => (input.publish_option === 'Planen' ? 'planen' : 'bestellen');

/** The banner to order, locked. @throws ACCOUNT_OFFLINE, HELD, BANNER_NOT_IN_THIS_STATE */
async function loadForOrder(ctx: Ctx<Owner>, input: Ordered): Promise<store.BannerRow> {
  const row = await loadOrCreateForUpdate(ctx, input);
  assertNotHeld(row);
  await accounts.requireOnline(ctx.db, row.account_id);
  // Before the version: a repeated click names the version before the first one.
  nextStatus(ctx.now, LIFECYCLE, row, eventOf(input));
  assertVersion(BANNERS, row, input.version);
  return row;
}

interface NewOrder {
  row: store.BannerRow;
  input: Ordered;
  websites: readonly number[];
  picture: PictureChange;
}

/** The result of the first click on a new banner; the row of the repeated one is deleted. */
async function findRepeatedResult(
  ctx: Ctx<Owner>,
  repeated: NewOrder,
): Promise<Result | undefined> {
  const { row, input, websites, picture } = repeated;
  const first = await findRepeatedOrder(ctx.db, BANNERS, {
    accountId: ctx.actor.userId,
    now: ctx.now,
    content: { ...finalOf(input) },
    start: input,
    also: () => store.sameOrder(websites, typeof picture === 'object' ? picture.contentId : null),
  });
  if (!first) return undefined;
  await store.remove(ctx.db, row.id, ctx.now);
  const credits = await wallet.balance(ctx.db, ctx.actor.userId);
  return resultOf(ctx, { id: first.id, charged: first.total, credits });
}

/** Refuses early, before the picture is processed, without checking picture and price. */
async function refuse(ctx: Ctx<Owner>, rules: OrderRules, input: Ordered) {
  const id = idOf(input);
  if (id === undefined) await assertRoom(ctx, BANNERS);
  else {
    const row = await loadForUpdate(ctx, id);
    assertNotHeld(row);
    nextStatus(ctx.now, LIFECYCLE, row, eventOf(input));
    assertVersion(BANNERS, row, input.version);
  }
  await accounts.requireOnline(ctx.db, ctx.actor.userId);
  if (rules.requireConfirmedEmail) await accounts.requireConfirmed(ctx.db, ctx.actor.userId);
  return input.typ;
}
