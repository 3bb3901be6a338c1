import type { Cart, clearCart, getCart, updateCart } from '@samtrot/shared/cart/contract.ts';
import { type AdPrices, cartPrice, covered, type Paid } from '@samtrot/shared/cart/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, errors } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx } from '../../platform/action.ts';
import * as catalogue from '../catalogue/service.ts';
import * as wallet from '../wallet/service.ts';
import type { CartWishes, Owner, TermsOf } from './ports.ts';
import type { StoredCart } from './store.ts';
import * as store from './store.ts';

export { ownTables } from './own-data.ts';
export type { TermsOf } from './ports.ts';

type Terms = NonNullable<Awaited<ReturnType<TermsOf>>>;

const EMPTY = 'Dein Warenkorb ist leer.';

/**
 * Saves and prices the cart. Insufficient credits are reported, not refused: a draft may cost more.
 */
export async function update(
  ctx: Ctx<Owner>,
  termsOf: TermsOf,
  input: Input<typeof updateCart>,
): Promise<Output<typeof updateCart>> {
  const terms = await find(ctx, termsOf, input.inserat_id);
  const paid = await terms.paid(input.base_package);
  const stored = { inseratId: input.inserat_id, wanted: wantedOf(input, paid), updatedAt: ctx.now };
  const cart = present(await catalogue.pricesAt(ctx), stored, terms, paid);
  if (isPaid(cart, terms)) await store.remove(ctx.db, stored.inseratId);
  else await store.saveCart(ctx.db, ctx.actor.userId, stored);
  const missing = Math.max(
    0,
    cart.total_credits - (await wallet.balance(ctx.db, ctx.actor.userId)),
  );
  return {
    cart,
    missing,
    message: missing > 0 ? errors.INSUFFICIENT_CREDITS.text : 'Dein Warenkorb ist aktuell.',
  };
}

/** @throws INSERAT_NOT_FOUND for a missing or foreign ad */
export async function read(
  ctx: Ctx<Owner>,
  termsOf: TermsOf,
  inseratId: number | undefined,
): Promise<Output<typeof getCart>> {
  if (inseratId !== undefined) await find(ctx, termsOf, inseratId);
  const prices = await catalogue.pricesAt(ctx);
  for (const kept of await store.findCarts(ctx.db, ctx.actor.userId, inseratId)) {
    // Without terms the ad is deleted; without an amount due it was ordered elsewhere.
    const terms = await termsOf(ctx, kept.inseratId);
    const cart = terms && present(prices, kept, terms, await terms.paid(kept.wanted.package));
    if (cart && !isPaid(cart, terms)) return { cart, message: 'Das ist dein Warenkorb.' };
  }
  return { cart: null, message: EMPTY };
}

/** @throws INSERAT_NOT_FOUND */
export async function empty(
  ctx: Ctx<Owner>,
  termsOf: TermsOf,
  inseratId: number,
): Promise<Output<typeof clearCart>> {
  await find(ctx, termsOf, inseratId);
  await store.remove(ctx.db, inseratId);
  return { cart: null, message: EMPTY };
}

/** When the cart of an ad was last quoted; undefined without one. */
export const { quotedAt } = store;

/** Deletes the cart of an ad that was ordered or deleted. */
export const clear = store.remove;

async function find(ctx: Ctx<Owner>, termsOf: TermsOf, inseratId: number): Promise<Terms> {
  const terms = await termsOf(ctx, inseratId);
  if (!terms) throw new AppError('INSERAT_NOT_FOUND');
  return terms;
}

function wantedOf(input: Input<typeof updateCart>, paid: Paid | null): CartWishes {
  const count = (kind: 'regions' | 'categories') =>
    input[`requested_${kind}`] ??
    covered(input.base_package, kind, paid) + (input[`extra_${kind}`] ?? 0);
  return {
    package: input.base_package,
    regions: count('regions'),
    categories: count('categories'),
    dailyPushes: input.push_taglich ?? 0,
    datedPushes: input.date_time_pushes ?? 0,
    planned: input.publish_option === 'Planen',
    topAd: input.inserat_topad,
    colour: input.inserat_farbe,
    story: input.inserat_story,
  };
}

/** Whether the running booking covers the cart. */
const isPaid = (cart: Cart, { running }: Terms) =>
  cart.total_credits === 0 && cart.base_package === running;

function present(
  prices: AdPrices,
  { inseratId, wanted, updatedAt }: StoredCart,
  { wishes }: Terms,
  paid: Paid | null,
): Cart {
  const price = cartPrice(prices, wishes(wanted), paid);
  return {
    inserat_id: inseratId,
    base_package: wanted.package,
    bundle_price: price.bundlePrice,
    bundle_limits: price.bundleLimits,
    requested_categories: wanted.categories,
    requested_regions: wanted.regions,
    extra_categories: price.extraCategories,
    extra_regions: price.extraRegions,
    extra_categories_cost: price.extraCategoriesCost,
    extra_regions_cost: price.extraRegionsCost,
    items: price.items,
    total_credits: price.totalCredits,
    updated_at: updatedAt.toISOString(),
  };
}

/** Deletes every cart of the account, for account deletion. */
export const deleteCarts = ({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<void> =>
  store.deleteCarts(db, accountId);
