import { httpClient, type Received } from './http-client.ts';
import type {
  AdAnswer,
  AdCountAnswer,
  AdsAnswer,
  BannersAnswer,
  ClubAnswer,
  ClubsAnswer,
  DeliveredAd,
  DeliveredBanner,
  DeliveredClub,
  ListsAnswer,
  PartnerReportBody,
  SimilarAnswer,
  StoriesAnswer,
  Tombstone,
} from './types.gen.ts';
import type { Visit } from './visits.ts';

/** The portal is unreachable or its response is unusable. */
export class PortalAway extends Error {
  override name = 'PortalAway';
  /** Of its response; 0 where there was none. */
  status = 0;
  /** How long it wants to be left alone. */
  waitMs = 0;
}

/** A response that is of no use; 429 and 503 say when to ask again. */
function away(what: string, { status, headers }: Received): PortalAway {
  const error = new PortalAway(`${what}: ${status}`);
  const seconds = Number(headers['retry-after']);
  return Object.assign(error, { status, waitMs: seconds > 0 ? seconds * 1000 : 0 });
}

/** Whatever went wrong below, such as a broken connection. */
const asAway = (error: unknown): PortalAway =>
  error instanceof PortalAway ? error : new PortalAway(String(error), { cause: error });

export interface AdPage {
  ads: DeliveredAd[];
  next: string | null;
}

export type AdCount = Pick<AdCountAnswer, 'total' | 'new_today' | 'corrected'>;

export interface ClubPage {
  clubs: DeliveredClub[];
  next: string | null;
}

export interface AdFilter {
  canton?: string;
  category?: string;
  sprache?: string;
  q?: string;
}

/** How a list of ads is ordered. */
export type AdSort = 'lifted' | 'updated' | 'name';

interface AdQuery extends AdFilter {
  topad?: 'only' | 'none';
  sort?: AdSort;
  cursor?: string;
}

/** What became of a report: its number and thanks, or why it was refused; the rest is empty. */
export interface Reported {
  /** `M-2041` */
  number: string;
  thanks: string;
  refused: string;
}

/** The lists that have a change feed, with what they hold. */
export interface MirroredList {
  ads: DeliveredAd;
  clubs: DeliveredClub;
}

/** A part of the change feed, or a page of the first load. */
interface Changes<Item> {
  changed: Item[];
  /** Ids of what is gone. */
  removed: string[];
  since: string;
  /** The next page of a load. */
  cursor: string | null;
  more: boolean;
}

interface Refusal {
  number?: string;
  message: string;
  errors?: Record<string, string>;
}

/** A copy that is younger than this many milliseconds needs no new question. */
interface Age {
  within: number;
}

type Slot = DeliveredBanner['slot'];

interface Answer {
  status: number;
  body: unknown;
}

interface Copy {
  etag: string;
  answer: Answer;
  at: number;
}

const TIMEOUT_MS = 4_000;
/** Time limit for optional parts of a page. */
const BANNER_TIMEOUT_MS = 1_000;
const VISIT_TIMEOUT_MS = 2_000;
const COPIES = 600;
/** The portal's `max-age`. */
const LISTS_KEPT_MS = 60_000;
/** A new version is everywhere within ten seconds. */
const HELP_KEPT_MS = 5_000;
const PAGE = 100;

/**
 * The delivery API with a cache of its responses. Each is revalidated with its ETag, so that a
 * hidden ad disappears at once and an unchanged list is not transferred again.
 */
export function portal({ url: address, key }: { url: string; key: string }) {
  const call = httpClient(address.replace(/\/+$/, ''));
  const authorization = `Bearer ${key}`;
  const copies = new Map<string, Copy>();
  let knownHelp: { html: string; until: number } | undefined;
  let knownLists: { lists: ListsAnswer; until: number } | undefined;
  /** Counts invalidations: a response in flight during one is not cached. */
  let forgotten = 0;

  /** Makes it the last to be removed, unless a newer one has taken its place. */
  const touch = (path: string, copy: Copy) => {
    if (copies.get(path) !== copy) return;
    copies.delete(path);
    copies.set(path, copy);
  };
  const ask = async (path: string, { keep = true, within = 0 } = {}): Promise<Answer> => {
    const copy = copies.get(path);
    if (copy && performance.now() - copy.at < within) {
      touch(path, copy);
      return copy.answer;
    }
    const before = forgotten;
    try {
      const response = await call(`/partner/v1/${path}`, {
        headers: { authorization, ...(copy && { 'if-none-match': copy.etag }) },
        timeoutMs: TIMEOUT_MS,
      });
      if (response.status === 304 && copy) {
        copy.at = performance.now();
        touch(path, copy);
        return copy.answer;
      }
      if (![200, 404, 422].includes(response.status)) throw away(path.split('?')[0]!, response);
      const { status, text } = response;
      const { etag } = response.headers;
      const answer = { status, body: JSON.parse(text) as unknown };
      copies.delete(path);
      if (keep && etag && response.status === 200 && forgotten === before)
        copies.set(path, { etag, answer, at: performance.now() });
      for (const oldest of copies.keys()) {
        if (copies.size <= COPIES) break;
        copies.delete(oldest);
      }
      return answer;
    } catch (error) {
      throw asAway(error);
    }
  };
  const send = (path: string, body: object, timeoutMs: number) =>
    call(`/partner/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
    });

  return {
    /** One page of ads; null when the portal refuses the question, such as an old cursor. */
    async ads(filter: AdQuery, limit: number, age?: Age): Promise<AdPage | null> {
      const answer = await ask(`ads?${queryOf({ limit, ...filter })}`, age);
      if (answer.status !== 200) return null;
      const { ads, next_cursor } = read<AdsAnswer>('ads', answer);
      return { ads: present(ads), next: next_cursor };
    },

    /** How many ads these filters leave. */
    async countAds(filter: AdFilter, age?: Age): Promise<AdCount> {
      return read<AdCountAnswer>('total', await ask(`ads/count?${queryOf(filter)}`, age));
    },

    /**
     * Those of these ads that are shown. The answer is not kept: it would be what one visitor
     * remembers.
     */
    async adsById(ids: readonly string[]): Promise<DeliveredAd[]> {
      if (ids.length === 0) return [];
      const named = [...ids].sort().map(encodeURIComponent).join(',');
      const query = `ads?ids=${named}&limit=${ids.length}`;
      return present(read<AdsAnswer>('ads', await ask(query, { keep: false })).ads);
    },

    /** Ads like this one, shown or not; null where there is no such ad and was none. */
    async similarAds(id: string, limit: number): Promise<DeliveredAd[] | null> {
      const answer = await ask(`ads/${encodeURIComponent(id)}/similar?limit=${limit}`);
      return answer.status === 404 ? null : read<SimilarAnswer>('ads', answer).ads;
    },

    /** The ads of this canton that have a story now, the one that runs longest first. */
    async stories(canton: string, limit: number): Promise<DeliveredAd[]> {
      return read<StoriesAnswer>('ads', await ask(`stories?${queryOf({ limit, canton })}`)).ads;
    },

    /** Null when there is no such ad, or no longer. */
    async ad(id: string): Promise<DeliveredAd | null> {
      const answer = await ask(`ads/${encodeURIComponent(id)}`);
      return answer.status === 200 ? read<AdAnswer>('ad', answer).ad : null;
    },

    /** One page of clubs; null when the portal refuses the question, such as an old cursor. */
    async clubs(
      filter: { canton?: string; cursor?: string },
      limit: number,
    ): Promise<ClubPage | null> {
      const answer = await ask(`clubs?${queryOf({ limit, ...filter })}`);
      if (answer.status !== 200) return null;
      const { clubs, next_cursor } = read<ClubsAnswer>('clubs', answer);
      return { clubs: present(clubs), next: next_cursor };
    },

    /** Null when there is no such club, or no longer. */
    async club(id: string): Promise<DeliveredClub | null> {
      const answer = await ask(`clubs/${encodeURIComponent(id)}`);
      return answer.status === 200 ? read<ClubAnswer>('club', answer).club : null;
    },

    /**
     * What has changed after `since`, or without it a page of everything; null when the portal
     * refuses `since`, `cursor` or the filter: then load anew.
     */
    async changes<List extends keyof MirroredList>(
      list: List,
      at: AdFilter & { since?: string; cursor?: string },
    ): Promise<Changes<MirroredList[List]> | null> {
      const answer = await ask(`${list}?${queryOf({ limit: PAGE, ...at })}`, { keep: !!at.since });
      if (answer.status === 422) return null;
      const page = read<AdsAnswer & ClubsAnswer>(list, answer);
      const items: ({ id: string } | Tombstone)[] = page[list];
      if (typeof page.next_since !== 'string')
        throw new PortalAway(`${list}: an answer of another shape`);
      return {
        changed: present(items) as MirroredList[List][],
        removed: items.filter((item) => 'deleted' in item).map(({ id }) => id),
        since: page.next_since,
        cursor: page.next_cursor,
        more: page.more,
      };
    },

    /**
     * The banners of these places for one visitor, `count` different ones of each or as many as
     * `a4:6` says; requested with each page, because each response counts once.
     */
    async banners(
      places: readonly (Slot | `${Slot}:${number}`)[],
      count = 1,
    ): Promise<DeliveredBanner[]> {
      const path = `/partner/v1/banners?slot=${places.join(',')}&count=${count}`;
      const sent = { headers: { authorization }, timeoutMs: BANNER_TIMEOUT_MS };
      const response = await call(path, sent);
      if (response.status !== 200) throw away('banners', response);
      const answer = { status: response.status, body: JSON.parse(response.text) as unknown };
      return read<BannersAnswer>('banners', answer).banners;
    },

    /**
     * Removes this ad or club and every list of its kind from the cache; without an id, everything,
     * including the lists of choices.
     */
    invalidate(list: Visit['list'], id?: string): void {
      forgotten++;
      if (id === undefined) knownLists = undefined;
      const own = id === undefined ? undefined : encodeURIComponent(id);
      for (const path of copies.keys()) {
        const [name, one, more] = path.split('?')[0]!.split('/');
        const isOther = one !== undefined && one !== 'count' && more === undefined && one !== own;
        const isList = name === list || (name === 'stories' && list === 'ads');
        if (isList && (id === undefined || !isOther)) copies.delete(path);
      }
    },

    /** Number of cached responses. */
    kept: () => copies.size,

    /** True when accepted or refused for good; false when it may be sent again later. */
    async count({ list, id, ...body }: Visit): Promise<boolean> {
      const path = `${list}/${encodeURIComponent(id)}/views`;
      const { status } = await send(path, body, VISIT_TIMEOUT_MS);
      return status < 500 && ![401, 403, 408, 429].includes(status);
    },

    /** Sends a report; refused with a sentence, or null when there is no such thing. */
    async report(body: PartnerReportBody): Promise<Reported | null> {
      try {
        const response = await send('reports', body, TIMEOUT_MS);
        if (response.status === 404) return null;
        if (![202, 422, 429].includes(response.status)) throw away('reports', response);
        const { number = '', message, errors = {} } = JSON.parse(response.text) as Refusal;
        return response.status === 202
          ? { number, thanks: message, refused: '' }
          : { number: '', thanks: '', refused: Object.values(errors)[0] ?? message };
      } catch (error) {
        throw asAway(error);
      }
    },

    /**
     * Whom to call when somebody is in danger: the text of the house, as HTML. The last one while
     * the portal is away.
     */
    async helpLines(): Promise<string> {
      if (knownHelp && performance.now() < knownHelp.until) return knownHelp.html;
      try {
        const path = '/api?action=get_text&text=helplines';
        const response = await call(path, { timeoutMs: BANNER_TIMEOUT_MS });
        if (response.status !== 200) throw away('help lines', response);
        const { html } = JSON.parse(response.text) as { html: unknown };
        if (typeof html !== 'string') throw new PortalAway('help lines of another shape');
        knownHelp = { html, until: performance.now() + HELP_KEPT_MS };
        return html;
      } catch (error) {
        if (knownHelp) return knownHelp.html;
        throw asAway(error);
      }
    },

    async lists(): Promise<ListsAnswer> {
      if (knownLists && performance.now() < knownLists.until) return knownLists.lists;
      const lists = read<ListsAnswer>('cantons', await ask('lists'));
      knownLists = { lists, until: performance.now() + LISTS_KEPT_MS };
      return lists;
    },
  };
}
export type Portal = ReturnType<typeof portal>;

const present = <Item extends { id: string }>(items: (Item | Tombstone)[]): Item[] =>
  items.filter((item): item is Item => !('deleted' in item));

/** Without what is empty. */
function queryOf(values: object): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
}

/** What a member of an answer has to be, so that an answer of another shape is no empty list. */
const SHAPES: Record<string, (value: unknown) => boolean> = {
  total: Number.isInteger,
  ad: hasId,
  club: hasId,
  ads: isList,
  clubs: isList,
  banners: isList,
  cantons: isList,
};
function hasId(value: unknown): boolean {
  return ['string', 'number'].includes(typeof (value as { id?: unknown } | null)?.id);
}
function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every(hasId);
}

/** The body of a response that has this member. */
function read<Body>(member: keyof Body & string, { body }: Answer): Body {
  const value = (body as Body | null)?.[member];
  if (!SHAPES[member]!(value)) throw new PortalAway(`${member}: an answer of another shape`);
  return body as Body;
}
