import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import type { VideoSource } from '@samtrot/shared/media/contract.ts';
import type { Place } from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../../platform/db.ts';
import * as uploads from '../uploads/upload-store.ts';
import * as store from './video-store.ts';

/**
 * Attaches an uploaded video to an ad locked by the caller, to be converted.
 * @throws UPLOAD_NOT_FOUND
 */
export async function attachVideo(
  { db, now }: { db: Sql; now: Date },
  video: { accountId: number; inseratId: number; uploadId: string; place: Place; name: string },
): Promise<VideoSource> {
  const upload = await uploads.loadArrivedForUpdate(db, {
    id: video.uploadId,
    accountId: video.accountId,
    kind: 'video',
  });
  if (!upload || upload.inserat_id !== video.inseratId) throw new AppError('UPLOAD_NOT_FOUND');
  const name = tidyLine(tidyLine(video.name).replace(/\p{C}/gu, ''));
  const row = await store.insert(db, { ...video, name, bytes: upload.size, at: now });
  await uploads.deleteUpload(db, upload.id);
  return present(row, video.place === 'story' ? 0 : (await store.countOf(db, video.inseratId)) - 1);
}

export const countVideos = (db: Sql, inseratId: number): Promise<number> =>
  store.countOf(db, inseratId);

/** The ad of this account's video; undefined for any other video. */
export const inseratOfVideo = (db: Sql, accountId: number, videoId: number) =>
  store.inseratOf(db, accountId, videoId);

/** Deletes a video of an ad locked by the caller; returns whether it existed. */
export const removeVideo = (db: Sql, videoId: number): Promise<boolean> =>
  store.remove(db, videoId);

/** The view of a video for visitors or its owner; `index` counts within its place. */
export function present(video: store.StoredVideo, index: number): VideoSource {
  const { content_id, heights } = video;
  const address = (height: number | undefined) =>
    content_id && height ? `/media/${videoFileName(content_id, height)}` : '';
  return {
    url: address(heights[0]),
    thumbnail: content_id ? `/media/${posterName(content_id)}` : '',
    name: video.name,
    mainvideo: index === 0,
    attachment_id: video.id,
    cloudflare_id: content_id ?? '',
    cloudflare_variant_0: address(heights.at(-1)),
    width: video.width ?? 0,
    height: video.height ?? 0,
    seconds: (video.duration_ms ?? 0) / 1000,
    status: video.status,
    progress: video.progress,
    failure: video.failure === null ? '' : (FAILURES[video.failure] ?? FAILURES.unreadable!),
    rating: video.rating,
  };
}

/** Texts of conversion failures, by the code in the row. */
const FAILURES: Record<string, string> = {
  unreadable:
    'Dieses Video konnte nicht gelesen werden. Bitte versuche es mit einer anderen Datei.',
  no_picture: 'Diese Datei enthält kein Bild. Bitte wähle ein Video.',
  too_long: 'Dieses Video ist zu lang.',
  story_too_long: 'Eine Story darf höchstens 30 Sekunden dauern.',
  too_large: 'Die Bilder dieses Videos sind zu gross.',
  quota: new AppError('QUOTA_REACHED').message,
};

export const videoFileName = (contentId: string, height: number) => `${contentId}-${height}.mp4`;
export const posterName = (contentId: string) => `${contentId}-poster.webp`;
