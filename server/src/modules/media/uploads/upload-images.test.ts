import { AppError } from '@samtrot/shared/kernel/errors.ts';
import {
  deleteInseratImage,
  getInseratMedia,
  saveInseratImage,
} from '@samtrot/shared/media/contract.ts';
import { expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../../testing/listings/inserate.ts';
import {
  dataUrl,
  jpegBomb,
  jpegWithMetadata,
  noise,
  pngWithMetadata,
  quarters,
} from '../../../testing/media/images.ts';
import type { Caller } from '../../../testing/world/world.ts';

let { world, on, tus } = {} as AdFixture;
adStage((given) => ({ world, on, tus } = given));

const jpeg = (width = 40, height = 20) => quarters(width, height).jpeg().toBuffer();
const mediaOf = async (user: Caller, inserat_id: number) =>
  (await user.call(getInseratMedia, { inserat_id })).body;
const isThere = async (id: string) => ({
  row:
    (await world.db.selectFrom('upload').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined,
  bytes: (await world.app.media.uploads.read(id)) !== undefined,
});
const GONE = { row: false, bytes: false };
const THERE = { row: true, bytes: true };

test('an uploaded image is attached like an inline one, and its upload is deleted [API-29, MED-01]', async () => {
  const { user, id } = await on.beginner();
  const bytes = await noise(700, 350).jpeg().toBuffer();
  const upload_id = await tus.sent(user, { inserat_id: id, bytes });
  const answer = await user.call(saveInseratImage, {
    inserat_id: id,
    upload_id,
    name: 'Abend am See.jpg',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'Bild erfolgreich hochgeladen und in CDN gespeichert',
      image: { name: 'Abend am See.jpg' },
    },
  });
  const other = await user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString: dataUrl(bytes),
  });
  expect(other.body.image.cloudflare_id).toBe(answer.body.image.cloudflare_id);
  expect(await isThere(upload_id)).toEqual(GONE);
  const again = await user.call(saveInseratImage, { inserat_id: id, upload_id });
  expect(again).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } });
  const row = await world.db
    .selectFrom('image')
    .select(['bytes', 'phash', 'rating', 'place'])
    .where('id', '=', answer.body.image.attachment_id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    phash: expect.stringMatching(/^[01]{64}$/),
    rating: 'erotisch',
    place: 'inserat',
  });
  expect(Number(row.bytes)).toBeGreaterThan(1000);
});

test('one upload makes one image, even if requested concurrently [API-29, T-RACE-09]', async () => {
  const { user, id } = await on.beginner();
  const upload_id = await tus.sent(user, { inserat_id: id, bytes: await jpeg() });
  const race = await Promise.all(
    Array.from({ length: 5 }, () => user.call(saveInseratImage, { inserat_id: id, upload_id })),
  );
  expect(race.map(({ body }) => body.code ?? 'stored').sort()).toEqual([
    ...Array(4).fill('UPLOAD_NOT_FOUND'),
    'stored',
  ]);
  expect((await mediaOf(user, id)).imageSources).toHaveLength(1);
});

test('exactly one of image and upload is accepted [API-29]', async () => {
  const { user, id } = await on.beginner();
  const bytes = await jpeg();
  const upload_id = await tus.sent(user, { inserat_id: id, bytes });
  const both = await user.call(saveInseratImage, {
    inserat_id: id,
    upload_id,
    base64ImageString: dataUrl(bytes),
  });
  expect(both).toMatchObject({ status: 422, body: { errors: { upload_id: expect.any(String) } } });
  const none = await user.call(saveInseratImage, { inserat_id: id });
  expect(none).toMatchObject({
    status: 422,
    body: { errors: { base64ImageString: expect.any(String) } },
  });
  for (const broken of ['x', 7, ['a'], '', `${upload_id}x`, '<b>', null]) {
    const answer = await user.raw('saveInseratImage', {
      payload: { inserat_id: id, upload_id: broken },
    });
    expect(answer, String(broken)).toMatchObject({
      status: 422,
      body: { errors: { upload_id: expect.any(String) } },
    });
  }
  expect(await isThere(upload_id)).toEqual(THERE);
});

test('a foreign, unfinished or video upload, or one for another ad, is not found [T-UPL-88]', async () => {
  const user = await on.rich(200);
  const { user: other, id: theirs } = await on.beginner();
  const bytes = await jpeg();
  const { id: second } = await on.place(user);
  const id = await on.blank(user);
  const uploads = {
    foreign: await tus.sent(other, { inserat_id: theirs, bytes }),
    elsewhere: await tus.sent(user, { inserat_id: second, bytes }),
    video: await tus.sent(user, { inserat_id: id, kind: 'video', bytes }),
    unfinished: await tus.begun(user, { inserat_id: String(id), kind: 'image' }, bytes.length),
    unknown: '0198c0de-0000-4000-8000-000000000000',
  };
  for (const [title, upload_id] of Object.entries(uploads)) {
    const answer = await user.call(saveInseratImage, { inserat_id: id, upload_id });
    expect(answer, title).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } });
  }
  expect(await isThere(uploads.foreign)).toEqual(THERE);
});

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  [
    'an SVG [T-UPL-16]',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'NOT_AN_IMAGE',
  ],
  ['a GIF [T-UPL-24]', () => quarters().gif().toBuffer(), 'NOT_AN_IMAGE'],
  ['a flood of pixels [T-UPL-37]', () => jpegBomb(), 'IMAGE_TOO_MANY_PIXELS'],
  [
    'half a picture [T-UPL-44]',
    async () => (await jpeg(200, 100)).subarray(0, 600),
    'IMAGE_DAMAGED',
  ],
])('%s is refused and not kept', async (_title, make, code) => {
  const { user, id } = await on.beginner();
  const upload_id = await tus.sent(user, { inserat_id: id, bytes: await make() });
  expect((await user.call(saveInseratImage, { inserat_id: id, upload_id })).body).toMatchObject({
    code,
  });
  expect(await isThere(upload_id)).toEqual(GONE);
  expect((await mediaOf(user, id)).imageSources).toEqual([]);
});

test('after any other failure the same upload may be used again [MED-04, ERR-088]', async () => {
  const { user, id } = await on.beginner();
  const bytes = await jpeg();
  const { images } = world.app.media;
  const upload_id = await tus.sent(user, { inserat_id: id, bytes });
  const render = images.render;
  images.render = async () => {
    throw new AppError('UNAVAILABLE');
  };
  expect((await user.call(saveInseratImage, { inserat_id: id, upload_id })).status).toBe(503);
  images.render = render;
  expect(await isThere(upload_id)).toEqual(THERE);

  for (let n = 0; n < 3; n++)
    await user.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(bytes) });
  expect((await user.call(saveInseratImage, { inserat_id: id, upload_id })).body.code).toBe(
    'TOO_MANY_IMAGES',
  );
  const [first] = (await mediaOf(user, id)).imageSources;
  await user.call(deleteInseratImage, { attachment_id: first.attachment_id });
  expect((await user.call(saveInseratImage, { inserat_id: id, upload_id })).status).toBe(200);
});

test('the removed metadata of an uploaded file are reported [T-UPL-09, T-UPL-13]', async () => {
  const { user, id } = await on.beginner();
  for (const bytes of [await jpegWithMetadata(6), await pngWithMetadata()]) {
    const upload_id = await tus.sent(user, { inserat_id: id, bytes });
    const { body } = await user.call(saveInseratImage, { inserat_id: id, upload_id });
    expect(body.removed).toEqual(
      expect.arrayContaining(['GPS-Standort', 'Textanmerkungen', 'Angehängte Daten']),
    );
  }
});

test('a story has one image besides those of the ad, and a new one replaces it [MED-23, MED-25, MED-32]', async () => {
  const { user, id } = await on.beginner();
  const bytes = await jpeg();
  for (let n = 0; n < 3; n++)
    await user.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(bytes) });
  const story = async (width: number) => {
    const upload_id = await tus.sent(user, { inserat_id: id, bytes: await jpeg(width, 30) });
    return user.call(saveInseratImage, { inserat_id: id, upload_id, place: 'story' });
  };
  const first = await story(50);
  expect(first).toMatchObject({ status: 200, body: { image: { width: 50, mainImage: true } } });
  const second = await story(60);
  const media = await mediaOf(user, id);
  expect(media.imageSources).toHaveLength(3);
  expect(media.story_image).toMatchObject({
    attachment_id: second.body.image.attachment_id,
    width: 60,
  });
  expect(media.story_video).toBeNull();
  const gone = await user.call(deleteInseratImage, {
    attachment_id: first.body.image.attachment_id,
  });
  expect(gone.status).toBe(404);
  await user.call(deleteInseratImage, { attachment_id: second.body.image.attachment_id });
  expect((await mediaOf(user, id)).story_image).toBeNull();
});

test("a story's image replaces its video [MED-25]", async () => {
  const { user, id } = await on.beginner();
  const film = await tus.sent(user, { inserat_id: id, kind: 'video', bytes: Buffer.from('film') });
  await user.raw('saveInseratVideo', {
    payload: { inserat_id: id, upload_id: film, place: 'story' },
  });
  expect((await mediaOf(user, id)).story_video).not.toBeNull();
  const payload = { inserat_id: id, base64ImageString: dataUrl(await jpeg()), place: 'story' };
  expect((await user.raw('saveInseratImage', { payload })).status).toBe(200);
  expect(await mediaOf(user, id)).toMatchObject({ story_video: null, story_image: { width: 40 } });
  for (const place of ['banner', '', 7, null])
    expect((await user.raw('saveInseratImage', { payload: { ...payload, place } })).status).toBe(
      422,
    );
});
