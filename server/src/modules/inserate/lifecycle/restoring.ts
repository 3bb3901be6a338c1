import { RESTORABLE_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import type * as contract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx } from '../../../platform/action.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import * as cart from '../../cart/service.ts';
import { assertRoom, completeDeletion, type Owner } from '../../listings/service.ts';
import * as media from '../../media/service.ts';
import { limitsOf } from '../editing/images.ts';
import { INSERATE } from '../kind.ts';
import { findForUpdate, reload } from '../load.ts';
import * as store from '../store.ts';

const BATCH = 20;

const until = (now: Date) => new Date(now.getTime() + RESTORABLE_MS);

/** A draft that nothing was booked for and the house has not stopped (decision 0094). */
export const isRestorable = ({ status, booking_id, held_at }: store.InseratRow): boolean =>
  status === 'entwurf' && booking_id === null && held_at === null;

/** Hides a draft of the caller from everybody; texts and pictures are erased later. */
export async function removeDraft(
  ctx: Ctx<Owner>,
  row: store.InseratRow,
): Promise<Output<typeof contract.deleteInserat>> {
  await cart.clear(ctx.db, row.id);
  await media.deleteUploads(ctx.db, row.id);
  await store.update(ctx.db, row.id, { status: 'geloescht', erase_at: until(ctx.now) });
  const done = await completeDeletion(ctx, INSERATE, row, { status: row.status, refunded: 0 });
  return { ...done, restorable: true, message: 'Entwurf gelöscht.' };
}

/** @throws INSERAT_NOT_FOUND when it is none or too late, TOO_MANY_INSERATE */
export async function restoreDraft(
  ctx: Ctx<Owner>,
  { inserat_id }: Input<typeof contract.restoreInserat>,
): Promise<Output<typeof contract.restoreInserat>> {
  await assertRoom(ctx, INSERATE);
  const id = await store.lockDeleted(ctx.db, ctx.actor.userId, inserat_id, ctx.now);
  if (id === undefined) throw new AppError('INSERAT_NOT_FOUND');
  await store.update(ctx.db, id, { status: 'entwurf', erase_at: null });
  return { inserat: await reload(ctx, id), message: 'Der Entwurf ist wieder da.' };
}

/** Erases drafts that can no longer be restored; returns how many. */
export async function eraseDrafts(ctx: JobContext): Promise<number> {
  const { db, now } = ctx;
  const due = await store.lockErasable(ctx, BATCH);
  for (const id of due) {
    await media.removeOfInserat(db, id);
    await store.erase(db, id, now);
  }
  return due.length;
}

/**
 * Removes a picture of the caller's ad; all but that of a story can be restored. @throws NOT_FOUND
 */
export async function removeImage(ctx: Ctx<Owner>, imageId: number): Promise<void> {
  const inseratId = await media.inseratOf(ctx.db, ctx.actor.userId, imageId);
  const row = inseratId && (await findForUpdate(ctx, inseratId));
  const times = { removedAt: ctx.now, eraseAt: until(ctx.now) };
  if (!row) throw new AppError('NOT_FOUND');
  const removed =
    (await media.removeForNow(ctx.db, imageId, times)) || (await media.remove(ctx.db, imageId));
  if (!removed) throw new AppError('NOT_FOUND');
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
}

/**
 * Puts a removed picture back where it was.
 * @throws NOT_FOUND when there is none or it is too late, TOO_MANY_IMAGES with n, QUOTA_REACHED
 */
export async function restoreImage(ctx: Ctx<Owner>, imageId: number): Promise<void> {
  const { db, now, actor } = ctx;
  const inseratId = await media.inseratOfRemoved(db, { accountId: actor.userId, imageId, now });
  const row = inseratId && (await findForUpdate(ctx, inseratId));
  if (!row) throw new AppError('NOT_FOUND');
  const n = limitsOf(row, undefined).images;
  if ((await media.countOf(db, row.id)) >= n)
    throw new AppError('TOO_MANY_IMAGES', { params: { n } });
  await media.restoreImage(db, actor.userId, imageId);
  await store.update(db, row.id, { changed_at: now });
}
