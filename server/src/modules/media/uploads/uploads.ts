import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import {
  MAX_IMAGE_BYTES,
  MAX_OPEN_UPLOADS,
  MAX_VIDEO_BYTES,
  UPLOAD_IDLE_MS,
  UPLOAD_LIVES_MS,
  VIDEO_ENDINGS,
} from '@samtrot/shared/media/rules.ts';
import { lockAccount } from '../../../platform/action.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import type { FileStore, UploadRows, UploadStore } from '../ports.ts';
import { requireRoom } from './quota.ts';
import * as store from './upload-store.ts';

export interface UploadRules {
  /** The store of the results. */
  files: Pick<FileStore, 'room'>;
  /** Why this process takes no videos; null if it does. */
  videoRefusal(): Promise<string | null>;
  /** Whether this ad exists and belongs to the account. */
  ownsInserat(db: Sql, accountId: number, inseratId: number): Promise<boolean>;
}

const MAX_BYTES = { image: MAX_IMAGE_BYTES, video: MAX_VIDEO_BYTES };
const TOO_LARGE = { image: 'IMAGE_TOO_LARGE', video: 'VIDEO_TOO_LARGE' } as const;
const DIGITS = /^\d{1,15}$/;

/** The uploads of one account for the tus protocol; foreign ones respond like missing ones. */
export function uploadsOf(
  { db, now, accountId }: { db: Database; now: Date; accountId: number },
  rules: UploadRules,
): UploadRows {
  const expiresAt = new Date(now.getTime() + UPLOAD_LIVES_MS);
  return {
    sizeOf: (id) => store.sizeOf(db, { id, accountId, now }),
    async begin({ id, size, metadata }) {
      const { inseratId, kind } = parseMetadata(metadata, size);
      if (kind === 'video' && (await rules.videoRefusal()) !== null)
        throw new AppError('VIDEOS_REFUSED');
      await db.transaction().execute(async (sql) => {
        await lockAccount(sql, accountId, 'shared');
        if (!(await rules.ownsInserat(sql, accountId, inseratId)))
          throw new AppError('INSERAT_NOT_FOUND');
        // Locks the account's quota until the row is written.
        await requireRoom(sql, rules.files, accountId, size);
        const open = await store.countOpen(
          sql,
          accountId,
          new Date(now.getTime() - UPLOAD_IDLE_MS),
        );
        if (open >= MAX_OPEN_UPLOADS)
          throw new AppError('TOO_MANY_UPLOADS', { params: { n: MAX_OPEN_UPLOADS } });
        const of = { account_id: accountId, inserat_id: inseratId };
        await store.insert(sql, { id, ...of, kind, size, created_at: now, expires_at: expiresAt });
      });
    },
    delete: (id) => store.deleteUpload(db, id),
    arrived: (id, bytes, { more }) =>
      store.arrived(db, { id, bytes, now, expiresAt: more ? expiresAt : undefined }),
  };
}

/** @throws INVALID_INPUT, WRONG_CONTENT_TYPE, IMAGE_TOO_LARGE, VIDEO_TOO_LARGE */
function parseMetadata(
  { inserat_id, kind, filename }: Record<string, string | null>,
  size: number,
): { inseratId: number; kind: store.Upload['kind'] } {
  if (!DIGITS.test(inserat_id ?? '')) throw invalid({ inserat_id: fieldTexts.required });
  if (kind !== 'image' && kind !== 'video') throw invalid({ kind: fieldTexts.required });
  if (size < 1) throw invalid({ size: fieldTexts.required });
  const name = (filename ?? '').toLowerCase();
  // Images are recognised by their first bytes; for videos these are too ambiguous.
  if (kind === 'video' && !VIDEO_ENDINGS.some((ending) => name.endsWith(ending)))
    throw new AppError('WRONG_CONTENT_TYPE');
  if (size > MAX_BYTES[kind]) throw new AppError(TOO_LARGE[kind]);
  return { inseratId: Number(inserat_id), kind };
}

/** Purges expired uploads and orphaned bytes; returns the number removed. */
export async function purgeUploads(
  { db, now }: { db: Database; now: Date },
  uploads: UploadStore,
): Promise<number> {
  await store.purgeExpired(db, now);
  const stored = await uploads.ids();
  // A row is created before its first byte, so listed bytes without a row are orphaned.
  const orphaned = stored.length === 0 ? [] : await store.orphanedIds(db, stored);
  for (const id of orphaned) await uploads.remove(id);
  return orphaned.length;
}

/**
 * The bytes of an image this account uploaded to this ad.
 * @throws UPLOAD_NOT_FOUND
 */
export async function requireImage(
  db: Sql,
  { id, accountId, inseratId }: { id: string; accountId: number; inseratId: number },
): Promise<void> {
  const upload = await store.loadArrivedForUpdate(db, { id, accountId, kind: 'image' });
  if (upload?.inserat_id !== inseratId) throw new AppError('UPLOAD_NOT_FOUND');
}

export const deleteUpload = (db: Sql, id: string) => store.deleteUpload(db, id);

/** Deletes the uploads of an account or to an ad that is being deleted. */
export const deleteUploadsOf = (db: Sql, of: store.Destination): Promise<void> =>
  store.deleteUploadsOf(db, of);
