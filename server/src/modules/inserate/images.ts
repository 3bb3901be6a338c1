import { included, type PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type * as mediaContract from '@samtrot/shared/media/contract.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import * as media from '../media/service.ts';
import { lock, locked, type Owner } from './locked.ts';
import { presentMedia } from './present.ts';
import * as store from './store.ts';

/** Hangs a picture on an ad of the caller. The work on the file is done between two short transactions. */
export async function addImage(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  input: Input<typeof mediaContract.saveInseratImage>,
): Promise<Output<typeof mediaContract.saveInseratImage>> {
  // Refuses early what would be refused later, before a worker is busy with it.
  await ctx.transaction(async (short) => {
    await requireImageSlot(short, input);
    await media.requireRoom(short.db, ports.files, ctx.actor.userId, 0);
  });
  if (input.base64ImageString === undefined) throw invalid({ base64ImageString: fieldTexts.required });
  const picture = await media.takeIn(ports, input.base64ImageString, (developed) =>
    ctx.transaction((short) => media.announce(short, developed)),
  );
  return ctx.transaction(async (short) => {
    const row = await requireImageSlot(short, input);
    await media.requireRoom(short.db, ports.files, ctx.actor.userId, media.bytesOf(picture));
    await media.holdFiles(short.db, ports.files, picture);
    const image = await media.attach(short, {
      accountId: ctx.actor.userId,
      inseratId: row.id,
      name: input.name ?? '',
      picture,
    });
    // A draft with a picture is no longer untouched.
    const status = row.status === 'leer' ? ('entwurf' as const) : row.status;
    await store.update(short.db, row.id, { status, changed_at: ctx.now });
    return { image, removed: picture.removed, message: 'Bild erfolgreich hochgeladen und in CDN gespeichert' };
  });
}

/** Locks the ad, so that two uploads cannot both take the last place. @throws INSERAT_NOT_FOUND, TOO_MANY_IMAGES with n */
async function requireImageSlot(
  ctx: Ctx<Owner>,
  input: { inserat_id: number; inserat_typ?: PackageId | undefined },
): Promise<store.InseratRow> {
  const row = await lock(ctx, input.inserat_id);
  const n = limitsOf(row, input.inserat_typ).images;
  if ((await media.countOf(ctx.db, row.id)) >= n) throw new AppError('TOO_MANY_IMAGES', { params: { n } });
  return row;
}

/** What may hang on an ad: a booking that runs keeps the limits of its package, whatever the editor shows. */
export function limitsOf(row: store.InseratRow, chosen: PackageId | undefined) {
  const booked = row.status === 'geplant' || row.status === 'aktiv' || row.status === 'ausgeblendet';
  return included(booked ? row.package : (chosen ?? row.package));
}

/** @throws INSERAT_NOT_FOUND */
export async function readMedia(
  ctx: Ctx<Owner>,
  inseratId: number,
): Promise<Omit<Output<typeof mediaContract.getInseratMedia>, 'message'>> {
  const row = await lock(ctx, inseratId);
  return presentMedia((await media.mediaOf(ctx.db, [row.id])).get(row.id)!);
}

/** @throws INSERAT_NOT_FOUND, MEDIA_CHANGED */
export async function sortImages(
  ctx: Ctx<Owner>,
  { inserat_id, attachment_ids }: Input<typeof mediaContract.sortInseratImages>,
): Promise<ImageSource[]> {
  const row = await lock(ctx, inserat_id);
  await media.sortImages(ctx.db, row.id, attachment_ids);
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
  return (await media.mediaOf(ctx.db, [row.id])).get(row.id)!.images;
}

/** @throws NOT_FOUND, RATING_FIXED */
export async function rateMedia(
  ctx: Ctx<Owner>,
  { kind, attachment_id, rating }: Input<typeof mediaContract.rateInseratMedia>,
): Promise<void> {
  const of = kind === 'image' ? media.inseratOf : media.inseratOfVideo;
  const inseratId = await of(ctx.db, ctx.actor.userId, attachment_id);
  const row = inseratId && (await locked(ctx, inseratId));
  if (!row) throw new AppError('NOT_FOUND');
  await media.rate(ctx.db, kind, attachment_id, rating);
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
}

/** Takes a picture off an ad of the caller. @throws NOT_FOUND */
export async function removeImage(ctx: Ctx<Owner>, imageId: number): Promise<void> {
  const inseratId = await media.inseratOf(ctx.db, ctx.actor.userId, imageId);
  const row = inseratId && (await locked(ctx, inseratId));
  if (!row || !(await media.remove(ctx.db, imageId))) throw new AppError('NOT_FOUND');
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
}
