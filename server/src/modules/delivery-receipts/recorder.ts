import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { localDate, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../platform/db.ts';
import type { Logger } from '../../platform/log.ts';
import { type BatchWriter, batchWriter, writeAll } from '../../platform/write-behind.ts';
import * as placements from './placements.ts';

export interface Item {
  kind: PlacedKind;
  id: number;
}
export type DeliveredItem = Item & {
  /**
   * Another one whenever the thing has changed, and so also when it was taken down and shown again.
   */
  mark: number;
};

/** What leaves for partner websites, kept in memory and written down within a second. */
export interface Recorder extends Pick<BatchWriter, 'flush' | 'stop'> {
  /** A response with these items was sent to this website. */
  delivered(websiteId: number, items: readonly DeliveredItem[], now: Date): void;
  /** Records that the website was notified of the removal of these items. */
  gone(websiteId: number, items: readonly Item[], by: 'since' | 'asked', now: Date): void;
  /**
   * These things stood in a list that the website has read again, and are not in it any more: gone,
   * if they are over and did not only move.
   */
  missing(websiteId: number, items: readonly Item[], now: Date): void;
  /** The website requested ads or clubs. */
  asked(websiteId: number, now: Date): void;
}

/** In one statement. */
const BATCH_SIZE = 2_000;
/**
 * Capacity while the database is unreachable; events beyond it are repeated by the next response.
 */
const MOST_WAITING = 300_000;
/** The same thing to the same website is written again after this time, and not before. */
const AGAIN_MS = 10 * MINUTE_MS;
/** So many are remembered as written; beyond that some are written more often. */
const MOST_KNOWN = 400_000;

interface Limits {
  mostWaiting?: number;
  mostKnown?: number;
}

/** One for each server process. */
export function recorder(
  { db, log }: { db: Database; log: Logger },
  { mostWaiting = MOST_WAITING, mostKnown = MOST_KNOWN }: Limits = {},
): Recorder {
  const waiting = {
    delivered: new Map<string, placements.DeliveredEvent>(),
    gone: new Map<string, placements.GoneEvent>(),
    asked: new Map<string, { websiteId: number; day: string; at: Date }>(),
  };
  const known = knownThings(mostKnown);
  const days = new Map<number, string>();

  const size = () => waiting.delivered.size + waiting.gone.size + waiting.asked.size;
  const { schedule, flush, stop } = batchWriter({
    log,
    name: 'deliveries',
    hasQueued: () => size() > 0,
    async write() {
      await writeAll(waiting.asked, BATCH_SIZE, (days) => placements.asked(db, days));
      // In this order: what was given and then taken down is down.
      await writeAll(waiting.delivered, BATCH_SIZE, (events) => placements.delivered(db, events));
      await writeAll(waiting.gone, BATCH_SIZE, (events) => placements.gone(db, events));
    },
  });

  return {
    delivered(websiteId, items, now) {
      for (const { kind, id, mark } of items) {
        if (size() >= mostWaiting || !known.isNews(websiteId, { kind, id, mark }, now.getTime()))
          continue;
        const key = keyOf(websiteId, kind, id);
        const at = waiting.delivered.get(key)?.at ?? now;
        waiting.delivered.set(key, { kind, itemId: id, websiteId, at, lastAt: now });
      }
      if (size() > 0) schedule();
    },
    gone(websiteId, items, by, now) {
      for (const { kind, id } of items) {
        known.delete(websiteId, { kind, id });
        const key = keyOf(websiteId, kind, id);
        const first = waiting.gone.get(key);
        const between = waiting.delivered.get(key);
        // The first time counts, unless it was given once more after that.
        if (first && !first.ifOver && !(between && between.lastAt > first.at)) continue;
        if (size() < mostWaiting)
          waiting.gone.set(key, { kind, itemId: id, websiteId, at: now, by });
      }
      if (size() > 0) schedule();
    },
    missing(websiteId, items, now) {
      for (const { kind, id } of items) {
        const key = keyOf(websiteId, kind, id);
        if (waiting.gone.has(key) || size() >= mostWaiting) continue;
        waiting.gone.set(key, { kind, itemId: id, websiteId, at: now, by: 'asked', ifOver: true });
      }
      if (size() > 0) schedule();
    },
    asked(websiteId, now) {
      const day = localDate(now);
      if (days.get(websiteId) === day || size() >= mostWaiting) return;
      days.set(websiteId, day);
      waiting.asked.set(`${websiteId} ${day}`, { websiteId, day, at: now });
      schedule();
    },
    flush,
    stop,
  };
}

const keyOf = (websiteId: number, kind: PlacedKind, id: number) => `${websiteId} ${kind} ${id}`;

interface Known {
  mark: number;
  at: number;
}

/**
 * Which things each website was given lately. Two generations, of which the older one is thrown
 * away when the younger one is full or old.
 */
function knownThings(most: number) {
  let young = new Map<number, Map<number, Known>>();
  let old = new Map<number, Map<number, Known>>();
  let count = 0;
  let since = Number.NEGATIVE_INFINITY;
  const number = ({ kind, id }: Item) =>
    id * 4 + (kind === 'inserat' ? 0 : kind === 'club' ? 1 : 2);
  const turn = (now: number) => {
    old = young;
    young = new Map();
    count = 0;
    since = now;
  };
  return {
    isNews(websiteId: number, item: DeliveredItem, now: number): boolean {
      if (count * 2 >= most || now - since >= AGAIN_MS) turn(now);
      const key = number(item);
      let things = young.get(websiteId);
      const found = things?.get(key) ?? old.get(websiteId)?.get(key);
      if (found && found.mark === item.mark && now - found.at < AGAIN_MS && found.at <= now)
        return false;
      if (!things) {
        things = new Map();
        young.set(websiteId, things);
      }
      if (!things.has(key)) count++;
      things.set(key, { mark: item.mark, at: now });
      return true;
    },
    delete(websiteId: number, item: Item) {
      if (young.get(websiteId)?.delete(number(item))) count--;
      old.get(websiteId)?.delete(number(item));
    },
  };
}
