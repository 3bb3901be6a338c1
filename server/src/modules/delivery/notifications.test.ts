import {
  deleteBanner,
  duplicateBanner,
  keepBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import {
  deleteClub,
  deleteClubImage,
  keepClub,
  saveClub,
  saveClubImage,
} from '@samtrot/shared/clubs/contract.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerWish, pictureFor, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let user: Caller;
let listener: pg.Client;
let received: string[] = [];
beforeAll(async () => {
  world = await testWorld();
  user = await advertisers(world).rich(10_000);
  listener = new pg.Client({ connectionString: world.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => received.push(String(payload)));
  await listener.query('listen delivery');
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await listener.end();
  await world[Symbol.asyncDispose]();
});

/**
 * The distinct notifications sent during this operation; a marker on the same channel arrives last.
 */
const notified = async (
  work: () => Promise<{ status: number; body: unknown }>,
): Promise<string[]> => {
  await listener.query('select 1');
  received = [];
  const { status, body } = await work();
  expect(status, JSON.stringify(body)).toBe(200);
  await listener.query('select 1');
  return [...new Set(received)];
};
const picture = async (width: number, height: number) =>
  dataUrl(await noise(width, height).jpeg().toBuffer());

test('a banner draft or an unsaved image of a booked banner sends no notification [X-20, BAN-53]', async () => {
  const wish = bannerWish({
    webseiten: [await websiteOf(world)],
    typ: 'a2',
    banner_bild: await pictureFor('a2'),
  });
  const draft = await user.call(keepBanner, wish);
  const { ID } = draft.body.banner;
  expect(
    await notified(async () =>
      user.call(keepBanner, { ...wish, ID, banner_bild: await picture(715, 244) }),
    ),
  ).toEqual([]);
  expect(await notified(() => user.call(saveBanner, { ...wish, ID, banner_bild: '' }))).toEqual([]);
  expect(await notified(() => user.call(orderBanner, { ...wish, ID }))).toEqual(['banner']);
  expect(
    await notified(async () =>
      user.call(keepBanner, { ...wish, ID, banner_bild: await picture(715, 244) }),
    ),
  ).toEqual([]);
  expect(await notified(() => user.call(keepBanner, { ...wish, ID, discard: true }))).toEqual([]);
  const { banner_bild: _, ...same } = wish;
  await user.call(keepBanner, { ...wish, ID, banner_bild: await picture(715, 244) });
  expect(await notified(() => user.call(saveBanner, { ...same, ID }))).toEqual(['banner']);
  expect(await notified(() => user.call(duplicateBanner, { banner_id: ID }))).toEqual([]);
  const copies = (await user.raw('getBanners', { method: 'GET' })).body.Banners;
  expect(await notified(() => user.call(deleteBanner, { banner_id: copies[0].ID }))).toEqual([]);
  expect(await notified(() => user.call(deleteBanner, { banner_id: ID }))).toEqual(['banner']);
});

test('a club draft sends no notification; placing, changing or deleting a club does [X-20, CLU-07]', async () => {
  const { monate: _, ...typed } = wholeClub({ monate: 1 });
  const addPicture = (club_id?: number) => async () =>
    user.call(saveClubImage, {
      ...(club_id && { club_id }),
      base64ImageString: await picture(40, 30),
    });
  expect(await notified(() => user.call(keepClub, typed))).toEqual([]);
  expect(await notified(addPicture())).toEqual([]);
  expect(await notified(() => user.call(keepClub, { ...typed, titel: 'Neuer Titel' }))).toEqual([]);
  let club_id = 0;
  const place = async () => {
    const placed = await user.call(saveClub, wholeClub({ monate: 1 }));
    club_id = placed.body.club.ID;
    return placed;
  };
  expect(await notified(place)).toEqual(['club']);
  expect(
    await notified(() => user.call(keepClub, { ...typed, club_id, titel: 'Getippt' })),
  ).toEqual([]);
  expect(await notified(() => user.call(keepClub, { ...typed, club_id, discard: true }))).toEqual(
    [],
  );
  expect(
    await notified(() => user.call(saveClub, { ...typed, club_id, titel: 'Gesichert' })),
  ).toEqual(['club']);
  expect(await notified(addPicture(club_id))).toEqual(['club']);
  const images = (await user.call(saveClub, { ...typed, club_id })).body.club.bilder;
  const gone = { attachment_id: images[0].attachment_id };
  expect(await notified(() => user.call(deleteClubImage, gone))).toEqual(['club']);
  expect(await notified(() => user.call(deleteClub, { club_id }))).toEqual(['club']);
});
