import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../platform/db.ts';
import type { Task } from '../../platform/worker.ts';
import type { JobContext } from './kind.ts';

const ASIDE_MS = MINUTE_MS;

/** Names the listing in the log; the next run does what else was in its transaction. */
export class RenewalFailed extends Error {
  override name = 'RenewalFailed';
  readonly table: string;
  readonly id: number;

  constructor(table: string, id: number, cause: unknown) {
    super(`the renewal of ${table} ${id} failed`, { cause });
    this.table = table;
    this.id = id;
  }
}

/** Limit of one run; the next run continues. */
const MOST_FAILURES = 500;

/**
 * Runs `work` in a transaction. A listing whose renewal fails is passed over for a minute, and the
 * transaction repeated at once without it: the pauses after failed runs would outlast that minute.
 */
export function passingOver(work: (ctx: JobContext) => Promise<number>): Task['run'] {
  const failed = new WeakMap<Database, RenewalFailedAt[]>();
  return async ({ db, now }) => {
    const live = (failed.get(db) ?? []).filter(({ until }) => until > now);
    failed.set(db, live);
    const aside = {
      idsOf: (table: string) => live.filter((one) => one.table === table).map(({ id }) => id),
    };
    const attempt = async (): Promise<number | RenewalFailed> => {
      try {
        return await db.transaction().execute((sql) => work({ db: sql, now, aside }));
      } catch (error) {
        if (!(error instanceof RenewalFailed)) throw error;
        live.push({ table: error.table, id: error.id, until: new Date(+now + ASIDE_MS) });
        return error;
      }
    };
    const failures: RenewalFailed[] = [];
    let outcome = await attempt();
    while (typeof outcome !== 'number' && failures.push(outcome) < MOST_FAILURES)
      outcome = await attempt();
    if (typeof outcome === 'number' && failures.length === 0) return outcome;
    throw failures.length === 1
      ? failures[0]!
      : new AggregateError(failures, failures.map(({ message }) => message).join('; '));
  };
}

interface RenewalFailedAt {
  table: string;
  id: number;
  until: Date;
}
