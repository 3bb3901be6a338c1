import type { BannerPrices } from '../banners/rules.ts';
import type { AdPrices } from '../cart/rules.ts';
import type { ClubPrices } from '../clubs/rules.ts';
import type { Credits } from '../kernel/money.ts';

/** A package of credits on sale. */
export interface TopupPackage {
  id: number;
  /** In whole francs. */
  francs: number;
  credits: Credits;
  bonus: Credits;
}

/** The lists of the catalogue that hold prices. */
export const PRICE_LISTS = [
  'packages',
  'extras',
  'banner_prices',
  'club_prices',
  'topup_packages',
] as const;
export type PriceList = (typeof PRICE_LISTS)[number];

/** What everything costs for advertisers, of the versions that are valid at one moment. */
export interface Prices extends AdPrices {
  banners: BannerPrices;
  clubs: ClubPrices;
}

/** Words of a package of credits on statements and receipts. */
export const topupDescription = ({
  credits,
  bonus,
}: Pick<TopupPackage, 'credits' | 'bonus'>): string =>
  `Guthaben ${credits} Credits${bonus > 0 ? ` + ${bonus} Bonus` : ''}`;
