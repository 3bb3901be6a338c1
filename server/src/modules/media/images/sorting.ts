import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Sql } from '../../../platform/db.ts';
import * as store from '../store.ts';

export async function putInOrder(
  db: Sql,
  images: store.StoredImage[],
  imageIds: number[],
): Promise<void> {
  const known = images.map(({ id }) => id);
  if (known.length !== imageIds.length || !known.every((id) => imageIds.includes(id))) {
    throw new AppError('MEDIA_CHANGED');
  }
  await store.sort(db, imageIds);
}
