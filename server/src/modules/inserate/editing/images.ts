import { included, type PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type * as mediaContract from '@samtrot/shared/media/contract.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Ctx, OwnCtx } from '../../../platform/action.ts';
import { failPoint } from '../../../platform/failpoints.ts';
import type { Owner } from '../../listings/service.ts';
import * as media from '../../media/service.ts';
import { findForUpdate, loadForUpdate, loadOrCreateForUpdate } from '../load.ts';
import { presentMedia } from '../presenter.ts';
import * as store from '../store.ts';

type Adding = Input<typeof mediaContract.saveInseratImage>;

const NEVER_A_PICTURE =
  /^(NOT_AN_IMAGE|IMAGE_TOO_MANY_PIXELS|IMAGE_TOO_THIN|IMAGE_DAMAGED|IMAGE_UNREADABLE)$/;

/**
 * Attaches a picture to an ad of the caller, or makes it its story. The file is processed
 * between two short transactions.
 */
export async function addImage(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  input: Adding,
): Promise<Output<typeof mediaContract.saveInseratImage>> {
  const origin = originOf(input);
  // Refuses early what would be refused later, before a worker is busy with it.
  await ctx.transaction(async (short) => {
    await assertMediaRoom(short, input);
    await media.requireRoom(short.db, ports.files, ctx.actor.userId, 0);
  });
  const picture = await media
    .takeIn(ports, origin, (processed) =>
      ctx.transaction((short) => media.announce(short, processed)),
    )
    .catch(async (error: unknown) => {
      // An upload that is no picture is deleted; after any other failure it may be tried again.
      if (error instanceof AppError && NEVER_A_PICTURE.test(error.code))
        await drop(ctx, ports, input);
      throw error;
    });
  failPoint('upload.after_file_before_row');
  const result = await ctx.transaction(async (short) => {
    const row = await assertMediaRoom(short, input);
    // The upload is replaced by the picture and no longer counts towards the quota.
    if (input.upload_id !== undefined) await media.deleteUpload(short.db, input.upload_id);
    if (input.place === 'story') await media.removeStory(short.db, row.id);
    await media.requireRoom(short.db, ports.files, ctx.actor.userId, media.bytesOf(picture));
    await media.holdFiles(short.db, ports.files, picture);
    const of = { accountId: ctx.actor.userId, inseratId: row.id };
    const image = await media.attach(short, {
      ...of,
      place: input.place,
      name: input.name ?? '',
      picture,
      rating: input.rating,
      replaces: input.replaces,
    });
    // A draft with a picture is no longer untouched.
    const status = row.status === 'leer' ? ('entwurf' as const) : row.status;
    await store.update(short.db, row.id, { status, changed_at: ctx.now });
    return {
      image,
      removed: picture.removed,
      message: 'Bild erfolgreich hochgeladen und in CDN gespeichert',
    };
  });
  failPoint('upload.after_row');
  if (input.upload_id !== undefined) await ports.uploads.remove(input.upload_id);
  return result;
}

/** Exactly one of the two. */
function originOf({ base64ImageString, upload_id }: Adding): media.ImageOrigin {
  if (base64ImageString !== undefined && upload_id !== undefined) {
    throw invalid({ upload_id: 'Bitte sende das Bild selbst oder seinen Upload, nicht beides.' });
  }
  if (upload_id !== undefined) return { uploadId: upload_id };
  if (base64ImageString !== undefined) return { dataUrl: base64ImageString };
  throw invalid({ base64ImageString: fieldTexts.required });
}

/** The row is deleted before its bytes, so that no row lacks its file. */
async function drop(
  ctx: OwnCtx<Owner>,
  { uploads }: media.MediaPorts,
  { upload_id }: Adding,
): Promise<void> {
  if (upload_id === undefined) return;
  await ctx.transaction(({ db }) => media.deleteUpload(db, upload_id));
  await uploads.remove(upload_id);
}

/**
 * Locks the ad for the limit and the upload for its single use.
 * @throws INSERAT_NOT_FOUND, TOO_MANY_INSERATE, TOO_MANY_IMAGES with n, UPLOAD_NOT_FOUND,
 * NOT_FOUND without the picture to replace
 */
async function assertMediaRoom(ctx: Ctx<Owner>, input: Adding): Promise<store.InseratRow> {
  const row = await loadOrCreateForUpdate(ctx, input.inserat_id);
  if (input.upload_id !== undefined) {
    await media.requireImage(ctx.db, {
      id: input.upload_id,
      accountId: ctx.actor.userId,
      inseratId: row.id,
    });
  }
  if (input.replaces !== undefined) {
    await assertReplaceable(ctx, row.id, input);
    return row;
  }
  if (input.place === 'story') return row;
  const n = limitsOf(row, input.inserat_typ).images;
  if ((await media.countOf(ctx.db, row.id)) >= n)
    throw new AppError('TOO_MANY_IMAGES', { params: { n } });
  return row;
}

/** A picture of this ad, not that of a story; its number stays the same, so no limit is asked. */
async function assertReplaceable(
  { db, actor }: Ctx<Owner>,
  inseratId: number,
  { place, replaces = 0 }: Adding,
): Promise<void> {
  const of = await media.inseratOf(db, actor.userId, replaces);
  if (place === 'story' || of !== inseratId || !(await media.isAdImage(db, replaces)))
    throw new AppError('NOT_FOUND');
}

/** Limits of media: those of the running booking, whatever package the editor shows. */
export function limitsOf(row: store.InseratRow, chosen: PackageId | undefined) {
  const booked =
    row.status === 'geplant' || row.status === 'aktiv' || row.status === 'ausgeblendet';
  return included(booked ? row.inserat_typ : (chosen ?? row.inserat_typ));
}

/** @throws INSERAT_NOT_FOUND */
export async function readMedia(
  ctx: Ctx<Owner>,
  inseratId: number,
): Promise<Omit<Output<typeof mediaContract.getInseratMedia>, 'message'>> {
  const row = await loadForUpdate(ctx, inseratId);
  return presentMedia((await media.mediaOf(ctx.db, [row.id])).get(row.id)!);
}

/** @throws INSERAT_NOT_FOUND, MEDIA_CHANGED */
export async function sortImages(
  ctx: Ctx<Owner>,
  { inserat_id, attachment_ids }: Input<typeof mediaContract.sortInseratImages>,
): Promise<ImageSource[]> {
  const row = await loadForUpdate(ctx, inserat_id);
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
  const row = inseratId && (await findForUpdate(ctx, inseratId));
  if (!row) throw new AppError('NOT_FOUND');
  await media.rate(ctx.db, kind, attachment_id, rating);
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
}
