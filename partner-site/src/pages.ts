import type { AdLinks } from '@samtrot/ad-view/links.ts';
import type {
  AdCount,
  AdSort,
  DeliveredAd,
  DeliveredBanner,
  DeliveredClub,
  ListsAnswer,
} from '@samtrot/partner';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { URGENCIES, URGENCY_IDS, type Urgency } from '@samtrot/shared/reports/rules.ts';
import { inCanton } from './views/text.ts';

export interface Search {
  kanton: string;
  kategorie: string;
  suche: string;
  /** A key of `SORTS`; empty for the first of them. */
  sortierung: SortName;
  /** Cursor of the page. */
  weiter: string;
}

/** The orders of the list by their name in an address, and in the delivery API. */
export const SORTS = {
  '': { sort: 'lifted', label: 'Neueste zuerst' },
  aktualisiert: { sort: 'updated', label: 'Zuletzt aktualisiert' },
  name: { sort: 'name', label: 'Name' },
} as const satisfies Record<string, { sort: AdSort; label: string }>;
export type SortName = keyof typeof SORTS;
export const isSortName = (text: string): text is SortName => Object.hasOwn(SORTS, text);

/** Without one of the chosen filters; `left` is how many ads that leaves. */
export interface WayOut {
  without: string;
  path: string;
  left: number;
}

export type Story = NonNullable<DeliveredAd['story']>;
export type StoryAd = DeliveredAd & { story: Story };

/** The banners of a page by placement; each may be empty. */
export interface Banners {
  /** Above the list. */
  top?: DeliveredBanner | undefined;
  /** Between the ads. */
  between?: DeliveredBanner | undefined;
  /** Over the page, once a day. */
  over?: DeliveredBanner | undefined;
  /** In the footer. */
  links: DeliveredBanner[];
}

export interface ClubSearch {
  kanton: string;
  /** Cursor of the page. */
  weiter: string;
}

/**
 * The first part of an address, in German, and the name of the same kind in the delivery API.
 */
export const SECTIONS = { inserat: 'ads', club: 'clubs' } as const;
export type Section = keyof typeof SECTIONS;

/** Another ad of the list that a visitor came from. */
export interface Neighbour {
  name: string;
  path: string;
}

/** Where an ad stands in the list that a visitor came from. */
export interface Around {
  /** `Inserate in Zürich`, and where that is. */
  list: { title: string; path: string };
  previous: Neighbour | null;
  next: Neighbour | null;
  /** Its place among all of the list; null behind the first page, and where it no longer is. */
  place: { at: number; of: number } | null;
}

/** Every page of the site. */
export type Page =
  | { kind: 'gate'; target: string }
  | {
      kind: 'list';
      /** The panel and the others in their row, in the order of this hour. */
      topAds: DeliveredAd[];
      ads: DeliveredAd[];
      /** Of the canton, in their row. */
      stories: StoryAd[];
      count: AdCount;
      /** Where nothing is found: what leads to something. */
      waysOut: WayOut[];
      next: string | null;
      search: Search;
      lists: ListsAnswer;
      banners: Banners;
    }
  | { kind: 'detail'; ad: DeliveredAd; similar: DeliveredAd[]; around: Around }
  | { kind: 'story'; ad: StoryAd; stories: StoryAd[]; kanton: string; fromAd: boolean }
  /** Without ads the script of the page asks for those that this device remembers. */
  | { kind: 'saved'; saved: SavedAd[] | null }
  | {
      kind: 'clubs';
      clubs: DeliveredClub[];
      next: string | null;
      search: ClubSearch;
      cantons: ListsAnswer['cantons'];
      banners: Banners;
    }
  | { kind: 'club'; club: DeliveredClub }
  | {
      kind: 'report';
      section: Section;
      id: string;
      name: string;
      typed: ReportDraft;
      /** Why it was not sent; empty before the first attempt. */
      refused: string;
      /** No reason was chosen. */
      noReason: boolean;
      /** Whom to call in danger, as HTML; empty while nothing is known. */
      help: string;
    }
  | {
      kind: 'reported';
      section: Section;
      id: string;
      name: string;
      number: string;
      urgency: Urgency;
    }
  | { kind: 'terms' }
  /** No such page. */
  | { kind: 'missing' }
  /** No such ad or club, or no longer; beside an ad that has ended, ads like it. */
  | { kind: 'gone'; what: 'ad' | 'club'; similar?: DeliveredAd[] }
  | { kind: 'away' };

/** What a visitor typed into the form of a report. */
export interface ReportDraft {
  reason: string;
  message: string;
  name: string;
  email: string;
  /** Idempotency key, generated with the form: a retry after a lost response is one report. */
  send_key: string;
}

/** A remembered ad; without `ad` it is no longer online. */
export interface SavedAd {
  id: string;
  ad: DeliveredAd | null;
}

/** What all pages share. */
export interface Frame {
  stylesheet: string;
  fonts: readonly string[];
  script: string;
  /** Origin of this site; empty when not configured. */
  publicUrl: string;
  /** A line above the page. */
  warning: string | undefined;
  /** Directives for search engines. */
  robots: string;
  portalPublicUrl: string;
  rating: string;
  /** When the page is rendered. */
  now: Date;
  /** Path and query of the page itself. */
  path: string;
  /** Pictures and videos are covered until requested. */
  veiled: boolean;
}

const withQuery = (path: string, search: object): string => {
  const query = new URLSearchParams(
    Object.entries(search).filter(([, value]) => value !== '') as [string, string][],
  );
  return query.size > 0 ? `${path}?${query}` : path;
};

export const listPath = (search: Partial<Search>): string => withQuery('/', search);
export const clubsPath = (search: Partial<ClubSearch>): string => withQuery('/clubs', search);

export const reportPath = (section: Section, id: string): string => `/${section}/${id}/melden`;

const HOURS = (urgency: Urgency) => String(URGENCIES[urgency].firstLookMs / HOUR_MS);

/** After a report; the address holds its number and within how many hours somebody looks. */
export const reportedPath = (
  section: Section,
  id: string,
  { number, urgency }: { number: string; urgency: Urgency },
): string => withQuery(reportPath(section, id), { nummer: number, innert: HOURS(urgency) });

/** The number and the urgency of such an address; null for every other. */
export function reportedOf(query: URLSearchParams): { number: string; urgency: Urgency } | null {
  const number = query.get('nummer') ?? '';
  const urgency = URGENCY_IDS.find((id) => HOURS(id) === query.get('innert'));
  return /^M-[1-9]\d{0,14}$/.test(number) && urgency ? { number, urgency } : null;
}

/** Addresses of this site that count a click and then redirect. */
export const contactPath = (
  section: Section,
  id: string,
  contact: 'telefon' | 'sms' | 'whatsapp' | 'homepage',
): string => `/${section}/${id}/${contact}`;

/** The page of an ad; the search says from which list a visitor comes. */
export const adPath = (id: string, search: Partial<Search> = {}): string =>
  withQuery(`/inserat/${id}`, search);
/** The story of an ad, seen from its page. */
export const FROM_AD = 'inserat';
export const storyPath = (id: string, kanton = '', von: '' | typeof FROM_AD = ''): string =>
  withQuery(`/story/${id}`, { kanton, von });

/** The addresses of this site about one ad. */
export const adLinks = (id: string, search: Partial<Search> = {}): AdLinks => ({
  page: adPath(id, search),
  story: storyPath(id, search.kanton),
  report: reportPath('inserat', id),
  map: `/inserat/${id}/karte`,
  phone: contactPath('inserat', id, 'telefon'),
  sms: contactPath('inserat', id, 'sms'),
  whatsapp: contactPath('inserat', id, 'whatsapp'),
  homepage: contactPath('inserat', id, 'homepage'),
});

/** `Inserate in Zürich` */
export function listTitle({ kanton }: Search, { cantons }: Pick<ListsAnswer, 'cantons'>): string {
  const canton = cantons.find(({ id }) => id === kanton);
  return canton ? `Inserate ${inCanton(canton.name)}` : 'Inserate in der Schweiz';
}

/** The filters that are chosen, and the search without each of them. */
export function chosenFilters(
  search: Search,
  { cantons, categories }: Pick<ListsAnswer, 'cantons' | 'categories'>,
): { name: string; without: Search }[] {
  const { kanton, kategorie, suche } = search;
  const names = {
    kanton: cantons.find(({ id }) => id === kanton)?.name,
    kategorie: categories.find(({ id }) => String(id) === kategorie)?.name,
    suche,
  };
  return Object.entries(names).flatMap(([filter, name]) =>
    name ? [{ name, without: { ...search, [filter]: '', weiter: '' } }] : [],
  );
}
