/** `node server/src/seed/draw.ts` draws the pictures of the demo anew; run it after a change of `art.ts` or `banner-art.ts` and commit them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { photo, type Subject } from './art.ts';
import { BANNER_PICTURES, cloth } from './banner-art.ts';

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

function fileOf(name: string): string {
  return join(import.meta.dirname, 'pictures', `${name}.jpg`);
}
