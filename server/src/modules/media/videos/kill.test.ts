import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { saveInseratVideo } from '@samtrot/shared/media/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '../../../adapters/storage/disk.ts';
import type { FailPoint } from '../../../platform/failpoints.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../../testing/media/images.ts';
import { uploader } from '../../../testing/media/uploads.ts';
import { makeVideo } from '../../../testing/media/videos.ts';
import { type TestDatabase, testDatabase } from '../../../testing/process/database.ts';
import { DEEP } from '../../../testing/process/deep.ts';
import { listed } from '../../../testing/process/files.ts';
import {
  removeDataDir,
  type ServerProcess,
  startProcess,
} from '../../../testing/process/process.ts';
import { startProgram } from '../../../testing/process/program.ts';
import { isAlive, until, videoWorkers } from '../../../testing/process/workers.ts';
import { PASSWORD, testWorld, type World } from '../../../testing/world/world.ts';
import { removalTask } from '../jobs.ts';

const POINTS: FailPoint[] = [
  'media.after_variant_2of3',
  'upload.after_file_before_row',
  'upload.after_row',
];

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'samtrot-media-kill-'));
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Runs the conversion in a process until nothing waits or it dies. */
function converter(
  now: Date,
  points?: string,
): { child: ChildProcess; ended: Promise<number | string> } {
  const script = `
    import { join } from 'node:path';
    import pino from 'pino';
    import { diskStorage } from '../../../adapters/storage/disk.ts';
    import { diskUploads } from '../../../adapters/uploads/disk.ts';
    import { videoProcessor } from '../../../adapters/video/video-processor.ts';
    import { connect } from '../../../platform/db.ts';
    import { armFailPoints } from '../../../platform/failpoints.ts';
    import { videoTask } from '../jobs.ts';
    const { DATABASE, DATA, NOW, POINTS } = process.env;
    armFailPoints(POINTS);
    const { db, pool } = connect(DATABASE, { max: 2 });
    const log = pino({ level: 'silent' });
    const [files, uploads] = [diskStorage(join(DATA, 'media')), diskUploads(join(DATA, 'uploads'), pool)];
    const task = videoTask({ processor: videoProcessor({ log, dataDir: DATA }), files, uploads, work: join(DATA, 'videos'), log, videoRefusal: async () => null });
    while ((await task.run({ db, now: new Date(NOW) })) > 0);
    await db.destroy();`;
  return startProgram(script, {
    folder: import.meta.dirname,
    env: {
      DATABASE: world.url,
      DATA: world.config.dataDir,
      NOW: now.toISOString(),
      ...(points && { POINTS: points }),
    },
  });
}

async function waiting(seconds: number) {
  const user = await advertisers(world).rich(0);
  const inserat_id = await advertisers(world).blank(user);
  const name = join(folder, 'film.mp4');
  const bytes = readFileSync(makeVideo(name, { seconds, width: 320, height: 240, rate: 25 }));
  const upload_id = await uploader(world).sent(user, { inserat_id, kind: 'video', bytes });
  const { body } = await user.call(saveInseratVideo, {
    inserat_id,
    upload_id,
    inserat_typ: '1_week',
  });
  return body.video.attachment_id as number;
}
const rowOf = (id: number) =>
  world.db.selectFrom('video').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Asserts that after all due work exactly the files with rows exist. */
async function expectNothingOrphaned() {
  world.clock.advance(2 * HOUR_MS);
  await world.runTasks('media/removal', 'media/uploads', 'media/videos');
  const rows = await world.db.selectFrom('video').select(['content_id', 'heights']).execute();
  const named = rows.flatMap(({ content_id, heights }) =>
    content_id === null
      ? []
      : [...heights.map((height) => `${content_id}-${height}.mp4`), `${content_id}-poster.webp`],
  );
  expect(await listed(world.app.media.files)).toEqual([...new Set(named)].sort());
  expect(await world.app.media.uploads.ids()).toEqual([]);
  expect(await readdir(join(world.config.dataDir, 'videos')).catch(() => [])).toEqual([]);
}

test('killed while storing a video: the next worker completes it without orphans [T-FLT-02, INV-08]', async () => {
  for (const point of POINTS) {
    const id = await waiting(1);
    expect(await converter(world.clock.now(), `${point}:1`).ended, point).toBe('SIGKILL');
    const done = point === 'upload.after_row';
    expect((await rowOf(id)).status, point).toBe(done ? 'bereit' : 'laeuft');
    world.clock.advance(2 * MINUTE_MS);
    await world.runTasks('media/videos');
    expect(await rowOf(id), point).toMatchObject({ status: 'bereit', attempts: done ? 1 : 2 });
    await expectNothingOrphaned();
  }
});

test.runIf(DEEP)(
  'killed during a conversion: its worker process ends, and another one takes over [T-FLT-02, T-UPL-87, INV-08]',
  async () => {
    const id = await waiting(20);
    const { child, ended } = converter(world.clock.now());
    const worker = await until(() => videoWorkers(child.pid)[0], 'a worker');
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await until(() => !isAlive(worker), 'the end of the worker');
    expect(await rowOf(id)).toMatchObject({ status: 'laeuft', attempts: 1 });
    world.clock.advance(2 * MINUTE_MS);
    await world.runTasks('media/videos');
    expect(await rowOf(id)).toMatchObject({ status: 'bereit', attempts: 2 });
    await expectNothingOrphaned();
  },
);

// The steps are those of a video, which every run cuts off.
test.runIf(DEEP)(
  'killed while storing an image: the ad has it with all files, or not at all [T-FLT-02, INV-08]',
  async () => {
    const database: TestDatabase = await testDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-picture-kill-'));
    const start = (point?: string) =>
      startProcess({
        dataDir,
        args: ['--only=server'],
        env: {
          DATABASE_URL: database.url,
          SESSION_SECRET: 'k'.repeat(48),
          LOG_LEVEL: 'warn',
          ...(point && { TEST_FAIL_POINTS: `${point}:1` }),
        },
      });
    let server: ServerProcess | undefined;
    let cookie = '';
    const post = async (action: string, body: object) => {
      const answer = await fetch(`${server!.url}/api?action=${action}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          connection: 'close',
          ...(cookie && { cookie }),
        },
      });
      const reply = (await answer.json()) as Record<string, number>;
      return {
        status: answer.status,
        reply,
        cookie: answer.headers.getSetCookie()[0]?.split(';')[0],
      };
    };
    const images = () => database.db.selectFrom('image').select(['content_id', 'widths']).execute();
    try {
      server = await start(POINTS[0]);
      await post('register', {
        username: 'Nutzer 1m',
        email: 'nutzer1@beispiel.ch',
        password: PASSWORD,
      });
      cookie = (await post('login', { log: 'nutzer1@beispiel.ch', pwd: PASSWORD })).cookie!;
      const inserat_id = (await post('createInserat', {})).reply.inserat_id!;
      for (const [index, point] of POINTS.entries()) {
        const base64ImageString = dataUrl(
          await noise(700, 90, index + 1)
            .png()
            .toBuffer(),
          'image/png',
        );
        const picture = { inserat_id, base64ImageString };
        expect(await post('saveInseratImage', picture).catch(() => 'cut'), point).toBe('cut');
        expect(await server.ended).toBe('SIGKILL');
        expect(await images(), point).toHaveLength(point === 'upload.after_row' ? 1 : 0);
        server = await start(POINTS[index + 1]);
      }
      const files = diskStorage(join(dataDir, 'media'));
      const rows = await images();
      const named = rows.flatMap(({ content_id, widths }) =>
        widths.map((width) => `${content_id}-${width}.webp`),
      );
      expect((await listed(files)).length).toBeGreaterThan(named.length);
      const later = new Date(Date.now() + 2 * HOUR_MS);
      while ((await removalTask(files).run({ db: database.db, now: later })) > 0);
      expect(await listed(files)).toEqual(named.sort());
    } finally {
      await server?.[Symbol.asyncDispose]();
      await removeDataDir(dataDir);
      await database[Symbol.asyncDispose]();
    }
  },
);
