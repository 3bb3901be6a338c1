import { UPLOAD_LIVES_MS } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../../platform/db.ts';

export interface Upload {
  id: string;
  account_id: number;
  inserat_id: number;
  kind: 'image' | 'video';
  size: number;
}

const COLUMNS = ['id', 'account_id', 'inserat_id', 'kind', 'size'] as const;

/** Unfinished uploads of an account with bytes received since then. */
export async function countOpen(db: Sql, accountId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', new Date(since.getTime() + UPLOAD_LIVES_MS))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insert(
  db: Sql,
  upload: Upload & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('upload').values(upload).execute();
}

/** Of an unexpired upload of this account. */
export async function sizeOf(
  db: Database,
  { id, accountId, now }: { id: string; accountId: number; now: Date },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('upload')
    .select('size')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.size;
}

/** Records received bytes; a complete upload stays complete, whichever request is recorded last. */
export async function arrived(
  db: Database,
  {
    id,
    bytes,
    now,
    expiresAt,
  }: { id: string; bytes: number; now: Date; expiresAt?: Date | undefined },
): Promise<void> {
  await sql`
    update upload set expires_at = coalesce(${expiresAt ?? null}, expires_at),
           finished_at = coalesce(finished_at, case when size = ${bytes} then ${now}::timestamptz end)
     where id = ${id}`.execute(db);
}

/** A complete upload of this account, locked: one action takes it. */
export async function loadArrivedForUpdate(
  db: Sql,
  { id, accountId, kind }: { id: string; accountId: number; kind: Upload['kind'] },
): Promise<Upload | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('finished_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row as Upload | undefined;
}

/** Deletes the row, whose bytes now belong to the caller; returns whether it existed. */
export async function deleteUpload(db: Database | Sql, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('upload').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Purges expired uploads; returns their number. */
export async function purgeExpired(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export type Destination = { accountId: number } | { inseratId: number };

/** Deletes the uploads of one account, or to one ad. */
export async function deleteUploadsOf(db: Sql, of: Destination): Promise<void> {
  const query = db.deleteFrom('upload');
  await ('accountId' in of
    ? query.where('account_id', '=', of.accountId)
    : query.where('inserat_id', '=', of.inseratId)
  ).execute();
}

/** The ids without an upload and without a video to be converted. */
export async function orphanedIds(db: Database, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) id
     where not exists (select from upload where upload.id = id.id)
       and not exists (select from video where video.upload_id = id.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Uploads that have begun and not ended, for the metrics (RUN-05). */
export const uploadBacklog = (db: Database): Promise<{ waiting: number; since: Date | null }> =>
  db
    .selectFrom('upload')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min<Date | null>('created_at').as('since'),
    ])
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
