import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import type { FailureKind } from '../ports.ts';

export interface Reading {
  last_read_at: Date | null;
  failing_since: Date | null;
  failure: FailureKind | null;
  unstored: number;
}

/** How the mailbox was read last; undefined before the first attempt. */
export async function lastReading(db: Database): Promise<Reading | undefined> {
  const row = await db
    .selectFrom('inbound_mailbox')
    .select(['last_read_at', 'failing_since', 'failure', 'unstored'])
    .executeTakeFirst();
  return row as Reading | undefined;
}

/**
 * Claims the mailbox if it is due, or if `afterFailures` does not wait for the next attempt; it is
 * due again when the lease ends, also after a crash.
 */
export async function claim(
  db: Database,
  { now, until, afterFailures }: { now: Date; until: Date; afterFailures: boolean },
): Promise<{ failures: number } | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into inbound_mailbox (next_read_at) values (${until})
    on conflict (only_row) do update set next_read_at = excluded.next_read_at
     where inbound_mailbox.next_read_at <= ${now}
       or (${afterFailures} and inbound_mailbox.failures > 0)
    returning failures`.execute(db);
  return rows[0];
}

/** Notes that the mailbox was read; `unstored` mails stay unread. */
export async function noteRead(
  db: Database,
  { now, next, unstored }: { now: Date; next: Date; unstored: number },
): Promise<void> {
  await db
    .updateTable('inbound_mailbox')
    .set({
      next_read_at: next,
      last_read_at: now,
      unstored,
      failing_since: null,
      failures: 0,
      failure: null,
    })
    .execute();
}

/** Notes a failed attempt, and since when they fail. */
export async function noteFailure(
  db: Database,
  { now, next, failure }: { now: Date; next: Date; failure: FailureKind },
): Promise<void> {
  await sql`update inbound_mailbox set next_read_at = ${next}, failures = failures + 1,
    failing_since = coalesce(failing_since, ${now}), failure = ${failure}`.execute(db);
}
