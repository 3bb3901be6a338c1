import type { AdSort } from '@samtrot/shared/delivery/contract.ts';
import {
  type AdCountAnswer,
  adAnswer,
  adCountAnswer,
  adsAnswer,
  bannersAnswer,
  clubAnswer,
  clubsAnswer,
  type DeliveredAd,
  type DeliveredBanner,
  type DeliveredClub,
  type ListsAnswer,
  listsAnswer,
  similarAnswer,
  storiesAnswer,
  type Tombstone,
} from '@samtrot/shared/delivery/contract.ts';
import { type PartnerReportBody, partnerReportAnswer } from '@samtrot/shared/reports/contract.ts';
import { getText } from '@samtrot/shared/texts/contract.ts';
import type { Visit } from './visits.ts';

/** The portal is unreachable or its response is unusable. */
export class PortalAway extends Error {
  override name = 'PortalAway';
}

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
  q?: string;
}

interface AdQuery extends AdFilter {
  topad?: 'only' | 'none';
  sort?: AdSort;
  cursor?: string;
}

/** What became of a report; one of the two is empty. */
export interface Reported {
  thanks: string;
  refused: string;
}

interface Refusal {
  message: string;
  errors?: Record<string, string>;
}

/** A copy that is younger than this many milliseconds needs no new question. */
interface Age {
  within: number;
}

interface Answer {
  status: number;
  body: unknown;
}

const TIMEOUT_MS = 4_000;
/** Time limit for optional parts of a page. */
const BANNER_TIMEOUT_MS = 1_000;
const VISIT_TIMEOUT_MS = 2_000;
const COPIES = 300;
/** The portal's `max-age`. */
const LISTS_KEPT_MS = 60_000;
/** A new version is everywhere within ten seconds. */
const HELP_KEPT_MS = 5_000;

/**
 * The delivery API with a cache of its responses. Each is revalidated with its ETag, so that a
 * hidden ad disappears at once and an unchanged list is not transferred again.
 */
export function portal({ url, key }: { url: string; key: string }) {
  const copies = new Map<string, { etag: string; answer: Answer; at: number }>();
  let knownHelp: { html: string; until: number } | undefined;
  let knownLists: { lists: ListsAnswer; until: number } | undefined;
  /** Counts invalidations: a response in flight during one is not cached. */
  let forgotten = 0;

  const ask = async (path: string, { keep = true, within = 0 } = {}): Promise<Answer> => {
    const copy = copies.get(path);
    if (copy && performance.now() - copy.at < within) return copy.answer;
    const before = forgotten;
    try {
      const response = await fetch(`${url}/partner/v1/${path}`, {
        headers: { authorization: `Bearer ${key}`, ...(copy && { 'if-none-match': copy.etag }) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      if (response.status === 304 && copy) {
        copy.at = performance.now();
        return copy.answer;
      }
      if (![200, 404, 422].includes(response.status))
        throw new PortalAway(`${path.split('?')[0]}: ${response.status}`);
      const answer = { status: response.status, body: await response.json() };
      const etag = response.headers.get('etag');
      copies.delete(path);
      if (keep && etag && response.status === 200 && forgotten === before)
        copies.set(path, { etag, answer, at: performance.now() });
      for (const oldest of copies.keys()) {
        if (copies.size <= COPIES) break;
        copies.delete(oldest);
      }
      return answer;
    } catch (error) {
      throw error instanceof PortalAway ? error : new PortalAway(String(error), { cause: error });
    }
  };

  return {
    /** One page of ads; null when the portal refuses the question, such as an old cursor. */
    async ads(filter: AdQuery, limit: number, age?: Age): Promise<AdPage | null> {
      const query = new URLSearchParams({ limit: String(limit) });
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
      const answer = await ask(`ads?${query}`, age);
      if (answer.status !== 200) return null;
      const { ads, next_cursor } = read(adsAnswer, answer);
      return { ads: shownIn(ads), next: next_cursor };
    },

    /** How many ads these filters leave. */
    async countAds(filter: AdFilter, age?: Age): Promise<AdCount> {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
      return read(adCountAnswer, await ask(`ads/count?${query}`, age));
    },

    /**
     * Those of these ads that are shown. The answer is not kept: it would be what one visitor
     * remembers.
     */
    async adsById(ids: readonly string[]): Promise<DeliveredAd[]> {
      if (ids.length === 0) return [];
      const query = `ads?ids=${ids.toSorted().join(',')}&limit=${ids.length}`;
      return shownIn(read(adsAnswer, await ask(query, { keep: false })).ads);
    },

    /** Ads like this one, shown or not; the latest ones where it was never online. */
    async similarAds(id: string, limit: number, age?: Age): Promise<DeliveredAd[]> {
      const answer = await ask(`ads/${id}/similar?limit=${limit}`, age);
      return answer.status === 200
        ? read(similarAnswer, answer).ads
        : shownIn(read(adsAnswer, await ask(`ads?limit=${limit}`)).ads);
    },

    /** The ads of this canton that have a story now, the one that runs longest first. */
    async stories(canton: string, limit: number): Promise<DeliveredAd[]> {
      const query = new URLSearchParams({ limit: String(limit), ...(canton && { canton }) });
      return read(storiesAnswer, await ask(`stories?${query}`)).ads;
    },

    /** Null when there is no such ad, or no longer. */
    async ad(id: string): Promise<DeliveredAd | null> {
      const answer = await ask(`ads/${id}`);
      return answer.status === 200 ? read(adAnswer, answer).ad : null;
    },

    /** One page of clubs; null when the portal refuses the question, such as an old cursor. */
    async clubs(
      filter: { canton: string; cursor: string },
      limit: number,
    ): Promise<ClubPage | null> {
      const query = new URLSearchParams({ limit: String(limit) });
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
      const answer = await ask(`clubs?${query}`);
      if (answer.status !== 200) return null;
      const { clubs, next_cursor } = read(clubsAnswer, answer);
      return {
        clubs: clubs.filter((club): club is DeliveredClub => !('deleted' in club)),
        next: next_cursor,
      };
    },

    /** Null when there is no such club, or no longer. */
    async club(id: string): Promise<DeliveredClub | null> {
      const answer = await ask(`clubs/${id}`);
      return answer.status === 200 ? read(clubAnswer, answer).club : null;
    },

    /**
     * The banners of these places for one visitor; requested with each page, because each response
     * counts once.
     */
    async banners(
      slots: readonly DeliveredBanner['slot'][],
      count = 1,
    ): Promise<DeliveredBanner[]> {
      const response = await fetch(
        `${url}/partner/v1/banners?slot=${slots.join(',')}&count=${count}`,
        {
          headers: { authorization: `Bearer ${key}` },
          signal: AbortSignal.timeout(BANNER_TIMEOUT_MS),
          redirect: 'error',
        },
      );
      if (response.status !== 200) throw new PortalAway(`banners: ${response.status}`);
      return read(bannersAnswer, { status: response.status, body: await response.json() }).banners;
    },

    /**
     * Removes this ad or club and every list of its kind from the cache; without an id, everything,
     * including the lists of choices.
     */
    invalidate(list: Visit['list'], id?: string): void {
      forgotten++;
      if (id === undefined) knownLists = undefined;
      for (const path of copies.keys()) {
        const [name, one, more] = path.split('?')[0]!.split('/');
        const isOther = one !== undefined && one !== 'count' && more === undefined && one !== id;
        const isList = name === list || (name === 'stories' && list === 'ads');
        if (isList && (id === undefined || !isOther)) copies.delete(path);
      }
    },

    /** Number of cached responses. */
    kept: () => copies.size,

    /** True when accepted or refused for good; false when it may be sent again later. */
    async count({ list, id, ...body }: Visit): Promise<boolean> {
      const { status, body: rest } = await fetch(`${url}/partner/v1/${list}/${id}/views`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(VISIT_TIMEOUT_MS),
        redirect: 'error',
      });
      await rest?.cancel();
      return status < 500 && ![401, 403, 408, 429].includes(status);
    },

    /** Sends a report; refused with a sentence, or null when there is no such thing. */
    async report(body: PartnerReportBody): Promise<Reported | null> {
      try {
        const response = await fetch(`${url}/partner/v1/reports`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        if (response.status === 404) return null;
        const answer: unknown = await response.json();
        if (response.status === 202)
          return { thanks: partnerReportAnswer.parse(answer).message, refused: '' };
        if (![422, 429].includes(response.status))
          throw new PortalAway(`reports: ${response.status}`);
        const { message, errors = {} } = answer as Refusal;
        return { thanks: '', refused: Object.values(errors)[0] ?? message };
      } catch (error) {
        throw error instanceof PortalAway ? error : new PortalAway(String(error), { cause: error });
      }
    },

    /** Whom to call when somebody is in danger: the text of the house, as HTML. The last one while the portal is away. */
    async helpLines(): Promise<string> {
      if (knownHelp && performance.now() < knownHelp.until) return knownHelp.html;
      try {
        const response = await fetch(`${url}/api?action=get_text&text=helplines`, {
          signal: AbortSignal.timeout(BANNER_TIMEOUT_MS),
          redirect: 'error',
        });
        if (response.status !== 200) throw new PortalAway(`help lines: ${response.status}`);
        const { html } = getText.output.parse(await response.json());
        knownHelp = { html, until: performance.now() + HELP_KEPT_MS };
        return html;
      } catch (error) {
        if (knownHelp) return knownHelp.html;
        throw error instanceof PortalAway ? error : new PortalAway(String(error), { cause: error });
      }
    },

    async lists(): Promise<ListsAnswer> {
      if (knownLists && performance.now() < knownLists.until) return knownLists.lists;
      const lists = read(listsAnswer, await ask('lists'));
      knownLists = { lists, until: performance.now() + LISTS_KEPT_MS };
      return lists;
    },
  };
}
export type Portal = ReturnType<typeof portal>;

const shownIn = (ads: (DeliveredAd | Tombstone)[]): DeliveredAd[] =>
  ads.filter((ad): ad is DeliveredAd => !('deleted' in ad));

interface Readable<T> {
  safeParse(body: unknown): { success: true; data: T } | { success: false; error: unknown };
}

const readings = new WeakMap<Answer, unknown>();

/** The body of a response; a cached one is parsed once. */
function read<T>(schema: Readable<T>, answer: Answer): T {
  if (!readings.has(answer)) {
    const result = schema.safeParse(answer.body);
    if (!result.success)
      throw new PortalAway('an answer of another shape', { cause: result.error });
    readings.set(answer, result.data);
  }
  return readings.get(answer) as T;
}
