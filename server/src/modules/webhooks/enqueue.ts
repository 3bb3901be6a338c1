import type { Database, Sql } from '../../platform/db.ts';
import { changesFor, type FedRow } from '../delivery/service.ts';
import { placementsOf } from '../delivery-receipts/service.ts';
import { eventFor, type Kind } from './rules.ts';
import * as store from './store.ts';

export const KINDS: readonly Kind[] = ['inserat', 'club'];
const POSITION = { inserat: 'webhook_since_ads', club: 'webhook_since_clubs' } as const;
/** So many changes of one website in one transaction. */
const PAGE = 200;

/** Makes messages of what has changed for each website. Answers how much there was to do: more is waiting until it answers 0. */
export async function enqueueEvents({ db, now }: { db: Database; now: Date }): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const id of await store.tellable(db)) {
    try {
      done += await db.transaction().execute((sql) => makeFor(sql, id, now));
    } catch (error) {
      // What is wrong with one website keeps no other from its messages.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

/** A page of changes of each kind. The messages and how far they reach are one transaction. */
async function makeFor(db: Sql, websiteId: number, now: Date): Promise<number> {
  const website = await store.holdTellable(db, websiteId);
  if (!website) return 0;
  let done = 0;
  for (const kind of KINDS) {
    const before = website[POSITION[kind]];
    const { accepts } = website;
    const told = await changesFor(db, { kind, position: before, accepts, now, limit: PAGE });
    if (told.anew) await store.forgetVersions(db, websiteId);
    done += await write(db, { websiteId, kind, now }, told.rows);
    if (told.more) done++;
    if (told.position !== before) await store.updateHook(db, websiteId, { [POSITION[kind]]: told.position });
  }
  return done;
}

/** Brings the messages about these things to what is true of them now. Answers how many were made or changed. */
export async function write(
  db: Sql,
  { websiteId, kind, now }: { websiteId: number; kind: Kind; now: Date },
  rows: FedRow[],
): Promise<number> {
  const things = new Map<number, FedRow & { byItself: boolean }>();
  for (const row of rows) {
    const { changed_tx, byItself } = things.get(row.id) ?? { ...row, byItself: false };
    things.set(row.id, {
      ...row,
      changed_tx: row.changed_tx || changed_tx,
      byItself: byItself || row.changed_tx === 0,
    });
  }
  if (things.size === 0) return 0;
  const ids = [...things.keys()];
  // In this order: an answer that is written down between the two would be in neither.
  const latest = await store.latestOf(db, websiteId, kind, ids);
  const had = await placementsOf(db, websiteId, kind, ids);
  let written = 0;
  for (const row of things.values()) {
    const last = latest.get(row.id);
    if (last && !row.byItself && isTold(row, last)) continue;
    const liftedAt = row.shown ? row.lifted_at : null;
    const event = eventFor({ shown: row.shown, liftedAt }, had.get(row.id), last);
    const said = event && { event, liftedAt, version: row.changed_tx || (last?.version ?? 0) };
    if (last?.state !== 'waiting') {
      if (!said) continue;
      await store.insertMessage(db, { websiteId, kind, itemId: row.id, publicId: row.public_id }, said, now);
    } else if (!said) await store.removeMessage(db, last.id);
    else if (event === 'taken_down' && last.event === 'taken_down') continue;
    else await store.bringUpToDate(db, last.id, said, now);
    written++;
  }
  return written;
}

/**
 * A change that was read before; while a long transaction runs elsewhere, all that came after its beginning is read again and again.
 * The same number and no smaller one: a transaction that began earlier may change the thing after a later one has.
 */
const isTold = ({ changed_tx, shown }: FedRow, { version, event }: store.LatestRow): boolean =>
  version === changed_tx && shown === (event !== 'taken_down');
