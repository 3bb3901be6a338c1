import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { ACCOUNT_QUOTA_BYTES } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import type { FileStore } from '../ports.ts';

/**
 * Used share of the volume from which uploads are refused; the rest is reserved for money and
 * delivery.
 */
const FULL_AT = 0.9;

/**
 * Checks the account's quota including uploads in progress, locked until the caller's transaction
 * has written its row.
 * @throws STORAGE_FULL, QUOTA_REACHED
 */
export async function requireRoom(
  db: Sql,
  files: Pick<FileStore, 'room'>,
  accountId: number,
  bytes: number,
): Promise<void> {
  await requireVolume(files);
  await requireQuota(db, accountId, bytes);
}

/** @throws STORAGE_FULL */
export async function requireVolume(files: Pick<FileStore, 'room'>): Promise<void> {
  if (await isVolumeFull(files)) throw new AppError('STORAGE_FULL');
}

export async function isVolumeFull(files: Pick<FileStore, 'room'>): Promise<boolean> {
  const used = await files.room();
  return used !== null && used >= FULL_AT;
}

/**
 * As `requireRoom`, ignoring the volume.
 * @throws QUOTA_REACHED
 */
export async function requireQuota(db: Sql, accountId: number, bytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('quota'), hashtext(${String(accountId)}))`.execute(
    db,
  );
  if ((await bytesOf(db, accountId)) + bytes > ACCOUNT_QUOTA_BYTES)
    throw new AppError('QUOTA_REACHED');
}

/** A video counts with its upload until it is converted. */
async function bytesOf(db: Sql, accountId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ((select coalesce(sum(bytes), 0) from image where account_id = ${accountId})
          + (select coalesce(sum(bytes), 0) from video where account_id = ${accountId})
          + (select coalesce(sum(size), 0) from upload where account_id = ${accountId}))::bigint as bytes`.execute(
    db,
  );
  return rows[0]!.bytes;
}

/**
 * Maps a full disk to the declared failure.
 * @throws STORAGE_FULL
 */
export async function mapDiskFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (
      error instanceof Error &&
      /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')
    )
      throw new AppError('STORAGE_FULL');
    throw error;
  }
}
