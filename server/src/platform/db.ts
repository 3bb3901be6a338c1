import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { preparingClient } from './prepared-statements.ts';
import type { DB } from './schema.generated.ts';

export type Database = Kysely<DB>;
/** The transaction of a request or job. */
export type Sql = Transaction<DB>;

// Ids and credits are integers far below 2^53, so a bigint is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The database ends the session of a machine that went silent, with its locks, after 30 s. */
const LOST_MACHINE = [
  '-c tcp_keepalives_idle=15',
  '-c tcp_keepalives_interval=5',
  '-c tcp_keepalives_count=3',
].join(' ');

/**
 * In a statement: its transaction does not wait until it is on the disk; the next that does takes
 * it along. A server that fails within a second may lose it, unless another one committed after it:
 * logs are written in order (decision 163).
 */
export const WITHOUT_WAIT = "set_config('synchronous_commit', 'off', true)";

/** Each costs the database up to 20 MB; more than its processors can serve only wait there. */
const MOST_CONNECTIONS = 8 + availableParallelism();

interface ConnectOptions {
  max?: number;
  /** The restricted role of the application; migrations run without it. */
  role?: 'samtrot_app' | null;
  /** False behind a pooler that gives each transaction another connection. */
  prepare?: boolean;
  onError?: (error: Error) => void;
  timeouts?: typeof TIMEOUTS;
  /** Sees each new connection first. */
  onConnect?: ((client: pg.Client) => void) | undefined;
}

/** In milliseconds, as the driver names them. */
const TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};

/**
 * A pool that survives a database restart: errors of the pool and of checked-out clients are
 * handled, since pg would end the process. Statements and locks have timeouts.
 */
export function connect(
  url: string,
  {
    max = MOST_CONNECTIONS,
    role = 'samtrot_app',
    prepare = true,
    onError = () => {},
    timeouts = TIMEOUTS,
    onConnect,
  }: ConnectOptions = {},
) {
  const pool = new pg.Pool({
    ...(prepare && { Client: preparingClient() }),
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...timeouts,
    options: `${LOST_MACHINE} -c timezone=UTC${role ? ` -c role=${role}` : ''}`,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    onConnect?.(client as unknown as pg.Client);
    client.on('error', onError);
  });
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}

/** Retries while the database is unavailable; rejects with the last failure after a time limit. */
export async function waitForDatabase<T>(
  attempt: () => Promise<T>,
  { timeoutMs, onWait }: { timeoutMs: number; onWait: (error: unknown) => void },
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
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

/** Whether the failure means that the database is unavailable and a retry may succeed. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (isUnwritable(error)) return false;
  // A server that has ended takes its socket away; any other missing file is something else.
  if (code === 'ENOENT') return (error as { syscall?: unknown }).syscall === 'connect';
  if (
    typeof code === 'string' &&
    /^(08|57P0|53)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/.test(
      code,
    )
  )
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/**
 * Whether the database reads and does not write: its disk is full, or it is set read-only (RUN-04).
 */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(25006|53100)$/.test(error.code ?? '');

/** For what is noted in passing: a database that does not write still answers who reads. */
export function unlessUnwritable(error: unknown): void {
  if (!isUnwritable(error)) throw error;
}

/**
 * Whether the database aborted a wait (lock, statement timeout, deadlock); nothing was changed, and
 * a retry may succeed.
 */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  /^(55P03|57014|40P01|40001|25P03|25P04)$/.test(error.code ?? '');
