import { BANNER_TYPE_IDS } from '../banners/rules.ts';
import { EXTRA_IDS, PACKAGE_IDS } from '../cart/rules.ts';
import { clubPrice } from '../clubs/rules.ts';
import { formatChf, formatCredits, formatNumber } from '../kernel/format.ts';
import type { Credits } from '../kernel/money.ts';
import type { Prices, TopupPackage } from './price-rules.ts';

/** What public texts name a price of; `banner` is the cheapest one. */
const PRICED = [...PACKAGE_IDS, ...EXTRA_IDS, 'banner', 'club'] as const;
type Priced = (typeof PRICED)[number];

/** Prices as texts name them. */
export interface PriceTexts {
  /** `1’000` */
  number: Record<Priced, string>;
  /** `1 Credit`, `10 Credits` */
  credits: Record<Priced, string>;
  /** `CHF 100.- gibt 110, CHF 500.- gibt 600` */
  bonus: string;
  /** `Aufladen kannst du ab CHF 50.-.`; empty without a package. */
  least: string;
}

const wordsBy = (word: (of: Priced) => string): Record<Priced, string> =>
  Object.fromEntries(PRICED.map((of) => [of, word(of)])) as Record<Priced, string>;

/** The prices of this moment in words. */
export function priceText(prices: Prices, topups: readonly TopupPackage[] = []): PriceTexts {
  const all: Record<Priced, Credits> = {
    ...prices.packages,
    ...prices.extras,
    banner: Math.min(...BANNER_TYPE_IDS.map((id) => prices.banners[id])),
    club: clubPrice(prices.clubs, 1),
  };
  return {
    number: wordsBy((of) => formatNumber(all[of])),
    credits: wordsBy((of) => formatCredits(all[of])),
    bonus: topups
      .filter(({ bonus }) => bonus > 0)
      .map(
        ({ francs, credits, bonus }) =>
          `${formatChf(francs * 100)} gibt ${formatNumber(credits + bonus)}`,
      )
      .join(', '),
    least:
      topups.length > 0
        ? `Aufladen kannst du ab ${formatChf(Math.min(...topups.map(({ francs }) => francs)) * 100)}.`
        : '',
  };
}

/** Stands in pages that are rendered before a price is known; `filledPrices` replaces it. */
export const PRICE_MARKERS: PriceTexts = {
  number: wordsBy((of) => `%PRICE_${of}%`),
  credits: wordsBy((of) => `%CREDITS_${of}%`),
  bonus: '%PRICE_BONUS%',
  least: '%PRICE_LEAST%',
};

const MARKER = /%(PRICE|CREDITS)_(\w+)%/;

export const namesPrices = (page: string): boolean => MARKER.test(page);

/** The page with the prices in place of its markers. */
export const filledPrices = (page: string, { number, credits, bonus, least }: PriceTexts): string =>
  page.replace(new RegExp(MARKER, 'g'), (marker, kind: string, of: string) => {
    if (of === 'BONUS') return bonus;
    if (of === 'LEAST') return least;
    return (kind === 'PRICE' ? number : credits)[of as Priced] ?? marker;
  });
