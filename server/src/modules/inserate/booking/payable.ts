import { payableImages } from '@samtrot/shared/media/payable.ts';
import type { Sql } from '../../../platform/db.ts';
import * as media from '../../media/service.ts';
import { BOOKED } from '../presenter.ts';
import type { InseratRow } from '../store.ts';

/** How many pictures of an ad have a price. */
export async function payableOf(
  db: Sql,
  { id, status }: Pick<InseratRow, 'id' | 'status'>,
): Promise<number> {
  const { images } = (await media.mediaOf(db, [id])).get(id)!;
  return payableImages(images, BOOKED.includes(status));
}
