import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POLYGLOTS } from '../../testing/media/hostile-images.ts';
import { CANARIES, jpegWithMetadata, noise, pngWithMetadata } from '../../testing/media/images.ts';
import { offering, WAYS } from '../../testing/media/upload-methods.ts';
import { listed } from '../../testing/process/files.ts';
import { owners } from '../../testing/world/owners.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let owner: ReturnType<typeof owners>;
let pictures: ReturnType<typeof offering>;
beforeAll(async () => {
  world = await testWorld();
  owner = owners(world, 0);
  pictures = offering(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function fresh(): Promise<{ user: Caller; id: number }> {
  const user = await owner();
  return { user, id: await user.on.blank(user) };
}

/** All tags found by an independent reader. */
function tagsOf(bytes: Buffer): string[] {
  try {
    const { file, riff, ...groups } = ExifReader.load(bytes, { expanded: true }) as Record<
      string,
      object
    >;
    // Size and coding of the image itself.
    return Object.entries(groups).flatMap(([group, tags]) =>
      Object.keys(tags ?? {}).map((tag) => `${group}.${tag}`),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'MetadataMissingError') return [];
    throw error;
  }
}

describe.each(nonEmpty(WAYS))('as %s', (way) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'orientation %i is stored upright [T-UPL-01, T-UPL-08]',
    async (orientation) => {
      const { user, id } = await fresh();
      const bytes = await jpegWithMetadata(orientation);
      const [file] = await pictures.filesOf(user, await pictures.offer(way, user, id, bytes));
      const shown = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const kept = await sharp(file!.bytes)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([kept.info.width, kept.info.height]).toEqual([shown.info.width, shown.info.height]);
      expect(kept.info.width > kept.info.height).toBe(orientation < 5);
      // The centres of the four quarters have the expected colours.
      for (const x of [0.25, 0.75]) {
        for (const y of [0.25, 0.75]) {
          const at =
            (Math.floor(y * shown.info.height) * shown.info.width +
              Math.floor(x * shown.info.width)) *
            3;
          for (let part = 0; part < 3; part++)
            expect(Math.abs(kept.data[at + part]! - shown.data[at + part]!)).toBeLessThan(40);
        }
      }
      expect((await sharp(file!.bytes).metadata()).orientation).toBeUndefined();
    },
  );

  test("only the pixels of a phone's JPEG are kept, and its owner sees what was removed [T-UPL-09, T-UPL-13, T-UPL-14, T-UPL-15]", async () => {
    const { user, id } = await fresh();
    const bytes = await jpegWithMetadata(6);
    expect(CANARIES.filter((canary) => bytes.includes(canary)).length).toBeGreaterThan(5);
    const answer = await pictures.offer(way, user, id, bytes);
    expect(answer.body.removed).toEqual([
      ...[
        'GPS-Standort',
        'Kameramodell',
        'Aufnahmezeit',
        'Name der Urheberin oder des Urhebers',
        'Seriennummer',
      ],
      ...['Vorschaubild', 'XMP-Angaben', 'IPTC-Angaben', 'Textanmerkungen', 'Angehängte Daten'],
    ]);
    for (const file of nonEmpty(await pictures.filesOf(user, answer)))
      expect(tagsOf(file.bytes)).toEqual([]);
  });

  test('text, EXIF and trailing data of a PNG are removed [T-UPL-09, T-UPL-10, T-UPL-11, T-UPL-12]', async () => {
    const { user, id } = await fresh();
    const answer = await pictures.offer(way, user, id, await pngWithMetadata());
    expect(answer.body.removed).toEqual(
      expect.arrayContaining(['GPS-Standort', 'Textanmerkungen', 'Angehängte Daten']),
    );
    for (const file of nonEmpty(await pictures.filesOf(user, answer)))
      expect(tagsOf(file.bytes)).toEqual([]);
  });

  test('a colour profile with its text is removed, in every width [T-UPL-13]', async () => {
    const { user, id } = await fresh();
    const bytes = await noise(700, 350).withIccProfile('p3').jpeg().toBuffer();
    expect(tagsOf(bytes).some((tag) => tag.startsWith('icc.'))).toBe(true);
    const answer = await pictures.offer(way, user, id, bytes);
    const files = await pictures.filesOf(user, answer);
    expect(files).toHaveLength(3);
    for (const file of nonEmpty(files)) expect(tagsOf(file.bytes)).toEqual([]);
  });

  test.each(nonEmpty(POLYGLOTS))('%s is a plain image afterwards', async (_title, make, texts) => {
    const { user, id } = await fresh();
    const bytes = await make();
    for (const text of texts) expect(bytes.includes(text)).toBe(true);
    const answer = await pictures.offer(way, user, id, bytes, { name: 'bild.php' });
    expect(answer.status).toBe(200);
    for (const file of nonEmpty(await pictures.filesOf(user, answer))) {
      expect(file.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      for (const text of nonEmpty(texts)) expect(file.bytes.includes(text), text).toBe(false);
      expect((await sharp(file.bytes).metadata()).format).toBe('webp');
    }
  });
});

test("an independent reader finds a phone's metadata in the upload, none in the stored files [T-UPL-01, T-UPL-15]", async () => {
  const before = tagsOf(await jpegWithMetadata(6));
  expect(before).toEqual(
    expect.arrayContaining([
      ...[
        'exif.Model',
        'exif.Artist',
        'exif.DateTimeOriginal',
        'exif.BodySerialNumber',
        'gps.Latitude',
      ],
      ...['iptc.By-line', 'xmp._raw', 'Thumbnail.Compression'],
    ]),
  );
  expect(tagsOf(await pngWithMetadata()).length).toBeGreaterThan(3);
  const { user, id } = await fresh();
  for (const bytes of [await jpegWithMetadata(3), await pngWithMetadata()])
    await pictures.offer('upload', user, id, bytes);
  const { files } = world.app.media;
  const names = await listed(files);
  expect(names.length).toBeGreaterThan(1);
  for (const name of nonEmpty(names)) {
    expect(name).toMatch(/^[\da-f]{64}-\d+\.webp$/);
    const bytes = Buffer.from((await files.get(name))!);
    expect(tagsOf(bytes), name).toEqual([]);
    for (const word of [...CANARIES, 'Exif', 'XMP ', 'ICCP', 'ftyp', 'script'])
      expect(bytes.includes(word), word).toBe(false);
  }
});
