import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.generated.ts';

export type Database = Kysely<DB>;
/** The one transaction of a request or job. */
export type Sql = Transaction<DB>;

// Ids and credits are whole numbers far below 2^53; a bigint column reads as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface ConnectOptions {
  max?: number;
  /** The restricted role of the application; migrations run without it. */
  role?: 'samtrot_app' | null;
  onError?: (error: Error) => void;
}

/**
 * A pool that survives a restart of the database: pg ends the process on an unheard error of the pool *and* of a checked-out
 * client, so both are listened to. Statements and locks time out instead of piling up.
 */
export function connect(url: string, { max = 16, role = 'samtrot_app', onError = () => {} }: ConnectOptions = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    options: `-c timezone=UTC${role ? ` -c role=${role}` : ''}`,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}

/** Tries again while the database is not there yet, as after a power cut that took both; gives up with the last failure. */
export async function waitForDatabase<T>(
  attempt: () => Promise<T>,
  { patienceMs, onWait }: { patienceMs: number; onWait: (error: unknown) => void },
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let ms = 100; ; ms = Math.min(ms * 2, 2_000)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionError(error) || performance.now() > deadline) throw error;
      onWait(error);
    }
    await pause(ms);
  }
}

/** Whether this failure is the database being away, which callers may try again. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (
    typeof code === 'string' &&
    /^(08|57P0|53)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/.test(code)
  )
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** Whether the database gave up a wait: for a lock, for a slow statement, or to end a deadlock. Nothing was done; it may be tried again. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(55P03|57014|40P01|40001|25P03|25P04)$/.test(error.code ?? '');
