import {
  type AdPrices,
  isPremium,
  PACKAGE_IDS,
  type PackageId,
} from '@samtrot/shared/cart/rules.ts';

/** What costs least beside a free ad; of two the shorter one. */
export const cheapestPremium = ({ packages }: Pick<AdPrices, 'packages'>): PackageId =>
  PACKAGE_IDS.filter(isPremium).reduce((a, b) => (packages[b] < packages[a] ? b : a));
