import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { audit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import { fixRating } from './rating-store.ts';
import * as store from './store.ts';

const MOST = 200;

/** Pictures whose perceptual hash differs from this one in at most so many of 64 places, the nearest first. */
export const similarImages = (db: Sql, phash: string, distance: number): Promise<store.SimilarImage[]> =>
  store.imagesNear(db, phash, distance, MOST);

/** All others that look like this picture. @throws NOT_FOUND, also for a picture from before hashes were taken */
export async function imagesLike(db: Sql, imageId: number, distance: number): Promise<store.SimilarImage[]> {
  const phash = await store.phashOf(db, imageId);
  if (!phash) throw new AppError('NOT_FOUND');
  return (await similarImages(db, phash, distance)).filter(({ id }) => id !== imageId);
}

/**
 * The operator says what a picture or a video shows, wherever its account shows it; from then on the owner can only be stricter.
 * @throws NOT_FOUND, also for a video that is not rebuilt yet: nobody has seen it
 */
export async function correctRating(
  ctx: Parameters<typeof audit>[0],
  { kind, id, rating }: { kind: 'image' | 'video'; id: number; rating: Rating },
): Promise<void> {
  if (!(await fixRating(ctx.db, kind, id, rating))) throw new AppError('NOT_FOUND');
  await audit(ctx, 'media_rated', `${kind}:${id}`, { rating });
}
