import type { BannerImage } from '@samtrot/shared/banners/contract.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts, tidyLine } from '@samtrot/shared/kernel/text.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { ImageSource, VideoSource } from '@samtrot/shared/media/contract.ts';
import {
  contentOf,
  DEFAULT_RATING,
  MAX_IMAGE_BYTES,
  type Place,
  type Rating,
} from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import { unnamed } from './collection-store.ts';
import { copyVideos } from './conversion-store.ts';
import type { FileStore, MediaPorts, Picture } from './ports.ts';
import { mapDiskFull, requireQuota } from './quota.ts';
import * as ratings from './rating-store.ts';
import * as store from './store.ts';
import { deleteUploadsOf } from './uploads.ts';
import * as videoStore from './video-store.ts';
import { present as presentVideo } from './videos.ts';

/** Maximum length of a data URL before its comma. */
const MAX_HEAD = 200;
/** Stored files without a row after this time belong to an interrupted upload. */
const UPLOAD_TIMEOUT_MS = HOUR_MS;

/** Source of an image's bytes. */
export type ImageOrigin = { dataUrl: string } | { uploadId: string };

export { checkFiles, compareFiles, type FileCheck, garbageCollector } from './collection.ts';
export { correctRating, imagesLike, similarImages } from './moderation.ts';
export type { FileStore, MediaPorts, Picture } from './ports.ts';
export { requireRoom } from './quota.ts';
export { deleteUpload as forgetUpload, purgeUploads, requireImage } from './uploads.ts';
export {
  attachVideo,
  countVideos,
  inseratOfVideo,
  posterName,
  removeVideo,
  videoFileName,
} from './videos.ts';

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
export async function removeDue(
  { db, now }: { db: Sql; now: Date },
  files: FileStore,
): Promise<number> {
  const due = await store.claimRemoval(db, now);
  if (!due) return 0;
  await store.lockContent(db, due.contentId, 'exclusive');
  for (const name of await unnamed(db, due.names)) await files.remove(name);
  await store.endRemoval(db, due.contentId);
  return 1;
}

/** Appends a stored image to an ad locked by the caller, or sets it as its story. */
export async function attach(
  ctx: { db: Sql; now: Date },
  { accountId, inseratId, place, name, picture }: Hanging & { inseratId: number; place: Place },
): Promise<ImageSource> {
  const image = await store.insert(ctx.db, {
    account_id: accountId,
    inserat_id: inseratId,
    place,
    created_at: ctx.now,
    ...columnsOf(picture, name),
    ...(await initialRating(ctx.db, {
      accountId,
      contentId: picture.contentId,
      otherwise: DEFAULT_RATING,
    })),
  });
  return present(image, place === 'story' ? 0 : (await store.countOf(ctx.db, inseratId)) - 1);
}

interface Hanging {
  accountId: number;
  name: string;
  picture: Picture;
}

/** The operator's earlier rating of a new image's content. */
async function initialRating(
  db: Sql,
  { accountId, contentId, otherwise }: { accountId: number; contentId: string; otherwise: Rating },
): Promise<ratings.StoredRating> {
  const fixed = await ratings.fixedRating(db, accountId, contentId);
  return { rating: fixed ?? otherwise, rating_fixed: fixed !== undefined };
}

/**
 * The rating of a new banner image. Banners are shown on all websites, so the default is public.
 */
export const saidOfBanner = (db: Sql, accountId: number, { contentId }: Picture) =>
  initialRating(db, { accountId, contentId, otherwise: 'jugendfrei' });

/** Attaches a stored image to a free place of a banner. */
export const attachToBanner = async (
  ctx: { db: Sql; now: Date },
  {
    accountId,
    bannerId,
    place = 'banner',
    name,
    picture,
  }: Hanging & { bannerId: number; place?: store.BannerPlace },
): Promise<void> =>
  store.insertForBanner(ctx.db, {
    account_id: accountId,
    banner_id: bannerId,
    place,
    created_at: ctx.now,
    ...columnsOf(picture, name),
    ...(await saidOfBanner(ctx.db, accountId, picture)),
  });

/** Deletes the images of these places of a banner locked by the caller; of both by default. */
export const removeFromBanner = (
  db: Sql,
  bannerId: number,
  places: readonly store.BannerPlace[] = ['banner', 'banner_neu'],
): Promise<void> => store.removeFromBanner(db, bannerId, places);

/** Replaces the shown image by the chosen one; the caller has locked the banner. */
export async function showChosen(db: Sql, bannerId: number): Promise<void> {
  await store.removeFromBanner(db, bannerId, ['banner']);
  await store.showChosen(db, bannerId);
}

/**
 * Copies a banner's shown image to another one of the account; files are shared, each copy counts.
 * @throws QUOTA_REACHED
 */
export async function copyToBanner(
  db: Sql,
  { accountId, ...copy }: { accountId: number; from: number; to: number; at: Date },
): Promise<void> {
  await requireQuota(db, accountId, await store.bytesOfBanner(db, copy.from));
  await ratings.lockRatings(db, accountId);
  await store.copyBannerImage(db, copy);
}

/** Appends a stored image to a club locked by the caller. */
export async function attachToClub(
  ctx: { db: Sql; now: Date },
  { accountId, clubId, name, picture }: Hanging & { clubId: number },
): Promise<ImageSource> {
  const image = await store.insert(ctx.db, {
    account_id: accountId,
    club_id: clubId,
    place: 'club',
    created_at: ctx.now,
    ...columnsOf(picture, name),
    ...(await initialRating(ctx.db, {
      accountId,
      contentId: picture.contentId,
      otherwise: DEFAULT_RATING,
    })),
  });
  return present(image, (await store.clubImages(ctx.db, [clubId])).length - 1);
}

const columnsOf = (picture: Picture, name: string) => ({
  content_id: picture.contentId,
  name: tidyLine(tidyLine(name).replace(/\p{C}/gu, '')),
  width: picture.width,
  height: picture.height,
  widths: picture.files.map(({ width }) => width),
  placeholder: picture.placeholder,
  phash: picture.phash,
  bytes: bytesOf(picture),
});

/** Total size of an image's files in bytes. */
export const bytesOf = (picture: Picture) =>
  picture.files.reduce((sum, { bytes }) => sum + bytes.length, 0);

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
  for (const image of await store.imagesOf(db, inseratIds)) {
    const of = found.get(image.inserat_id)!;
    if (image.place === 'story') of.storyImage = present(image, 0);
    else of.images.push(present(image, of.images.length));
  }
  for (const video of await videoStore.videosOf(db, inseratIds)) {
    const of = found.get(video.inserat_id)!;
    if (video.place === 'story') of.storyVideo = presentVideo(video, 0);
    else of.videos.push(presentVideo(video, of.videos.length));
  }
  return found;
}

const BANNER_SIZES = { medium: 640, large: 960 } as const;

/** The images of a banner: shown, and chosen but unsaved. */
export interface BannerPictures {
  shown?: BannerImage;
  chosen?: BannerImage;
  shownRating?: Rating;
  chosenRating?: Rating;
}

/** The images of these banners, by banner. */
export async function picturesOfBanners(
  db: Sql,
  bannerIds: number[],
): Promise<Map<number, BannerPictures>> {
  const found = new Map<number, BannerPictures>();
  for (const image of bannerIds.length === 0 ? [] : await store.bannerImages(db, bannerIds)) {
    const which = image.place === 'banner' ? 'shown' : 'chosen';
    found.set(image.banner_id, {
      ...found.get(image.banner_id),
      [which]: presentBannerImage(image),
      [`${which}Rating`]: image.rating,
    });
  }
  return found;
}

function presentBannerImage({
  content_id,
  width,
  height,
  widths,
  placeholder,
}: store.StoredImage): BannerImage {
  const address = (size: number) => `/media/${fileName(content_id, size)}`;
  const upTo = (limit: number) =>
    address(Math.max(...widths.filter((one) => one <= limit), Math.min(...widths)));
  const sizes = {
    medium: upTo(BANNER_SIZES.medium),
    large: upTo(BANNER_SIZES.large),
    full: address(width),
  };
  return { url: sizes.full, sizes, width, height, placeholder };
}

/** The images of these clubs in order; the first is the main one. */
export async function imagesOfClubs(
  db: Sql,
  clubIds: number[],
): Promise<Map<number, ImageSource[]>> {
  const found = new Map<number, ImageSource[]>(clubIds.map((id) => [id, []]));
  if (clubIds.length === 0) return found;
  for (const image of await store.clubImages(db, clubIds)) {
    const of = found.get(image.club_id)!;
    of.push(present(image, of.length));
  }
  return found;
}

/** The club of this account's image; undefined for any other image. */
export const clubOf = (db: Sql, accountId: number, imageId: number) =>
  store.clubOf(db, accountId, imageId);

/** Deletes the images of one club locked by the caller, or of all clubs of an account. */
export const removeFromClubs = (
  db: Sql,
  which: { clubId: number } | { accountId: number },
): Promise<void> => store.removeFromClubs(db, which);

/** Deletes the images of all banners of an account, for account deletion. */
export const removeFromBanners = (db: Sql, accountId: number): Promise<void> =>
  store.removeFromBanners(db, accountId);

export const countOf = (db: Sql, inseratId: number): Promise<number> =>
  store.countOf(db, inseratId);

/** The ad of this account's image; undefined for any other image. */
export const inseratOf = (db: Sql, accountId: number, imageId: number) =>
  store.inseratOf(db, accountId, imageId);

/** Deletes images, videos, uploads and ratings of all ads of an account, for account deletion. */
export async function removeFromInserate(db: Sql, accountId: number): Promise<void> {
  await ratings.eraseRatings(db, accountId);
  await deleteUploadsOf(db, { accountId });
  await store.removeFromInserate(db, accountId);
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

/** Deletes the story image or video of an ad locked by the caller. */
export async function removeStory(db: Sql, inseratId: number): Promise<void> {
  await store.removeStory(db, inseratId);
  await videoStore.removeStory(db, inseratId);
}

/** Deletes all media and uploads of an ad locked by the caller. */
export async function removeOfInserat(db: Sql, inseratId: number): Promise<void> {
  await deleteUploadsOf(db, { inseratId });
  await store.removeOfInserat(db, inseratId);
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

/**
 * Reorders the images of a club.
 * @throws MEDIA_CHANGED
 */
export const sortClubImages = async (db: Sql, clubId: number, imageIds: number[]): Promise<void> =>
  putInOrder(db, await store.clubImages(db, [clubId]), imageIds);

async function putInOrder(db: Sql, images: store.StoredImage[], imageIds: number[]): Promise<void> {
  const known = images.map(({ id }) => id);
  if (known.length !== imageIds.length || !known.every((id) => imageIds.includes(id))) {
    throw new AppError('MEDIA_CHANGED');
  }
  await store.sort(db, imageIds);
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

export const fileName = (contentId: string, width: number) => `${contentId}-${width}.webp`;

function present(image: store.StoredImage, index: number): ImageSource {
  const address = (width: number) => `/media/${fileName(image.content_id, width)}`;
  return {
    url: address(image.width),
    variants: Object.fromEntries(image.widths.map((width) => [String(width), address(width)])),
    width: image.width,
    height: image.height,
    placeholder: image.placeholder,
    name: image.name,
    attachment_id: image.id,
    cloudflare_id: image.content_id,
    mainImage: index === 0,
    sortName: String(index + 1).padStart(2, '0'),
    rating: image.rating,
    base64ImageString: '',
  };
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
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(payload))
    throw invalid({ base64ImageString: fieldTexts.format });
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('IMAGE_TOO_LARGE');
  return bytes;
}
