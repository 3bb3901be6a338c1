import type { PackageId, Paid, Wishes } from '@samtrot/shared/cart/rules.ts';
import type { Actors, Ctx } from '../../platform/action.ts';

export type Owner = Actors['user'];

/** The contents of a cart; images are attached to the ad itself. */
export type CartWishes = Required<Omit<Wishes, 'images'>>;

/** The ad's part of the price of its cart. */
interface AdTerms {
  /** All items as an order of this ad would be priced now. */
  wishes(wanted: CartWishes): Wishes;
  /** The package of its running booking; null without one. */
  running: PackageId | null;
  /** What that booking has paid, as far as it counts for this package; null without one. */
  paid(chosen: PackageId): Promise<Paid | null>;
}

/**
 * The terms of the caller's ad, locked until the transaction ends; undefined for a missing or
 * foreign one. A port, because the ad module depends on the cart.
 */
export type TermsOf = (ctx: Ctx<Owner>, inseratId: number) => Promise<AdTerms | undefined>;
