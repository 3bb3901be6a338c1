import { hash } from 'node:crypto';
import { AdCard } from '@samtrot/ad-view/ad-card.tsx';
import { SmallTopAd, TopAd } from '@samtrot/ad-view/top-ad.tsx';
import type { DeliveredAd } from '@samtrot/partner';
import type { FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { adLinks, adPath, type Search } from '../pages.ts';
import { isNew } from '../turns.ts';

/** In place of the list that a card stands in; unknown outside, so no text of an ad holds it. */
const LIST = `list-${crypto.randomUUID()}`;
const MOST_ADS = 4_000;
type Looks = Map<string, string>;
/** By the object, and by id for the same ad in another answer. */
const drawn = new WeakMap<DeliveredAd, Looks>();
const drawnById = new Map<string, { print: string; looks: Looks }>();

/** What was drawn of this ad as it is. */
function looksOf(ad: DeliveredAd): Looks {
  const known = drawn.get(ad);
  if (known) return known;
  const print = hash('sha256', JSON.stringify(ad));
  const before = drawnById.get(ad.id);
  const looks: Looks = before?.print === print ? before.looks : new Map();
  drawn.set(ad, looks);
  if (before?.looks !== looks) {
    drawnById.delete(ad.id);
    drawnById.set(ad.id, { print, looks });
    if (drawnById.size > MOST_ADS) drawnById.delete(drawnById.keys().next().value!);
  }
  return looks;
}

interface Drawable {
  ad: DeliveredAd;
  links: ReturnType<typeof adLinks>;
  first: boolean;
  isNew?: boolean;
}

/** An ad as React draws it, kept as long as the ad is the same; its list is put in afterwards. */
function draw(
  Card: FunctionComponent<Drawable>,
  { ad, search = {}, ...look }: Omit<Drawable, 'links'> & { search?: Partial<Search> | undefined },
): string {
  const looks = looksOf(ad);
  const key = `${Card.name} ${look.first} ${look.isNew}`;
  let html = looks.get(key);
  if (html === undefined) {
    const links = { ...adLinks(ad.id), page: adPath(ad.id) + LIST };
    html = renderToStaticMarkup(<Card ad={ad} links={links} {...look} />);
    looks.set(key, html);
  }
  // Letters, digits, = and %XX; only & means something in HTML.
  const list = adPath('', search).slice(adPath('').length).replaceAll('&', '&amp;');
  return html.replaceAll(LIST, () => list);
}

/** The content of an element, of HTML that React has drawn. */
export const content = (parts: readonly string[]) => ({
  dangerouslySetInnerHTML: { __html: parts.join('') },
});

interface TopAdsProps {
  ads: DeliveredAd[];
  /** The list they stand in. */
  search: Search;
}

/** One TopAd as a panel, the others in a row that is swiped. */
export function TopAds({ ads: [panel, ...others], search }: TopAdsProps) {
  if (!panel) return null;
  const row = others.map(
    (ad, index) => `<li>${draw(SmallTopAd, { ad, search, first: index < 2 })}</li>`,
  );
  const more = (
    <div className="tops-more">
      <p className="sm muted wide">Weitere TopAds</p>
      <ul className="swipe" {...content(row)} />
    </div>
  );
  const parts = [
    draw(TopAd, { ad: panel, search, first: true }),
    row.length > 0 ? renderToStaticMarkup(more) : '',
  ];
  return <section className="tops" aria-label="TopAds" {...content(parts)} />;
}

interface Props {
  ads: DeliveredAd[];
  label: string;
  now: Date;
  /** Cards whose pictures are not lazy-loaded. */
  first?: number;
}

export const Cards = ({ ads, label, now, first = 0 }: Props) => (
  <Grid label={label} cards={cardsOf(ads, now, { first })} />
);

export const Grid = ({ label, cards }: { label: string; cards: readonly string[] }) =>
  cards.length === 0 ? null : <section className="grid" aria-label={label} {...content(cards)} />;

interface Options {
  /** Cards whose pictures are not lazy-loaded. */
  first?: number;
  /** The list they stand in. */
  search?: Search;
}

/** Each ad as HTML. */
export const cardsOf = (
  ads: readonly DeliveredAd[],
  now: Date,
  { first = 0, search }: Options = {},
): string[] =>
  ads.map((ad, index) => draw(AdCard, { ad, search, first: index < first, isNew: isNew(ad, now) }));
