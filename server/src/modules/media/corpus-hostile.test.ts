import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { deleteInseratImage, getInseratMedia } from '@samtrot/shared/media/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROKEN, damaged, FOREIGN, manyScans } from '../../testing/media/hostile-images.ts';
import {
  jpegBomb,
  jpegOfSize,
  noise,
  pngBomb,
  quarters,
  textBomb,
} from '../../testing/media/images.ts';
import { offering, WAYS } from '../../testing/media/upload-methods.ts';
import { rounds, some } from '../../testing/process/deep.ts';
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
  // Refused files leave nothing for longer than a day.
  world.clock.advance(25 * HOUR_MS);
  await world.runTasks('media/uploads');
  expect(await world.app.media.uploads.ids()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function fresh(): Promise<{ user: Caller; id: number }> {
  const user = await owner();
  return { user, id: await user.on.blank(user) };
}
const DAMAGED = rounds(10, 100);
/** The smallest of the oversized images would need more when decoded. */
const FLOOD_BYTES = 150 * 1024 * 1024;

describe.each(nonEmpty(WAYS))('as %s', (way) => {
  // All ways lead to one decoder; outside the deep run the others meet some of the files.
  const met = <T>(files: readonly T[], usual = 2) => (way === WAYS[0] ? files : some(files, usual));

  test.each(met(nonEmpty(FOREIGN)))('%s named .png is refused', async (_title, make) => {
    const { user, id } = await fresh();
    const answer = await pictures.offer(way, user, id, await make(), { name: 'bild.png' });
    expect(answer).toMatchObject({ status: 415, body: { success: false, code: 'NOT_AN_IMAGE' } });
    expect((await user.call(getInseratMedia, { inserat_id: id })).body).toMatchObject({
      imageSources: [],
      story_image: null,
    });
  });

  test.each(met(nonEmpty(BROKEN)))('%s is refused', async (_title, make) => {
    const { user, id } = await fresh();
    const answer = await pictures.offer(way, user, id, make());
    expect(answer).toMatchObject({ status: 422, body: { code: 'IMAGE_DAMAGED' } });
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string?]>(
    met([
      ['10 000 x 10 000 [T-UPL-33]', () => pngBomb(10_000, 10_000)],
      ['20 000 x 20 000 [T-UPL-34]', () => pngBomb(20_000, 20_000)],
      ['50 000 x 50 000 [T-UPL-35]', () => pngBomb(50_000, 50_000, false)],
      ['1 x 60 000 [T-UPL-36]', () => pngBomb(1, 60_000), 'IMAGE_TOO_THIN'],
      ['a JPEG header of 65 500 x 65 500 [T-UPL-37]', () => jpegBomb()],
      [
        '2³¹ - 1 pixels wide and high [T-UPL-38]',
        () => pngBomb(2 ** 31 - 1, 2 ** 31 - 1, false),
        'IMAGE_DAMAGED',
      ],
    ]),
  )(
    '%s pixels are refused from the header with the reason, and the server continues [FIX-31]',
    async (_title, make, code = 'IMAGE_TOO_MANY_PIXELS') => {
      const { user, id } = await fresh();
      const bytes = await make();
      const before = process.memoryUsage().rss;
      const answer = await pictures.offer(way, user, id, bytes);
      expect(answer).toMatchObject({ status: 422, body: { code } });
      expect(process.memoryUsage().rss - before).toBeLessThan(FLOOD_BYTES);
      expect((await world.server.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    },
  );

  test('a text chunk expanding to 100 million characters is not decompressed into the response [T-UPL-39]', async () => {
    const { user, id } = await fresh();
    const answer = await pictures.offer(way, user, id, await textBomb());
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body).length).toBeLessThan(5000);
  });

  test.each(met([50, 500, 3000], 1))(
    'of %i additional scans of a progressive JPEG at most 500 are read [T-UPL-40, T-UPL-41, T-UPL-42]',
    async (more) => {
      const { user, id } = await fresh();
      const bytes = await manyScans(more);
      const answer = await pictures.offer(way, user, id, bytes);
      expect([200, 422]).toContain(answer.status);
      if (more > 500) expect(answer.body.code).toBe('IMAGE_DAMAGED');
    },
  );

  test.each(met([0.1, 0.5, 0.9, 0.99], 1))(
    'a file truncated after %d of it is refused [T-UPL-43, T-UPL-44, T-UPL-45, T-UPL-46]',
    async (part) => {
      const { user, id } = await fresh();
      for (const whole of [
        await noise(120, 80).jpeg().toBuffer(),
        await noise(120, 80).png().toBuffer(),
      ]) {
        const answer = await pictures.offer(
          way,
          user,
          id,
          whole.subarray(0, Math.floor(whole.length * part)),
        );
        expect(answer).toMatchObject({ status: 422, body: { code: 'IMAGE_DAMAGED' } });
      }
    },
  );

  test(`${DAMAGED} damaged copies of a valid file are accepted or refused, never a defect [T-UPL-47]`, async () => {
    const valid =
      way === 'upload'
        ? await noise(60, 40).png().toBuffer()
        : await noise(60, 40).jpeg().toBuffer();
    const outcomes = new Set<number>();
    const twenty = async (files: readonly Uint8Array[]) => {
      // An account may upload at most 120 an hour.
      const { user, id } = await fresh();
      for (const bytes of files) {
        const answer = await pictures.offer(way, user, id, bytes);
        expect([200, 422]).toContain(answer.status);
        outcomes.add(answer.status);
        if (answer.status === 200)
          await user.call(deleteInseratImage, { attachment_id: answer.body.image.attachment_id });
      }
    };
    const rest = [...damaged(valid, DAMAGED)];
    expect(rest).toHaveLength(DAMAGED);
    while (rest.length > 0) await twenty(rest.splice(0, 20));
    expect(outcomes).toContain(422);
  });

  test('10 MiB are accepted, one byte more is refused with the limit [MED-02, CON-53, ERR-087, T-UPL-48, T-UPL-49]', async () => {
    const { user, id } = await fresh();
    const limit = 10 * 1024 * 1024;
    expect((await pictures.offer(way, user, id, await jpegOfSize(limit))).status).toBe(200);
    for (const size of met([limit + 1, 11 * 1024 * 1024], 1)) {
      expect(await pictures.offer(way, user, id, await jpegOfSize(size))).toMatchObject({
        status: 413,
        body: { message: 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.' },
      });
    }
  });

  test('an empty file is refused [T-UPL-50]', async () => {
    const { user, id } = await fresh();
    const answer = await pictures.offer(way, user, id, new Uint8Array());
    expect(answer.status).toBe(way === 'base64' ? 415 : 422);
    expect(answer.body.success).toBe(false);
  });

  test('file names are used neither as paths nor in headers [T-UPL-53, T-UPL-58]', async () => {
    const { user, id } = await fresh();
    const bytes = await quarters().jpeg().toBuffer();
    const names = [
      '../../etc/passwd',
      'a\0b.jpg',
      '\u202egpj.exe',
      'x'.repeat(300),
      'a\r\nset-cookie: a=b',
      '.htaccess',
    ];
    const others = ['-rf', ';id', '📷.jpg', 'bild.jpg.php', 'bild.', 'bild.jpg', 'bild.jpg'];
    for (const name of met([...names, ...others], 4)) {
      const answer = await pictures.offer(way, user, id, bytes, { name });
      expect(answer.status, name).toBe(200);
      const { image } = answer.body;
      expect(image.name).not.toMatch(/[\p{C}\r\n]/u);
      const [file] = await pictures.filesOf(user, answer);
      expect(image.url).toMatch(/^\/media\/[\da-f]{64}-40\.webp$/);
      expect(JSON.stringify(file!.headers)).not.toContain('bild');
      await user.call(deleteInseratImage, { attachment_id: image.attachment_id });
    }
    const tooLong = await pictures.offer(way, user, id, bytes, { name: 'x'.repeat(301) });
    expect(tooLong).toMatchObject({ status: 422, body: { errors: { name: expect.any(String) } } });
  });
});

describe('multipart forms, which no call accepts', () => {
  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const many = (count: number) =>
    `${Array.from({ length: count }, (_, n) => part(`f${n}`, 'x')).join('')}--x--\r\n`;

  test.each<[string, string, string]>([
    ['1 000 parts [T-UPL-59]', 'multipart/form-data; boundary=x', many(1000)],
    ['10 000 fields [T-UPL-60]', 'multipart/form-data; boundary=x', many(10_000)],
    ['no boundary [T-UPL-61]', 'multipart/form-data', part('file', 'x')],
  ])('%s are refused', async (_title, type, payload) => {
    const { user } = await fresh();
    for (const url of ['/api?action=saveInseratImage', '/media/uploads']) {
      const headers = { 'content-type': type, 'tus-resumable': '1.0.0', 'upload-length': '20' };
      const answer = await world.send(user.cookie, { method: 'POST', url, payload, headers });
      expect([400, 413, 415]).toContain(answer.status);
      expect(answer.body.success).toBe(false);
    }
  });
});
