import type { AdAnswer, AdsAnswer, AdsQuery, DeliveredAd, ListsAnswer } from '@samtrot/shared/delivery/contract.ts';
import { searchWords } from '@samtrot/shared/delivery/rules.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { DEFAULT_RATING, type Rating, ratingsBetween, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import type { Database } from '../../platform/db.ts';
import * as inserate from '../inserate/service.ts';
import { mediaOf } from './media-store.ts';
import { type Lists, presentAd } from './present.ts';
import * as store from './store.ts';
import { type Cursor, type Since, tokens, type Walk } from './tokens.ts';

/** An answer with the instant from which it is no longer true: the first end of an ad, a TopAd or a story in it. */
export interface Timed<Answer> {
  answer: Answer;
  validUntil: number;
}

interface Deps {
  db: Database;
  /** Origin before the addresses of pictures and videos. */
  publicUrl: string;
  /** Signs cursors and `since` tokens. */
  secret: string;
}

const LISTS_KEPT_MS = 10_000;

/** What partner websites may read, each up to what it accepts. */
export function delivery({ db, publicUrl, secret }: Deps) {
  const token = tokens(secret);
  let kept: { lists: Promise<Lists>; until: number } | undefined;
  const lists = (): Promise<Lists> => {
    if (kept && performance.now() < kept.until) return kept.lists;
    kept = { lists: db.transaction().execute(inserate.referenceLists), until: performance.now() + LISTS_KEPT_MS };
    kept.lists.catch(() => {
      kept = undefined;
    });
    return kept.lists;
  };

  return {
    async ads(query: AdsQuery, accepts: Rating, now: Date): Promise<Timed<AdsAnswer>> {
      if (query.cursor && query.since) throw invalid({ since: fieldTexts.format });
      const names = await lists();
      const { filter, key } = filterOf(query, names);
      const known = await store.horizon(db);
      if (query.since) {
        return since({ ...query, filter, key, accepts, since: query.since }, now, known, names);
      }
      const cursor = query.cursor ? token.read<Cursor>('cursor', key, query.cursor) : undefined;
      const at = cursor ? new Date(cursor.at) : now;
      const rows = filter.words?.length === 0 ? [] : await page(filter, now, at, cursor, query.limit + 1);
      const more = rows.length > query.limit;
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const next: Cursor | null =
        more && last
          ? {
              at: at.getTime(),
              section: last.topad_until && last.topad_until > at ? 'top' : 'rest',
              lifted: last.lifted_key,
              id: last.id,
            }
          : null;
      const start: Since = { horizon: known, at: now.getTime(), accepts: [accepts] };
      return {
        answer: {
          success: true,
          ads: await present(shown, accepts, now, names),
          next_cursor: next && token.write('cursor', key, next),
          next_since: token.write('since', key, start),
          more,
        },
        validUntil: validUntil(shown, now),
      };
    },

    async ad(publicId: string, accepts: Rating, now: Date): Promise<Timed<AdAnswer> | null> {
      const row = await store.findPublished(db, publicId, now);
      if (!row) return null;
      const [ad] = await present([row], accepts, now, await lists());
      return { answer: { success: true, ad: ad! }, validUntil: validUntil([row], now) };
    },

    async lists(): Promise<ListsAnswer> {
      return { success: true, ...(await lists()) };
    },
  };

  async function page(filter: store.Filter, now: Date, at: Date, cursor: Cursor | undefined, limit: number) {
    const top = cursor?.section === 'rest' ? [] : await store.topAds(db, { filter, now, at, after: cursor, limit });
    if (top.length === limit) return top;
    const after = cursor?.section === 'rest' ? cursor : undefined;
    return [...top, ...(await store.otherAds(db, { filter, now, at, after, limit: limit - top.length }))];
  }

  /** First what was written, then what ended by itself, then what the website accepts anew or no longer; each in pages. */
  async function since(
    query: { since: string; limit: number; filter: store.Filter; key: string; accepts: Rating },
    now: Date,
    known: number,
    names: Lists,
  ): Promise<Timed<AdsAnswer>> {
    const { filter, key, limit, accepts } = query;
    const heard = token.read<Since>('since', key, query.since);
    // Another database counts its transactions anew: nothing can be told from there on.
    if (heard.horizon > known) throw invalid({ since: 'Dieser Stand gilt nicht mehr. Lade alle Inserate neu.' });
    const walk: Walk = heard.walk ?? {
      ...{ horizon: known, at: now.getTime(), accepts: [accepts] },
      after: { phase: 'changes', tx: 0, id: 0 },
    };
    const before = heard.accepts ?? [DEFAULT_RATING];
    // What is accepted may change between two pages: then the next walk tells what the earlier ones said otherwise.
    const meanwhile = [...new Set([...(walk.accepts ?? [DEFAULT_RATING]), accepts])];
    const rerated = ratingsBetween([...before, ...meanwhile]);
    const rows: store.ChangeRow[] = [];
    let after = walk.after;
    if (after.phase === 'changes') {
      const start = after.tx > 0 ? after : undefined;
      const changed = await store.changes(db, { filter, now, from: heard.horizon, after: start, limit });
      rows.push(...changed);
      const last = changed.at(limit - 1);
      after = last ? { phase: 'changes', tx: last.changed_tx, id: last.id } : { phase: 'ends', tx: 0, id: 0 };
    }
    if (after.phase === 'ends' && rows.length < limit) {
      const [from, until, room] = [new Date(heard.at), new Date(walk.at), limit - rows.length];
      const ended = await store.ends(db, { filter, now, from, until, afterId: after.id, limit: room });
      rows.push(...ended);
      const last = ended.at(room - 1);
      after = last ? { phase: 'ends', tx: 0, id: last.id } : { phase: 'ratings', tx: 0, id: 0 };
    }
    if (after.phase === 'ratings' && rows.length < limit && rerated.length > 0) {
      const room = limit - rows.length;
      const rated = await store.rated(db, { filter, now, ratings: rerated, afterId: after.id, limit: room });
      rows.push(...rated);
      after = { phase: 'ratings', tx: 0, id: rated.at(-1)?.id ?? after.id };
    }
    const more = rows.length === limit;
    const end: Since = { horizon: walk.horizon, at: walk.at, accepts: meanwhile };
    // Nothing new leaves the token as it is: the same answer again, byte for byte.
    const { walk: __, ...begin } = heard;
    const next: Since = more
      ? { ...begin, walk: { ...end, after } }
      : rows.length > 0 || heard.walk || rerated.length > 0
        ? end
        : heard;
    const shown = rows.filter((row) => row.shown);
    const ads = new Map((await present(shown, accepts, now, names)).map((ad) => [ad.id, ad]));
    const ids = [...new Set(rows.map((row) => row.public_id))];
    return {
      answer: {
        success: true,
        ads: ids.map((id) => ads.get(id) ?? { id, deleted: true }),
        next_cursor: null,
        next_since: token.write('since', key, next),
        more,
      },
      validUntil: now.getTime(),
    };
  }

  async function present(rows: store.AdRow[], accepts: Rating, now: Date, names: Lists): Promise<DeliveredAd[]> {
    const ids = rows.map(({ id }) => id);
    const media = Map.groupBy(await mediaOf(db, ids, ratingsUpTo(accepts)), ({ inserat_id }) => inserat_id);
    return rows.map((row) => presentAd(row, media.get(row.id) ?? [], { now, names, origin: publicUrl }));
  }
}

/** The filter, and its text that binds tokens to it. @throws INVALID_INPUT for a canton or category that does not exist */
function filterOf({ canton, category, q }: AdsQuery, names: Lists): { filter: store.Filter; key: string } {
  if (canton !== undefined && !names.cantons.some(({ id }) => id === canton))
    throw invalid({ canton: fieldTexts.format });
  if (category !== undefined && !names.categories.some(({ id }) => id === category))
    throw invalid({ category: fieldTexts.format });
  // A text without a letter or digit is found nowhere; an empty one looks for nothing.
  const words = q?.trim() ? (searchWords(q) ?? []) : undefined;
  return { filter: { canton, category, words }, key: JSON.stringify([canton ?? '', category ?? 0, words ?? null]) };
}

function validUntil(rows: store.AdRow[], now: Date): number {
  const ends = rows.flatMap(({ end_at, topad_until, story_until }) =>
    [end_at, topad_until, story_until].flatMap((end) => (end && end > now ? end.getTime() : [])),
  );
  return Math.min(Number.MAX_SAFE_INTEGER, ...ends);
}
