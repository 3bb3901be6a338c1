/**
 * `node server/src/seed/draw.ts` redraws the pictures and films of the demo; run it after a change
 * of `art.ts`, `banner-art.ts` or `films.ts` and commit them.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { videoProcessor } from '../adapters/video/video-processor.ts';
import { createLogger } from '../platform/log.ts';
import { makeVideo } from '../testing/media/videos.ts';
import { photo, type Subject } from './art.ts';
import { BANNER_PICTURES, cloth } from './banner-art.ts';
import { FILM, FILM_NAMES, filmFile } from './films.ts';

const SUBJECTS: Subject[] = ['front', 'turn', 'bun', 'long', 'hat', 'room', 'arch', 'vase'];
/** Portrait, twice as fine as the drawing. */
const WIDTH = 800;

for (const [index, subject] of SUBJECTS.entries()) {
  const drawing = Buffer.from(photo(subject, index, index + 1));
  const picture = await sharp(drawing, { density: 144 })
    .resize({ width: WIDTH })
    .jpeg({ quality: 76, mozjpeg: true })
    .toBuffer();
  await writeFile(fileOf(subject), picture);
}
for (const name of BANNER_PICTURES)
  await writeFile(
    fileOf(name),
    await sharp(Buffer.from(cloth(name)))
      .jpeg({ quality: 76, mozjpeg: true })
      .toBuffer(),
  );

// Each film moves slowly into a picture. What the demo shows is what the product itself makes of
// it.
const work = await mkdtemp(join(tmpdir(), 'samtrot-film-'));
const studio = videoProcessor({ log: createLogger('silent'), dataDir: work });
for (const name of FILM_NAMES) {
  const { width, height, seconds, rate } = FILM;
  const closer = `z='1+0.12*on/${seconds * rate}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${seconds * rate}:s=${width}x${height}:fps=${rate}`;
  const source = makeVideo(join(work, `${name}.mp4`), {
    seconds,
    width,
    height,
    rate,
    codec: 'libx264',
    sound: null,
    from: [
      ['movie', `filename=${fileOf(name)}`],
      ['zoompan', closer],
    ],
  });
  const watch = { progress: () => {}, signal: new AbortController().signal };
  const built = await studio.rebuild({ source, work: join(work, 'built'), story: true }, watch);
  if ('failure' in built) throw new Error(`the film ${name} could not be made: ${built.failure}`);
  console.log(
    name,
    built.width,
    built.height,
    built.durationMs,
    built.files.map(({ height }) => height),
  );
  for (const { height, path } of built.files) await copyFile(path, filmFile(name, height));
  await copyFile(built.poster, filmFile(name, 'poster'));
}
await rm(work, { recursive: true });

function fileOf(name: string): string {
  return join(import.meta.dirname, 'pictures', `${name}.jpg`);
}
