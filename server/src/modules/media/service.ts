import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { ImageSource, VideoSource } from '@samtrot/shared/media/contract.ts';
import { DEFAULT_RATING, type Place, type Rating } from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../platform/db.ts';
import { together } from '../../platform/together.ts';
import { makeRoom } from './images/held-back.ts';
import { columnsOf, initialRating, type NewImage } from './images/image-row.ts';
import * as ratings from './images/rating-store.ts';
import { putInOrder } from './images/sorting.ts';
import { present } from './presenter.ts';
import * as store from './store.ts';
import { requireQuota } from './uploads/quota.ts';
import { forgetRemoved } from './uploads/removed.ts';
import { deleteUploadsOf } from './uploads/uploads.ts';
import { copyVideos } from './videos/conversion-store.ts';
import * as videoStore from './videos/video-store.ts';
import { present as presentVideo } from './videos/videos.ts';

export { checkFiles, compareFiles, type FileCheck, garbageCollector } from './collection.ts';
export {
  attachToBanner,
  type BannerPictures,
  copyToBanner,
  picturesOfBanners,
  removeFromBanner,
  removeFromBanners,
  saidOfBanner,
  showChosen,
} from './images/banner-images.ts';
export {
  attachToClub,
  clubOf,
  imagesOfClubs,
  removeFromClubs,
  sortClubImages,
} from './images/club-images.ts';
export {
  hideAgain,
  makeRoom,
  purgeReplaced,
  type ShownMedia,
  showWaiting,
} from './images/held-back.ts';
export { bytesOf } from './images/image-row.ts';
export { keepImages, keptFile, releaseImages } from './images/kept.ts';
export { correctRating, imagesLike, similarImages } from './images/moderation.ts';
export { ownTables } from './own-data.ts';
export { ownMedia } from './own-media.ts';
export type { FileStore, ImageProcessor, MediaPorts, Picture } from './ports.ts';
export { fileName } from './presenter.ts';
export { serve } from './serving/serve.ts';
export { announce, holdFiles, type ImageOrigin, removeDue, takeIn } from './uploads/intake.ts';
export { isVolumeFull, mapDiskFull, requireRoom } from './uploads/quota.ts';
export {
  eraseRemoved,
  inseratOfRemoved,
  removeForNow,
  restoreImage,
} from './uploads/removed.ts';
export { uploadBacklog } from './uploads/upload-store.ts';
export { deleteUpload, purgeUploads, requireImage } from './uploads/uploads.ts';
export { backlog as videoBacklog } from './videos/conversion-store.ts';
export {
  attachVideo,
  countVideos,
  inseratOfVideo,
  posterName,
  removeVideo,
  videoFileName,
} from './videos/videos.ts';

interface AdImage extends NewImage {
  inseratId: number;
  place: Place;
  /** What its owner says that it shows. */
  rating?: Rating | undefined;
  /** An image of the same ad whose place and, without a word, whose rating it takes. */
  replaces?: number | undefined;
}

/** Appends a stored image to an ad locked by the caller, or sets it as its story. */
export async function attach(
  ctx: { db: Sql; now: Date },
  { accountId, inseratId, place, name, picture, rating, replaces }: AdImage,
): Promise<ImageSource> {
  const before = replaces === undefined ? undefined : await store.findById(ctx.db, replaces);
  const image = await store.insert(ctx.db, {
    account_id: accountId,
    inserat_id: inseratId,
    place,
    created_at: ctx.now,
    ...columnsOf(picture, name),
    ...(await initialRating(ctx.db, {
      accountId,
      contentId: picture.contentId,
      said: rating,
      otherwise: before?.rating ?? DEFAULT_RATING,
    })),
  });
  if (replaces !== undefined) image.replaces = await store.takePlace(ctx.db, image.id, replaces);
  return present(image, place === 'story' ? 0 : await store.indexOf(ctx.db, inseratId, image.id));
}

/** The media of an ad; the first image is the main one. */
export interface AdMedia {
  images: ImageSource[];
  videos: VideoSource[];
  storyImage: ImageSource | null;
  storyVideo: VideoSource | null;
}

/** The media of these ads, each list in order. */
export async function mediaOf(db: Sql, inseratIds: number[]): Promise<Map<number, AdMedia>> {
  const found = new Map<number, AdMedia>(
    inseratIds.map((id) => [id, { images: [], videos: [], storyImage: null, storyVideo: null }]),
  );
  if (inseratIds.length === 0) return found;
  const reads = together(db);
  const [images, videos] = await Promise.all([
    store.imagesOf(reads, inseratIds),
    videoStore.videosOf(reads, inseratIds),
  ]);
  for (const image of images) {
    const of = found.get(image.inserat_id)!;
    if (image.place === 'story') of.storyImage = present(image, 0);
    else of.images.push(present(image, of.images.length));
  }
  for (const video of videos) {
    const of = found.get(video.inserat_id)!;
    if (video.place === 'story') of.storyVideo = presentVideo(video, 0);
    else of.videos.push(presentVideo(video, of.videos.length));
  }
  return found;
}

export const countOf = (db: Sql, inseratId: number): Promise<number> =>
  store.countOf(db, inseratId);

/** The ad of this account's image; undefined for any other image. */
export const inseratOf = (db: Sql, accountId: number, imageId: number) =>
  store.inseratOf(db, accountId, imageId);

/** Whether it is one of the images of an ad that its owner sees, not that of its story. */
export const isAdImage = async (db: Sql, imageId: number): Promise<boolean> =>
  (await store.findById(db, imageId)) !== undefined;

/** Deletes images, videos, uploads and ratings of all ads of an account, for account deletion. */
export async function removeFromInserate(db: Sql, accountId: number): Promise<void> {
  await ratings.eraseRatings(db, accountId);
  await deleteUploadsOf(db, { accountId });
  await store.removeFromInserate(db, accountId);
  await forgetRemoved(db, { accountId });
  await videoStore.removeAll(db, { accountId });
}

/**
 * Copies images and videos to another ad in order; files are shared, each copy counts.
 * @throws QUOTA_REACHED
 */
export async function copyMedia(
  db: Sql,
  { accountId, ...copy }: { accountId: number; from: number; to: number; at: Date },
): Promise<void> {
  await requireQuota(db, accountId, await store.bytesOfInserat(db, copy.from));
  await ratings.lockRatings(db, accountId);
  await store.copyImages(db, copy);
  await copyVideos(db, copy);
}

/** Makes room for another story image or video of an ad locked by the caller. */
export async function removeStory(db: Sql, inseratId: number): Promise<void> {
  await makeRoom(db, { kind: 'inserat', itemId: inseratId, place: 'story' });
}

/** Deletes the uploads of an ad locked by the caller. */
export const deleteUploads = (db: Sql, inseratId: number): Promise<void> =>
  deleteUploadsOf(db, { inseratId });

/** Deletes all media and uploads of an ad locked by the caller. */
export async function removeOfInserat(db: Sql, inseratId: number): Promise<void> {
  await deleteUploadsOf(db, { inseratId });
  await store.removeOfInserat(db, inseratId);
  await forgetRemoved(db, { inseratId });
  await videoStore.removeAll(db, { inseratId });
}

/**
 * Reorders the images of an ad locked by the caller.
 * @throws MEDIA_CHANGED unless these are exactly its images
 */
export async function sortImages(db: Sql, inseratId: number, imageIds: number[]): Promise<void> {
  const known = (await store.imagesOf(db, [inseratId])).filter(({ place }) => place === 'inserat');
  await putInOrder(db, known, imageIds);
}

/** @throws RATING_FIXED below the operator's rating */
export async function rate(
  db: Sql,
  kind: 'image' | 'video',
  id: number,
  rating: Rating,
): Promise<void> {
  if (!(await ratings.rate(db, kind, id, rating))) throw new AppError('RATING_FIXED');
}

/**
 * Deletes an image of an item locked by the caller; returns whether it existed. Unused files are
 * removed later.
 */
export const remove = (db: Sql, imageId: number): Promise<boolean> => store.remove(db, imageId);
