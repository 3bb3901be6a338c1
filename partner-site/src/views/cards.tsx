import { AdCard } from '@samtrot/ad-view/ad-card.tsx';
import { SmallTopAd, TopAd } from '@samtrot/ad-view/top-ad.tsx';
import type { DeliveredAd } from '@samtrot/partner';
import { Children, type ReactNode } from 'react';
import { adLinks, type Search } from '../pages.ts';
import { isNew } from '../turns.ts';

interface TopAdsProps {
  ads: DeliveredAd[];
  /** The list they stand in. */
  search: Search;
}

/** One TopAd as a panel, the others in a row that is swiped. */
export function TopAds({ ads: [panel, ...others], search }: TopAdsProps) {
  if (!panel) return null;
  return (
    <section className="tops" aria-label="TopAds">
      <TopAd ad={panel} links={adLinks(panel.id, search)} first />
      {others.length > 0 && (
        <div className="tops-more">
          <p className="sm muted wide">Weitere TopAds</p>
          <ul className="swipe">
            {others.map((ad, index) => (
              <li key={ad.id}>
                <SmallTopAd ad={ad} links={adLinks(ad.id, search)} first={index < 2} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface Props {
  ads: DeliveredAd[];
  label: string;
  now: Date;
  /** Cards whose pictures are not lazy-loaded. */
  first?: number;
}

export function Cards({ ads, label, now, first = 0 }: Props) {
  if (ads.length === 0) return null;
  return <Grid label={label}>{cardsOf(ads, now, { first })}</Grid>;
}

export function Grid({ label, children }: { label: string; children: ReactNode }) {
  if (Children.count(children) === 0) return null;
  return (
    <section className="grid" aria-label={label}>
      {children}
    </section>
  );
}

interface Options {
  /** Cards whose pictures are not lazy-loaded. */
  first?: number;
  /** The list they stand in. */
  search?: Search;
}

export const cardsOf = (ads: DeliveredAd[], now: Date, { first = 0, search }: Options = {}) =>
  ads.map((ad, index) => (
    <AdCard
      key={ad.id}
      ad={ad}
      links={adLinks(ad.id, search)}
      first={index < first}
      isNew={isNew(ad, now)}
    />
  ));
