import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type * as mediaContract from '@samtrot/shared/media/contract.ts';
import type { VideoSource } from '@samtrot/shared/media/contract.ts';
import type { Ctx } from '../../../platform/action.ts';
import type { Owner } from '../../listings/service.ts';
import * as media from '../../media/service.ts';
import { findForUpdate, loadOrCreateForUpdate } from '../load.ts';
import * as store from '../store.ts';
import { limitsOf } from './images.ts';

/**
 * Attaches an uploaded video to the caller's ad or story.
 * @throws INSERAT_NOT_FOUND, TOO_MANY_INSERATE, TOO_MANY_VIDEOS with n, UPLOAD_NOT_FOUND
 */
export async function addVideo(
  ctx: Ctx<Owner>,
  {
    inserat_id,
    inserat_typ,
    upload_id,
    place,
    name = '',
  }: Input<typeof mediaContract.saveInseratVideo>,
): Promise<VideoSource> {
  const row = await loadOrCreateForUpdate(ctx, inserat_id);
  if (place === 'story') await media.removeStory(ctx.db, row.id);
  else await requireSlot(ctx, row, inserat_typ);
  const of = { accountId: ctx.actor.userId, inseratId: row.id };
  const video = await media.attachVideo(ctx, { ...of, uploadId: upload_id, place, name });
  // A draft with a video is no longer untouched.
  const status = row.status === 'leer' ? ('entwurf' as const) : row.status;
  await store.update(ctx.db, row.id, { status, changed_at: ctx.now });
  return video;
}

async function requireSlot(
  ctx: Ctx<Owner>,
  row: store.InseratRow,
  chosen: PackageId | undefined,
): Promise<void> {
  const n = limitsOf(row, chosen).videos;
  if ((await media.countVideos(ctx.db, row.id)) >= n)
    throw new AppError('TOO_MANY_VIDEOS', { params: { n } });
}

/** Removes a video of the caller's ad, converted or not. @throws NOT_FOUND */
export async function removeVideo(ctx: Ctx<Owner>, videoId: number): Promise<void> {
  const inseratId = await media.inseratOfVideo(ctx.db, ctx.actor.userId, videoId);
  const row = inseratId && (await findForUpdate(ctx, inseratId));
  if (!row || !(await media.removeVideo(ctx.db, videoId))) throw new AppError('NOT_FOUND');
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
}
