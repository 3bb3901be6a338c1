import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { audit } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db.ts';
import * as store from '../store.ts';
import { fixRating } from './rating-store.ts';

const MOST = 200;

/** Images whose perceptual hash differs in at most `distance` of 64 bits, nearest first. */
export const similarImages = (
  db: Sql,
  phash: string,
  distance: number,
): Promise<store.SimilarImage[]> => store.imagesNear(db, phash, distance, MOST);

/**
 * All other images similar to this one.
 * @throws NOT_FOUND, also for an image without a hash
 */
export async function imagesLike(
  db: Sql,
  imageId: number,
  distance: number,
): Promise<store.SimilarImage[]> {
  const phash = await store.phashOf(db, imageId);
  if (!phash) throw new AppError('NOT_FOUND');
  return (await similarImages(db, phash, distance)).filter(({ id }) => id !== imageId);
}

/**
 * Sets the operator's rating of a content on all items of the account; the owner can only be
 * stricter afterwards.
 * @throws NOT_FOUND, also for an unconverted video
 */
export async function correctRating(
  ctx: Parameters<typeof audit>[0],
  { kind, id, rating }: { kind: 'image' | 'video'; id: number; rating: Rating },
): Promise<void> {
  if (!(await fixRating(ctx.db, kind, id, rating))) throw new AppError('NOT_FOUND');
  await audit(ctx, 'media_rated', `${kind}:${id}`, { rating });
}
