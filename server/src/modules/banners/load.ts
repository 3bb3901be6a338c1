import type { Banner } from '@samtrot/shared/banners/contract.ts';
import {
  afterBanner,
  BANNER_STATUS_WORDS,
  type BannerEvent,
  bannerStatus,
} from '@samtrot/shared/banners/status.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import * as media from '../media/service.ts';
import { present } from './presenter.ts';
import { settleEnd } from './scheduler.ts';
import * as store from './store.ts';

export type Owner = Actors['user'] | Actors['operator'];

/**
 * The banner of the caller, locked and up to date: what the clock has not come to yet has happened.
 * @throws BANNER_NOT_FOUND
 */
export async function lock(ctx: Ctx<Owner>, id: number): Promise<store.BannerRow> {
  const read = () => store.lockOwn(ctx.db, ctx.actor.userId, id, ctx.now);
  const row = await read();
  if (!row) throw new AppError('BANNER_NOT_FOUND');
  return (await settleEnd(ctx, row)) ? (await read())! : row;
}

/**
 * The same, when this may happen to it. @throws BANNER_NOT_FOUND, ACCOUNT_OFFLINE,
 * BANNER_NOT_IN_THIS_STATE
 */
export async function loadForUpdate(
  ctx: Ctx<Owner>,
  id: number,
  event: BannerEvent,
): Promise<store.BannerRow> {
  const row = await lock(ctx, id);
  if (event === 'aktivieren') await accounts.requireOnline(ctx.db, row.account_id);
  requireAllowed(row, event, ctx.now);
  return row;
}

/** @throws BANNER_NOT_IN_THIS_STATE */
export function requireAllowed(row: store.BannerRow, event: BannerEvent, now: Date): void {
  const status = bannerStatus(row, now);
  if (afterBanner(status, event) !== null) return;
  throw new AppError('BANNER_NOT_IN_THIS_STATE', {
    params: { state: BANNER_STATUS_WORDS[status] },
  });
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
