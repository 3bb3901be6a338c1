import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeVideo } from '../../../server/src/testing/media/videos.ts';
import { newAdvertiser } from '../advertiser.ts';
import type { BareVideoJob } from '../bare-video.ts';
import { inChild } from '../child.ts';
import { median } from '../measure.ts';
import type { Product } from '../product.ts';
import { bounded, type Row } from '../report.ts';

const TIMES = 3;
const LOOK_EVERY_MS = 100;
const RATE = 30;
const SIZES = [
  { width: 1280, height: 720, maxrate: 2_800_000 },
  { width: 854, height: 480, maxrate: 1_300_000 },
];

/** Half a minute of 1080p from upload to playback, compared with the bare encoding. */
export async function videos(on: Product): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-bench-video-'));
  try {
    const source = join(folder, 'film.mp4');
    makeVideo(source, { codec: 'libx264', width: 1920, height: 1080, rate: RATE, seconds: 30 });
    const advertiser = await enrol(on);
    const figures: number[] = [];
    const bare: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const job = { source, folder, threads: availableParallelism(), rate: RATE, sizes: SIZES };
      bare.push(
        (await inChild<{ seconds: number }>('bare-video.ts', job satisfies BareVideoJob)).seconds,
      );
      figures.push(await advertiser.convert(readFileSync(source)));
    }
    const [seconds, limit] = [median(figures), median(bare)];
    return [
      {
        ...bounded(
          '30 s of 1080p to 720p, 480p and poster, until it can be played',
          seconds,
          limit * 1.2,
          's',
        ),
        limit: `node-av bare: ${limit.toFixed(1)} s`,
        ratio: (seconds / limit).toFixed(2),
        budget: 'at most 1.2',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An advertiser with an ad who uploads and waits. */
async function enrol(on: Product) {
  const { call, cookie, inseratId } = await newAdvertiser(on, 'Filmerin');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const named = `inserat_id ${base64(String(inseratId))},kind ${base64('video')},filename ${base64('film.mp4')}`;
  const upload = async (bytes: Buffer): Promise<string> => {
    const answer = await fetch(`${on.url}/media/uploads`, {
      method: 'POST',
      headers: {
        cookie,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(bytes.length),
        'upload-metadata': named,
      },
      body: new Uint8Array(bytes),
    });
    if (answer.status !== 201) throw new Error(`upload: ${answer.status}`);
    return answer.headers.get('location')!.split('/').at(-1)!;
  };
  return {
    /** Seconds from attaching the video until it is ready. */
    async convert(bytes: Buffer): Promise<number> {
      const upload_id = await upload(bytes);
      const begin = performance.now();
      const { video } = await call('saveInseratVideo', {
        inserat_id: inseratId,
        upload_id,
        inserat_typ: '1_week',
      });
      for (;;) {
        const { videoSources } = await call(
          'getInseratMedia',
          undefined,
          `&inserat_id=${inseratId}`,
        );
        const [mine] = videoSources as { status: string; failure: string }[];
        if (mine!.status === 'gescheitert') throw new Error(mine!.failure);
        if (mine!.status === 'bereit') break;
        await wait(LOOK_EVERY_MS);
      }
      const seconds = (performance.now() - begin) / 1000;
      await call('deleteInseratVideo', { attachment_id: video.attachment_id });
      return seconds;
    },
  };
}
