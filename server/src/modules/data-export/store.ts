import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

export type ExportState = 'waiting' | 'running' | 'ready' | 'failed';

export interface ExportRow {
  id: string;
  state: ExportState;
  parts_done: number;
  parts_total: number;
  created_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  file: string | null;
  bytes: number | null;
}

/** A claimed export; `attempts` identifies the claim. */
export interface Claim {
  id: string;
  accountId: number;
  startedBy: 'owner' | 'house';
  attempts: number;
  /** Where its ZIP is going to be stored. */
  file: string;
}

/** The account's newest export that is not gone. */
export async function newest(
  db: Sql | Database,
  accountId: number,
  now: Date,
): Promise<ExportRow | undefined> {
  const row = await db
    .selectFrom('data_export')
    .select([
      ...(['id', 'state', 'parts_done', 'parts_total', 'created_at'] as const),
      ...(['ready_at', 'expires_at', 'file', 'bytes'] as const),
    ])
    .where('account_id', '=', accountId)
    .where('state', '!=', 'gone')
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as ExportRow | undefined;
}

/** Returns whether it was inserted: not while another one of the account is being made. */
export async function insert(
  db: Sql,
  start: { accountId: number; startedBy: 'owner' | 'house'; reason: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('data_export')
    .values({
      account_id: start.accountId,
      started_by: start.startedBy,
      reason: start.reason,
      created_at: start.now,
    })
    .onConflict((conflict) =>
      // Without parameters: the plan of a prepared statement finds the partial index by it.
      conflict
        .column('account_id')
        .where(sql<boolean>`state in ('waiting', 'running')`)
        .doNothing(),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** What of the account is offered or failed is no longer; its files are due for removal. */
export async function retireFinished(db: Sql, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ state: 'gone', expires_at: now })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['ready', 'failed'])
    .execute();
}

/** The same for all of them, also those that are being made. */
export async function retireAll(db: Sql, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ state: 'gone', expires_at: now, claimed_until: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** The file of an earlier claim, which its worker may have stored before it died. */
export async function claim(
  db: Database | Sql,
  { file, at, until }: { file: string; at: Date; until: Date },
): Promise<{ claim: Claim; abandoned: string | null } | undefined> {
  const { rows } = await sql<Omit<Claim, 'file'> & { abandoned: string | null }>`
    update data_export new set state = 'running', attempts = new.attempts + 1, file = ${file},
           parts_done = 0, claimed_until = ${until}
      from (select id, file from data_export
             where state in ('waiting', 'running')
               and (claimed_until is null or claimed_until <= ${at})
             order by created_at limit 1 for update skip locked) old
     where new.id = old.id
    returning new.id, new.account_id as "accountId", new.started_by as "startedBy", new.attempts, old.file as abandoned`.execute(
    db,
  );
  const [row] = rows;
  return row && { claim: { ...row, file }, abandoned: row.abandoned };
}

const held = (db: Database | Sql, { id, attempts }: Claim) =>
  db
    .updateTable('data_export')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running');

/** Returns whether the claim is still valid. */
export async function renewLease(
  db: Database | Sql,
  claimed: Claim,
  { done, total, until }: { done: number; total: number; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await held(db, claimed)
    .set({ parts_done: done, parts_total: total, claimed_until: until })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases the claim; the export waits again, at least until then. */
export async function release(
  db: Database | Sql,
  claimed: Claim,
  { attempts, until }: { attempts: number; until: Date | null },
): Promise<void> {
  await held(db, claimed)
    .set({ state: 'waiting', attempts, parts_done: 0, claimed_until: until })
    .execute();
}

export async function fail(db: Database | Sql, claimed: Claim, expiresAt: Date): Promise<void> {
  await held(db, claimed)
    .set({ state: 'failed', claimed_until: null, expires_at: expiresAt })
    .execute();
}

/** Returns whether the claim was still valid. */
export async function finish(
  db: Sql,
  claimed: Claim,
  { bytes, now, expiresAt }: { bytes: number; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await held(db, claimed)
    .set({
      state: 'ready',
      parts_done: sql`parts_total`,
      claimed_until: null,
      bytes,
      ready_at: now,
      expires_at: expiresAt,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Exports that are offered no longer, locked until the transaction ends. */
export async function loadExpiredForUpdate(
  db: Sql,
  now: Date,
  limit: number,
): Promise<{ id: string; file: string | null }[]> {
  return db
    .selectFrom('data_export')
    .select(['id', 'file'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function remove(db: Sql, ids: string[]): Promise<void> {
  await db.deleteFrom('data_export').where('id', 'in', ids).execute();
}

/** The file names that belong to no export. */
export async function unusedFiles(db: Database, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.name from unnest(${names}::text[]) f(name)
     where not exists (select from data_export e where e.file = f.name)`.execute(db);
  return rows.map(({ name }) => name);
}
