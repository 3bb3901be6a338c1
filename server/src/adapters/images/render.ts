import { createHash } from 'node:crypto';
import { IMAGE_WIDTHS, MAX_IMAGE_PIXELS, sizeProblem } from '@samtrot/shared/media/rules.ts';
import sharp from 'sharp';
import type { Picture } from '../../modules/media/ports.ts';
import type { Refusal } from './messages.ts';
import { remainingMetadata } from './metadata.ts';
import { INPUT_SIDE, perceptualHash } from './phash.ts';

const QUALITY = 80;
/** Taller images are scaled down; WebP is limited to 16383. */
const MAX_HEIGHT = 4096;
const PLACEHOLDER_SIDE = 16;
const SECONDS = 10;

class WrongSize extends Error {
  readonly code: 'IMAGE_TOO_THIN' | 'IMAGE_TOO_MANY_PIXELS';
  readonly params: { width: number; height: number };

  constructor(code: WrongSize['code'], params: WrongSize['params']) {
    super(`${params.width} x ${params.height}`);
    this.code = code;
    this.params = params;
  }
}

/** The refusal for an error of rendering. */
export function refusalOf(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof WrongSize) return { code: error.code, params: error.params, reason };
  // A timeout, which is no evidence of damage.
  return { code: /timeout/i.test(reason) ? 'IMAGE_UNREADABLE' : 'IMAGE_DAMAGED', reason };
}

/** Restricts this process to decoding PNG and JPEG, whatever a file claims to be. */
export function restrictLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * Re-encodes the pixels of a PNG or JPEG, upright and as sRGB, without metadata; deterministic.
 * @throws if damaged, too large or no image; see `refusalOf`
 */
export async function render(bytes: Uint8Array): Promise<Picture> {
  const source = () =>
    sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', pages: 1 });
  // Reads the header only, so that the size of any file can be reported.
  const metadata = await sharp(bytes, {
    limitInputPixels: false,
    failOn: 'error',
    pages: 1,
  }).metadata();
  const { width, height } = metadata;
  const problem = sizeProblem({ width, height });
  if (problem) throw new WrongSize(problem, { width, height });
  const { data, info } = await source()
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize({
      width: IMAGE_WIDTHS.at(-1)!,
      height: MAX_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = () =>
    sharp(data, {
      raw: { width: info.width, height: info.height, channels: info.channels },
    }).timeout({
      seconds: SECONDS,
    });

  const widths: number[] = [...IMAGE_WIDTHS.filter((width) => width < info.width), info.width];
  const files: Picture['files'] = [];
  for (const width of widths) {
    files.push({
      width,
      bytes: await pixels().resize({ width }).webp({ quality: QUALITY }).toBuffer(),
    });
  }
  const tiny = await pixels()
    .resize({
      width: PLACEHOLDER_SIDE,
      height: PLACEHOLDER_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .blur(1)
    .webp({ quality: 30 })
    .toBuffer();
  const grey = await pixels()
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: INPUT_SIDE, height: INPUT_SIDE, fit: 'fill' })
    .raw()
    .toBuffer();
  return {
    contentId: createHash('sha256').update(files.at(-1)!.bytes).digest('hex'),
    width: info.width,
    height: info.height,
    files,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    phash: perceptualHash(grey),
    removed: remainingMetadata(bytes, metadata),
  };
}
