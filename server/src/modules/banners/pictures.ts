import {
  BANNER_TYPES,
  type BannerTypeId,
  bannerTexts,
  fitsBanner,
} from '@samtrot/shared/banners/rules.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { failPoint } from '../../platform/failpoints.ts';
import type { Owner } from '../listings/service.ts';
import * as media from '../media/service.ts';
import type { BannerRow } from './store.ts';

/** The picture of a call: a new one, none, or that of the last save or autosave. */
export type PictureChange = media.Picture | 'none' | 'as it is';

/**
 * Re-encodes the uploaded picture and stores its files between two transactions. The first one
 * calls `refuse`, which fails early and returns the type that the banner will have.
 */
export async function renderPicture(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  sent: unknown,
  refuse: (short: Ctx<Owner>) => Promise<BannerTypeId>,
): Promise<PictureChange> {
  if (sent === '') return 'none';
  if (typeof sent !== 'string') return 'as it is';
  const typ = await ctx.transaction(async (short) => {
    const checked = await refuse(short);
    await media.requireRoom(short.db, ports.files, ctx.actor.userId, 0);
    return checked;
  });
  // A text link has no picture.
  if (BANNER_TYPES[typ].size === null) return 'as it is';
  const picture = await media.takeIn(ports, { dataUrl: sent }, (processed) =>
    ctx.transaction((short) => media.announce(short, processed)),
  );
  if (!fitsBanner(typ, picture.width, picture.height))
    throw invalid({ banner_bild: bannerTexts.ratio(typ) });
  failPoint('upload.after_file_before_row');
  return picture;
}

/** What the rules check of a picture. */
interface Judged {
  width: number;
  height: number;
  rating: Rating;
}

/** The picture that the banner would show. */
export async function pictureAfter(
  { db, actor }: Ctx<Owner>,
  row: BannerRow,
  change: PictureChange | 'shown',
): Promise<Judged | undefined> {
  if (change === 'none') return undefined;
  if (typeof change === 'object') {
    const { rating } = await media.saidOfBanner(db, actor.userId, change);
    return { width: change.width, height: change.height, rating };
  }
  const { shown, shownRating, chosen, chosenRating } =
    (await media.picturesOfBanners(db, [row.id])).get(row.id) ?? {};
  if (change === 'as it is') {
    if (chosen) return { ...chosen, rating: chosenRating! };
    if (row.unsaved?.no_picture) return undefined;
  }
  return shown && { ...shown, rating: shownRating! };
}

/** Shows the chosen or autosaved picture on a locked banner. */
export async function showPicture(
  ctx: Ctx<Owner>,
  ports: media.MediaPorts,
  row: BannerRow,
  change: PictureChange,
) {
  if (change === 'as it is') {
    const { chosen } = (await media.picturesOfBanners(ctx.db, [row.id])).get(row.id) ?? {};
    if (chosen) await media.showChosen(ctx.db, row.id);
    else if (row.unsaved?.no_picture) await media.removeFromBanner(ctx.db, row.id);
    return;
  }
  if (change === 'none') {
    await media.removeFromBanner(ctx.db, row.id);
    return;
  }
  await media.removeFromBanner(ctx.db, row.id, ['banner_neu']);
  await media.makeRoom(ctx.db, { kind: 'banner', itemId: row.id, place: 'banner' });
  await attach(ctx, ports, { bannerId: row.id, place: 'banner', picture: change });
}

/** Attaches the chosen picture to a booked banner as an autosaved edit. */
export async function attachUnsavedPicture(
  ctx: Ctx<Owner>,
  ports: media.MediaPorts,
  row: BannerRow,
  change: PictureChange,
) {
  if (change === 'as it is') return;
  await media.removeFromBanner(ctx.db, row.id, ['banner_neu']);
  if (change !== 'none')
    await attach(ctx, ports, { bannerId: row.id, place: 'banner_neu', picture: change });
}

async function attach(
  { db, now, actor }: Ctx<Owner>,
  { files }: media.MediaPorts,
  attached: { bannerId: number; place: 'banner' | 'banner_neu'; picture: media.Picture },
): Promise<void> {
  await media.requireRoom(db, files, actor.userId, media.bytesOf(attached.picture));
  await media.holdFiles(db, files, attached.picture);
  await media.attachToBanner({ db, now }, { ...attached, accountId: actor.userId, name: '' });
}
