import type { AdCount, AdFilter, DeliveredAd, ListsAnswer, Portal } from '@samtrot/partner';
import {
  chosenFilters,
  isSortName,
  listPath,
  type Search,
  SORTS,
  type StoryAd,
  type WayOut,
} from './pages.ts';
import { inTurn } from './turns.ts';

export const PER_PAGE = 24;
/** TopAds of a list: the panel and its row. */
const TOP_ADS = 24;
/** Stories of the row, and of its player. */
const STORIES = 24;

const AT_ONCE = { within: 0 };
/** What stands beside an ad may be as old as this: each visit would ask for a whole list. */
export const BESIDE = { within: 30_000 };

export interface AdList {
  /** On the first page, in the order of this hour. */
  topAds: DeliveredAd[];
  ads: DeliveredAd[];
  /** Cursor of the next page. */
  next: string | null;
  count: AdCount;
}

/** One page of the list; null when the portal refuses its cursor. */
export async function loadList(
  portal: Portal,
  search: Search,
  now: Date,
  age = AT_ONCE,
): Promise<AdList | null> {
  const filter = filterOf(search);
  const { sort } = SORTS[search.sortierung];
  const [page, top, count] = await Promise.all([
    portal.ads({ ...filter, topad: 'none', sort, cursor: search.weiter }, PER_PAGE, age),
    search.weiter ? null : portal.ads({ ...filter, topad: 'only' }, TOP_ADS, age),
    portal.countAds(filter, age),
  ]);
  return page && { ...page, topAds: inTurn(top?.ads ?? [], now), count };
}

/**
 * Ads like this one: of its canton and category first, then of the canton, then of the category.
 * Asked for by place, because ads of one place share these answers.
 */
export async function similarTo(
  portal: Portal,
  ad: DeliveredAd,
  limit: number,
): Promise<DeliveredAd[]> {
  const canton = ad.cantons[0]?.id ?? '';
  const category = String(ad.categories[0]?.id ?? '');
  const found = new Map<string, DeliveredAd>();
  for (const filter of [{ canton, category }, { canton }, { category }]) {
    // One more, for the ad itself may be among them.
    const page = await portal.ads(filter, limit + 1, BESIDE);
    for (const other of page?.ads ?? [])
      if (other.id !== ad.id && found.size < limit) found.set(other.id, other);
    if (found.size === limit) break;
  }
  return [...found.values()];
}

/** The running stories of a canton, or of all. */
export async function storiesOf(portal: Portal, kanton: string): Promise<StoryAd[]> {
  const ads = await portal.stories(kanton, STORIES);
  return ads.flatMap((ad) => (ad.story ? [{ ...ad, story: ad.story }] : []));
}

/** The search in the query string; an unknown value counts as none. */
export function searchOf(
  query: URLSearchParams,
  lists: Pick<ListsAnswer, 'cantons' | 'categories'>,
): Search {
  const one = (name: string) => query.get(name) ?? '';
  const [kanton, kategorie] = [one('kanton'), one('kategorie')];
  const sort = one('sortierung');
  return {
    kanton: lists.cantons.some(({ id }) => id === kanton) ? kanton : '',
    kategorie: lists.categories.some(({ id }) => String(id) === kategorie) ? kategorie : '',
    suche: [...one('suche').replace(/\p{C}/gu, ' ').trim()].slice(0, 80).join(''),
    sortierung: isSortName(sort) ? sort : '',
    weiter: /^[\w-]{16,400}$/.test(one('weiter')) ? one('weiter') : '',
  };
}

const filterOf = ({ kanton, kategorie, suche }: Search): AdFilter => ({
  canton: kanton,
  category: kategorie,
  q: suche,
});

/** What each chosen filter alone stands in the way of; everything where that is nothing. */
export async function waysOut(
  portal: Portal,
  search: Search,
  lists: Pick<ListsAnswer, 'cantons' | 'categories'>,
): Promise<WayOut[]> {
  const chosen = chosenFilters(search, lists);
  const ways = await Promise.all(
    chosen.map(async ({ name, without }) => {
      const { total } = await portal.countAds(filterOf(without));
      return { without: name, path: listPath(without), left: total };
    }),
  );
  return ways.filter(({ left }) => left > 0);
}
