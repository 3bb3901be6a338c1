import type { PackageId, Paid, Wishes } from '@samtrot/shared/cart/rules.ts';
import type { Actors, Ctx } from '../../platform/action.ts';

export type Owner = Actors['user'] | Actors['operator'];

/** What a cart holds. Pictures are not chosen but hang on the ad already. */
export type Wanted = Required<Omit<Wishes, 'images'>>;

/** What an ad adds to the price of its cart. */
interface AdTerms {
  /** All wishes as an order of this ad would be priced now. */
  wishes(wanted: Wanted): Wishes;
  /** The package of its running booking, null without one. */
  running: PackageId | null;
  /** What that has paid for, as far as it counts for this package; null without one. */
  paid(chosen: PackageId): Promise<Paid | null>;
}

/**
 * The terms of an ad of the caller, which stays locked until the end of the transaction; undefined for a missing one and somebody
 * else's. A port, because the ad stands above the cart and clears it. The other way, calls of the cart bound by the ad, would move
 * all that the cart does into the ad.
 */
export type TermsOf = (ctx: Ctx<Owner>, inseratId: number) => Promise<AdTerms | undefined>;
