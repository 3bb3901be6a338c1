/**
 * Reads go to the replica once it has replayed every notified change, else to the primary; correct
 * across a failover.
 */
import { sql } from 'kysely';
import type { Database } from './db.ts';
import type { Logger } from './log.ts';

interface Options {
  primary: Database;
  /** A streaming replica; without one the primary serves all reads. */
  replica: Database | undefined;
  log: Logger;
}

/** Decides whether reads may use the replica. */
export interface Replica {
  /** Whether the replica has replayed every notified change. */
  isCurrent(): Promise<boolean>;
  /** A change was notified: the replica must replay it first. */
  noteChange(): void;
  /** Whether notifications arrive; without them the replica is not read. */
  setConnected(now: boolean): void;
}

/** How long a failed replica is not used. */
const RETRY_AFTER_MS = 5_000;

/**
 * Prevents stale reads: a hidden ad disappears from the replica as fast as from the primary, or the
 * primary serves.
 */
export function replicaGuard({ primary, replica, log }: Options): Replica {
  let connected = false;
  /** Number of notified changes, and how many of them the replica has replayed. */
  let changes = 0;
  let replayed = -1;
  let disabledUntil = 0;
  let checking: Promise<boolean> | undefined;

  const check = async (): Promise<boolean> => {
    const noted = changes;
    try {
      const { rows: wal } = await sql<{
        at: string;
      }>`select pg_current_wal_insert_lsn()::text as at`.execute(primary);
      const { rows } = await sql<{ replayed: boolean | null }>`
        select pg_last_wal_replay_lsn() >= ${wal[0]!.at}::pg_lsn as replayed`.execute(replica!);
      // Null: not a replica, but a separate database. After a failover the position stays as it
      // was.
      if (rows[0]!.replayed) replayed = Math.max(replayed, noted);
      return rows[0]!.replayed === true;
    } catch (error) {
      disabledUntil = performance.now() + RETRY_AFTER_MS;
      log.warn({ err: error }, 'the replica is not read');
      return false;
    } finally {
      checking = undefined;
    }
  };

  return {
    async isCurrent() {
      if (!replica || !connected || performance.now() < disabledUntil) return false;
      if (replayed >= changes) return true;
      // A check started before the last change does not cover it.
      while (checking) await checking;
      if (replayed >= changes) return true;
      checking = check();
      return (await checking) && replayed >= changes;
    },
    noteChange() {
      changes++;
    },
    setConnected(now) {
      connected = now;
      changes++;
    },
  };
}
