import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './db.ts';
import type { Task } from './worker.ts';

/** RUN-03 */
const BEAT_MS = 5_000;
/** A probe that waits longer for its write has failed. */
const PROBE_TIMEOUT_MS = 3_000;

/**
 * The time of the database, which all machines share: one whose clock is wrong neither looks dead
 * nor hides that others are.
 */
const sharedNow = (clock: Clock) =>
  sql<Date>`(clock_timestamp() + ${clock.shiftMs?.() ?? 0} * interval '1 millisecond')`;

/** Says every five seconds that the worker of this process lives (BOF-135). */
export function heartbeatTask(clock: Clock): Task {
  const worker = randomUUID();
  return {
    name: 'heartbeat',
    everyMs: BEAT_MS,
    async run({ db }) {
      const now = sharedNow(clock);
      await db
        .insertInto('heartbeat')
        .values({ worker, started_at: now, beat_at: now })
        .onConflict((conflict) => conflict.column('worker').doUpdateSet({ beat_at: now }))
        .execute();
      await db
        .deleteFrom('heartbeat')
        .where('beat_at', '<', sql<Date>`${now} - ${DAY_MS} * interval '1 millisecond'`)
        .execute();
      return 0;
    },
  };
}

/** Latest heartbeat of any worker in the reader's time; null if there is none. */
export async function lastHeartbeat(db: Database, clock: Clock): Promise<Date | null> {
  const { age } = await db
    .selectFrom('heartbeat')
    .select(
      sql<number | null>`extract(epoch from ${sharedNow(clock)} - max(beat_at))::float8`.as('age'),
    )
    .executeTakeFirstOrThrow();
  return age === null ? null : new Date(clock.now().getTime() - age * 1000);
}

/**
 * Commits a write and returns how many milliseconds it took.
 * @throws when the database is away, full or set read-only
 */
export async function probeWrite(db: Database, now: Date): Promise<number> {
  const begun = performance.now();
  await db.transaction().execute(async (inner) => {
    await sql`select set_config('statement_timeout', ${String(PROBE_TIMEOUT_MS)}, true)`.execute(
      inner,
    );
    await sql`insert into write_probe (at) values (${now})
              on conflict (only_row) do update set at = excluded.at`.execute(inner);
  });
  return performance.now() - begun;
}
