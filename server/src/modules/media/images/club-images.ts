import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { DEFAULT_RATING } from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../../platform/db.ts';
import { present } from '../presenter.ts';
import * as store from '../store.ts';
import { columnsOf, initialRating, type NewImage } from './image-row.ts';
import { putInOrder } from './sorting.ts';

/** Appends a stored image to a club locked by the caller. */
export async function attachToClub(
  ctx: { db: Sql; now: Date },
  { accountId, clubId, name, picture }: NewImage & { clubId: number },
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

/**
 * Reorders the images of a club.
 * @throws MEDIA_CHANGED
 */
export const sortClubImages = async (db: Sql, clubId: number, imageIds: number[]): Promise<void> =>
  putInOrder(db, await store.clubImages(db, [clubId]), imageIds);
