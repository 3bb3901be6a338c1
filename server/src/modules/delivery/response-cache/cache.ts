import { sha256Hex } from '../../../platform/crypto.ts';
import type { DeliveredItem, Item } from '../../delivery-receipts/service.ts';
import type { Timed } from '../service.ts';
import type { ReadyForms } from './response.ts';

/** An answer as it goes over the wire. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
  /** Business time in milliseconds from which the answer is wrong. */
  validUntil: number;
  /** What a website has once it got this, and what it then knows to be gone. */
  items: readonly DeliveredItem[];
  gone: readonly Item[];
  /** Whether this is a list from its beginning. */
  list: boolean;
  /** The websites for which it was noted that they got it. */
  noted: Set<number>;
  /** As it was answered last. */
  forms: ReadyForms | undefined;
}

interface Entry extends CachedResponse {
  /** Process time; older answers are made anew even if no notice came. */
  keptUntil: number;
  /** Makes it anew. */
  answer(): Promise<CachedResponse>;
}

export type AnswerCache = ReturnType<typeof answerCache>;

const KEPT_MS = 1_500;
/** An answer that is still asked for when this little of its time is left is made anew beside, so that nobody waits for it. */
const RENEW_MS = 750;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Serialised answers of frequent questions. Thrown away at every notice of a change; while notices may be missed (`trust(false)`)
 * nothing is kept. Equal questions that arrive together are answered once.
 */
export function answerCache() {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<CachedResponse>>();
  let bytes = 0;
  let trusted = false;
  let generation = 0;

  const clear = () => {
    generation++;
    entries.clear();
    running.clear();
    bytes = 0;
  };
  const keep = (key: string, packed: CachedResponse, answer: () => Promise<CachedResponse>) => {
    drop(key);
    const now = performance.now();
    entries.set(key, { ...packed, answer, keptUntil: now + KEPT_MS });
    bytes += sizeOf(key, packed);
    // What was kept first is over first.
    for (const [oldest, { keptUntil }] of entries) {
      if (keptUntil > now && bytes <= MAX_BYTES) break;
      drop(oldest);
    }
  };
  const drop = (key: string) => {
    const entry = entries.get(key);
    if (entry) bytes -= sizeOf(key, entry);
    entries.delete(key);
  };
  const make = async (key: string, answer: () => Promise<CachedResponse>): Promise<CachedResponse> => {
    const before = generation;
    try {
      const packed = await answer();
      if (trusted && before === generation) keep(key, packed, answer);
      return packed;
    } finally {
      if (before === generation) running.delete(key);
    }
  };

  const load = (key: string, answer: () => Promise<CachedResponse>): Promise<CachedResponse> => {
    let promise = running.get(key);
    if (!promise) {
      promise = make(key, answer);
      running.set(key, promise);
    }
    return promise;
  };

  return {
    clear,
    load,
    trust(notices: boolean) {
      trusted = notices;
      clear();
    },
    get(key: string, now: Date): CachedResponse | undefined {
      const entry = entries.get(key);
      if (!entry || now.getTime() >= entry.validUntil) return undefined;
      const left = entry.keptUntil - performance.now();
      if (left <= 0) return undefined;
      // A failure shows when the time is up and somebody waits for the answer.
      if (left < RENEW_MS) load(key, entry.answer).catch(() => {});
      return entry;
    },
  };
}

/** Whoever asks chooses the length of the address, so it counts too. */
const sizeOf = (key: string, { body }: CachedResponse) => body.length + key.length;

/** The tag covers what a visitor could see. Tokens differ from answer to answer and older ones stay good, so they do not count: hence weak. */
export function pack({ answer, validUntil, items, gone = [], list = false }: Timed<object>): CachedResponse {
  const { next_cursor: _, next_since: __, ...seen } = answer as Record<string, unknown>;
  const body = Buffer.from(JSON.stringify(answer));
  return {
    body,
    etag: `W/"${sha256Hex(JSON.stringify(seen)).slice(0, 32)}"`,
    validUntil,
    items,
    gone,
    list,
    noted: new Set(),
    forms: undefined,
  };
}
