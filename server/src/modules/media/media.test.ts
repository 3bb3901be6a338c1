import type { Params } from '@samtrot/shared/kernel/action.ts';
import {
  deleteInseratImage,
  ImageSource,
  saveInseratImage,
} from '@samtrot/shared/media/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, noise, quarters } from '../../testing/media/images.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const upload = (
  user: Caller,
  inserat_id: number,
  bytes: Uint8Array,
  more: Partial<Params<typeof saveInseratImage>> = {},
) => user.call(saveInseratImage, { inserat_id, base64ImageString: dataUrl(bytes), ...more });
const jpeg = (width = 40, height = 20) => quarters(width, height).jpeg().toBuffer();

/** A new advertiser with a new ad. */
async function fresh(): Promise<{ user: Caller; id: number }> {
  const user = await on.rich(200);
  return { user, id: await on.blank(user) };
}

test('images require a login [API-29, API-30]', async () => {
  const base64ImageString = dataUrl(await jpeg());
  expect(
    (await world.visitor.call(saveInseratImage, { inserat_id: 1, base64ImageString })).status,
  ).toBe(401);
  expect((await world.visitor.call(deleteInseratImage, { attachment_id: 1 })).status).toBe(401);
});

test('an image is stored, listed with its ad and public once the ad is published [API-29, MED-01, MED-12]', async () => {
  const { user, id } = await fresh();
  const bytes = await noise(1000, 500).jpeg().toBuffer();
  const answer = await upload(user, id, bytes, { name: ' Abend\u202e am\nSee.jpg ' });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      success: true,
      removed: [],
      message: 'Bild erfolgreich hochgeladen und in CDN gespeichert',
    },
  });
  const { image } = answer.body;
  expect(ImageSource.safeParse(image).success).toBe(true);
  expect(image).toMatchObject({
    width: 1000,
    height: 500,
    mainImage: true,
    sortName: '01',
    name: 'Abend am See.jpg',
    base64ImageString: '',
    placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
    cloudflare_id: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(Object.keys(image.variants)).toEqual(['320', '640', '960', '1000']);
  const [listed] = await on.list(user);
  expect(listed).toMatchObject({ ID: id, inserat_status: 'entwurf', imageSources: [image] });

  await on.place(user, { inserat_id: id });
  const fetched = await world.server.inject({ method: 'GET', url: image.url });
  expect(fetched.statusCode).toBe(200);
  expect(fetched.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  for (const [width, url] of nonEmpty(Object.entries<string>(image.variants))) {
    const { rawPayload } = await world.server.inject({ method: 'GET', url });
    const metadata = await sharp(rawPayload).metadata();
    expect({ format: metadata.format, width: metadata.width }).toEqual({
      format: 'webp',
      width: Number(width),
    });
  }
});

test('other names under /media are 404 [API-29]', async () => {
  const hash = 'a'.repeat(64);
  for (const name of [
    `${hash}-320.webp`,
    `${hash}-320.png`,
    '..%2f..%2fsession-secret',
    `${hash}-320.webp%00`,
    'x',
  ]) {
    expect(
      (await world.server.inject({ method: 'GET', url: `/media/${name}` })).statusCode,
      name,
    ).toBe(404);
  }
});

test('an image is never enlarged, and identical images have the same name [MED-01]', async () => {
  const { user, id } = await fresh();
  const first = await upload(user, id, await jpeg());
  const second = await upload(user, id, await jpeg());
  expect(Object.keys(first.body.image.variants)).toEqual(['40']);
  expect(second.body.image.cloudflare_id).toBe(first.body.image.cloudflare_id);
  expect(second.body.image).toMatchObject({ mainImage: false, sortName: '02' });
});

test.each<[string, unknown, number]>([
  ['bad base64 [T-UPL-52]', 'data:image/png;base64,iVBORw0K*GgoAAAA', 422],
  ['no data URL [T-UPL-52]', 'https://fremd.example/bild.png', 422],
  ['a data URL without base64 [T-UPL-52]', 'data:image/png,%89PNG', 422],
  ['SVG [T-UPL-52]', 'data:image/svg+xml;base64,PHN2Zy8+', 415],
  ['HTML [T-UPL-52]', 'data:text/html;base64,PHNjcmlwdD4=', 415],
  ['no type [T-UPL-52]', 'data:;base64,iVBORw0KGgo=', 415],
  ['empty [T-UPL-52]', '', 422],
  ['missing [T-UPL-52]', undefined, 422],
  ['a number [T-UPL-52]', 7, 422],
  ['a list [T-UPL-52]', ['data:image/png;base64,AAAA'], 422],
])('%s is refused [API-29]', async (_title, base64ImageString, status) => {
  const { user, id } = await fresh();
  const answer = await user.raw('saveInseratImage', {
    payload: { inserat_id: id, base64ImageString },
  });
  expect(answer).toMatchObject({ status, body: { success: false } });
});

test('megabytes of text that are no data URL are refused [API-29, T-IN-08]', async () => {
  const { user, id } = await fresh();
  const base64ImageString = `data:${'a'.repeat(12_000_000)}`;
  const answer = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { base64ImageString: expect.any(String) } },
  });
});

test('a free ad has three images, and an image needs an ad [MED-03, MED-04, CON-54, ERR-088, ERR-089]', async () => {
  const { user, id } = await fresh();
  const bytes = await jpeg();
  for (let n = 0; n < 3; n++) expect((await upload(user, id, bytes)).status).toBe(200);
  const fourth = {
    status: 409,
    body: { code: 'TOO_MANY_IMAGES', message: 'Du kannst maximal 3 Bilder hochladen.' },
  };
  expect(await upload(user, id, bytes)).toMatchObject(fourth);
  const missing = await user.raw('saveInseratImage', {
    payload: { base64ImageString: dataUrl(bytes) },
  });
  expect(missing).toMatchObject({
    status: 422,
    body: { errors: { inserat_id: expect.any(String) } },
  });
});

test('a premium ad has ten, even if the package is only chosen in the editor [MED-05, CON-55, ERR-088]', async () => {
  const { user, id } = await fresh();
  const bytes = await jpeg();
  for (let n = 0; n < 10; n++)
    expect((await upload(user, id, bytes, { inserat_typ: '1_week' })).status).toBe(200);
  const eleventh = await upload(user, id, bytes, { inserat_typ: '1_week' });
  expect(eleventh.body).toMatchObject({
    code: 'TOO_MANY_IMAGES',
    message: 'Du kannst maximal 10 Bilder hochladen.',
  });
});

test('a running free ad is limited to three, whatever package is named [MED-04]', async () => {
  const { user, id } = await fresh();
  await on.place(user, { inserat_id: id });
  const bytes = await jpeg();
  for (let n = 0; n < 3; n++) await upload(user, id, bytes);
  expect((await upload(user, id, bytes, { inserat_typ: '1_month' })).body.code).toBe(
    'TOO_MANY_IMAGES',
  );
});

test('ten concurrent images for the last places never exceed the limit [MED-04, MED-05, T-RACE-09]', async () => {
  const { user, id } = await fresh();
  const bytes = await jpeg();
  const race = await Promise.all(Array.from({ length: 10 }, () => upload(user, id, bytes)));
  expect(race.map(({ body }) => body.code ?? 'stored').sort()).toEqual([
    ...Array(7).fill('TOO_MANY_IMAGES'),
    ...Array(3).fill('stored'),
  ]);
  const [listed] = await on.list(user);
  expect(listed!.imageSources.map(({ sortName, mainImage }) => `${sortName} ${mainImage}`)).toEqual(
    [...['01 true', '02 false', '03 false']],
  );
});

test("another account's, an unknown and a deleted ad get the same response [API-29]", async () => {
  const { id } = await fresh();
  const other = await on.rich(0);
  const bytes = await jpeg();
  for (const inserat_id of [id, 999_999_999]) {
    expect(await upload(other, inserat_id, bytes)).toMatchObject({
      status: 404,
      body: { code: 'INSERAT_NOT_FOUND' },
    });
  }
});

test('deleting an image makes the next one the main image [MED-10, API-30]', async () => {
  const { user, id } = await fresh();
  const first = await upload(user, id, await jpeg());
  const second = await upload(user, id, await jpeg(60, 30));
  const attachment_id = first.body.image.attachment_id;
  const answer = await user.call(deleteInseratImage, {
    attachment_id,
    cloudflare_id: 'gleichgültig',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'Bild erfolgreich aus WordPress und CDN gelöscht' },
  });
  const [listed] = await on.list(user);
  expect(listed!.imageSources).toMatchObject([
    { attachment_id: second.body.image.attachment_id, mainImage: true, sortName: '01' },
  ]);
  expect((await user.call(deleteInseratImage, { attachment_id })).status).toBe(404);
});

test("another account's, an unknown and an invalid image are refused [API-30]", async () => {
  const { user, id } = await fresh();
  const { body } = await upload(user, id, await jpeg());
  const other = await on.rich(0);
  for (const attachment_id of [body.image.attachment_id, 999_999_999]) {
    const { cloudflare_id } = body.image;
    expect(await other.call(deleteInseratImage, { attachment_id, cloudflare_id })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  }
  for (const attachment_id of ['x', -1, null, '', [1]]) {
    expect((await user.raw('deleteInseratImage', { payload: { attachment_id } })).status).toBe(422);
  }
  expect((await on.list(user))[0]!.imageSources).toHaveLength(1);
});
