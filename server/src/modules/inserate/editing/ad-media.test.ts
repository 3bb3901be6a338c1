import {
  deleteInseratImage,
  deleteInseratVideo,
  getInseratMedia,
  rateInseratMedia,
  saveInseratImage,
  saveInseratVideo,
  sortInseratImages,
} from '@samtrot/shared/media/contract.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import type { Caller } from '../../../testing/world/world.ts';

let { world, on, tus } = {} as AdFixture;
adStage((given) => ({ world, on, tus } = given));

const UNKNOWN = '0198c0de-0000-4000-8000-000000000000';
const film = Buffer.from('film');

/** An advertiser with an ad and so many pictures. */
async function fresh(pictures = 0) {
  const { user, id } = await on.beginner();
  const images: number[] = [];
  for (let n = 0; n < pictures; n++) {
    const base64ImageString = dataUrl(
      await quarters(40 + n, 20)
        .jpeg()
        .toBuffer(),
    );
    const { body } = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
    images.push(body.image.attachment_id);
  }
  return { user, id, images };
}
const sent = (user: Caller, inserat_id: number) =>
  tus.sent(user, { inserat_id, kind: 'video', bytes: film });
const addVideo = async (
  user: Caller,
  inserat_id: number,
  more: { place?: 'story'; name?: string } = {},
) =>
  user.call(saveInseratVideo, {
    inserat_id,
    upload_id: await sent(user, inserat_id),
    inserat_typ: '1_week' as const,
    ...more,
  });
const mediaOf = async (user: Caller, inserat_id: number) =>
  (await user.call(getInseratMedia, { inserat_id })).body;
const order = async (user: Caller, id: number): Promise<number[]> =>
  (await mediaOf(user, id)).imageSources.map(
    ({ attachment_id }: { attachment_id: number }) => attachment_id,
  );

test('the media of an ad are for its owner [MED-12, MED-21]', async () => {
  const { user, id, images } = await fresh(2);
  const answer = await user.call(getInseratMedia, { inserat_id: id });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      success: true,
      videoSources: [],
      story_image: null,
      story_video: null,
      imageSources: images.map((attachment_id, index) => ({
        attachment_id,
        mainImage: index === 0,
      })),
    },
  });
  const other = await on.rich(0);
  for (const inserat_id of [id, 999_999_999])
    expect(await other.call(getInseratMedia, { inserat_id })).toMatchObject({
      status: 404,
      body: { code: 'INSERAT_NOT_FOUND' },
    });
  expect((await world.visitor.call(getInseratMedia, { inserat_id: id })).status).toBe(401);
  for (const inserat_id of ['', 'x', '-1', '1.5', '<b>', '１'])
    expect(
      (await user.raw('getInseratMedia', { method: 'GET', query: { inserat_id } })).status,
    ).toBe(422);
});

test('pictures stand in the order that their owner gives them; the first one is the main one [MED-13]', async () => {
  const { user, id, images } = await fresh(3);
  const [one, two, three] = images as [number, number, number];
  const answer = await user.call(sortInseratImages, {
    inserat_id: id,
    attachment_ids: [three, one, two],
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'Die Reihenfolge ist gespeichert.',
      imageSources: [
        { attachment_id: three, mainImage: true, sortName: '01' },
        { attachment_id: one, mainImage: false, sortName: '02' },
        { attachment_id: two, mainImage: false, sortName: '03' },
      ],
    },
  });
  expect(await order(user, id)).toEqual([three, one, two]);
  const [listed] = await on.list(user);
  expect(listed!.imageSources.map(({ attachment_id }) => attachment_id)).toEqual([three, one, two]);
  // A new picture stands behind them, whatever their order is.
  const base64ImageString = dataUrl(await quarters(50, 20).jpeg().toBuffer());
  const payload = { inserat_id: id, base64ImageString, inserat_typ: '1_week' as const };
  const { body } = await user.call(saveInseratImage, payload);
  expect(await order(user, id)).toEqual([three, one, two, body.image.attachment_id]);
});

test('an order that is not exactly that of the ad’s pictures is refused and changes nothing [MED-13]', async () => {
  const { user, id, images } = await fresh(2);
  const foreign = await fresh(1);
  const [one, two] = images as [number, number];
  const base64ImageString = dataUrl(await quarters(50, 20).jpeg().toBuffer());
  const story = await user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString,
    place: 'story',
  });
  const sort = (attachment_ids: number[]) =>
    user.call(sortInseratImages, { inserat_id: id, attachment_ids });
  for (const wrong of [
    [],
    [one],
    [one, one],
    [one, two, two],
    [one, foreign.images[0]!],
    [one, two, story.body.image.attachment_id],
    [one, 999_999_999],
  ])
    expect(await sort(wrong)).toMatchObject({ status: 409, body: { code: 'MEDIA_CHANGED' } });
  expect(await order(user, id)).toEqual([one, two]);
  await user.call(deleteInseratImage, { attachment_id: one });
  expect((await sort([two, one])).body.code).toBe('MEDIA_CHANGED');
  expect((await sort([two])).status).toBe(200);
});

test("sorting is refused without a session, for another account's ad, and malformed [MED-13]", async () => {
  const { user, id, images } = await fresh(2);
  const payload = { inserat_id: id, attachment_ids: images.toReversed() };
  expect((await world.visitor.call(sortInseratImages, payload)).status).toBe(401);
  const other = await fresh(1);
  for (const inserat_id of [id, 999_999_999])
    expect(await other.user.call(sortInseratImages, { ...payload, inserat_id })).toMatchObject({
      status: 404,
      body: { code: 'INSERAT_NOT_FOUND' },
    });
  for (const attachment_ids of [
    undefined,
    null,
    'x',
    7,
    {},
    ['x'],
    [null],
    [-1],
    [1.5],
    Array(51).fill(1),
    '<b>',
  ])
    expect(
      (await user.raw('sortInseratImages', { payload: { inserat_id: id, attachment_ids } })).status,
    ).toBe(422);
  expect(await order(user, id)).toEqual(images);
});

test('many orders at once leave one of them [MED-13]', async () => {
  const { user, id, images } = await fresh(3);
  const [one, two, three] = images as [number, number, number];
  const wanted = [
    [one, two, three],
    [three, two, one],
    [two, three, one],
  ];
  const race = await Promise.all(
    [...wanted, ...wanted].map((attachment_ids) =>
      user.call(sortInseratImages, { inserat_id: id, attachment_ids }),
    ),
  );
  expect(race.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(wanted).toContainEqual(await order(user, id));
});

test('what a picture or a video shows is said by its owner [MED-12]', async () => {
  const { user, id, images } = await fresh(1);
  const attachment_id = images[0]!;
  expect((await mediaOf(user, id)).imageSources[0].rating).toBe('erotisch');
  for (const rating of ['explizit', 'jugendfrei', 'erotisch'] as const) {
    expect(
      await user.call(rateInseratMedia, { attachment_id, kind: 'image', rating }),
    ).toMatchObject({
      status: 200,
      body: { rating, message: 'Die Einstufung ist gespeichert.' },
    });
    expect((await mediaOf(user, id)).imageSources[0].rating).toBe(rating);
  }
  const { body } = await addVideo(user, id);
  const video = body.video.attachment_id;
  expect(
    (await user.call(rateInseratMedia, { attachment_id: video, kind: 'video', rating: 'explizit' }))
      .status,
  ).toBe(200);
  expect((await mediaOf(user, id)).videoSources[0].rating).toBe('explizit');
  // The same number names other things among pictures and among videos.
  expect(
    (await user.call(rateInseratMedia, { attachment_id: video, kind: 'image', rating: 'explizit' }))
      .status,
  ).toBe(404);
});

test('a picture comes with what its owner says of it, and no milder than the house has said [EXP-54]', async () => {
  const { user, id } = await fresh();
  const base64ImageString = dataUrl(await quarters(50, 20).jpeg().toBuffer());
  const add = async (more: object) =>
    (await user.call(saveInseratImage, { inserat_id: id, base64ImageString, ...more })).body.image;
  const first = await add({ rating: 'jugendfrei' });
  expect(first.rating).toBe('jugendfrei');
  expect((await add({ place: 'story', rating: 'explizit' })).rating).toBe('explizit');
  await sql`
    insert into fixed_rating (account_id, content_id, rating)
    select account_id, content_id, 'erotisch' from image where id = ${first.attachment_id}`.execute(
    world.db,
  );
  expect((await add({ rating: 'jugendfrei' })).rating).toBe('erotisch');
  expect((await add({ rating: 'explizit' })).rating).toBe('explizit');
  const wrong = { inserat_id: id, base64ImageString, rating: 'harmlos' };
  expect((await user.raw('saveInseratImage', { payload: wrong })).status).toBe(422);
});

test('a replaced picture is gone, and the new one has its place and its rating, at the limit too [EXP-55]', async () => {
  const { user, id, images } = await fresh(3);
  const [one, two, three] = images as [number, number, number];
  await user.call(rateInseratMedia, { attachment_id: two, kind: 'image', rating: 'explizit' });
  const base64ImageString = dataUrl(await quarters(50, 20).jpeg().toBuffer());
  const replace = (replaces: number, more: object = {}) =>
    user.call(saveInseratImage, { inserat_id: id, base64ImageString, replaces, ...more });
  const { body } = await replace(two);
  expect(body.image).toMatchObject({ mainImage: false, sortName: '02', rating: 'explizit' });
  const now = body.image.attachment_id;
  expect(await order(user, id)).toEqual([one, now, three]);
  const main = (await replace(one, { rating: 'jugendfrei' })).body.image;
  expect(main).toMatchObject({ mainImage: true, sortName: '01', rating: 'jugendfrei' });
  expect(await order(user, id)).toEqual([main.attachment_id, now, three]);

  const other = await fresh(1);
  const story = await user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString,
    place: 'story',
  });
  for (const none of [two, other.images[0]!, story.body.image.attachment_id, 999_999_999])
    expect(await replace(none)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect((await replace(three, { place: 'story' })).body.code).toBe('NOT_FOUND');
  expect(await order(user, id)).toEqual([main.attachment_id, now, three]);
  expect((await mediaOf(other.user, other.id)).imageSources).toHaveLength(1);
});

test('after the operator’s correction only a stricter word is accepted [MED-12]', async () => {
  const { user, id, images } = await fresh(1);
  const attachment_id = images[0]!;
  await world.db
    .updateTable('image')
    .set({ rating: 'erotisch', rating_fixed: true })
    .where('id', '=', attachment_id)
    .execute();
  const rate = (rating: 'jugendfrei' | 'erotisch' | 'explizit') =>
    user.call(rateInseratMedia, { attachment_id, kind: 'image', rating });
  expect(await rate('jugendfrei')).toMatchObject({
    status: 409,
    body: {
      code: 'RATING_FIXED',
      message: 'Diese Einstufung hat der Support festgelegt. Du kannst sie nur strenger wählen.',
    },
  });
  expect((await mediaOf(user, id)).imageSources[0].rating).toBe('erotisch');
  expect((await rate('erotisch')).status).toBe(200);
  expect((await rate('explizit')).status).toBe(200);
});

test("rating is refused without a session, for another account's ad, and malformed [MED-12]", async () => {
  const { user, images } = await fresh(1);
  const payload = { attachment_id: images[0]!, kind: 'image', rating: 'explizit' } as const;
  expect((await world.visitor.call(rateInseratMedia, payload)).status).toBe(401);
  const other = await on.rich(0);
  for (const attachment_id of [images[0]!, 999_999_999])
    expect(await other.call(rateInseratMedia, { ...payload, attachment_id })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  for (const wrong of [
    { rating: 'harmlos' },
    { rating: '' },
    { rating: ['explizit'] },
    { rating: 'EXPLIZIT' },
    { kind: 'paper' },
    { kind: null },
    { attachment_id: 'x' },
    { attachment_id: '<b>' },
    { attachment_id: undefined },
  ])
    expect((await user.raw('rateInseratMedia', { payload: { ...payload, ...wrong } })).status).toBe(
      422,
    );
  const row = world.db.selectFrom('image').select('rating').where('id', '=', images[0]!);
  expect((await row.executeTakeFirst())!.rating).toBe('erotisch');
});

test('an uploaded video is attached to its ad and waits; a premium ad has two [MED-20, MED-22, CON-58]', async () => {
  const { user, id } = await fresh();
  const first = await addVideo(user, id, { name: ' Film\u202e am\nSee.mp4 ' });
  expect(first).toMatchObject({
    status: 200,
    body: {
      message: 'Das Video ist hochgeladen und wird jetzt umgewandelt.',
      video: {
        status: 'wartet',
        name: 'Film am See.mp4',
        mainvideo: true,
        url: '',
        thumbnail: '',
        failure: '',
      },
    },
  });
  expect((await on.list(user))[0]).toMatchObject({ ID: id, inserat_status: 'entwurf' });
  expect((await addVideo(user, id)).body.video.mainvideo).toBe(false);
  expect(await addVideo(user, id)).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_VIDEOS', message: 'Du kannst maximal 2 Videos hochladen.' },
  });
  expect((await mediaOf(user, id)).videoSources).toHaveLength(2);
});

test('a free ad has no video [MED-19, CON-57, ERR-094]', async () => {
  const { user, id } = await fresh();
  const upload_id = await sent(user, id);
  expect(await user.call(saveInseratVideo, { inserat_id: id, upload_id })).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_VIDEOS', message: 'Du kannst maximal 0 Videos hochladen.' },
  });
  // The upload waits for a larger package.
  expect(
    (await user.call(saveInseratVideo, { inserat_id: id, upload_id, inserat_typ: '1_week' }))
      .status,
  ).toBe(200);
});

test('many at once for the last place, and one upload many times [MED-20, T-RACE-09]', async () => {
  const { user, id } = await fresh();
  await addVideo(user, id);
  const [one, two, three] = [await sent(user, id), await sent(user, id), await sent(user, id)];
  const save = (upload_id: string) =>
    user.call(saveInseratVideo, { inserat_id: id, upload_id, inserat_typ: '1_week' });
  const race = await Promise.all([one, two, three, one, two, three].map(save));
  expect(race.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await mediaOf(user, id)).videoSources).toHaveLength(2);
});

test('a story’s video takes the place of its picture and does not count among those of the ad [MED-25, MED-32]', async () => {
  const { user, id } = await fresh();
  const base64ImageString = dataUrl(await quarters().jpeg().toBuffer());
  await user.call(saveInseratImage, { inserat_id: id, base64ImageString, place: 'story' });
  await addVideo(user, id);
  await addVideo(user, id);
  expect((await addVideo(user, id, { place: 'story' })).status).toBe(200);
  const second = await addVideo(user, id, { place: 'story' });
  const media = await mediaOf(user, id);
  expect(media).toMatchObject({
    story_image: null,
    story_video: { attachment_id: second.body.video.attachment_id, mainvideo: true },
  });
  expect(media.videoSources).toHaveLength(2);
});

test('saving a video: whose upload, what upload, without a session, malformed [MED-22, T-UPL-88]', async () => {
  const { user, id } = await fresh();
  const other = await fresh();
  const bytes = await quarters().jpeg().toBuffer();
  const save = (caller: Caller, inserat_id: number, upload_id: string) =>
    caller.call(saveInseratVideo, { inserat_id, upload_id, inserat_typ: '1_week' });
  const own = await sent(user, id);
  const notFound = { status: 404, body: { code: 'UPLOAD_NOT_FOUND' } };
  expect(await save(user, id, await sent(other.user, other.id))).toMatchObject(notFound);
  expect(await save(user, id, await tus.sent(user, { inserat_id: id, bytes }))).toMatchObject(
    notFound,
  );
  expect(await save(user, id, UNKNOWN)).toMatchObject(notFound);
  for (const inserat_id of [id, 999_999_999])
    expect(await save(other.user, inserat_id, own)).toMatchObject({
      status: 404,
      body: { code: 'INSERAT_NOT_FOUND' },
    });
  expect((await save(world.visitor, id, own)).status).toBe(401);
  for (const upload_id of [
    undefined,
    null,
    '',
    7,
    ['x'],
    'x',
    `${own}x`,
    '<b>',
    '../../etc/passwd',
  ])
    expect(
      (await user.raw('saveInseratVideo', { payload: { inserat_id: id, upload_id } })).status,
    ).toBe(422);
  for (const more of [
    { place: 'x' },
    { name: 'x'.repeat(301) },
    { name: 7 },
    { inserat_typ: 'x' },
  ]) {
    const payload = { inserat_id: id, upload_id: own, inserat_typ: '1_week', ...more };
    expect((await user.raw('saveInseratVideo', { payload })).status).toBe(422);
  }
  expect((await save(user, id, own)).status).toBe(200);
});

test('a video is removed by its owner only, also while it waits [MED-22]', async () => {
  await world.runTasks('media/uploads');
  const { user, id } = await fresh();
  const { body } = await addVideo(user, id);
  const second = await addVideo(user, id);
  const { attachment_id } = body.video;
  const other = await on.rich(0);
  for (const missing of [attachment_id, 999_999_999])
    expect(await other.call(deleteInseratVideo, { attachment_id: missing })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  expect((await world.visitor.call(deleteInseratVideo, { attachment_id })).status).toBe(401);
  for (const wrong of [undefined, null, '', 'x', -1, [1], '<b>'])
    expect(
      (await user.raw('deleteInseratVideo', { payload: { attachment_id: wrong } })).status,
    ).toBe(422);
  expect(
    await user.call(deleteInseratVideo, { attachment_id, cloudflare_id: 'gleichgültig' }),
  ).toMatchObject({
    status: 200,
    body: { message: 'Das Video wurde gelöscht.' },
  });
  expect((await user.call(deleteInseratVideo, { attachment_id })).status).toBe(404);
  expect((await mediaOf(user, id)).videoSources).toMatchObject([
    { attachment_id: second.body.video.attachment_id, mainvideo: true },
  ]);
  // Its raw bytes go with it.
  const before = await world.app.media.uploads.ids();
  await world.runTasks('media/uploads');
  expect(before.length - (await world.app.media.uploads.ids()).length).toBe(1);
});
