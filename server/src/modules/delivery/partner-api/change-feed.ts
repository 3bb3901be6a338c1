import type { Tombstone } from '@samtrot/shared/delivery/contract.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { DEFAULT_RATING, type Rating, ratingsBetween } from '@samtrot/shared/media/rules.ts';
import type { Since, Walk } from './tokens.ts';

export interface ChangedRow {
  id: number;
  public_id: string;
  /** 0 for what nobody wrote down. */
  changed_tx: number;
  /** Whether it is to be shown now; else it is a tombstone. */
  shown: boolean;
}

/** What can be told of one kind of thing, each in its own order and from a place on. */
interface Sources<Row extends ChangedRow> {
  /** What was written by transactions from `from` on. */
  changes(of: { from: number; after?: { tx: number; id: number }; limit: number }): Promise<Row[]>;
  /** What began or ended by itself between two instants. */
  passed(of: { from: Date; until: Date; afterId: number; limit: number }): Promise<Row[]>;
  /** What is shown and has something of these ratings. */
  rated(of: { ratings: Rating[]; afterId: number; limit: number }): Promise<Row[]>;
}

interface Listener {
  heard: Since;
  /** The horizon that was read before anything else. */
  known: number;
  now: Date;
  accepts: Rating;
  limit: number;
}

interface Changes<Row> {
  rows: Row[];
  /** From where on to ask next. */
  next: Since;
  more: boolean;
}

/**
 * First what was written, then what came by itself, then what the website accepts anew or no longer; each in pages.
 * @throws INVALID_INPUT for a token of another database
 */
export async function readChanges<Row extends ChangedRow>(
  { changes, passed, rated }: Sources<Row>,
  { heard, known, now, accepts, limit }: Listener,
): Promise<Changes<Row>> {
  // Another database counts its transactions anew: nothing can be told from there on.
  if (heard.horizon > known) throw invalid({ since: 'Dieser Stand gilt nicht mehr. Lade die ganze Liste neu.' });
  const walk: Walk = heard.walk ?? {
    ...{ horizon: known, at: now.getTime(), accepts: [accepts] },
    after: { phase: 'changes', tx: 0, id: 0 },
  };
  const before = heard.accepts ?? [DEFAULT_RATING];
  // What is accepted may change between two pages: then the next walk tells what the earlier ones said otherwise.
  const meanwhile = [...new Set([...(walk.accepts ?? [DEFAULT_RATING]), accepts])];
  const rerated = ratingsBetween([...before, ...meanwhile]);
  const rows: Row[] = [];
  let after = walk.after;
  if (after.phase === 'changes') {
    const changed = await changes({ from: heard.horizon, ...(after.tx > 0 && { after }), limit });
    rows.push(...changed);
    const last = changed.at(limit - 1);
    after = last ? { phase: 'changes', tx: last.changed_tx, id: last.id } : { phase: 'ends', tx: 0, id: 0 };
  }
  if (after.phase === 'ends' && rows.length < limit) {
    const [from, until, room] = [new Date(heard.at), new Date(walk.at), limit - rows.length];
    const ended = await passed({ from, until, afterId: after.id, limit: room });
    rows.push(...ended);
    const last = ended.at(room - 1);
    after = last ? { phase: 'ends', tx: 0, id: last.id } : { phase: 'ratings', tx: 0, id: 0 };
  }
  if (after.phase === 'ratings' && rows.length < limit && rerated.length > 0) {
    const found = await rated({ ratings: rerated, afterId: after.id, limit: limit - rows.length });
    rows.push(...found);
    after = { phase: 'ratings', tx: 0, id: found.at(-1)?.id ?? after.id };
  }
  const more = rows.length === limit;
  const end: Since = { horizon: walk.horizon, at: walk.at, accepts: meanwhile };
  // Nothing new leaves the token as it is: the same answer again, byte for byte.
  const { walk: _, ...begin } = heard;
  const anything = rows.length > 0 || heard.walk || rerated.length > 0;
  return { rows, next: more ? { ...begin, walk: { ...end, after } } : anything ? end : heard, more };
}

/** Each of what was told once, in its order: as it is shown, or as a tombstone. */
export function withTombstones<Shown extends { id: string }>(
  rows: readonly ChangedRow[],
  shown: readonly Shown[],
): (Shown | Tombstone)[] {
  const known = new Map(shown.map((one) => [one.id, one]));
  const ids = new Set(rows.map((row) => row.public_id));
  return [...ids].map((id) => known.get(id) ?? { id, deleted: true });
}
