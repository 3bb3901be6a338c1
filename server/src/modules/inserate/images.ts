import { included, type PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type * as mediaContract from '@samtrot/shared/media/contract.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import * as media from '../media/service.ts';
import { lock, locked, type Owner } from './locked.ts';
import * as store from './store.ts';

/** Hangs a picture on an ad of the caller. The work on the file is done between two short transactions. */
export async function addImage(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  input: Input<typeof mediaContract.saveInseratImage>,
): Promise<Output<typeof mediaContract.saveInseratImage>> {
  // Refuses early what would be refused later, before a worker is busy with it.
  await ctx.transaction((short) => requireImageSlot(short, input));
  const picture = await media.takeIn(ports, input.base64ImageString, (developed) =>
    ctx.transaction((short) => media.announce(short, developed)),
  );
  return ctx.transaction(async (short) => {
    const row = await requireImageSlot(short, input);
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
  const booked = row.status === 'geplant' || row.status === 'aktiv' || row.status === 'ausgeblendet';
  const n = included(booked ? row.package : (input.inserat_typ ?? row.package)).images;
  if ((await media.countOf(ctx.db, row.id)) >= n) throw new AppError('TOO_MANY_IMAGES', { params: { n } });
  return row;
}

/** Takes a picture off an ad of the caller. @throws NOT_FOUND */
export async function removeImage(ctx: Ctx<Owner>, imageId: number): Promise<void> {
  const inseratId = await media.inseratOf(ctx.db, ctx.actor.userId, imageId);
  const row = inseratId && (await locked(ctx, inseratId));
  if (!row || !(await media.remove(ctx.db, imageId))) throw new AppError('NOT_FOUND');
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
}
