import { type Banner, getBanners, type orderBanner } from '@samtrot/shared/banners/contract.ts';
import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { dataUrl, quarters } from '../media/images.ts';
import type { Caller, World } from '../world/world.ts';

export type Wish = Params<typeof orderBanner>;

/**
 * Everything that an order of a text link needs but for its websites; a test names what matters to
 * it.
 */
export const bannerWish = (changes: Partial<Wish> = {}): Wish => ({
  typ: 'a4',
  text: 'Studio Linde',
  url: 'https://studio-linde.example/',
  monate: 1,
  webseiten: [],
  publish_option: 'Sofort',
  publish_date: '',
  publish_time: '',
  auto_extend: false,
  ...changes,
});

/** The id of an online partner website of this name, made when it is missing. */
export async function websiteOf(
  { db, clock }: Pick<World, 'db'> & { clock: { now(): Date } },
  name = 'seerose',
): Promise<number> {
  const row = { name, url: `https://${name}.example`, created_at: clock.now() };
  const made = db
    .insertInto('website')
    .values(row)
    .onConflict((same) => same.column('name').doUpdateSet({ name }));
  return (await made.returning('id').executeTakeFirstOrThrow()).id;
}

/** A picture in the format of the type, as a browser sends it. */
export async function pictureFor(typ: Exclude<BannerTypeId, 'a4'>): Promise<string> {
  const { width, height } = BANNER_TYPES[typ].size!;
  return dataUrl(await quarters(width, height).jpeg().toBuffer());
}

export async function bannersOf(caller: Caller): Promise<Banner[]> {
  return (await caller.call(getBanners, {})).body.Banners;
}
