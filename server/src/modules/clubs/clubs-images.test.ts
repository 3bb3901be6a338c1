import {
  type Club,
  deleteClub,
  deleteClubImage,
  getClub,
  keepClub,
  saveClub,
  saveClubImage,
  sortClubImages,
} from '@samtrot/shared/clubs/contract.ts';
import { MAX_CLUB_IMAGES } from '@samtrot/shared/clubs/rules.ts';
import { deleteInseratImage, type ImageSource } from '@samtrot/shared/media/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, jpegWithMetadata, quarters } from '../../testing/media/images.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { checkFiles } from '../media/service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(100);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const jpeg = async (seed = 0) =>
  dataUrl(
    await quarters(40 + seed, 20)
      .jpeg()
      .toBuffer(),
  );
const add = async (club_id?: number, seed = 0, caller = user) =>
  caller.call(saveClubImage, {
    ...(club_id && { club_id }),
    base64ImageString: await jpeg(seed),
    name: `${seed}.jpg`,
  });
const idsOf = (images: ImageSource[]) => images.map(({ attachment_id }) => attachment_id);
const pictures = async (club_id?: number) =>
  idsOf((await user.call(getClub, club_id ? { club_id } : {})).body.club.bilder);
const placed = async (): Promise<Club> =>
  (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club;
const fetched = async (url: string, cookie = '') =>
  (await world.send('', { method: 'GET', url, headers: cookie ? { cookie } : {} })).status;

test('a picture of a blank entry stays when the entry is typed, autosaved and ordered [CLU-07, MED-12]', async () => {
  const first = await add(undefined, 1);
  expect(first).toMatchObject({
    status: 200,
    body: {
      success: true,
      image: { mainImage: true, name: '1.jpg', rating: expect.any(String) },
    },
  });
  const { club_id } = first.body;
  const second = await add(undefined, 2);
  expect(second.body).toMatchObject({ club_id, image: { mainImage: false, sortName: '02' } });
  const ids = [first.body.image.attachment_id, second.body.image.attachment_id];
  expect(await pictures()).toEqual(ids);
  // The browser that began with nothing keeps and orders on what it knows.
  expect((await user.call(keepClub, wholeClub({ version: 0 }))).body).toMatchObject({
    club_id,
    version: 1,
  });
  await user.call(saveClub, wholeClub({ version: 1, monate: 1 }));
  const [club] = (await user.call(state, {})).body.state.Clubs as Club[];
  expect([club!.ID, idsOf(club!.bilder)]).toEqual([club_id, ids]);
});

test('pictures are sorted and taken off at once; an order that is not theirs changes nothing [CLU-07, MED-13]', async () => {
  const { ID: club_id } = await placed();
  const ids: number[] = [];
  for (const seed of [1, 2, 3]) ids.push((await add(club_id, seed)).body.image.attachment_id);
  const [one, two, three] = ids as [number, number, number];
  const sorted = await user.call(sortClubImages, { club_id, attachment_ids: [three, one, two] });
  expect(idsOf(sorted.body.bilder)).toEqual([three, one, two]);
  expect(sorted.body.bilder[0].mainImage).toBe(true);
  const other = await on.rich(50);
  const theirs = (await add(undefined, 4, other)).body.image.attachment_id;
  for (const wrong of [
    [],
    [one, two],
    [one, one, two],
    [one, two, theirs],
    [one, two, three, theirs],
  ])
    expect(await user.call(sortClubImages, { club_id, attachment_ids: wrong })).toMatchObject({
      status: 409,
      body: { code: 'MEDIA_CHANGED' },
    });
  const left = await user.call(deleteClubImage, { attachment_id: three });
  expect(idsOf(left.body.bilder)).toEqual([one, two]);
  expect(await pictures(club_id)).toEqual([one, two]);
});

test('pictures are for their owner; those of ads are none of a club [CLU-17, T-AUTH-01]', async () => {
  const { ID: club_id } = await placed();
  const { attachment_id } = (await add(club_id)).body.image;
  const other = await on.rich(50);
  expect(await add(club_id, 1, other)).toMatchObject({
    status: 404,
    body: { code: 'CLUB_NOT_FOUND' },
  });
  expect(
    await other.call(sortClubImages, { club_id, attachment_ids: [attachment_id] }),
  ).toMatchObject({
    status: 404,
    body: { code: 'CLUB_NOT_FOUND' },
  });
  for (const id of [attachment_id, 999_999_999])
    expect(await other.call(deleteClubImage, { attachment_id: id })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  expect((await user.call(deleteInseratImage, { attachment_id })).status).toBe(404);
  const payload = { club_id, base64ImageString: await jpeg() };
  expect((await world.visitor.raw('save_club_image', { payload })).status).toBe(401);
  expect(
    (await world.visitor.raw('sort_club_images', { payload: { club_id, attachment_ids: [] } }))
      .status,
  ).toBe(401);
  expect(
    (await world.visitor.raw('delete_club_image', { payload: { attachment_id } })).status,
  ).toBe(401);
  expect(await pictures(club_id)).toEqual([attachment_id]);
});

test.each([
  ['save_club_image', { base64ImageString: '' }, 422],
  ['save_club_image', { base64ImageString: 7 }, 422],
  ['save_club_image', { base64ImageString: 'data:image/png;base64,%%%' }, 422],
  ['save_club_image', { base64ImageString: 'data:text/html;base64,PGI+' }, 415],
  ['save_club_image', { base64ImageString: 'data:image/png;base64,PGI+' }, 415],
  ['save_club_image', { club_id: '<b>', base64ImageString: 'x' }, 422],
  ['sort_club_images', { club_id: 1, attachment_ids: 'x' }, 422],
  ['sort_club_images', { club_id: 1, attachment_ids: [-1] }, 422],
  ['sort_club_images', { attachment_ids: [] }, 422],
  ['delete_club_image', {}, 422],
  ['delete_club_image', { attachment_id: '１' }, 422],
])(
  '%s with %j is refused and attaches nothing [MED-05, T-AUTH-01]',
  async (action, payload, expected) => {
    const { status, body } = await user.raw(action, { payload });
    expect([status, body.success]).toEqual([expected, false]);
    expect((await user.call(getClub, {})).body.club.ID).toBe(0);
  },
);

test('an entry takes as many pictures as it may, also raced; nothing but the pixels is kept [CLU-07]', async () => {
  const { ID: club_id } = await placed();
  const telling = await user.call(saveClubImage, {
    club_id,
    base64ImageString: dataUrl(await jpegWithMetadata()),
  });
  expect(telling.body.removed.length).toBeGreaterThan(0);
  for (let n = 1; n < MAX_CLUB_IMAGES - 1; n++) expect((await add(club_id)).status).toBe(200);
  const last = await Promise.all([add(club_id), add(club_id), add(club_id)]);
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(last.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'TOO_MANY_IMAGES',
  });
  expect(await pictures(club_id)).toHaveLength(MAX_CLUB_IMAGES);
});

test('what has no place is refused before the file is looked at [CLU-07]', async () => {
  const broken = 'data:image/jpeg;base64,/9j/PGI+';
  const { ID: club_id } = await placed();
  for (let n = 0; n < MAX_CLUB_IMAGES; n++) expect((await add(club_id)).status).toBe(200);
  const sendTo = (caller: Caller, club: number) =>
    caller.call(saveClubImage, { club_id: club, base64ImageString: broken });
  const full = await sendTo(user, club_id);
  expect(full).toMatchObject({ status: 409, body: { code: 'TOO_MANY_IMAGES' } });
  expect(full.body.message).toContain(String(MAX_CLUB_IMAGES));
  expect(await sendTo(await on.rich(50), club_id)).toMatchObject({
    status: 404,
    body: { code: 'CLUB_NOT_FOUND' },
  });
});

test('a picture without a name has an empty one, and the upload says that it succeeded [CLU-07]', async () => {
  const { body } = await user.call(saveClubImage, { base64ImageString: await jpeg() });
  expect(body).toMatchObject({ image: { name: '' }, message: 'Das Bild ist hochgeladen.' });
});

test("an account cannot remove a picture of another account's entry [CLU-17, T-AUTH-01]", async () => {
  const { attachment_id } = (await add(undefined, 1)).body.image;
  const other = await on.rich(50);
  const theirs = (await add(undefined, 2, other)).body.image.attachment_id;
  expect(await other.call(deleteClubImage, { attachment_id })).toMatchObject({ status: 404 });
  expect(await pictures()).toEqual([attachment_id]);
  expect((await other.call(getClub, {})).body.club.bilder).toMatchObject([
    { attachment_id: theirs },
  ]);
});

test('an entry that holds only a picture was never saved, and a conflict says no time [CLU-17]', async () => {
  await add();
  const answer = await user.call(keepClub, wholeClub({ version: 5 }));
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'CLUB_VERSION_CONFLICT', version: 0 },
  });
  expect(answer.body).not.toHaveProperty('saved_at');
});

test('visitors fetch the picture while the club runs, its owner always, no one once deleted [MED-21]', async () => {
  const { club_id, image } = (await add(undefined, 9)).body;
  expect([await fetched(image.url), await fetched(image.url, user.cookie)]).toEqual([404, 200]);
  const planned = {
    publish_option: 'Planen',
    publish_date: '2026-11-20',
    publish_time: '13:30',
  } as const;
  await user.call(saveClub, wholeClub({ club_id, monate: 1, ...planned }));
  expect(await fetched(image.url)).toBe(404);
  world.clock.set(new Date('2026-11-20T12:30:00Z'));
  expect(await fetched(image.url)).toBe(200);
  expect((await user.call(deleteClub, { club_id })).status).toBe(200);
  expect([await fetched(image.url), await fetched(image.url, user.cookie)]).toEqual([404, 404]);
  await world.runTasks('media/removal');
  expect(await checkFiles(world.db, world.app.media.files)).toMatchObject({
    orphans: [],
    missing: [],
  });
});
