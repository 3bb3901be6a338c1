import { type BannerPrices, type BannerTypeId, bannerPrice } from '../banners/rules.ts';
import { PACKAGES, type PackageId } from '../cart/rules.ts';
import type { Credits } from '../kernel/money.ts';
import { DAY_MS } from '../kernel/time.ts';

/** So many days ahead are counted. */
export const RENEWAL_DAYS = 30;

interface RenewingAd {
  inserat_status: string;
  inserat_typ: PackageId;
  end_at: string | null;
  reaktivierung: boolean;
  renewal_price: Credits;
}

interface RenewingBanner {
  status: string;
  auto_extend: boolean;
  end_at: string | null;
  typ: BannerTypeId;
  monate: number;
  webseiten: readonly number[];
}

/**
 * Credits that automatic renewals of running ads and banners use in the next 30 days, at today's
 * prices. A short package is renewed several times; a banner runs for a month at least.
 */
export function renewalCredits(
  ads: readonly RenewingAd[],
  banners: readonly RenewingBanner[],
  { prices, now }: { prices: BannerPrices; now: Date },
): Credits {
  const until = now.getTime() + RENEWAL_DAYS * DAY_MS;
  /** How many runs of so many days begin until then, after the present one. */
  const runs = (end: string | null, days: number) =>
    end === null ? 0 : Math.max(0, Math.ceil((until - Date.parse(end)) / (days * DAY_MS)));
  const ofAd = ({ inserat_status, inserat_typ, end_at, ...ad }: RenewingAd) =>
    inserat_status === 'aktiv' && ad.reaktivierung
      ? ad.renewal_price * runs(end_at, PACKAGES[inserat_typ].days)
      : 0;
  const ofBanner = ({ status, auto_extend, end_at, typ, monate, webseiten }: RenewingBanner) =>
    status === 'aktiv' && auto_extend
      ? bannerPrice(prices, { typ, months: monate, websites: webseiten.length }).total *
        Math.min(1, runs(end_at, RENEWAL_DAYS))
      : 0;
  return (
    ads.reduce((sum, ad) => sum + ofAd(ad), 0) +
    banners.reduce((sum, banner) => sum + ofBanner(banner), 0)
  );
}
