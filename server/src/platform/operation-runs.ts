import type { Database } from './db.ts';

/** What operators run at times, and everybody wants to know when it last was (BOF-135, RUN-05). */
type Kind = 'backup' | 'ledger_check';

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

/** How it ended last; undefined if it never ran. */
export const lastRun = (db: Database, kind: Kind): Promise<Run | undefined> =>
  db.selectFrom('operation_run').select(['at', 'ok']).where('kind', '=', kind).executeTakeFirst();
