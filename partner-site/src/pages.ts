import type { AdLinks } from '@samtrot/ad-view/links.ts';
import type {
  DeliveredAd,
  DeliveredBanner,
  DeliveredClub,
  ListsAnswer,
} from '@samtrot/shared/delivery/contract.ts';

export interface Search {
  kanton: string;
  kategorie: string;
  suche: string;
  /** Cursor of the page. */
  weiter: string;
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

/** Every page of the site. */
export type Page =
  | { kind: 'gate'; target: string }
  | {
      kind: 'list';
      ads: DeliveredAd[];
      /** The corrected search words; null without a correction. */
      corrected: string | null;
      next: string | null;
      search: Search;
      lists: ListsAnswer;
      banners: Banners;
    }
  | { kind: 'detail'; ad: DeliveredAd }
  | { kind: 'story'; ad: StoryAd }
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
    }
  | { kind: 'reported'; section: Section; id: string; name: string; thanks: string }
  | { kind: 'terms' }
  /** No such page. */
  | { kind: 'missing' }
  /** No such ad or club, or no longer. */
  | { kind: 'gone'; what: 'ad' | 'club' }
  | { kind: 'away' };

/** What a visitor typed into the form of a report. */
export interface ReportDraft {
  reason: string;
  message: string;
  name: string;
  email: string;
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

/** Addresses of this site that count a click and then redirect. */
export const contactPath = (
  section: Section,
  id: string,
  contact: 'telefon' | 'whatsapp' | 'homepage',
): string => `/${section}/${id}/${contact}`;

/** The addresses of this site about one ad. */
export const adLinks = (id: string): AdLinks => ({
  page: `/inserat/${id}`,
  list: '/',
  story: `/story/${id}`,
  report: reportPath('inserat', id),
  phone: contactPath('inserat', id, 'telefon'),
  whatsapp: contactPath('inserat', id, 'whatsapp'),
  homepage: contactPath('inserat', id, 'homepage'),
});
