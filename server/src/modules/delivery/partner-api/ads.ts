import type {
  AdAnswer,
  AdCountAnswer,
  AdCountQuery,
  AdsAnswer,
  AdsQuery,
  ListsAnswer,
  SimilarAnswer,
  StoriesAnswer,
  StoriesQuery,
  Tombstone,
} from '@samtrot/shared/delivery/contract.ts';
import { searchWords } from '@samtrot/shared/delivery/rules.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Database } from '../../../platform/db.ts';
import { choicesAt } from '../../catalogue/service.ts';
import type { DeliveredItem, Item } from '../../delivery-receipts/service.ts';
import type { View } from '../../partners/service.ts';
import type { TimedResponse } from '../response-cache/cache.ts';
import type { Reader, SerializedAd, SerializedAds } from '../response-cache/serialized-ads.ts';
import { selectivityOf, suggest } from '../search/spelling.ts';
import * as store from '../search/store.ts';
import { wordsFor } from '../search/words.ts';
import { readChanges, withTombstones } from './change-feed.ts';
import * as feed from './change-store.ts';
import type { Lists } from './presenter.ts';
import { type ChangeCursor, type PageCursor, tokens } from './tokens.ts';

interface Deps {
  db: Database;
  serialized: SerializedAds;
  /** Signs page and change cursors. */
  secret: string;
}

/** The page cursor of the list of stories. */
interface StoryPlace {
  until: string;
  id: number;
}

/** The response with serialized ads. */
type Serialized<Answer> = Omit<Answer, 'ads' | 'ad'> &
  (Answer extends { ad: unknown } ? { ad: SerializedAd } : { ads: (SerializedAd | Tombstone)[] });

const LISTS_TTL_MS = 500;
const NO_ADS = { total: 0, new_today: 0, changes_at: new Date(8.64e15) };

/** Reads the ads for partner websites, each up to the rating it accepts. */
export function adDelivery({ db, serialized, secret }: Deps) {
  const token = tokens(secret);
  let cached: { lists: Promise<Lists>; until: number } | undefined;
  const lists = (now: Date): Promise<Lists> => {
    if (cached && performance.now() < cached.until) return cached.lists;
    cached = {
      lists: choicesAt({ db, now }),
      until: performance.now() + LISTS_TTL_MS,
    };
    cached.lists.catch(() => {
      cached = undefined;
    });
    return cached.lists;
  };

  return {
    async ads(
      query: AdsQuery,
      view: View,
      now: Date,
    ): Promise<TimedResponse<Serialized<AdsAnswer>>> {
      if (query.since && (query.cursor || query.topad || query.sort || query.ids))
        throw invalid({ since: fieldTexts.format });
      const names = await lists(now);
      const { accepts } = view;
      const { filter, key } = filterOf(query, names, view);
      if (query.since) {
        return changesSince({ ...query, filter, key, accepts, since: query.since }, now, names);
      }
      const cursor = query.cursor ? token.read<PageCursor>('cursor', key, query.cursor) : undefined;
      const at = cursor ? new Date(cursor.at) : now;
      const limit = query.limit + 1;
      const { rows, corrected, watermark } = store.isPlain(filter)
        ? {
            ...(await store.plainPage(db, { filter, now, at, after: cursor, limit })),
            corrected: null,
          }
        : {
            watermark: await feed.lowWatermark(db),
            ...(await findWithSpelling({ filter, names }, now, at, cursor, limit)),
          };
      const more = rows.length > query.limit;
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const next: PageCursor | null =
        more && last
          ? {
              at: at.getTime(),
              section: last.is_topad ? 'top' : 'rest',
              lifted: last.place_key,
              id: last.id,
            }
          : null;
      const start: ChangeCursor = { horizon: watermark, at: now.getTime(), accepts: [accepts] };
      return {
        body: {
          success: true,
          ads: await present(shown, { accepts, now, names }),
          corrected,
          next_cursor: next && token.write('cursor', key, next),
          next_since: token.write('since', key, start),
          more,
        },
        validUntil: validUntil(shown),
        items: itemsOf(shown),
        list: !cursor,
      };
    },

    async ad(
      publicId: string,
      { accepts, policy }: View,
      now: Date,
    ): Promise<TimedResponse<Serialized<AdAnswer>> | null> {
      const asked = { accepts, now, names: await lists(now), policy };
      const found = serialized.has(publicId, accepts)
        ? await knownAd(publicId, asked)
        : await serialized.load(db, publicId, asked);
      return found
        ? {
            body: { success: true, ad: found.text },
            validUntil: validUntil([found.row]),
            items: itemsOf([found.row]),
          }
        : null;
    },

    /** The requested ad that is not shown, if it ever existed. */
    async findRemoved(publicId: string): Promise<Item[]> {
      const id = await store.findIdInAnyState(db, publicId);
      return id === undefined ? [] : [{ kind: 'inserat', id }];
    },

    /** @throws INVALID_INPUT for an unknown canton or category */
    async count(query: AdCountQuery, view: View, now: Date): Promise<TimedResponse<AdCountAnswer>> {
      const names = await lists(now);
      const { filter } = filterOf({ ...query, limit: 1 }, names, view);
      const { words } = filter;
      const count = async (of: store.Filter) =>
        of.words?.length === 0 ? NO_ADS : store.countAds(db, of, now);
      const exact = await count(filter);
      const suggested = exact.total === 0 && words?.length ? await suggest(db, words) : null;
      const corrected =
        suggested && (await count({ ...filter, words: wordsFor(suggested, names) }));
      const { total, new_today, changes_at } = corrected?.total ? corrected : exact;
      return {
        body: {
          success: true,
          total,
          new_today,
          corrected: corrected?.total ? suggested!.join(' ') : null,
        },
        validUntil: changes_at.getTime(),
        items: [],
      };
    },

    /** Null for an ad that was never online. */
    async similar(
      publicId: string,
      limit: number,
      { accepts, policy }: View,
      now: Date,
    ): Promise<TimedResponse<Serialized<SimilarAnswer>> | null> {
      const ad = await store.findPlaces(db, publicId);
      if (!ad) return null;
      const [[canton], [category]] = [ad.cantons, ad.categories];
      const found = new Map<number, store.AdRow>();
      for (const filter of [{ canton, category }, { canton }, { category }]) {
        // One more, for the ad itself may be among them.
        const rows = await page({ ...filter, policy }, now, now, undefined, limit + 1);
        for (const row of rows) if (row.id !== ad.id && found.size < limit) found.set(row.id, row);
        if (found.size === limit) break;
      }
      const shown = [...found.values()];
      return {
        body: {
          success: true,
          ads: await present(shown, { accepts, now, names: await lists(now) }),
        },
        validUntil: validUntil(shown),
        items: itemsOf(shown),
      };
    },

    /** @throws INVALID_INPUT for an unknown canton or a cursor of another query */
    async stories(
      { canton, limit, cursor }: StoriesQuery,
      view: View,
      now: Date,
    ): Promise<TimedResponse<Serialized<StoriesAnswer>>> {
      const names = await lists(now);
      const { accepts, policy } = view;
      const { key } = filterOf({ canton, limit }, names, view);
      const after =
        cursor === undefined
          ? undefined
          : token.read<StoryPlace>('cursor', `stories ${key}`, cursor);
      const rows = await store.stories(db, {
        ...(canton && { canton }),
        policy,
        now,
        ...(after && { after }),
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const next: StoryPlace | undefined = last && { until: last.until_key, id: last.id };
      return {
        body: {
          success: true,
          ads: await present(shown, { accepts, now, names }),
          next_cursor: next ? token.write('cursor', `stories ${key}`, next) : null,
          more: next !== undefined,
        },
        validUntil: validUntil(shown),
        items: itemsOf(shown),
      };
    },

    lists,

    /** What is offered, and what an ad online still has of what was (BOF-115). */
    async shownLists(now: Date): Promise<ListsAnswer> {
      const { cantons, ...chosen } = await lists(now);
      const shown = async (of: keyof typeof chosen) => {
        const gone = chosen[of].flatMap(({ id, offered }) => (offered ? [] : [id]));
        const online = gone.length > 0 ? await store.stillOnline(db, of, { ids: gone, now }) : [];
        return chosen[of].flatMap(({ id, name, offered }) =>
          offered || online.includes(id) ? [{ id, name }] : [],
        );
      };
      return {
        success: true,
        cantons,
        categories: await shown('categories'),
        offerings: await shown('offerings'),
      };
    },
  };

  /** A page of matches; if there are none, a page for the suggested spelling. */
  async function findWithSpelling(
    { filter, names }: { filter: store.Filter; names: Lists },
    now: Date,
    at: Date,
    cursor: PageCursor | undefined,
    limit: number,
  ) {
    const { words } = filter;
    const rows = words?.length === 0 ? [] : await page(filter, now, at, cursor, limit);
    const { topad, ...whole } = filter;
    const isMisspelt = async () =>
      topad === undefined || (await page(whole, now, at, undefined, 1)).length === 0;
    const suggested =
      rows.length === 0 && words?.length && (await isMisspelt()) ? await suggest(db, words) : null;
    if (!suggested) return { rows, corrected: null };
    const meant = { ...filter, words: wordsFor(suggested, names) };
    const corrected = await page(meant, now, at, cursor, limit);
    return { rows: corrected, corrected: corrected.length > 0 ? suggested.join(' ') : null };
  }

  async function page(
    filter: store.Filter,
    now: Date,
    at: Date,
    cursor: PageCursor | undefined,
    limit: number,
  ) {
    if (store.isPlain(filter))
      return (await store.plainPage(db, { filter, now, at, after: cursor, limit })).rows;
    const query = { filter, now, at, selectivity: await selectivityOf(db, filter.words ?? []) };
    const top =
      cursor?.section === 'rest' || filter.topad === 'none'
        ? []
        : await store.topAds(db, { ...query, after: cursor, limit });
    if (top.length === limit || filter.topad === 'only') return top;
    const after = cursor?.section === 'rest' ? cursor : undefined;
    return [...top, ...(await store.otherAds(db, { ...query, after, limit: limit - top.length }))];
  }

  async function changesSince(
    query: { since: string; limit: number; filter: store.Filter; key: string; accepts: Rating },
    now: Date,
    names: Lists,
  ): Promise<TimedResponse<Serialized<AdsAnswer>>> {
    const { filter, key, limit, accepts } = query;
    const watermark = await feed.lowWatermark(db);
    const changeCursor = token.read<ChangeCursor>('since', key, query.since);
    const { rows, next, more } = await readChanges(
      {
        changes: (of) => feed.changes(db, { filter, now, ...of }),
        timeDriven: (of) => feed.timeDriven(db, { filter, now, ...of }),
        rated: (of) => feed.withRatings(db, { filter, now, ...of }),
      },
      { cursor: changeCursor, watermark, now, accepts, limit },
    );
    const shown = rows.filter((row) => row.shown);
    return {
      body: {
        success: true,
        ads: withTombstones(rows, await present(shown, { accepts, now, names })),
        corrected: null,
        next_cursor: null,
        next_since: token.write('since', key, next),
        more,
      },
      validUntil: now.getTime(),
      items: itemsOf(shown),
      // An ad that only left the filter is still published.
      removed: rows.filter(({ over }) => over).map(({ id }) => ({ kind: 'inserat', id })),
    };
  }

  async function present(rows: store.AdRow[], asked: Reader): Promise<SerializedAd[]> {
    const made = await serialized.of(db, rows, asked);
    return rows.flatMap(({ public_id }) => made.get(public_id) ?? []);
  }

  async function knownAd(publicId: string, asked: Reader & { policy: View['policy'] }) {
    const row = await store.findPublished(db, publicId, asked.now, asked.policy);
    const [text] = row ? await present([row], asked) : [];
    return row && text && { row, text };
  }
}

/**
 * The filter, and the key that binds cursors to it.
 * @throws INVALID_INPUT for an unknown canton or category
 */
function filterOf(
  query: AdsQuery,
  names: Lists,
  { policy }: View,
): { filter: store.Filter; key: string } {
  const {
    canton,
    category,
    q,
    ids,
    limit: _limit,
    cursor: _cursor,
    since: _since,
    ...more
  } = query;
  if (canton !== undefined && !names.cantons.some(({ id }) => id === canton))
    throw invalid({ canton: fieldTexts.format });
  if (category !== undefined && !names.categories.some(({ id }) => id === category))
    throw invalid({ category: fieldTexts.format });
  // A text without letters or digits matches nothing; an empty one does not filter.
  const words = q?.trim() ? (searchWords(q) ?? []) : undefined;
  const chosen = Object.entries(more).filter(([, value]) => value !== undefined);
  const key = [canton ?? '', category ?? 0, words ?? null, ...chosen, ...(ids ? [ids] : [])];
  const chosenIds = ids && { ids: ids.split(',') };
  const found = words && wordsFor(words, names);
  const filter = { canton, category, words: found, policy, ...more, ...chosenIds };
  return { filter, key: JSON.stringify(key) };
}

const itemsOf = (rows: store.AdRow[]): DeliveredItem[] =>
  rows.map(({ id, changed_ms }) => ({ kind: 'inserat', id, mark: changed_ms }));

const validUntil = (rows: store.AdRow[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...rows.map(({ until_ms }) => until_ms));
