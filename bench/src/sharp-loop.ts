import sharp from 'sharp';
import { serveJobs } from './child.ts';
import type { Rate } from './measure.ts';

export interface SharpJob {
  bytes: Uint8Array;
  widths: readonly number[];
  seconds: number;
}

sharp.cache(false);
sharp.concurrency(1);

/** The library calls for an image, without anything else. */
serveJobs<SharpJob, Rate>(async ({ bytes, widths, seconds }) => {
  let done = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  while (performance.now() < end) {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: widths.at(-1)! })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    for (const width of widths) await pixels().resize({ width }).webp({ quality: 80 }).toBuffer();
    await pixels()
      .resize({ width: 16, height: 16, fit: 'inside' })
      .blur(1)
      .webp({ quality: 30 })
      .toBuffer();
    await pixels().greyscale().resize({ width: 32, height: 32, fit: 'fill' }).raw().toBuffer();
    done++;
  }
  return { perSecond: (done * 1000) / (performance.now() - begin) };
});
