import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { Ctx } from '../../platform/action.ts';
import * as media from '../media/service.ts';
import { present } from './present.ts';
import * as store from './store.ts';

/** The banners of an account, newest first, without deleted ones. */
export async function listOwn(ctx: Pick<Ctx, 'db' | 'now'>, userId: number): Promise<Banner[]> {
  const rows = await store.listOwn(ctx.db, userId);
  const images = await media.imagesOfBanners(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, images.get(row.id), ctx.now));
}

/**
 * For closing accounts: takes every banner of the account off the partner websites at once and erases its texts, address and picture.
 * What was paid for leaves an empty row, to which the bookings refer; drafts go altogether.
 */
export async function forgetAccount(ctx: Pick<Ctx, 'db' | 'now'>, accountId: number): Promise<void> {
  await media.removeFromBanners(ctx.db, accountId);
  await store.forget(ctx.db, accountId, ctx.now);
}
