import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { type Rating, stricterOf } from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Picture } from '../ports.ts';
import * as ratings from './rating-store.ts';

export interface NewImage {
  accountId: number;
  name: string;
  picture: Picture;
}

/**
 * The operator's earlier rating of a new image's content, unless its owner `said` a stricter one.
 */
export async function initialRating(
  db: Sql,
  {
    accountId,
    contentId,
    said,
    otherwise,
  }: { accountId: number; contentId: string; said?: Rating | undefined; otherwise: Rating },
): Promise<ratings.StoredRating> {
  const fixed = await ratings.fixedRating(db, accountId, contentId);
  if (fixed === undefined) return { rating: said ?? otherwise, rating_fixed: false };
  return { rating: said ? stricterOf(fixed, said) : fixed, rating_fixed: true };
}

export const columnsOf = (picture: Picture, name: string) => ({
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
