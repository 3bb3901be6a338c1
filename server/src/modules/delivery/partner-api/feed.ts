import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import type { Database } from '../../../platform/db.ts';
import * as clubs from '../../clubs/service.ts';
import { type ChangedRow, readChanges } from './change-feed.ts';
import * as store from './change-store.ts';
import type { ChangeCursor } from './tokens.ts';

/** The kinds of items with a change feed. */
export type FeedKind = 'inserat' | 'club';

/** The current state of a changed item. */
export interface FeedRow extends ChangedRow {
  /** Of a published ad: its place in the list. */
  lifted_at: Date | null;
}

interface FeedQuery {
  kind: FeedKind;
  /** The stored cursor, or null to start at the present. */
  position: string | null;
  accepts: Rating;
  policy: Policy;
  now: Date;
  limit: number;
}

interface FeedPage {
  rows: FeedRow[];
  position: string;
  more: boolean;
  /**
   * The stored cursor is of another database, as after a restore: all items are returned once more.
   */
  resync: boolean;
}

/** The change feed without a filter, for webhooks; delivers each change at least once. */
export async function readFeed(
  db: Database,
  { kind, position, policy, ...reader }: FeedQuery,
): Promise<FeedPage> {
  const { now, accepts } = reader;
  const watermark = await (kind === 'club' ? clubs.clubHorizon(db) : store.lowWatermark(db));
  const start: ChangeCursor = { horizon: watermark, at: now.getTime(), accepts: [accepts] };
  if (position === null)
    return { rows: [], position: JSON.stringify(start), more: false, resync: false };
  const stored = JSON.parse(position) as ChangeCursor;
  const resync = stored.horizon > watermark;
  const cursor: ChangeCursor = resync ? { ...start, horizon: 0 } : stored;
  const { rows, next, more } = await readChanges<FeedRow>(
    kind === 'club' ? ofClubs(db, now, policy) : ofAds(db, now, policy),
    {
      ...reader,
      cursor,
      watermark,
    },
  );
  return { rows, position: JSON.stringify(next), more, resync };
}

const ofAds = (db: Database, now: Date, policy: Policy) => {
  const filter = { filter: { policy }, now };
  return {
    changes: (of: { from: number; after?: { tx: number; id: number }; limit: number }) =>
      store.changes(db, { ...filter, ...of }),
    timeDriven: (of: { from: Date; until: Date; afterId: number; limit: number }) =>
      store.timeDriven(db, { ...filter, ...of }),
    rated: (of: { ratings: Rating[]; afterId: number; limit: number }) =>
      store.withRatings(db, { ...filter, ...of }),
  };
};

const toFeedRows = (rows: clubs.ChangedClub[]): FeedRow[] =>
  rows.map(({ id, public_id, changed_tx, shown }) => ({
    id,
    public_id,
    changed_tx,
    shown,
    lifted_at: null,
  }));

const ofClubs = (db: Database, now: Date, policy: Policy) => ({
  changes: async (of: { from: number; after?: { tx: number; id: number }; limit: number }) =>
    toFeedRows(await clubs.changedClubs(db, { now, policy, ...of })),
  timeDriven: async (of: { from: Date; until: Date; afterId: number; limit: number }) =>
    toFeedRows(await clubs.passedClubs(db, { now, policy, ...of })),
  rated: async (of: { ratings: Rating[]; afterId: number; limit: number }) =>
    toFeedRows(await clubs.ratedClubs(db, { now, policy, ...of })),
});

/** The current states of these items, to re-enqueue dead letters. */
export const currentStates = async (
  db: Database,
  kind: FeedKind,
  ids: number[],
  { now, policy }: { now: Date; policy: Policy },
): Promise<FeedRow[]> =>
  kind === 'club'
    ? toFeedRows(await clubs.clubStates(db, ids, now, policy))
    : store.states(db, ids, now, policy);
