import { sql } from 'kysely';
import type { Database } from './db.ts';
import type { Logger } from './log.ts';

interface Options {
  primary: Database;
  /** A streaming copy of it; without one the primary answers everything. */
  replica: Database | undefined;
  log: Logger;
}

/** Reads that a copy may answer once it holds every change that was heard of. */
export interface Replica {
  /** Whether the copy may be read now. */
  isCurrent(): Promise<boolean>;
  /** Something has changed: the copy counts again when it has got there. */
  moved(): void;
  /** Whether changes are heard of at all; while they are not, the copy is not read. */
  trust(heard: boolean): void;
}

/** A copy that failed is left alone for so long. */
const REST_MS = 5_000;

/** Keeps a copy from telling what is over: a hidden ad is gone from it as fast as from the primary, or the primary answers. */
export function replicaGuard({ primary, replica, log }: Options): Replica {
  let trusted = false;
  /** Counts the changes that were heard of, and up to which of them the copy is known to be. */
  let changes = 0;
  let reached = -1;
  let restingUntil = 0;
  let looking: Promise<boolean> | undefined;

  const look = async (): Promise<boolean> => {
    const asked = changes;
    try {
      const { rows: ahead } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(
        primary,
      );
      const { rows } = await sql<{ there: boolean | null }>`
        select pg_last_wal_replay_lsn() >= ${ahead[0]!.at}::pg_lsn as there`.execute(replica!);
      // Null: not a copy at all, but a database of its own.
      if (rows[0]!.there) reached = Math.max(reached, asked);
      return rows[0]!.there === true;
    } catch (error) {
      restingUntil = performance.now() + REST_MS;
      log.warn({ err: error }, 'the copy of the database is not read');
      return false;
    } finally {
      looking = undefined;
    }
  };

  return {
    async isCurrent() {
      if (!replica || !trusted || performance.now() < restingUntil) return false;
      if (reached >= changes) return true;
      // One that began before the last change says nothing about it.
      while (looking) await looking;
      if (reached >= changes) return true;
      looking = look();
      return (await looking) && reached >= changes;
    },
    moved() {
      changes++;
    },
    trust(heard) {
      trusted = heard;
      changes++;
    },
  };
}
