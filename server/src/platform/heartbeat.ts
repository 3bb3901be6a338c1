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

/** Says every five seconds that the worker of this process lives (BOF-135). */
export function heartbeatTask(clock: Clock): Task {
  const worker = randomUUID();
  const started_at = clock.now();
  return {
    name: 'heartbeat',
    everyMs: BEAT_MS,
    async run({ db, now }) {
      await db
        .insertInto('heartbeat')
        .values({ worker, started_at, beat_at: now })
        .onConflict((conflict) => conflict.column('worker').doUpdateSet({ beat_at: now }))
        .execute();
      await db
        .deleteFrom('heartbeat')
        .where('beat_at', '<', new Date(now.getTime() - DAY_MS))
        .execute();
      return 0;
    },
  };
}

/** When any worker last said that it lives; null if none ever did. */
export async function lastHeartbeat(db: Database): Promise<Date | null> {
  const { at } = await db
    .selectFrom('heartbeat')
    .select((is) => is.fn.max('beat_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
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
