import type * as contract from '@samtrot/shared/clubs/contract.ts';
import { MAX_CLUB_IMAGES } from '@samtrot/shared/clubs/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { failPoint } from '../../platform/failpoints.ts';
import { findForUpdate, type Owner } from '../listings/service.ts';
import * as media from '../media/service.ts';
import { CLUBS } from './kind.ts';
import { loadEntryForUpdate, loadForUpdate, loadOrCreateForUpdate } from './load.ts';
import * as store from './store.ts';

type Adding = Input<typeof contract.saveClubImage>;

/** Attaches a picture to the caller's club. The file is processed between two transactions. */
export async function addImage(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  input: Adding,
): Promise<Output<typeof contract.saveClubImage>> {
  const { userId } = ctx.actor;
  // Refuses early what would be refused later, before a worker is busy with it.
  await ctx.transaction(async (short) => {
    const row =
      input.club_id === undefined
        ? await loadEntryForUpdate(short)
        : await loadForUpdate(short, input.club_id);
    if (row) await requirePlace(short, row);
    await media.requireRoom(short.db, ports.files, userId, 0);
  });
  const picture = await media.takeIn(ports, { dataUrl: input.base64ImageString }, (processed) =>
    ctx.transaction((short) => media.announce(short, processed)),
  );
  const result = await ctx.transaction(async (short) => {
    const row = await loadOrCreateForUpdate(short, input.club_id);
    await requirePlace(short, row);
    await media.requireRoom(short.db, ports.files, userId, media.bytesOf(picture));
    await media.holdFiles(short.db, ports.files, picture);
    const of = { accountId: userId, clubId: row.id, name: input.name ?? '' };
    const image = await media.attachToClub(short, { ...of, picture });
    await store.update(short.db, row.id, { changed_at: ctx.now });
    return {
      club_id: row.id,
      image,
      removed: picture.removed,
      message: 'Das Bild ist hochgeladen.',
    };
  });
  failPoint('upload.after_row');
  return result;
}

/** Needs the club locked. @throws TOO_MANY_IMAGES with n */
async function requirePlace(ctx: Ctx<Owner>, row: store.ClubRow): Promise<void> {
  if ((await imagesOf(ctx, row)).length >= MAX_CLUB_IMAGES)
    throw new AppError('TOO_MANY_IMAGES', { params: { n: MAX_CLUB_IMAGES } });
}

const imagesOf = async (ctx: Ctx<Owner>, { id }: store.ClubRow): Promise<ImageSource[]> =>
  (await media.imagesOfClubs(ctx.db, [id])).get(id)!;

/** @throws CLUB_NOT_FOUND, MEDIA_CHANGED */
export async function sortImages(
  ctx: Ctx<Owner>,
  { club_id, attachment_ids }: Input<typeof contract.sortClubImages>,
): Promise<ImageSource[]> {
  const row = await loadForUpdate(ctx, club_id);
  await media.sortClubImages(ctx.db, row.id, attachment_ids);
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
  return imagesOf(ctx, row);
}

/** Removes a picture of the caller's club; returns the others. @throws NOT_FOUND */
export async function removeImage(ctx: Ctx<Owner>, imageId: number): Promise<ImageSource[]> {
  const clubId = await media.clubOf(ctx.db, ctx.actor.userId, imageId);
  const row =
    clubId === undefined
      ? undefined
      : await findForUpdate(ctx, CLUBS, { accountId: ctx.actor.userId, id: clubId });
  if (!row || !(await media.remove(ctx.db, imageId))) throw new AppError('NOT_FOUND');
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
  return imagesOf(ctx, row);
}
