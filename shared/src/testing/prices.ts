import type { Prices, TopupPackage } from '../catalogue/price-rules.ts';

/**
 * The prices of the specification (PRI-03 to PRI-10, BAN-67 to BAN-73), the first version of each
 * list.
 */
export const PRICES: Prices = {
  packages: { free: 0, '1_day': 10, '3_days': 20, '5_days': 30, '1_week': 40, '1_month': 100 },
  extras: {
    region: 5,
    category: 5,
    image: 5,
    dailyPush: 5,
    datedPush: 5,
    planned: 5,
    topAd: 80,
    colour: 20,
    story: 10,
  },
  banners: { a1: 600, a2: 400, a3: 800, a4: 60, website: 30 },
  clubs: { month: 50 },
};

/** What credits cost (decisions, section 4). */
export const TOPUP_PACKAGES: TopupPackage[] = [
  { id: 1, francs: 50, credits: 50, bonus: 0 },
  { id: 2, francs: 100, credits: 100, bonus: 10 },
  { id: 3, francs: 500, credits: 500, bonus: 100 },
  { id: 4, francs: 1000, credits: 1000, bonus: 300 },
];
