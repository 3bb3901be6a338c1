import type { OutgoingHttpHeaders } from 'node:http';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { DeliveredItem, Item } from '../../delivery-receipts/service.ts';

/** A complete serialized response. */
export interface ReadyResponse {
  readonly status: 200 | 304;
  readonly headers: Readonly<OutgoingHttpHeaders>;
  /** A string is ASCII. */
  readonly body: Buffer | string | undefined;
}

/** The cached forms of one response for one `max-age` in seconds. */
export interface ResponseForms {
  seconds: number;
  identity?: ReadyResponse;
  gzip?: ReadyResponse;
  notModified?: ReadyResponse;
}

/** A response with its expiry: the first end of an ad, a TopAd or a story in it. */
export interface TimedResponse<Body> {
  body: Body;
  /** Business time in milliseconds. */
  validUntil: number;
  /** The items it delivers to a website, and those it reports as removed. */
  items: readonly DeliveredItem[];
  removed?: readonly Item[];
  /** The first page of a list: items of a previous read that are missing now have left it. */
  list?: boolean;
}

/** A serialised response and what is recorded when a website receives it. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
  /** Business time in milliseconds. */
  validUntil: number;
  items: readonly DeliveredItem[];
  removed: readonly Item[];
  list: boolean;
  /** The websites for which its delivery is recorded. */
  recordedFor: Set<number>;
  /** Complete responses for one `max-age`. */
  forms: ResponseForms | undefined;
}

interface Entry extends CachedResponse {
  /** Process time. */
  expiresAt: number;
  load(): Promise<CachedResponse>;
}

export type ResponseCache = ReturnType<typeof responseCache>;

const TTL_MS = 1_500;
/** A hit with less time left than this refreshes the entry in the background. */
const REFRESH_MS = 750;
const MAX_BYTES = 24 * 1024 * 1024;

/**
 * Response cache by key, cleared by every change notification; nothing is stored while the
 * notification connection is lost. Concurrent misses of one key share one load.
 */
export function responseCache() {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<CachedResponse>>();
  let bytes = 0;
  let connected = false;
  let generation = 0;

  const clear = () => {
    generation++;
    entries.clear();
    loading.clear();
    bytes = 0;
  };
  const store = (key: string, response: CachedResponse, load: () => Promise<CachedResponse>) => {
    remove(key);
    const now = performance.now();
    entries.set(key, { ...response, load, expiresAt: now + TTL_MS });
    bytes += sizeOf(key, response);
    // Insertion order is expiry order.
    for (const [oldest, { expiresAt }] of entries) {
      if (expiresAt > now && bytes <= MAX_BYTES) break;
      remove(oldest);
    }
  };
  const remove = (key: string) => {
    const entry = entries.get(key);
    if (entry) bytes -= sizeOf(key, entry);
    entries.delete(key);
  };
  const loadAndStore = async (
    key: string,
    load: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> => {
    const before = generation;
    try {
      const response = await load();
      if (connected && before === generation) store(key, response, load);
      return response;
    } finally {
      if (before === generation) loading.delete(key);
    }
  };

  const load = (key: string, load: () => Promise<CachedResponse>): Promise<CachedResponse> => {
    let promise = loading.get(key);
    if (!promise) {
      promise = loadAndStore(key, load);
      loading.set(key, promise);
    }
    return promise;
  };

  return {
    clear,
    load,
    /** Whether change notifications arrive. */
    setConnected(now: boolean) {
      connected = now;
      clear();
    },
    get(key: string, now: Date): CachedResponse | undefined {
      const entry = entries.get(key);
      if (!entry || now.getTime() >= entry.validUntil) return undefined;
      const left = entry.expiresAt - performance.now();
      if (left <= 0) return undefined;
      // A failed refresh surfaces once the entry has expired and a request waits for the load.
      if (left < REFRESH_MS) load(key, entry.load).catch(() => {});
      return entry;
    },
  };
}

/** Includes the key: the client chooses the length of the address. */
const sizeOf = (key: string, { body }: CachedResponse) => body.length + key.length;

/** A part of a response, serialized once for many responses. */
export interface SerializedJson {
  json: Buffer;
  /** Of the text. */
  hash: string;
}
const isSerialized = (value: unknown): value is SerializedJson =>
  typeof value === 'object' && value !== null && 'json' in value && Buffer.isBuffer(value.json);

/** Different in each response to the same question. */
const CURSORS = new Set(['next_cursor', 'next_since']);

/** A body as JSON and its weak ETag, which cursor tokens do not change. */
export function serialize({
  body,
  validUntil,
  items,
  removed = [],
  list = false,
}: TimedResponse<object>): CachedResponse {
  const parts: Buffer[] = [];
  const hashed: string[] = [];
  let text = '';
  const add = (value: unknown, isHashed: boolean) => {
    if (!isSerialized(value)) {
      const json = JSON.stringify(value) ?? 'null';
      text += json;
      if (isHashed) hashed.push(json);
      return;
    }
    parts.push(Buffer.from(text), value.json);
    text = '';
    if (isHashed) hashed.push(value.hash);
  };
  let opening = '{';
  for (const [name, value] of Object.entries(body)) {
    text += `${opening}"${name}":`;
    opening = ',';
    const isHashed = !CURSORS.has(name);
    if (!(Array.isArray(value) && value.some(isSerialized))) add(value, isHashed);
    else {
      for (const [at, one] of value.entries()) {
        text += at === 0 ? '[' : ',';
        add(one, isHashed);
      }
      text += ']';
    }
  }
  parts.push(Buffer.from(`${text}}`));
  return {
    body: Buffer.concat(parts),
    etag: `W/"${sha256Hex(hashed.join(' ')).slice(0, 32)}"`,
    validUntil,
    items,
    removed,
    list,
    recordedFor: new Set(),
    forms: undefined,
  };
}
