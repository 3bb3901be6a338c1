import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/db.ts';
import { type AdContent, contentsOf } from '../partner-api/content-store.ts';
import { type Lists, presentAd } from '../partner-api/presenter.ts';
import type { AdRow } from '../search/store.ts';
import type { MadeJson } from './cache.ts';

/** An ad as JSON for the websites that accept one rating. */
export interface AdText extends MadeJson {
  /** Its public id. */
  id: string;
}

interface Kept extends AdText {
  version: number | null;
  names: string;
  /** Between these instants time alone does not change it, in milliseconds. */
  from: number;
  until: number;
}

export interface Asked {
  accepts: Rating;
  now: Date;
  names: Lists;
}

export type AdTexts = ReturnType<typeof adTexts>;

const MAX_BYTES = 48 * 1024 * 1024;
/** What an entry takes beside its text. */
const ENTRY_BYTES = 400;

/**
 * What websites get of each ad, made when the ad has changed (decision 156). Which ads a response
 * holds, and their versions, the database says each time: what is taken down is in none.
 */
export function adTexts({ publicUrl }: { publicUrl: string }) {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  const spelt = new WeakMap<Lists, string>();
  let lastNames = '';
  /** The names as a text, the same object as long as they are the same. */
  const spell = (names: Lists): string => {
    const known = spelt.get(names);
    if (known !== undefined) return known;
    const text = JSON.stringify(names);
    if (text !== lastNames) lastNames = text;
    spelt.set(names, lastNames);
    return lastNames;
  };
  const keyOf = (publicId: string, accepts: Rating) => accepts + publicId;
  const find = ({ public_id, version }: AdRow, { accepts, now, names }: Asked) => {
    const one = kept.get(keyOf(public_id, accepts));
    if (!one || one.version !== version || one.names !== spell(names)) return undefined;
    return one.from <= now.getTime() && now.getTime() < one.until ? one : undefined;
  };
  const make = (content: AdContent, { accepts, now, names }: Asked): Kept => {
    const text = JSON.stringify(presentAd(content, { now, names, origin: publicUrl }));
    // Not a slice of the shared pool, which would keep what lay beside it alive.
    const json = Buffer.alloc(Buffer.byteLength(text));
    json.write(text);
    const one: Kept = {
      id: content.public_id,
      json,
      hash: sha256Hex(json).slice(0, 32),
      version: content.version,
      names: spell(names),
      from: now.getTime(),
      until: content.until_ms,
    };
    if (content.version !== null) keep(keyOf(one.id, accepts), one);
    return one;
  };
  const keep = (key: string, one: Kept) => {
    remove(key);
    kept.set(key, one);
    bytes += one.json.length + ENTRY_BYTES;
    for (const oldest of kept.keys()) {
      if (bytes <= MAX_BYTES) break;
      remove(oldest);
    }
  };
  const remove = (key: string) => {
    const one = kept.get(key);
    if (one) bytes -= one.json.length + ENTRY_BYTES;
    kept.delete(key);
  };

  return {
    /** The texts of these rows by public id, without those that were taken down meanwhile. */
    async of(db: Database, rows: readonly AdRow[], asked: Asked): Promise<Map<string, AdText>> {
      const texts = new Map<string, AdText>();
      const missing: string[] = [];
      for (const row of rows) {
        const one = find(row, asked);
        if (one) texts.set(one.id, one);
        else missing.push(row.public_id);
      }
      if (missing.length === 0) return texts;
      const { now, accepts } = asked;
      for (const content of await contentsOf(db, missing, { now, ratings: ratingsUpTo(accepts) }))
        texts.set(content.public_id, make(content, asked));
      return texts;
    },

    /** Whether it was made before; it may have changed since. */
    knows: (publicId: string, accepts: Rating) => kept.has(keyOf(publicId, accepts)),

    /** Of an ad, made anew; undefined if the website does not show it. */
    async read(
      db: Database,
      publicId: string,
      asked: Asked & { policy: Policy | undefined },
    ): Promise<{ row: AdRow; text: AdText } | undefined> {
      const ratings = ratingsUpTo(asked.accepts);
      const [row] = await contentsOf(db, [publicId], { ...asked, ratings });
      return row && { row, text: make(row, asked) };
    },

    /** For a database of another past: a version may mean something else there. */
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}

/** What a text says. */
export const readAd = ({ json }: AdText) => JSON.parse(json.toString()) as DeliveredAd;
