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

/**
 * What a call says about the picture: a new one, none, or nothing; then what was chosen before and
 * kept counts.
 */
export type PictureWish = media.Picture | 'none' | 'as it is';

/**
 * Re-encodes the uploaded picture and stores its files, between two transactions: in the
 * first one `refuse` throws what would be refused later anyway, before a worker is busy with it,
 * and returns the type that the banner has then.
 */
export async function develop(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  sent: unknown,
  refuse: (short: Ctx<Owner>) => Promise<BannerTypeId>,
): Promise<PictureWish> {
  if (sent === '') return 'none';
  if (typeof sent !== 'string') return 'as it is';
  const typ = await ctx.transaction(async (short) => {
    const checked = await refuse(short);
    await media.requireRoom(short.db, ports.files, ctx.actor.userId, 0);
    return checked;
  });
  // A text has no place for it.
  if (BANNER_TYPES[typ].size === null) return 'as it is';
  const picture = await media.takeIn(ports, { dataUrl: sent }, (developed) =>
    ctx.transaction((short) => media.announce(short, developed)),
  );
  if (!fitsBanner(typ, picture.width, picture.height))
    throw invalid({ banner_bild: bannerTexts.ratio(typ) });
  failPoint('upload.after_file_before_row');
  return picture;
}

/** A picture as the rules judge it. */
interface Judged {
  width: number;
  height: number;
  rating: Rating;
}

/** What the banner would show. */
export async function pictureAfter(
  { db, actor }: Ctx<Owner>,
  row: BannerRow,
  wish: PictureWish | 'shown',
): Promise<Judged | undefined> {
  if (wish === 'none') return undefined;
  if (typeof wish === 'object') {
    const { rating } = await media.saidOfBanner(db, actor.userId, wish);
    return { width: wish.width, height: wish.height, rating };
  }
  const { shown, shownRating, chosen, chosenRating } =
    (await media.picturesOfBanners(db, [row.id])).get(row.id) ?? {};
  if (wish === 'as it is') {
    if (chosen) return { ...chosen, rating: chosenRating! };
    if (row.unsaved?.no_picture) return undefined;
  }
  return shown && { ...shown, rating: shownRating! };
}

/**
 * Makes what was wished, or chosen before and kept, the picture of a banner that the caller has
 * locked.
 */
export async function showPicture(
  ctx: Ctx<Owner>,
  ports: media.MediaPorts,
  row: BannerRow,
  wish: PictureWish,
) {
  if (wish === 'as it is') {
    const { chosen } = (await media.picturesOfBanners(ctx.db, [row.id])).get(row.id) ?? {};
    if (chosen) await media.showChosen(ctx.db, row.id);
    else if (row.unsaved?.no_picture) await media.removeFromBanner(ctx.db, row.id);
    return;
  }
  await media.removeFromBanner(ctx.db, row.id);
  if (wish !== 'none') await hang(ctx, ports, { bannerId: row.id, place: 'banner', picture: wish });
}

/** Hangs what was chosen for a booked banner beside its picture. */
export async function keepPicture(
  ctx: Ctx<Owner>,
  ports: media.MediaPorts,
  row: BannerRow,
  wish: PictureWish,
) {
  if (wish === 'as it is') return;
  await media.removeFromBanner(ctx.db, row.id, ['banner_neu']);
  if (wish !== 'none')
    await hang(ctx, ports, { bannerId: row.id, place: 'banner_neu', picture: wish });
}

async function hang(
  { db, now, actor }: Ctx<Owner>,
  { files }: media.MediaPorts,
  hanging: { bannerId: number; place: 'banner' | 'banner_neu'; picture: media.Picture },
): Promise<void> {
  await media.requireRoom(db, files, actor.userId, media.bytesOf(hanging.picture));
  await media.holdFiles(db, files, hanging.picture);
  await media.attachToBanner({ db, now }, { ...hanging, accountId: actor.userId, name: '' });
}
