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

const WAITS =
  'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()';

/**
 * Makes calls meet: they wait for locks of an open transaction, which is committed once as many
 * wait as told, or when all are done.
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
    await until(
      async () => done || ((await pool.query(WAITS)).rowCount ?? 0) >= waiting,
      'the calls to wait',
    );
    await run(meanwhile);
    await gate.query('commit');
    return await running;
  } finally {
    gate.release();
  }
}
