import type { Database } from './db.ts';

/**
 * Operations whose last run is shown: what operators run at times, and requests to a payment provider
 * (BOF-135, RUN-05).
 */
type Kind = 'backup' | 'ledger_check' | `provider/${string}`;

interface Run {
  at: Date;
  ok: boolean;
}

export async function noteRun(db: Database, kind: Kind, { at, ok }: Run): Promise<void> {
  await db
    .insertInto('operation_run')
    .values({ kind, at, ok })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ at, ok }))
    .execute();
}

/** Like `noteRun`, but keeps the time of the first of consecutive failures. */
export async function noteOutcome(db: Database, kind: Kind, { at, ok }: Run): Promise<void> {
  await db
    .insertInto('operation_run')
    .values({ kind, at, ok })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet({ at, ok })
        .where((is) => is.or([is('operation_run.ok', '=', true), is.val(ok)])),
    )
    .execute();
}

/** How it ended last; undefined if it never ran. */
export const lastRun = (db: Database, kind: Kind): Promise<Run | undefined> =>
  db.selectFrom('operation_run').select(['at', 'ok']).where('kind', '=', kind).executeTakeFirst();
