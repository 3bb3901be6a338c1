import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { contentOf, MAX_IMAGE_BYTES } from '@samtrot/shared/media/rules.ts';
import { isBase64 } from '../../../platform/base64.ts';
import type { Sql } from '../../../platform/db.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import { failPoint } from '../../../platform/failpoints.ts';
import { unnamed } from '../collection-store.ts';
import type { FileStore, MediaPorts, Picture } from '../ports.ts';
import { fileName } from '../presenter.ts';
import * as store from '../store.ts';
import { mapDiskFull } from './quota.ts';

/** Maximum length of a data URL before its comma. */
const MAX_HEAD = 200;

/** Stored files without a row after this time belong to an interrupted upload. */
const UPLOAD_TIMEOUT_MS = HOUR_MS;

/** Source of an image's bytes. */
export type ImageOrigin = { dataUrl: string } | { uploadId: string };

/**
 * Re-encodes an image and stores its files, before any row exists: an orphaned file can be
 * collected, a row without file not.
 * @throws one of IMAGE_REFUSALS, STORAGE_FULL, INVALID_INPUT, UPLOAD_NOT_FOUND
 */
export async function takeIn(
  { images, files, uploads }: MediaPorts,
  source: ImageOrigin,
  announce?: (picture: Picture) => Promise<void>,
): Promise<Picture> {
  const bytes = 'dataUrl' in source ? decode(source.dataUrl) : await uploads.read(source.uploadId);
  if (!bytes) throw new AppError('UPLOAD_NOT_FOUND');
  if (contentOf(bytes) === null) throw new AppError('NOT_AN_IMAGE');
  const picture = await images.render(bytes);
  await announce?.(picture);
  await putFiles(files, picture);
  failPoint('upload.after_file_before_row');
  return picture;
}

async function putFiles(files: FileStore, { contentId, files: sizes }: Picture): Promise<void> {
  for (const [index, { width, bytes }] of sizes.entries()) {
    await mapDiskFull(files.put(fileName(contentId, width), bytes));
    if (index === 1) failPoint('media.after_variant_2of3');
  }
}

/**
 * Schedules the removal of files before they are stored; attaching the image in time cancels it.
 */
export const announce = (
  { db, now }: { db: Sql; now: Date },
  { contentId, files }: Picture,
): Promise<void> =>
  store.scheduleRemoval(db, {
    contentId,
    names: files.map(({ width }) => fileName(contentId, width)),
    dueAt: new Date(now.getTime() + UPLOAD_TIMEOUT_MS),
  });

/**
 * Just before `attach`: checks the files and locks them against removal until the transaction ends.
 */
export async function holdFiles(db: Sql, files: FileStore, picture: Picture): Promise<void> {
  await store.lockContent(db, picture.contentId, 'shared');
  await putFiles(files, picture);
}

/**
 * Removes the files of one due image or video unless a row uses them; returns the number processed.
 */
export async function removeDue(ctx: JobContext, files: FileStore): Promise<number> {
  const { db } = ctx;
  const due = await store.claimRemoval(ctx);
  if (!due) return 0;
  for (const name of await unnamed(db, due.names)) await files.remove(name);
  await store.endRemoval(db, due.contentId);
  return 1;
}

/** The bytes of a data URL; its declared type is ignored. */
function decode(dataUrl: string): Buffer {
  // Only the short head is matched by a backtracking pattern; the rest may be megabytes.
  const comma = dataUrl.slice(0, MAX_HEAD).indexOf(',');
  const type = dataUrl.slice(0, Math.max(comma, 0)).match(/^data:([\w.+/-]*).*;base64$/s)?.[1];
  if (type === undefined) throw invalid({ base64ImageString: fieldTexts.format });
  const payload = dataUrl.slice(comma + 1);
  if (!/^image\/(png|jpe?g)$/i.test(type)) throw new AppError('NOT_AN_IMAGE');
  if (payload.length > Math.ceil(MAX_IMAGE_BYTES / 3) * 4) throw new AppError('IMAGE_TOO_LARGE');
  if (!isBase64(payload)) throw invalid({ base64ImageString: fieldTexts.format });
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('IMAGE_TOO_LARGE');
  return bytes;
}
