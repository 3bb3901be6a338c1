import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/db.ts';
import { type AdContent, contentsOf } from '../partner-api/content-store.ts';
import { type Lists, presentAd } from '../partner-api/presenter.ts';
import type { AdRow } from '../search/store.ts';
import type { SerializedJson } from './cache.ts';

/** An ad as JSON for the websites that accept one rating. */
export interface SerializedAd extends SerializedJson {
  /** Its public id. */
  id: string;
}

interface Entry extends SerializedAd {
  version: number | null;
  names: string;
  /** Between these instants time alone does not change it, in milliseconds. */
  from: number;
  until: number;
}

export interface Reader {
  accepts: Rating;
  now: Date;
  names: Lists;
}

export type SerializedAds = ReturnType<typeof serializedAds>;

const MAX_BYTES = 48 * 1024 * 1024;
/** Overhead of an entry. */
const ENTRY_BYTES = 400;

/**
 * The JSON of each ad for partner websites, serialized once for each version (decision 156). Which
 * ads a response holds, and their versions, is read from the database each time.
 */
export function serializedAds({ publicUrl }: { publicUrl: string }) {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const fingerprints = new WeakMap<Lists, string>();
  let lastNames = '';
  /** The names as JSON; the same string object while they are equal. */
  const fingerprintOf = (names: Lists): string => {
    const known = fingerprints.get(names);
    if (known !== undefined) return known;
    const text = JSON.stringify(names);
    if (text !== lastNames) lastNames = text;
    fingerprints.set(names, lastNames);
    return lastNames;
  };
  const keyOf = (publicId: string, accepts: Rating) => accepts + publicId;
  const find = ({ public_id, version }: AdRow, { accepts, now, names }: Reader) => {
    const one = entries.get(keyOf(public_id, accepts));
    if (!one || one.version !== version || one.names !== fingerprintOf(names)) return undefined;
    return one.from <= now.getTime() && now.getTime() < one.until ? one : undefined;
  };
  const serializeAd = (content: AdContent, { accepts, now, names }: Reader): Entry => {
    const text = JSON.stringify(presentAd(content, { now, names, origin: publicUrl }));
    // Not a slice of the shared pool, which would keep what lay beside it alive.
    const json = Buffer.alloc(Buffer.byteLength(text));
    json.write(text);
    const one: Entry = {
      id: content.public_id,
      json,
      hash: sha256Hex(json).slice(0, 32),
      version: content.version,
      names: fingerprintOf(names),
      from: now.getTime(),
      until: content.until_ms,
    };
    if (content.version !== null) store(keyOf(one.id, accepts), one);
    return one;
  };
  const store = (key: string, one: Entry) => {
    evict(key);
    entries.set(key, one);
    bytes += one.json.length + ENTRY_BYTES;
    for (const oldest of entries.keys()) {
      if (bytes <= MAX_BYTES) break;
      evict(oldest);
    }
  };
  const evict = (key: string) => {
    const one = entries.get(key);
    if (one) bytes -= one.json.length + ENTRY_BYTES;
    entries.delete(key);
  };

  return {
    /** Serialized ads by public id, without those taken down since the rows were read. */
    async of(
      db: Database,
      rows: readonly AdRow[],
      asked: Reader,
    ): Promise<Map<string, SerializedAd>> {
      const texts = new Map<string, SerializedAd>();
      const missing: string[] = [];
      for (const row of rows) {
        const one = find(row, asked);
        if (one) texts.set(one.id, one);
        else missing.push(row.public_id);
      }
      if (missing.length === 0) return texts;
      const { now, accepts } = asked;
      for (const content of await contentsOf(db, missing, { now, ratings: ratingsUpTo(accepts) }))
        texts.set(content.public_id, serializeAd(content, asked));
      return texts;
    },

    /** Whether a version is cached; it may be outdated. */
    has: (publicId: string, accepts: Rating) => entries.has(keyOf(publicId, accepts)),

    /** Serializes the current version; undefined if the website does not show the ad. */
    async load(
      db: Database,
      publicId: string,
      asked: Reader & { policy: Policy | undefined },
    ): Promise<{ row: AdRow; text: SerializedAd } | undefined> {
      const ratings = ratingsUpTo(asked.accepts);
      const [row] = await contentsOf(db, [publicId], { ...asked, ratings });
      return row && { row, text: serializeAd(row, asked) };
    },

    /** After a restore: the same version may belong to another content. */
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}

/** The ad that was serialized. */
export const parseAd = ({ json }: SerializedAd) => JSON.parse(json.toString()) as DeliveredAd;
