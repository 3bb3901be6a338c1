import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { IMAGE_WIDTHS, MAX_VIDEO_BYTES } from '@samtrot/shared/media/rules.ts';
import sharp from 'sharp';
import { imageProcessor } from '../../../server/src/adapters/images/image-processor.ts';
import { createLogger } from '../../../server/src/platform/log.ts';
import { newAdvertiser } from '../advertiser.ts';
import { inChild } from '../child.ts';
import { SECONDS } from '../http.ts';
import { compare, percentile, type Rate } from '../measure.ts';
import type { Product } from '../product.ts';
import { bounded, compared, type Row } from '../report.ts';
import type { SharpJob } from '../sharp-loop.ts';
import type { UploadJob } from '../upload-loop.ts';

const PHOTO = join(import.meta.dirname, '../../../server/src/seed/pictures/room.jpg');
/** 12 megapixels, as of a phone. */
const SIZE = { width: 4000, height: 3000 };
/** At most 1.3 times the time. */
const LEAST = 1 / 1.3;
const UPLOADS = 4;
const PART = 8 * 1024 * 1024;
const PROBE_EVERY_MS = 20;
const LOOK_EVERY_MS = 50;
const QUIET_MS = 5000;

/**
 * The cost of an image compared with the bare library calls, and the effect of large uploads on
 * others.
 */
export async function pictures(product: Product): Promise<Row[]> {
  return [await develops(), ...(await uploads(product))];
}

async function develops(): Promise<Row> {
  const bytes = await sharp(readFileSync(PHOTO))
    .resize({ ...SIZE, fit: 'cover' })
    .jpeg({ quality: 88 })
    .toBuffer();
  const processor = imageProcessor({
    log: createLogger('silent'),
    dataDir: mkdtempSync(join(tmpdir(), 'samtrot-bench-')),
  });
  const figure = async (): Promise<Rate> => {
    let done = 0;
    const begin = performance.now();
    while (performance.now() - begin < SECONDS * 1000) {
      await processor.render(bytes);
      done++;
    }
    return { perSecond: (done * 1000) / (performance.now() - begin) };
  };
  await processor.render(bytes);
  const job: SharpJob = { bytes, widths: IMAGE_WIDTHS, seconds: SECONDS };
  const result = await compare(figure, () => inChild<Rate>('sharp-loop.ts', job));
  return compared(
    'JPEG of 12 megapixels to all its files, checked, in a worker',
    'the same sharp calls, bare',
    result,
    LEAST,
  );
}

async function uploads(product: Product): Promise<Row[]> {
  const { cookie, inseratId } = await newAdvertiser(product, 'Fotografin');
  const job = { url: product.url, cookie, inseratId, uploads: UPLOADS, part: PART };
  await inChild<number>('upload-loop.ts', { ...job, bytes: PART } satisfies UploadJob);
  const state = `${product.url}/api?action=state`;
  const quiet = await p99While(wait(QUIET_MS), state, cookie);
  const before = product.memoryMb();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, product.memoryMb());
  }, LOOK_EVERY_MS);
  const sending = inChild<number>('upload-loop.ts', {
    ...job,
    bytes: MAX_VIDEO_BYTES,
  } satisfies UploadJob);
  const p99 = await p99While(sending, state, cookie);
  clearInterval(look);
  const during = `${UPLOADS} uploads of 400 MB at once (${(await sending).toFixed(0)} s)`;
  return [
    bounded(`${during}: growth of the server's memory`, most - before, 100, 'MB'),
    {
      ...bounded(`${during}: p99 of other requests`, p99, 100, 'ms'),
      limit: `without uploads: ${quiet.toFixed(0)} ms`,
    },
  ];
}

/** The 99th percentile in milliseconds of sequential requests until the work is done. */
async function p99While(work: Promise<unknown>, url: string, cookie: string): Promise<number> {
  const times: number[] = [];
  let working = true;
  void work.finally(() => {
    working = false;
  });
  while (working) {
    const begin = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
    if (answer.status !== 200) throw new Error(`${url}: status ${answer.status}`);
    await wait(PROBE_EVERY_MS);
  }
  return percentile(times, 0.99);
}
