import type { BannerImage } from '@samtrot/shared/banners/contract.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts, tidyLine } from '@samtrot/shared/kernel/text.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { ImageSource, VideoSource } from '@samtrot/shared/media/contract.ts';
import { contentOf, DEFAULT_RATING, MAX_IMAGE_BYTES, type Place, type Rating } from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import { unnamed } from './collection-store.ts';
import { copyVideos } from './conversion-store.ts';
import type { FileStore, MediaPorts, Picture } from './ports.ts';
import { requireQuota, whileThereIsRoom } from './quota.ts';
import * as ratings from './rating-store.ts';
import * as store from './store.ts';
import { forgetUploadsOf } from './uploads.ts';
import * as videoStore from './video-store.ts';
import { present as presentVideo } from './videos.ts';

/** Characters of a data URL before its comma: type and parameters. */
const MAX_HEAD = 200;
/** Files that hang on no ad after that belong to an upload that broke off. */
const UPLOAD_TAKES_MS = HOUR_MS;

/** Where the bytes of a picture come from. */
export type ImageOrigin = { dataUrl: string } | { uploadId: string };

export { checkFiles, collector, compareFiles, type FileCheck } from './collection.ts';
export { correctRating, imagesLike, similarImages } from './moderation.ts';
export type { FileStore, MediaPorts, Picture } from './ports.ts';
export { requireRoom } from './quota.ts';
export { forgetUpload, requireImage, sweepUploads } from './uploads.ts';
export { attachVideo, countVideos, inseratOfVideo, posterName, removeVideo, videoFileName } from './videos.ts';

/**
 * Builds a picture anew and stores its files. Done before any row exists: a file without a row is waste, a row without a file would be
 * a hole in the ad.
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
    await whileThereIsRoom(files.put(fileName(contentId, width), bytes));
    if (index === 1) failPoint('media.after_variant_2of3');
  }
}

/** Before the files of an upload are stored: they go again unless the picture hangs on an ad in time. */
export const announce = ({ db, now }: { db: Sql; now: Date }, { contentId, files }: Picture): Promise<void> =>
  store.announceRemoval(db, {
    contentId,
    names: files.map(({ width }) => fileName(contentId, width)),
    dueAt: new Date(now.getTime() + UPLOAD_TAKES_MS),
  });

/** Just before `attach`: the picture's files are there, and are not removed before the end of the transaction. */
export async function holdFiles(db: Sql, files: FileStore, picture: Picture): Promise<void> {
  await store.lockContent(db, picture.contentId, 'shared');
  await putFiles(files, picture);
}

/** Removes the files of one due picture or video, but for those that a row names again or still. Answers how many it looked at. */
export async function removeDue({ db, now }: { db: Sql; now: Date }, files: FileStore): Promise<number> {
  const due = await store.claimRemoval(db, now);
  if (!due) return 0;
  await store.lockContent(db, due.contentId, 'exclusive');
  for (const name of await unnamed(db, due.names)) await files.remove(name);
  await store.endRemoval(db, due.contentId);
  return 1;
}

/** Hangs a stored picture behind the last one of an ad, which the caller has locked, or makes it its story, which it has taken off. */
export async function attach(
  ctx: { db: Sql; now: Date },
  { accountId, inseratId, place, name, picture }: Hanging & { inseratId: number; place: Place },
): Promise<ImageSource> {
  const image = await store.insert(ctx.db, {
    ...{ account_id: accountId, inserat_id: inseratId, place, created_at: ctx.now },
    ...columnsOf(picture, name),
    ...(await said(ctx.db, { accountId, contentId: picture.contentId, otherwise: DEFAULT_RATING })),
  });
  return present(image, place === 'story' ? 0 : (await store.countOf(ctx.db, inseratId)) - 1);
}

interface Hanging {
  accountId: number;
  name: string;
  picture: Picture;
}

/** What a new picture shows: what the operator has said of its content before, when the account brings it again. */
async function said(
  db: Sql,
  { accountId, contentId, otherwise }: { accountId: number; contentId: string; otherwise: Rating },
): Promise<ratings.Said> {
  const fixed = await ratings.fixedRating(db, accountId, contentId);
  return { rating: fixed ?? otherwise, rating_fixed: fixed !== undefined };
}

/** What a new picture of a banner is taken to show. Banners are seen everywhere, so their pictures are for everybody. */
export const saidOfBanner = (db: Sql, accountId: number, { contentId }: Picture) =>
  said(db, { accountId, contentId, otherwise: 'jugendfrei' });

/** Hangs a stored picture on a place of a banner that is free. */
export const attachToBanner = async (
  ctx: { db: Sql; now: Date },
  { accountId, bannerId, place = 'banner', name, picture }: Hanging & { bannerId: number; place?: store.BannerPlace },
): Promise<void> =>
  store.insertForBanner(ctx.db, {
    ...{ account_id: accountId, banner_id: bannerId, place, created_at: ctx.now },
    ...columnsOf(picture, name),
    ...(await saidOfBanner(ctx.db, accountId, picture)),
  });

/** Takes the pictures of these places off a banner, which the caller has locked; of both unless told. */
export const removeFromBanner = (
  db: Sql,
  bannerId: number,
  places: readonly store.BannerPlace[] = ['banner', 'banner_neu'],
): Promise<void> => store.removeFromBanner(db, bannerId, places);

/** The picture that was chosen for a banner takes the place of the shown one. The caller has locked the banner. */
export async function showChosen(db: Sql, bannerId: number): Promise<void> {
  await store.removeFromBanner(db, bannerId, ['banner']);
  await store.showChosen(db, bannerId);
}

/** Hangs what a banner shows on another one of the account too; files are named by their content and shared, and each copy counts. @throws QUOTA_REACHED */
export async function copyToBanner(
  db: Sql,
  { accountId, ...copy }: { accountId: number; from: number; to: number; at: Date },
): Promise<void> {
  await requireQuota(db, accountId, await store.bytesOfBanner(db, copy.from));
  await ratings.holdRatings(db, accountId);
  await store.copyBannerImage(db, copy);
}

/** Hangs a stored picture behind the last one of a club, which the caller has locked. */
export async function attachToClub(
  ctx: { db: Sql; now: Date },
  { accountId, clubId, name, picture }: Hanging & { clubId: number },
): Promise<ImageSource> {
  const image = await store.insert(ctx.db, {
    ...{ account_id: accountId, club_id: clubId, place: 'club', created_at: ctx.now },
    ...columnsOf(picture, name),
    ...(await said(ctx.db, { accountId, contentId: picture.contentId, otherwise: DEFAULT_RATING })),
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

/** What the files of a picture take up. */
export const bytesOf = (picture: Picture) => picture.files.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Everything that hangs on an ad. The first picture is the main one. */
export interface AdMedia {
  images: ImageSource[];
  videos: VideoSource[];
  storyImage: ImageSource | null;
  storyVideo: VideoSource | null;
}

/** What hangs on these ads, each list in its order. */
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

/** What a banner shows, and what is chosen for it and not saved yet. */
export interface BannerPictures {
  shown?: BannerImage;
  chosen?: BannerImage;
  shownRating?: Rating;
  chosenRating?: Rating;
}

/** The pictures of these banners, by banner; none for a banner without any. */
export async function picturesOfBanners(db: Sql, bannerIds: number[]): Promise<Map<number, BannerPictures>> {
  const found = new Map<number, BannerPictures>();
  for (const image of bannerIds.length === 0 ? [] : await store.bannerImages(db, bannerIds)) {
    const which = image.place === 'banner' ? 'shown' : 'chosen';
    found.set(image.banner_id, {
      ...found.get(image.banner_id),
      ...{ [which]: presentBannerImage(image), [`${which}Rating`]: image.rating },
    });
  }
  return found;
}

function presentBannerImage({ content_id, width, height, widths, placeholder }: store.StoredImage): BannerImage {
  const address = (size: number) => `/media/${fileName(content_id, size)}`;
  const upTo = (limit: number) => address(Math.max(...widths.filter((one) => one <= limit), Math.min(...widths)));
  const sizes = { medium: upTo(BANNER_SIZES.medium), large: upTo(BANNER_SIZES.large), full: address(width) };
  return { url: sizes.full, sizes, width, height, placeholder };
}

/** The pictures of these clubs in their order; the first is the main one. */
export async function imagesOfClubs(db: Sql, clubIds: number[]): Promise<Map<number, ImageSource[]>> {
  const found = new Map<number, ImageSource[]>(clubIds.map((id) => [id, []]));
  if (clubIds.length === 0) return found;
  for (const image of await store.clubImages(db, clubIds)) {
    const of = found.get(image.club_id)!;
    of.push(present(image, of.length));
  }
  return found;
}

/** The club to which an image of this account belongs; undefined for any other image. */
export const clubOf = (db: Sql, accountId: number, imageId: number) => store.clubOf(db, accountId, imageId);

/** Takes the pictures off one club, which the caller has locked, or off all of an account that is being closed. */
export const removeFromClubs = (db: Sql, which: { clubId: number } | { accountId: number }): Promise<void> =>
  store.removeFromClubs(db, which);

/** For closing accounts: takes the pictures off the banners of an account. */
export const removeFromBanners = (db: Sql, accountId: number): Promise<void> => store.removeFromBanners(db, accountId);

export const countOf = (db: Sql, inseratId: number): Promise<number> => store.countOf(db, inseratId);

/** The ad to which an image of this account belongs; undefined for any other image. */
export const inseratOf = (db: Sql, accountId: number, imageId: number) => store.inseratOf(db, accountId, imageId);

/** For closing accounts: takes pictures and videos off the ads of an account, and forgets what is on its way to them and what was said of any. */
export async function removeFromInserate(db: Sql, accountId: number): Promise<void> {
  await ratings.forgetRatings(db, accountId);
  await forgetUploadsOf(db, { accountId });
  await store.removeFromInserate(db, accountId);
  await videoStore.removeAll(db, { accountId });
}

/** Hangs the same pictures and videos on another ad in their order; files are shared, and each copy counts. @throws QUOTA_REACHED */
export async function copyMedia(
  db: Sql,
  { accountId, ...copy }: { accountId: number; from: number; to: number; at: Date },
): Promise<void> {
  await requireQuota(db, accountId, await store.bytesOfInserat(db, copy.from));
  await ratings.holdRatings(db, accountId);
  await store.copyImages(db, copy);
  await copyVideos(db, copy);
}

/** Takes the story, picture or video, off an ad, which the caller has locked. */
export async function removeStory(db: Sql, inseratId: number): Promise<void> {
  await store.removeStory(db, inseratId);
  await videoStore.removeStory(db, inseratId);
}

/** Takes all pictures and videos off an ad, which the caller has locked, and forgets what is on its way to it. */
export async function removeOfInserat(db: Sql, inseratId: number): Promise<void> {
  await forgetUploadsOf(db, { inseratId });
  await store.removeOfInserat(db, inseratId);
  await videoStore.removeAll(db, { inseratId });
}

/**
 * Puts the pictures of an ad, which the caller has locked, in this order.
 * @throws MEDIA_CHANGED when these are not exactly its pictures
 */
export async function sortImages(db: Sql, inseratId: number, imageIds: number[]): Promise<void> {
  const known = (await store.imagesOf(db, [inseratId])).filter(({ place }) => place === 'inserat');
  await putInOrder(db, known, imageIds);
}

/** The same for a club. @throws MEDIA_CHANGED */
export const sortClubImages = async (db: Sql, clubId: number, imageIds: number[]): Promise<void> =>
  putInOrder(db, await store.clubImages(db, [clubId]), imageIds);

async function putInOrder(db: Sql, images: store.StoredImage[], imageIds: number[]): Promise<void> {
  const known = images.map(({ id }) => id);
  if (known.length !== imageIds.length || !known.every((id) => imageIds.includes(id))) {
    throw new AppError('MEDIA_CHANGED');
  }
  await store.sort(db, imageIds);
}

/** @throws RATING_FIXED when the operator has said that it shows more */
export async function rate(db: Sql, kind: 'image' | 'video', id: number, rating: Rating): Promise<void> {
  if (!(await ratings.rate(db, kind, id, rating))) throw new AppError('RATING_FIXED');
}

/** Takes a picture off its ad or club, which the caller has locked. Answers whether it was there. Its files go when it hangs nowhere else. */
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

/** The bytes of a data URL; what they are is told by themselves, not by the name or the type that came with them. */
function decode(dataUrl: string): Buffer {
  // Only the short head meets a pattern that goes back and forth; the rest may be megabytes of anything.
  const comma = dataUrl.slice(0, MAX_HEAD).indexOf(',');
  const type = dataUrl.slice(0, Math.max(comma, 0)).match(/^data:([\w.+/-]*).*;base64$/s)?.[1];
  if (type === undefined) throw invalid({ base64ImageString: fieldTexts.format });
  const payload = dataUrl.slice(comma + 1);
  if (!/^image\/(png|jpe?g)$/i.test(type)) throw new AppError('NOT_AN_IMAGE');
  if (payload.length > Math.ceil(MAX_IMAGE_BYTES / 3) * 4) throw new AppError('IMAGE_TOO_LARGE');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(payload)) throw invalid({ base64ImageString: fieldTexts.format });
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('IMAGE_TOO_LARGE');
  return bytes;
}
