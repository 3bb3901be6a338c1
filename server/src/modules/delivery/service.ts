import type {
  AdAnswer,
  AdsAnswer,
  AdsQuery,
  DeliveredAd,
  DeliveredImage,
  ListsAnswer,
} from '@samtrot/shared/delivery/contract.ts';
import { searchWords } from '@samtrot/shared/delivery/rules.ts';
import { homepageProblem } from '@samtrot/shared/inserate/homepage.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { Database } from '../../platform/db.ts';
import * as inserate from '../inserate/service.ts';
import { fileName } from '../media/service.ts';
import * as store from './store.ts';
import { type Cursor, type Since, tokens } from './tokens.ts';

/** An answer with the instant from which it is no longer true: the first end of an ad, a TopAd or a story in it. */
export interface Timed<Answer> {
  answer: Answer;
  validUntil: number;
}

interface Deps {
  db: Database;
  /** Origin before the addresses of pictures. */
  publicUrl: string;
  /** Signs cursors and `since` tokens. */
  secret: string;
}

type Lists = Awaited<ReturnType<typeof inserate.referenceLists>>;

const LISTS_KEPT_MS = 10_000;

/** What partner websites may read. */
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
    async ads(query: AdsQuery, now: Date): Promise<Timed<AdsAnswer>> {
      if (query.cursor && query.since) throw invalid({ since: fieldTexts.format });
      const names = await lists();
      const { filter, key } = filterOf(query, names);
      const known = await store.horizon(db);
      if (query.since) {
        return since({ ...query, filter, key, since: query.since }, now, known, names);
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
      const start: Since = { horizon: known, at: now.getTime() };
      return {
        answer: {
          success: true,
          ads: await present(shown, now, names),
          next_cursor: next && token.write('cursor', key, next),
          next_since: token.write('since', key, start),
          more,
        },
        validUntil: validUntil(shown, now),
      };
    },

    async ad(publicId: string, now: Date): Promise<Timed<AdAnswer> | null> {
      const row = await store.findPublished(db, publicId, now);
      if (!row) return null;
      const [ad] = await present([row], now, await lists());
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

  /** First what was written, then what ended by itself; each in pages. */
  async function since(
    query: { since: string; limit: number; filter: store.Filter; key: string },
    now: Date,
    known: number,
    names: Lists,
  ): Promise<Timed<AdsAnswer>> {
    const { filter, key, limit } = query;
    const heard = token.read<Since>('since', key, query.since);
    // Another database counts its transactions anew: nothing can be told from there on.
    if (heard.horizon > known) throw invalid({ since: 'Dieser Stand gilt nicht mehr. Lade alle Inserate neu.' });
    const walk = heard.walk ?? {
      horizon: known,
      at: now.getTime(),
      after: { phase: 'changes' as const, tx: 0, id: 0 },
    };
    const rows: store.ChangeRow[] = [];
    let after = walk.after;
    if (after.phase === 'changes') {
      const start = after.tx > 0 ? after : undefined;
      rows.push(...(await store.changes(db, { filter, now, from: heard.horizon, after: start, limit })));
      const last = rows.at(-1);
      after =
        last && rows.length === limit
          ? { phase: 'changes', tx: last.changed_tx, id: last.id }
          : { phase: 'ends', tx: 0, id: 0 };
    }
    let more = after.phase === 'changes';
    if (after.phase === 'ends' && rows.length < limit) {
      const [from, until] = [new Date(heard.at), new Date(walk.at)];
      const room = limit - rows.length;
      const ended = await store.ends(db, { filter, now, from, until, afterId: after.id, limit: room });
      rows.push(...ended);
      more = ended.length === room;
      if (more) after = { phase: 'ends', tx: 0, id: ended.at(-1)!.id };
    }
    // Nothing new leaves the token as it is: the same answer again, byte for byte.
    const next: Since = more
      ? { horizon: heard.horizon, at: heard.at, walk: { horizon: walk.horizon, at: walk.at, after } }
      : rows.length > 0 || heard.walk
        ? { horizon: walk.horizon, at: walk.at }
        : heard;
    const ads = new Map(
      (
        await present(
          rows.filter((row) => row.shown),
          now,
          names,
        )
      ).map((ad) => [ad.id, ad]),
    );
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

  async function present(rows: store.AdRow[], now: Date, names: Lists): Promise<DeliveredAd[]> {
    const images = Map.groupBy(
      await store.imagesOf(
        db,
        rows.map(({ id }) => id),
      ),
      (image) => image.inserat_id,
    );
    return rows.map((row) => ({
      id: row.public_id,
      name: row.name,
      titel: row.titel,
      ...described(row),
      ...reached(row),
      cantons: named(row.cantons, names.cantons),
      categories: named(row.categories, names.categories),
      offerings: named(row.offerings, names.offerings),
      originalbilder: row.image_kind as DeliveredAd['originalbilder'],
      images: (images.get(row.id) ?? []).map((image) => presentImage(image, publicUrl)),
      topad: isAhead(row.topad_until, now),
      topad_until: isAhead(row.topad_until, now) ? row.topad_until.toISOString() : null,
      farbe: row.colour,
      story: isAhead(row.story_until, now) ? { title: row.story_title, until: row.story_until.toISOString() } : null,
      lifted_at: row.lifted_at.toISOString(),
      end_at: row.end_at.toISOString(),
      updated_at: row.changed_at.toISOString(),
    }));
  }
}

const isAhead = (end: Date | null, now: Date): end is Date => end !== null && end > now;

function described(row: store.AdRow): Pick<DeliveredAd, 'beschreibung' | 'beschreibung_html'> {
  const html = inserate.readDescription(row.beschreibung);
  return { beschreibung: plainText(html), beschreibung_html: html };
}

/** How a visitor reaches the advertiser: only what she switched on. */
function reached(row: store.AdRow): Pick<DeliveredAd, 'telefon' | 'sms' | 'whatsapp' | 'homepage' | 'adresse'> {
  const { street, address_extra, postcode, town, country } = row;
  return {
    telefon: row.telefon,
    sms: row.sms_allowed,
    whatsapp: row.whatsapp_allowed && row.whatsapp ? row.whatsapp : null,
    // Whatever wrote the row: nothing leaves as a link that may not be typed as one.
    homepage: row.homepage.startsWith('https://') && !homepageProblem(row.homepage) ? row.homepage : null,
    adresse: row.show_address
      ? { strasse: street, zusatz: address_extra, plz: postcode, ort: town, land: country }
      : null,
  };
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

const named = <Id>(ids: Id[], list: { id: Id; name: string }[]) =>
  ids.flatMap((id) => list.find((entry) => entry.id === id) ?? []);

function presentImage(
  { content_id, width, height, widths, placeholder }: store.ImageRow,
  origin: string,
): DeliveredImage {
  const urls = Object.fromEntries(
    widths.map((size) => [String(size), `${origin}/media/${fileName(content_id, size)}`]),
  );
  return { urls, width, height, placeholder };
}

function validUntil(rows: store.AdRow[], now: Date): number {
  const ends = rows.flatMap(({ end_at, topad_until, story_until }) =>
    [end_at, topad_until, story_until].flatMap((end) => (end && end > now ? end.getTime() : [])),
  );
  return Math.min(Number.MAX_SAFE_INTEGER, ...ends);
}
