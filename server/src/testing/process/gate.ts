import type pg from 'pg';
import { until } from './workers.ts';

/** A statement with its values. */
type Statement = readonly [text: string, ...values: unknown[]];

interface Gate {
  /** Statements of the transaction that stands in the way, before the calls start. */
  locks: readonly Statement[];
  /** How many connections have to wait before it is committed. */
  waiting: number;
  /** Further statements of that transaction, while the calls wait. */
  meanwhile?: readonly Statement[];
}

/** Of rows, of accounts and contents (advisory), or of a table. */
type Lock = 'row' | 'advisory' | { table: string };

/**
 * The connections of this database that wait for such a lock, or for any; the databases of other
 * tests stand in the same cluster, with the same numbers of tables.
 */
export async function waiters(on: pg.Pool | pg.ClientBase, lock?: Lock): Promise<number[]> {
  const types = lock === 'row' ? ['transactionid', 'tuple'] : lock === 'advisory' ? [lock] : null;
  // Without `pg_stat_activity`, which stays as it was while the transaction that asks goes on.
  const { rows } = await on.query<{ pid: number }>(
    `select distinct pid from pg_locks where not granted
        and pid in (select pid from pg_locks join pg_database d on d.oid = database
                     where d.datname = current_database())
        and ($1::text[] is null or locktype = any($1))
        and ($2::text is null or relation = $2::regclass)`,
    [types, typeof lock === 'object' ? lock.table : null],
  );
  return rows.map(({ pid }) => pid);
}

/** Whether some connection waits for such a lock. */
export const someoneWaits = async (...of: Parameters<typeof waiters>): Promise<boolean> =>
  (await waiters(...of)).length > 0;

/**
 * Makes calls meet: they wait for locks of an open transaction, which is committed once as many
 * wait as told. Calls that are done before that have not met, and fail.
 */
export async function behindGate<T>(
  pool: pg.Pool,
  { locks, waiting, meanwhile = [] }: Gate,
  calls: () => Promise<T>,
): Promise<T> {
  const gate = await pool.connect();
  const run = async (statements: readonly Statement[]) => {
    for (const [text, ...values] of statements) await gate.query(text, values);
  };
  try {
    await gate.query('begin');
    await run(locks);
    let done = false;
    const running = calls().finally(() => {
      done = true;
    });
    await until(async () => done || (await waiters(pool)).length >= waiting, 'the calls to wait');
    if (done) throw new Error('the calls are done without having waited');
    await run(meanwhile);
    await gate.query('commit');
    return await running;
  } finally {
    gate.release();
  }
}

/** Holds the account until so many calls wait for it, so that they meet. */
export function meeting<T>(
  pool: pg.Pool,
  accountId: number,
  calls: readonly (() => Promise<T>)[],
  waiting = calls.length,
): Promise<T[]> {
  const lock: Statement = ['select from account where id = $1 for update', accountId];
  return behindGate(pool, { locks: [lock], waiting }, () =>
    Promise.all(calls.map((call) => call())),
  );
}
