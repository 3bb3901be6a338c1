import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { deleteInseratImage, ImageSource, saveInseratImage } from '@samtrot/shared/media/contract.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CANARIES,
  dataUrl,
  jpegBomb,
  jpegOfSize,
  noise,
  pngBomb,
  quarters,
  tellingJpeg,
  tellingPng,
  textBomb,
} from '../../testing/images.ts';
import { advertisers } from '../../testing/inserate.ts';
import { type Answer, type Caller, testWorld, type World } from '../../testing/world.ts';

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

/** The files behind an answer, as their owner fetches them. */
async function filesOf({ cookie }: Caller, answer: Answer): Promise<Buffer[]> {
  const files: Buffer[] = [];
  for (const url of Object.values<string>(answer.body.image.variants)) {
    files.push((await world.server.inject({ method: 'GET', url, headers: { cookie } })).rawPayload);
  }
  return files;
}

/** A new advertiser with a new ad. */
async function fresh(): Promise<{ user: Caller; id: number }> {
  const user = await on.rich(200);
  return { user, id: await on.blank(user) };
}

test('API-29 API-30 pictures are for those who are logged in', async () => {
  const base64ImageString = dataUrl(await jpeg());
  expect((await world.visitor.call(saveInseratImage, { inserat_id: 1, base64ImageString })).status).toBe(401);
  expect((await world.visitor.call(deleteInseratImage, { attachment_id: 1 })).status).toBe(401);
});

test('API-29 MED-01 MED-12 a picture is stored, listed with its ad and, once that is published, fetched by anybody', async () => {
  const { user, id } = await fresh();
  const bytes = await noise(1000, 500).jpeg().toBuffer();
  const answer = await upload(user, id, bytes, { name: ' Abend\u202e am\nSee.jpg ' });
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, removed: [], message: 'Bild erfolgreich hochgeladen und in CDN gespeichert' },
  });
  const { image } = answer.body;
  expect(ImageSource.safeParse(image).success).toBe(true);
  expect(image).toMatchObject({
    ...{ width: 1000, height: 500, mainImage: true, sortName: '01', name: 'Abend am See.jpg', base64ImageString: '' },
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
    ...{ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, s-maxage=60, immutable' },
    ...{ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" },
  });
  for (const [width, url] of Object.entries<string>(image.variants)) {
    const { rawPayload } = await world.server.inject({ method: 'GET', url });
    const metadata = await sharp(rawPayload).metadata();
    expect({ format: metadata.format, width: metadata.width }).toEqual({ format: 'webp', width: Number(width) });
  }
});

test('API-29 other names under /media are not found', async () => {
  const hash = 'a'.repeat(64);
  for (const name of [`${hash}-320.webp`, `${hash}-320.png`, '..%2f..%2fsession-secret', `${hash}-320.webp%00`, 'x']) {
    expect((await world.server.inject({ method: 'GET', url: `/media/${name}` })).statusCode, name).toBe(404);
  }
});

test('MED-01 a picture is never enlarged, and the same picture has the same name', async () => {
  const { user, id } = await fresh();
  const first = await upload(user, id, await jpeg());
  const second = await upload(user, id, await jpeg());
  expect(Object.keys(first.body.image.variants)).toEqual(['40']);
  expect(second.body.image.cloudflare_id).toBe(first.body.image.cloudflare_id);
  expect(second.body.image).toMatchObject({ mainImage: false, sortName: '02' });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('T-UPL-01 orientation %i is stored upright', async (orientation) => {
  const { user, id } = await fresh();
  const bytes = await tellingJpeg(orientation);
  const [file] = await filesOf(user, await upload(user, id, bytes));
  const shown = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const kept = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([kept.info.width, kept.info.height]).toEqual([shown.info.width, shown.info.height]);
  expect(kept.info.width > kept.info.height).toBe(orientation < 5);
  // The middles of the four quarters have the colours that the picture shows.
  for (const x of [0.25, 0.75]) {
    for (const y of [0.25, 0.75]) {
      const at = (Math.floor(y * shown.info.height) * shown.info.width + Math.floor(x * shown.info.width)) * 3;
      for (let part = 0; part < 3; part++)
        expect(Math.abs(kept.data[at + part]! - shown.data[at + part]!)).toBeLessThan(40);
    }
  }
  expect((await sharp(file).metadata()).orientation).toBeUndefined();
});

test('T-UPL-09 T-UPL-13 nothing but the pixels is kept of a telephone’s JPEG, and its owner is told what went', async () => {
  const { user, id } = await fresh();
  const bytes = await tellingJpeg(6);
  expect(CANARIES.filter((canary) => bytes.includes(canary)).length).toBeGreaterThan(5);
  const answer = await upload(user, id, bytes);
  expect(answer.body.removed).toEqual([
    ...['GPS-Standort', 'Kameramodell', 'Aufnahmezeit', 'Name der Urheberin oder des Urhebers', 'Seriennummer'],
    ...['Vorschaubild', 'XMP-Angaben', 'IPTC-Angaben', 'Textanmerkungen', 'Angehängte Daten'],
  ]);
  for (const file of await filesOf(user, answer)) {
    const { exif, xmp, iptc, icc, comments } = await sharp(file).metadata();
    expect({ exif, xmp, iptc, icc, comments }).toEqual({});
  }
});

test('T-UPL-09 text, EXIF and a tail of a PNG are gone too', async () => {
  const { user, id } = await fresh();
  const answer = await upload(user, id, await tellingPng());
  expect(answer.body.removed).toEqual(expect.arrayContaining(['GPS-Standort', 'Textanmerkungen', 'Angehängte Daten']));
});

test('T-UPL-15 no stored byte holds anything that came along', async () => {
  const folder = join(world.config.dataDir, 'media');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  expect(files.length).toBeGreaterThan(8);
  for (const name of files) {
    expect(name).toMatch(/^([\da-f]{2})\/\1[\da-f]{62}-\d+\.webp$/);
    const bytes = readFileSync(join(folder, name));
    for (const word of [...CANARIES, 'Exif', 'XMP ', 'ICCP', 'ftyp', 'script'])
      expect(bytes.includes(word), word).toBe(false);
  }
});

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['T-UPL-16 SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'NOT_AN_IMAGE'],
  ['T-UPL-18 HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'NOT_AN_IMAGE'],
  ['T-UPL-22 PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'NOT_AN_IMAGE'],
  ['T-UPL-23 ZIP', () => Buffer.from('PK\u0003\u0004'), 'NOT_AN_IMAGE'],
  ['MED-01 T-UPL-24 GIF', () => quarters().gif().toBuffer(), 'NOT_AN_IMAGE'],
  ['T-UPL-25 WebP', () => quarters().webp().toBuffer(), 'NOT_AN_IMAGE'],
  ['T-UPL-26 TIFF', () => quarters().tiff().toBuffer(), 'NOT_AN_IMAGE'],
  ['T-UPL-50 nothing', () => new Uint8Array(), 'NOT_AN_IMAGE'],
  ['T-UPL-51 one byte', () => Buffer.from([0xff]), 'NOT_AN_IMAGE'],
  ['T-UPL-31 a JPEG by its first bytes only', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2]), 'IMAGE_UNREADABLE'],
  [
    'T-UPL-31 an SVG behind the signature of PNG',
    () =>
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
    'IMAGE_UNREADABLE',
  ],
])('%s named .png is refused', async (_title, make, code) => {
  const { user, id } = await fresh();
  const answer = await upload(user, id, await make(), {
    base64ImageString: dataUrl(await make(), 'image/png'),
    name: 'bild.png',
  });
  expect(answer.body).toMatchObject({ success: false, code });
  expect(answer.status).toBe(code === 'NOT_AN_IMAGE' ? 415 : 422);
  expect(await on.list(user)).toEqual([]);
});

test.each<[string, unknown, number]>([
  ['T-UPL-52 bad base64', 'data:image/png;base64,iVBORw0K*GgoAAAA', 422],
  ['T-UPL-52 no data URL', 'https://fremd.example/bild.png', 422],
  ['T-UPL-52 a data URL without base64', 'data:image/png,%89PNG', 422],
  ['T-UPL-52 SVG', 'data:image/svg+xml;base64,PHN2Zy8+', 415],
  ['T-UPL-52 HTML', 'data:text/html;base64,PHNjcmlwdD4=', 415],
  ['T-UPL-52 no type', 'data:;base64,iVBORw0KGgo=', 415],
  ['T-UPL-52 empty', '', 422],
  ['T-UPL-52 missing', undefined, 422],
  ['T-UPL-52 a number', 7, 422],
  ['T-UPL-52 a list', ['data:image/png;base64,AAAA'], 422],
])('API-29 %s is refused', async (_title, base64ImageString, status) => {
  const { user, id } = await fresh();
  const answer = await user.raw('saveInseratImage', { payload: { inserat_id: id, base64ImageString } });
  expect(answer).toMatchObject({ status, body: { success: false } });
});

test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ['T-UPL-33 10 000 x 10 000', () => pngBomb(10_000, 10_000)],
  ['T-UPL-34 20 000 x 20 000', () => pngBomb(20_000, 20_000)],
  ['T-UPL-35 50 000 x 50 000', () => pngBomb(50_000, 50_000, false)],
  ['T-UPL-36 1 x 60 000', () => pngBomb(1, 60_000)],
  ['T-UPL-37 a JPEG header of 65 500 x 65 500', () => jpegBomb()],
  ['T-UPL-38 2³¹ - 1 pixels wide and high', () => pngBomb(2 ** 31 - 1, 2 ** 31 - 1, false)],
])('%s pixels are refused at once, and the server lives', async (_title, make) => {
  const { user, id } = await fresh();
  const bytes = await make();
  const started = Date.now();
  const answer = await upload(user, id, bytes);
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'IMAGE_UNREADABLE', message: 'Fehler beim Hochladen des Bildes' },
  });
  expect(Date.now() - started).toBeLessThan(1500);
  expect((await world.server.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
});

test('T-UPL-39 a text that unpacks to 100 million characters is not unpacked into the answer', async () => {
  const { user, id } = await fresh();
  const answer = await upload(user, id, await textBomb());
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body).length).toBeLessThan(5000);
});

test.each([0.1, 0.5, 0.9, 0.99])('T-UPL-43 a file that ends after %d of it is refused', async (part) => {
  const { user, id } = await fresh();
  for (const whole of [await noise(120, 80).jpeg().toBuffer(), await noise(120, 80).png().toBuffer()]) {
    const answer = await upload(user, id, whole.subarray(0, Math.floor(whole.length * part)));
    expect(answer).toMatchObject({ status: 422, body: { code: 'IMAGE_UNREADABLE' } });
  }
});

test('T-UPL-47 100 damaged copies of a valid file are accepted or refused, never a defect', async () => {
  const { user, id } = await fresh();
  const valid = await noise(60, 40).jpeg().toBuffer();
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
  for (let round = 0; round < 100; round++) {
    const bytes = Buffer.from(valid);
    for (let change = 0; change < 4; change++) bytes[3 + random(bytes.length - 3)] = random(256);
    const answer = await upload(user, id, bytes);
    expect([200, 415, 422]).toContain(answer.status);
    if (answer.status === 200) await user.call(deleteInseratImage, { attachment_id: answer.body.image.attachment_id });
  }
});

test('MED-02 CON-53 ERR-087 T-UPL-48 exactly 10 MiB are accepted, one byte more is told the limit', async () => {
  const { user, id } = await fresh();
  const limit = 10 * 1024 * 1024;
  expect((await upload(user, id, await jpegOfSize(limit))).status).toBe(200);
  for (const size of [limit + 1, limit + 2, 11 * 1024 * 1024]) {
    expect(await upload(user, id, await jpegOfSize(size))).toMatchObject({
      status: 413,
      body: { message: 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.' },
    });
  }
  expect((await upload(user, id, await jpegOfSize(13 * 1024 * 1024))).status).toBe(413);
});

test('API-29 T-IN-08 a text of megabytes that is no data URL is refused in a blink', async () => {
  const { user, id } = await fresh();
  const started = performance.now();
  const answer = await user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString: `data:${'a'.repeat(12_000_000)}`,
  });
  expect(answer).toMatchObject({ status: 422, body: { errors: { base64ImageString: expect.any(String) } } });
  expect(performance.now() - started).toBeLessThan(2000);
});

test('MED-03 MED-04 CON-54 ERR-088 ERR-089 a free ad has three pictures, and a picture needs an ad', async () => {
  const { user, id } = await fresh();
  const bytes = await jpeg();
  for (let n = 0; n < 3; n++) expect((await upload(user, id, bytes)).status).toBe(200);
  const fourth = { status: 409, body: { code: 'TOO_MANY_IMAGES', message: 'Du kannst maximal 3 Bilder hochladen.' } };
  expect(await upload(user, id, bytes)).toMatchObject(fourth);
  const missing = await user.raw('saveInseratImage', { payload: { base64ImageString: dataUrl(bytes) } });
  expect(missing).toMatchObject({ status: 422, body: { errors: { inserat_id: expect.any(String) } } });
});

test('MED-05 CON-55 ERR-088 a premium ad has ten, also while the package is only chosen in the editor', async () => {
  const { user, id } = await fresh();
  const bytes = await jpeg();
  for (let n = 0; n < 10; n++) expect((await upload(user, id, bytes, { inserat_typ: '1_week' })).status).toBe(200);
  const eleventh = await upload(user, id, bytes, { inserat_typ: '1_week' });
  expect(eleventh.body).toMatchObject({ code: 'TOO_MANY_IMAGES', message: 'Du kannst maximal 10 Bilder hochladen.' });
});

test('MED-04 a running free ad stays at three, whatever package is named', async () => {
  const { user, id } = await fresh();
  await on.place(user, { inserat_id: id });
  const bytes = await jpeg();
  for (let n = 0; n < 3; n++) await upload(user, id, bytes);
  expect((await upload(user, id, bytes, { inserat_typ: '1_month' })).body.code).toBe('TOO_MANY_IMAGES');
});

test('MED-04 MED-05 T-RACE-09 ten pictures at once for the last places: they fill and never exceed', async () => {
  const { user, id } = await fresh();
  const bytes = await jpeg();
  const race = await Promise.all(Array.from({ length: 10 }, () => upload(user, id, bytes)));
  expect(race.map(({ body }) => body.code ?? 'stored').sort()).toEqual([
    ...Array(7).fill('TOO_MANY_IMAGES'),
    ...Array(3).fill('stored'),
  ]);
  const [listed] = await on.list(user);
  expect(listed!.imageSources.map(({ sortName, mainImage }) => `${sortName} ${mainImage}`)).toEqual([
    ...['01 true', '02 false', '03 false'],
  ]);
});

test('API-29 an ad of somebody else, an unknown one and a deleted one answer the same', async () => {
  const { id } = await fresh();
  const other = await on.rich(0);
  const bytes = await jpeg();
  for (const inserat_id of [id, 999_999_999]) {
    expect(await upload(other, inserat_id, bytes)).toMatchObject({ status: 404, body: { code: 'INSERAT_NOT_FOUND' } });
  }
});

test('MED-10 API-30 a picture is taken off its ad, and the next one becomes the main one', async () => {
  const { user, id } = await fresh();
  const first = await upload(user, id, await jpeg());
  const second = await upload(user, id, await jpeg(60, 30));
  const attachment_id = first.body.image.attachment_id;
  const answer = await user.call(deleteInseratImage, { attachment_id, cloudflare_id: 'gleichgültig' });
  expect(answer).toMatchObject({ status: 200, body: { message: 'Bild erfolgreich aus WordPress und CDN gelöscht' } });
  const [listed] = await on.list(user);
  expect(listed!.imageSources).toMatchObject([
    { attachment_id: second.body.image.attachment_id, mainImage: true, sortName: '01' },
  ]);
  expect((await user.call(deleteInseratImage, { attachment_id })).status).toBe(404);
});

test('API-30 somebody else’s picture, an unknown and a malformed one', async () => {
  const { user, id } = await fresh();
  const { body } = await upload(user, id, await jpeg());
  const other = await on.rich(0);
  for (const attachment_id of [body.image.attachment_id, 999_999_999]) {
    const { cloudflare_id } = body.image;
    expect(await other.call(deleteInseratImage, { attachment_id, cloudflare_id })).toMatchObject({
      ...{ status: 404, body: { code: 'NOT_FOUND' } },
    });
  }
  for (const attachment_id of ['x', -1, null, '', [1]]) {
    expect((await user.raw('deleteInseratImage', { payload: { attachment_id } })).status).toBe(422);
  }
  expect((await on.list(user))[0]!.imageSources).toHaveLength(1);
});
