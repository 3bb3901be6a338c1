import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { BannerEvent } from '@samtrot/shared/banners/status.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as listings from '../listings/service.ts';
import { assertEvent, type Owner } from '../listings/service.ts';
import * as media from '../media/service.ts';
import { BANNERS, LIFECYCLE } from './kind.ts';
import { present } from './presenter.ts';
import { settleEnd } from './scheduler.ts';
import * as store from './store.ts';

/** The caller's banner, locked and with everything due applied. @throws BANNER_NOT_FOUND */
export const loadForUpdate = (ctx: Ctx<Owner>, id: number): Promise<store.BannerRow> =>
  listings.loadForUpdate(ctx, BANNERS, id, settleEnd);

/**
 * For an event that needs a status.
 * @throws BANNER_NOT_FOUND, ACCOUNT_OFFLINE, BANNER_NOT_IN_THIS_STATE
 */
export async function loadForEvent(
  ctx: Ctx<Owner>,
  id: number,
  event: BannerEvent,
): Promise<store.BannerRow> {
  const row = await loadForUpdate(ctx, id);
  await assertEvent(ctx, LIFECYCLE, row, event);
  return row;
}

/** These banners with their pictures. */
export async function presented(
  ctx: { db: Sql; now: Date },
  rows: store.BannerRow[],
): Promise<Banner[]> {
  const pictures = await media.picturesOfBanners(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, pictures.get(row.id) ?? {}, ctx.now));
}

export async function reload(ctx: { db: Sql; now: Date }, id: number): Promise<Banner> {
  const row = await store.find(ctx.db, id, ctx.now);
  const [banner] = await presented(ctx, [row!]);
  return banner!;
}
