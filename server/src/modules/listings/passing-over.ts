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

/**
 * Runs `work` in a transaction. A listing whose renewal fails is passed over for a minute, so that it
 * holds up no other.
 */
export function passingOver(work: (ctx: JobContext) => Promise<number>): Task['run'] {
  const failed = new WeakMap<Database, RenewalFailedAt[]>();
  return async ({ db, now }) => {
    const live = (failed.get(db) ?? []).filter(({ until }) => until > now);
    failed.set(db, live);
    const aside = {
      idsOf: (table: string) => live.filter((one) => one.table === table).map(({ id }) => id),
    };
    try {
      return await db.transaction().execute((sql) => work({ db: sql, now, aside }));
    } catch (error) {
      if (error instanceof RenewalFailed)
        live.push({ table: error.table, id: error.id, until: new Date(+now + ASIDE_MS) });
      throw error;
    }
  };
}

interface RenewalFailedAt {
  table: string;
  id: number;
  until: Date;
}
