/**
 * Webhook outbox: turns the change feed of each website into waiting messages, at most one per
 * item.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { currentStates, type FeedRow, readFeed } from '../delivery/service.ts';
import { placementsOf, takenDownOn } from '../delivery-receipts/service.ts';
import { findPolicy } from '../partners/service.ts';
import { eventFor, type Kind } from './rules.ts';
import * as store from './store.ts';

export const KINDS: readonly Kind[] = ['inserat', 'club'];
const POSITION = { inserat: 'webhook_since_ads', club: 'webhook_since_clubs' } as const;
/** Maximum changes of one website per transaction. */
const PAGE = 200;
/** Between two look-aheads for take-downs while feeds are longer than a page. */
const LOOK_AHEAD_MS = 1000;

/**
 * Returns the task that enqueues the changes for each website; it returns the work done, 0 once the
 * feeds are exhausted. Take-downs wait neither for the changes before them nor for the other
 * websites' turns (RUN-14).
 */
export function enqueuer(clock: Clock) {
  /** Websites whose feed was longer than a page. */
  const behind = new Set<number>();
  let lookedAheadAt = 0;
  return async ({ db, now }: { db: Database; now: Date }): Promise<number> => {
    let done = 0;
    const failures: unknown[] = [];
    const attempt = async (work: (sql: Sql) => Promise<number>) => {
      try {
        done += await db.transaction().execute(work);
      } catch (error) {
        // A failure for one website must not block the others.
        failures.push(error);
      }
    };
    for (const id of await store.enabledWebsites(db)) {
      await attempt(async (sql) => {
        const page = await enqueuePage(sql, id, now);
        if (page.more) behind.add(id);
        else behind.delete(id);
        return page.done;
      });
      const lookAt = clock.now();
      if (lookAt.getTime() - lookedAheadAt < LOOK_AHEAD_MS) continue;
      lookedAheadAt = lookAt.getTime();
      for (const one of behind) await attempt((sql) => enqueueTakeDowns(sql, one, lookAt));
    }
    if (failures.length > 0) throw failures[0];
    return done;
  };
}

/** One page of each change feed; messages and cursor are written in one transaction. */
async function enqueuePage(
  db: Sql,
  websiteId: number,
  now: Date,
): Promise<{ done: number; more: boolean }> {
  const website = await store.lockForEnqueue(db, websiteId);
  let [done, more] = [0, false];
  if (!website) return { done, more };
  const { accepts } = website;
  const { policy } = (await findPolicy(db, websiteId))!;
  for (const kind of KINDS) {
    const position = website[POSITION[kind]];
    const page = await readFeed(db, { kind, position, accepts, policy, now, limit: PAGE });
    if (page.resync) await store.resetVersions(db, websiteId);
    done += await enqueue(db, { websiteId, kind, now }, page.rows);
    more ||= page.more;
    if (page.position !== position)
      await store.updateHook(db, websiteId, { [POSITION[kind]]: page.position });
  }
  return { done: done + Number(more), more };
}

/** What a website still has although it is no longer published. */
async function enqueueTakeDowns(db: Sql, websiteId: number, now: Date): Promise<number> {
  if (!(await store.lockForEnqueue(db, websiteId))) return 0;
  const { policy } = (await findPolicy(db, websiteId))!;
  let done = 0;
  for (const kind of KINDS) {
    const ids = await takenDownOn(db, { websiteId, kind, now, limit: PAGE });
    const states = await currentStates(db, kind, ids, { now, policy });
    done += await enqueue(db, { websiteId, kind, now }, states);
  }
  return done;
}

/**
 * Inserts or updates the waiting messages of these items to their current state; returns their
 * number.
 */
export async function enqueue(
  db: Sql,
  { websiteId, kind, now }: { websiteId: number; kind: Kind; now: Date },
  rows: FeedRow[],
): Promise<number> {
  const items = new Map<number, FeedRow & { timeDriven: boolean }>();
  for (const row of rows) {
    const { changed_tx, timeDriven } = items.get(row.id) ?? { ...row, timeDriven: false };
    items.set(row.id, {
      ...row,
      changed_tx: row.changed_tx || changed_tx,
      timeDriven: timeDriven || row.changed_tx === 0,
    });
  }
  if (items.size === 0) return 0;
  const ids = [...items.keys()];
  // In this order: a response recorded between the two reads would be missing from both.
  const latest = await store.lockLatest(db, websiteId, kind, ids);
  const receipts = await placementsOf(db, websiteId, kind, ids);
  const fresh: store.NewMessage[] = [];
  let enqueued = 0;
  for (const row of items.values()) {
    const last = latest.get(row.id);
    if (last && !row.timeDriven && isEnqueued(row, last)) continue;
    const liftedAt = row.shown ? row.lifted_at : null;
    const event = eventFor({ shown: row.shown, liftedAt }, receipts.get(row.id), last);
    const content = event && { event, liftedAt, version: row.changed_tx || (last?.version ?? 0) };
    if (last?.state !== 'waiting') {
      if (!content) continue;
      fresh.push({ ...content, itemId: row.id, publicId: row.public_id });
    } else if (!content) await store.deleteMessage(db, last.id);
    else if (event === 'taken_down' && last.event === 'taken_down') continue;
    else await store.updateWaiting(db, last.id, content, now);
    enqueued++;
  }
  await store.insertMessages(db, { websiteId, kind, now }, fresh);
  return enqueued;
}

/**
 * Skips a repeated change; the feed repeats changes while a long transaction runs. Compares for
 * equality: an older transaction may commit after a newer one.
 */
const isEnqueued = ({ changed_tx, shown }: FeedRow, { version, event }: store.LatestRow): boolean =>
  version === changed_tx && shown === (event !== 'taken_down');
