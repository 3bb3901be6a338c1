import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Sql } from '../../platform/db.ts';
import type { Picture } from './ports.ts';
import * as ratings from './rating-store.ts';

export interface NewImage {
  accountId: number;
  name: string;
  picture: Picture;
}

/** The operator's earlier rating of a new image's content. */
export async function initialRating(
  db: Sql,
  { accountId, contentId, otherwise }: { accountId: number; contentId: string; otherwise: Rating },
): Promise<ratings.StoredRating> {
  const fixed = await ratings.fixedRating(db, accountId, contentId);
  return { rating: fixed ?? otherwise, rating_fixed: fixed !== undefined };
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
