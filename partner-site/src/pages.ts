import type { DeliveredAd, ListsAnswer } from '@samtrot/shared/delivery/contract.ts';

export interface Search {
  kanton: string;
  kategorie: string;
  suche: string;
  /** Cursor of the page. */
  weiter: string;
}

export type Story = NonNullable<DeliveredAd['story']>;
export type StoryAd = DeliveredAd & { story: Story };

/** Everything a visitor can meet. */
export type Page =
  | { kind: 'gate'; target: string }
  | { kind: 'list'; ads: DeliveredAd[]; next: string | null; search: Search; lists: ListsAnswer }
  | { kind: 'detail'; ad: DeliveredAd }
  | { kind: 'story'; ad: StoryAd }
  | { kind: 'terms' }
  /** No such page. */
  | { kind: 'missing' }
  /** No such ad, or no longer. */
  | { kind: 'gone' }
  | { kind: 'away' };

/** What all pages share. */
export interface Frame {
  stylesheet: string;
  portalPublicUrl: string;
  rating: string;
  /** Path and query of the page itself. */
  path: string;
  /** Pictures and videos are covered until asked for. */
  veiled: boolean;
}

export function listPath(search: Partial<Search>): string {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== '') as [string, string][]);
  return query.size > 0 ? `/?${query}` : '/';
}
