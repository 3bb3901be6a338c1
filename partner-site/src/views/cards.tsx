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
/** Id of the first ads of a list, for who skips what stands before them. */
export const FIRST_ADS = 'inserate';
type Rendered = Map<FunctionComponent<CardProps>, Map<string, string>>;
/** By object, and by id for the same ad in another response. */
const renderedOfAd = new WeakMap<DeliveredAd, Rendered>();
const renderedById = new Map<string, { version: string; rendered: Rendered }>();

/** The HTML rendered of this version of the ad. */
function renderedOf(ad: DeliveredAd): Rendered {
  const known = renderedOfAd.get(ad);
  if (known) return known;
  const version = hash('sha256', JSON.stringify(ad));
  const cached = renderedById.get(ad.id);
  const rendered: Rendered = cached?.version === version ? cached.rendered : new Map();
  renderedOfAd.set(ad, rendered);
  if (cached?.rendered !== rendered) {
    renderedById.delete(ad.id);
    renderedById.set(ad.id, { version, rendered });
    if (renderedById.size > MOST_ADS) renderedById.delete(renderedById.keys().next().value!);
  }
  return rendered;
}

interface CardProps {
  ad: DeliveredAd;
  links: ReturnType<typeof adLinks>;
  first: boolean;
  isNew?: boolean;
}

/**
 * The HTML of a card, cached for each version of its ad; the list it links to is put in afterwards.
 */
function render(
  Card: FunctionComponent<CardProps>,
  {
    ad,
    search = {},
    ...variant
  }: Omit<CardProps, 'links'> & { search?: Partial<Search> | undefined },
): string {
  const rendered = renderedOf(ad);
  const variants = rendered.get(Card) ?? new Map<string, string>();
  rendered.set(Card, variants);
  const key = `${variant.first} ${variant.isNew}`;
  let html = variants.get(key);
  if (html === undefined) {
    const links = { ...adLinks(ad.id), page: adPath(ad.id) + LIST };
    html = renderToStaticMarkup(<Card ad={ad} links={links} {...variant} />);
    variants.set(key, html);
  }
  // Letters, digits, = and %XX; only & means something in HTML.
  const list = adPath('', search).slice(adPath('').length).replaceAll('&', '&amp;');
  return html.replaceAll(LIST, () => list);
}

/** The content of an element, of HTML that React has rendered. */
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
    (ad, index) => `<li>${render(SmallTopAd, { ad, search, first: index < 2 })}</li>`,
  );
  const more = (
    <div className="tops-more">
      <p className="sm muted wide">Weitere TopAds</p>
      <ul className="swipe" {...content(row)} />
    </div>
  );
  const parts = [
    render(TopAd, { ad: panel, search, first: true }),
    row.length > 0 ? renderToStaticMarkup(more) : '',
  ];
  return <section id={FIRST_ADS} className="tops" aria-label="TopAds" {...content(parts)} />;
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

interface GridProps {
  label: string;
  cards: readonly string[];
  /** Whether no ads stand before it. */
  first?: boolean;
}

export const Grid = ({ label, cards, first = false }: GridProps) =>
  cards.length === 0 ? null : (
    <section
      id={first ? FIRST_ADS : undefined}
      className="grid"
      aria-label={label}
      {...content(cards)}
    />
  );

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
  ads.map((ad, index) =>
    render(AdCard, { ad, search, first: index < first, isNew: isNew(ad, now) }),
  );
