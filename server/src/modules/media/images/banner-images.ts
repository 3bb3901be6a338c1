import type { BannerImage } from '@samtrot/shared/banners/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Picture } from '../ports.ts';
import { presentBannerImage } from '../presenter.ts';
import * as store from '../store.ts';
import { requireQuota } from '../uploads/quota.ts';
import { makeRoom } from './held-back.ts';
import { columnsOf, initialRating, type NewImage } from './image-row.ts';
import * as ratings from './rating-store.ts';

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
  }: NewImage & { bannerId: number; place?: store.BannerPlace },
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

/** Deletes the images of all banners of an account, for account deletion. */
export const removeFromBanners = (db: Sql, accountId: number): Promise<void> =>
  store.removeFromBanners(db, accountId);

/** Replaces the shown image by the chosen one; the caller has locked the banner. */
export async function showChosen(db: Sql, bannerId: number): Promise<void> {
  await makeRoom(db, { kind: 'banner', itemId: bannerId, place: 'banner' });
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
