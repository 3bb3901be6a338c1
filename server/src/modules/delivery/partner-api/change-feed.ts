/**
 * The change feed of partner websites: changed items and tombstones since a cursor, up to a low
 * watermark. A cursor of another database requires a resync.
 */
import type { Tombstone } from '@samtrot/shared/delivery/contract.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { DEFAULT_RATING, type Rating, ratingsBetween } from '@samtrot/shared/media/rules.ts';
import type { ChangeCursor, PagedRead } from './tokens.ts';

export interface ChangedRow {
  id: number;
  public_id: string;
  /** 0 if no write caused the change. */
  changed_tx: number;
  /** Whether it is published now; otherwise a tombstone is returned. */
  shown: boolean;
}

/** The change sources of one kind of item; each is ordered and paged. */
interface Sources<Row extends ChangedRow> {
  /** Written by transactions from `from` on. */
  changes(of: { from: number; after?: { tx: number; id: number }; limit: number }): Promise<Row[]>;
  /** Started or ended by time alone between two instants. */
  timeDriven(of: { from: Date; until: Date; afterId: number; limit: number }): Promise<Row[]>;
  /** Published items with media of these ratings. */
  rated(of: { ratings: Rating[]; afterId: number; limit: number }): Promise<Row[]>;
}

interface FeedReader {
  cursor: ChangeCursor;
  /** The low watermark, read before any row. */
  watermark: number;
  now: Date;
  accepts: Rating;
  limit: number;
}

interface ChangePage<Row> {
  rows: Row[];
  /** The cursor of the next read. */
  next: ChangeCursor;
  more: boolean;
}

/**
 * Returns a page of the change feed: written changes, time-driven ones, then those of a changed
 * rating limit.
 * @throws INVALID_INPUT for a cursor of another database: resync
 */
export async function readChanges<Row extends ChangedRow>(
  { changes, timeDriven, rated }: Sources<Row>,
  { cursor, watermark, now, accepts, limit }: FeedReader,
): Promise<ChangePage<Row>> {
  // A restored database has another transaction sequence; the cursor has no position in it.
  if (cursor.horizon > watermark)
    throw invalid({ since: 'Dieser Stand gilt nicht mehr. Lade die ganze Liste neu.' });
  const walk: PagedRead = cursor.walk ?? {
    horizon: watermark,
    at: now.getTime(),
    accepts: [accepts],
    after: { phase: 'changes', tx: 0, id: 0 },
  };
  const previous = cursor.accepts ?? [DEFAULT_RATING];
  // The accepted rating may change between two pages; all its values are compared at the end.
  const accepted = [...new Set([...(walk.accepts ?? [DEFAULT_RATING]), accepts])];
  const rerated = ratingsBetween([...previous, ...accepted]);
  const rows: Row[] = [];
  let after = walk.after;
  if (after.phase === 'changes') {
    const changed = await changes({ from: cursor.horizon, ...(after.tx > 0 && { after }), limit });
    rows.push(...changed);
    const last = changed.at(limit - 1);
    after = last
      ? { phase: 'changes', tx: last.changed_tx, id: last.id }
      : { phase: 'ends', tx: 0, id: 0 };
  }
  if (after.phase === 'ends' && rows.length < limit) {
    const [from, until, remaining] = [new Date(cursor.at), new Date(walk.at), limit - rows.length];
    const ended = await timeDriven({ from, until, afterId: after.id, limit: remaining });
    rows.push(...ended);
    const last = ended.at(remaining - 1);
    after = last ? { phase: 'ends', tx: 0, id: last.id } : { phase: 'ratings', tx: 0, id: 0 };
  }
  if (after.phase === 'ratings' && rows.length < limit && rerated.length > 0) {
    const found = await rated({ ratings: rerated, afterId: after.id, limit: limit - rows.length });
    rows.push(...found);
    after = { phase: 'ratings', tx: 0, id: found.at(-1)?.id ?? after.id };
  }
  const more = rows.length === limit;
  const end: ChangeCursor = { horizon: walk.horizon, at: walk.at, accepts: accepted };
  // Without changes the cursor stays identical, so that the response does, too.
  const { walk: _, ...start } = cursor;
  const hasChanged = rows.length > 0 || cursor.walk || rerated.length > 0;
  return {
    rows,
    next: more ? { ...start, walk: { ...end, after } } : hasChanged ? end : cursor,
    more,
  };
}

/** Each changed item once, in order: as published, or as a tombstone. */
export function withTombstones<Shown extends { id: string }>(
  rows: readonly ChangedRow[],
  shown: readonly Shown[],
): (Shown | Tombstone)[] {
  const byId = new Map(shown.map((one) => [one.id, one]));
  const ids = new Set(rows.map((row) => row.public_id));
  return [...ids].map((id) => byId.get(id) ?? { id, deleted: true });
}
