import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Database } from '../../../platform/db.ts';
import * as clubs from '../../clubs/service.ts';
import { type ChangedRow, readChanges } from './change-feed.ts';
import * as store from './change-store.ts';
import type { Since } from './tokens.ts';

/** What websites can be told of as it changes. */
export type FedKind = 'inserat' | 'club';

/** A thing as it is now, to whoever is told that it has changed. */
export interface FedRow extends ChangedRow {
  /** Of an ad that is shown: its place in the list. */
  lifted_at: Date | null;
}

interface Question {
  kind: FedKind;
  /** What the answer before gave, or null at the beginning, from which nothing is told. */
  position: string | null;
  accepts: Rating;
  now: Date;
  limit: number;
}

interface Fed {
  rows: FedRow[];
  position: string;
  more: boolean;
  /** The database counts its changes anew, as after it was restored elsewhere: everything is told once more. */
  anew: boolean;
}

/**
 * The same changes that `since` tells, for whoever pushes them to a website: all kinds of ads or clubs, without a filter. A change may
 * be told twice, never not.
 */
export async function changesFor(db: Database, { kind, position, ...listener }: Question): Promise<Fed> {
  const { now, accepts } = listener;
  const known = await (kind === 'club' ? clubs.clubHorizon(db) : store.horizon(db));
  const start: Since = { horizon: known, at: now.getTime(), accepts: [accepts] };
  if (position === null) return { rows: [], position: JSON.stringify(start), more: false, anew: false };
  const heard = JSON.parse(position) as Since;
  const anew = heard.horizon > known;
  const from: Since = anew ? { ...start, horizon: 0 } : heard;
  const { rows, next, more } = await readChanges<FedRow>(kind === 'club' ? ofClubs(db, now) : ofAds(db, now), {
    ...listener,
    ...{ heard: from, known },
  });
  return { rows, position: JSON.stringify(next), more, anew };
}

const ofAds = (db: Database, now: Date) => {
  const filter = { filter: {}, now };
  return {
    changes: (of: { from: number; after?: { tx: number; id: number }; limit: number }) =>
      store.changes(db, { ...filter, ...of }),
    passed: (of: { from: Date; until: Date; afterId: number; limit: number }) => store.ends(db, { ...filter, ...of }),
    rated: (of: { ratings: Rating[]; afterId: number; limit: number }) => store.rated(db, { ...filter, ...of }),
  };
};

const placeless = (rows: clubs.ChangedClub[]): FedRow[] =>
  rows.map(({ id, public_id, changed_tx, shown }) => ({ id, public_id, changed_tx, shown, lifted_at: null }));

const ofClubs = (db: Database, now: Date) => ({
  changes: async (of: { from: number; after?: { tx: number; id: number }; limit: number }) =>
    placeless(await clubs.changedClubs(db, { now, ...of })),
  passed: async (of: { from: Date; until: Date; afterId: number; limit: number }) =>
    placeless(await clubs.passedClubs(db, { now, ...of })),
  rated: async (of: { ratings: Rating[]; afterId: number; limit: number }) =>
    placeless(await clubs.ratedClubs(db, { now, ...of })),
});

/** How these things are now, for whoever is told of them once more. */
export const statesOf = async (db: Database, kind: FedKind, ids: number[], now: Date): Promise<FedRow[]> =>
  kind === 'club' ? placeless(await clubs.clubStates(db, ids, now)) : store.states(db, ids, now);
