import type * as contract from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
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
import * as wallet from '../wallet/service.ts';
import { book, priceOf } from './booking.ts';
import { BANNERS, LIFECYCLE } from './kind.ts';
import { loadForUpdate, reload } from './load.ts';
import { develop, type PictureWish, showPicture } from './pictures.ts';
import { finalOf, idOf, loadOrCreateForUpdate, problemsOf } from './save.ts';
import * as store from './store.ts';

type Ordered = Input<typeof contract.orderBanner>;

/**
 * Charges, books and publishes or plans a new banner, a draft or one that is over, whole or not at
 * all. @throws what the contract declares
 */
export async function order(
  ctx: OwnCtx<Owner>,
  { ports, rules }: { ports: media.MediaPorts; rules: OrderRules },
  input: Ordered,
): Promise<Answer> {
  const before = await ctx.transaction((short) => orderedBefore(short, ctx.callId));
  if (before) return before;
  const picture = await develop(ctx, ports, input.banner_bild, (short) =>
    refuse(short, rules, input),
  );
  const ordered = await ctx.transaction(async (short) => {
    const meanwhile = await orderedBefore(short, ctx.callId);
    if (meanwhile) return meanwhile;
    const row = await toOrder(short, input);
    if (rules.requireConfirmedEmail) await accounts.requireConfirmed(short.db, ctx.actor.userId);
    const content = finalOf(input);
    const websites = [...new Set(input.webseiten)];
    assertNoProblems(await problemsOf(short, { row, content, websites, picture }));
    const price = priceOf({ ...content, websites });
    assertPrice(price.total, input.expected_total);
    const startAt = startAtOf(ctx.now, input);
    const first =
      idOf(input) === undefined && (await orderedTwice(short, { row, input, websites, picture }));
    if (first) return first;

    if (BANNER_TYPES[content.typ].size === null) await media.removeFromBanner(short.db, row.id);
    else await showPicture(short, ports, row, picture);
    await store.update(short.db, row.id, { ...content, ...savedColumns(short, row) });
    const order = { row: { ...row, ...content }, websites, startAt, price, callId: ctx.callId };
    return answer(short, { id: row.id, charged: price.total, credits: await book(short, order) });
  });
  failPoint('order.after_commit_before_reply');
  return ordered;
}

type Answer = Output<typeof contract.orderBanner>;

const answer = async (
  ctx: Ctx<Owner>,
  { id, ...paid }: { id: number; charged: number; credits: number },
): Promise<Answer> => ({
  banner: await reload(ctx, id),
  ...paid,
  message: 'Banner erfolgreich bestellt!',
});

/**
 * What this very call ordered when it broke off before it was answered: told now, and nothing is
 * ordered again. @throws BANNER_NOT_FOUND when it is deleted since
 */
async function orderedBefore(ctx: Ctx<Owner>, callId: string): Promise<Answer | undefined> {
  const order = await store.orderOfCall(ctx.db, callId);
  if (order?.deleted) throw new AppError('BANNER_NOT_FOUND');
  if (!order) return undefined;
  const credits = await wallet.balance(ctx.db, ctx.actor.userId);
  return answer(ctx, { id: order.banner_id, charged: order.total, credits });
}

const eventOf = (input: Ordered) => (input.publish_option === 'Planen' ? 'planen' : 'bestellen');

/**
 * The banner as it stands before the order, locked. @throws ACCOUNT_OFFLINE,
 * BANNER_NOT_IN_THIS_STATE
 */
async function toOrder(ctx: Ctx<Owner>, input: Ordered): Promise<store.BannerRow> {
  const row = await loadOrCreateForUpdate(ctx, input);
  await accounts.requireOnline(ctx.db, row.account_id);
  // Told first: whoever presses twice has not seen what the first press made of it.
  nextStatus(ctx.now, LIFECYCLE, row, eventOf(input));
  assertVersion(BANNERS, row, input.version);
  return row;
}

interface Pressed {
  row: store.BannerRow;
  input: Ordered;
  websites: readonly number[];
  picture: PictureWish;
}

/**
 * What the first press on a new banner ordered, told to the second one, whose own row goes again.
 */
async function orderedTwice(ctx: Ctx<Owner>, pressed: Pressed): Promise<Answer | undefined> {
  const { row, input, websites, picture } = pressed;
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
  return answer(ctx, { id: first.id, charged: first.total, credits });
}

/** Refuses early what the order would be refused for, but for its picture and its price. */
async function refuse(ctx: Ctx<Owner>, rules: OrderRules, input: Ordered) {
  const id = idOf(input);
  if (id === undefined) await assertRoom(ctx, BANNERS);
  else {
    const row = await loadForUpdate(ctx, id);
    nextStatus(ctx.now, LIFECYCLE, row, eventOf(input));
    assertVersion(BANNERS, row, input.version);
  }
  await accounts.requireOnline(ctx.db, ctx.actor.userId);
  if (rules.requireConfirmedEmail) await accounts.requireConfirmed(ctx.db, ctx.actor.userId);
  return input.typ;
}
