import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplicateInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import {
  deleteInseratVideo,
  getInseratMedia,
  saveInseratVideo,
} from '@samtrot/shared/media/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { videoProcessor } from '../../../adapters/video/video-processor.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { notesIn } from '../../../testing/media/mp4.ts';
import { uploader } from '../../../testing/media/uploads.ts';
import { makeVideo } from '../../../testing/media/videos.ts';
import { listed } from '../../../testing/process/files.ts';
import { isAlive, until, videoWorkers } from '../../../testing/process/workers.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';
import { videoTask } from '../jobs.ts';
import { ProcessorUnavailable, type VideoProcessor } from '../ports.ts';
import { uploadsOf } from '../uploads/uploads.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let tus: ReturnType<typeof uploader>;
let untouched: World['app']['media']['files'];
const folder = mkdtempSync(join(tmpdir(), 'samtrot-videos-'));
const small = readFileSync(makeVideo(join(folder, 'small.mp4'), { seconds: 1 }));

beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  tus = uploader(world);
  untouched = { ...world.app.media.files };
});
afterEach(() => Object.assign(world.app.media.files, untouched));
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** An upload attached to an ad as a waiting video. */
async function waiting(
  user: Caller,
  inserat_id: number,
  bytes: Buffer = small,
  place: 'inserat' | 'story' = 'inserat',
) {
  const upload_id = await tus.sent(user, { inserat_id, kind: 'video', bytes });
  const saved = await user.call(saveInseratVideo, {
    inserat_id,
    upload_id,
    place,
    inserat_typ: '1_week',
  });
  expect(saved.status).toBe(200);
  expect(saved.body.video).toMatchObject({ status: 'wartet', progress: 0, url: '', thumbnail: '' });
  return { id: saved.body.video.attachment_id as number, upload_id };
}
async function fresh() {
  const user = await on.rich(100);
  const inserat_id = await on.blank(user);
  return { user, inserat_id };
}
/** The task of another process. */
const taskWith = (processor: VideoProcessor, refusal: string | null = null) =>
  videoTask({
    ...world.app.media,
    processor,
    videoRefusal: async () => refusal,
    work: join(world.config.dataDir, 'videos'),
    log: world.app.log,
  });
const rowOf = (id: number) =>
  world.db.selectFrom('video').selectAll().where('id', '=', id).executeTakeFirst();
const convert = () => world.runTasks('media/videos');
const uploadsLeft = () => world.app.media.uploads.ids();
const workLeft = () => readdir(join(world.config.dataDir, 'videos')).catch(() => []);
const filesOf = async (contentId: string) =>
  (await listed(untouched)).filter((name) => name.startsWith(contentId));

test('an uploaded video is converted and shown with its poster; its source is deleted [MED-18, MED-21, MED-22]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  await convert();
  const { body } = await user.call(getInseratMedia, { inserat_id });
  const [video] = body.videoSources;
  expect(video).toMatchObject({
    status: 'bereit',
    progress: 100,
    failure: '',
    width: 160,
    height: 120,
    mainvideo: true,
  });
  expect(video.url).toBe(`/media/${video.cloudflare_id}-120.mp4`);
  expect(video.thumbnail).toBe(`/media/${video.cloudflare_id}-poster.webp`);
  expect(video.seconds).toBeCloseTo(1, 1);
  const row = (await rowOf(id))!;
  const names = await filesOf(row.content_id!);
  expect(names).toEqual([`${row.content_id}-120.mp4`, `${row.content_id}-poster.webp`]);
  let bytes = 0;
  for (const name of names) bytes += (await untouched.sizeOf(name))!;
  expect(row).toMatchObject({ bytes, upload_id: null, claimed_until: null, attempts: 1 });
  expect(notesIn(Buffer.from((await untouched.get(names[0]!))!))).toEqual([]);
  expect(await uploadsLeft()).toEqual([]);
  expect(await workLeft()).toEqual([]);
});

const long = () =>
  readFileSync(
    makeVideo(join(folder, 'long.mp4'), { width: 640, height: 480, rate: 30, seconds: 8 }),
  );
/** After all due work. */
async function collected() {
  world.clock.advance(2 * HOUR_MS);
  await world.runTasks('media/removal', 'media/uploads', 'media/videos');
}

test('a story of 31 seconds is refused with a reason and leaves nothing [MED-28, ERR-093]', async () => {
  const { user, inserat_id } = await fresh();
  const bytes = readFileSync(
    makeVideo(join(folder, '31.mp4'), { width: 64, height: 48, rate: 5, seconds: 31 }),
  );
  const { id } = await waiting(user, inserat_id, bytes, 'story');
  expect((await rowOf(id))!.bytes).toBe(bytes.length);
  await convert();
  const { body } = await user.call(getInseratMedia, { inserat_id });
  expect(body.story_video).toMatchObject({
    status: 'gescheitert',
    url: '',
    thumbnail: '',
    failure: 'Eine Story darf höchstens 30 Sekunden dauern.',
  });
  expect(await rowOf(id)).toMatchObject({
    bytes: 0,
    upload_id: null,
    claimed_until: null,
    content_id: null,
  });
  expect(await uploadsLeft()).toEqual([]);
});

test('during a conversion the owner sees the progress, and the lease is renewed [MED-22]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  let claimed: Date | null = null;
  const studio: VideoProcessor = {
    async rebuild(_, { progress }) {
      claimed = (await rowOf(id))!.claimed_until as Date | null;
      progress(40);
      await until(async () => (await rowOf(id))!.progress === 40, 'progress in the row');
      const { body } = await user.call(getInseratMedia, { inserat_id });
      expect(body.videoSources[0]).toMatchObject({ status: 'laeuft', progress: 40, url: '' });
      return { failure: 'no_picture' };
    },
  };
  await taskWith(studio).run({ db: world.db, now: world.clock.now() });
  expect(claimed!.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect(await rowOf(id)).toMatchObject({ status: 'gescheitert', failure: 'no_picture' });
});

test('deleting a video stops its conversion and leaves no file [T-UPL-87, INV-08]', async () => {
  const { user, inserat_id } = await fresh();
  const before = await listed(untouched);
  const { id } = await waiting(user, inserat_id, long());
  const converted = convert();
  const pid = await until(() => videoWorkers()[0], 'a worker');
  const { status } = await user.call(deleteInseratVideo, { attachment_id: id });
  expect(status).toBe(200);
  await converted;
  await until(() => !isAlive(pid), 'the end of the worker');
  await collected();
  expect(await listed(untouched)).toEqual(before);
  expect([await uploadsLeft(), await workLeft()]).toEqual([[], []]);
});

test('a killed worker is replaced; after three of them the video is given up [T-UPL-87]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  const once = convert();
  process.kill(await until(() => videoWorkers()[0], 'a worker'), 'SIGKILL');
  await once;
  expect(await rowOf(id)).toMatchObject({ status: 'bereit', attempts: 2 });

  const { id: other } = await waiting(user, inserat_id);
  const killed = new Set<number>();
  const always = convert();
  for (let kill = 0; kill < 3; kill++) {
    const pid = await until(() => videoWorkers().find((one) => !killed.has(one)), 'a worker');
    killed.add(pid);
    process.kill(pid, 'SIGKILL');
  }
  await always;
  expect(await rowOf(other)).toMatchObject({
    status: 'gescheitert',
    failure: 'unreadable',
    upload_id: null,
  });
  expect(await uploadsLeft()).toEqual([]);
});

test("a dead server's claim is taken over after its lease, and not before [T-UPL-87]", async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  const until_ = new Date(world.clock.now().getTime() + MINUTE_MS);
  const held = { status: 'laeuft', attempts: 1, claimed_until: until_ };
  await world.db.updateTable('video').set(held).where('id', '=', id).execute();
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'laeuft', attempts: 1 });
  world.clock.advance(MINUTE_MS);
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'bereit', attempts: 2 });
});

test('a full disk is no failure of the video: it is converted after a minute [T-FLT-10]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  world.app.media.files.putFile = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  await expect(convert()).rejects.toThrow('ENOSPC');
  expect(await rowOf(id)).toMatchObject({ status: 'wartet', attempts: 0, progress: 0 });
  await convert();
  expect((await rowOf(id))!.status).toBe('wartet');
  Object.assign(world.app.media.files, untouched);
  world.clock.advance(2 * MINUTE_MS);
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'bereit', attempts: 1 });
});

test('where FFmpeg does not run a video waits as it is, and is converted once it does [T-UPL-87]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  const broken = taskWith({
    rebuild: () => Promise.reject(new ProcessorUnavailable('FFmpeg does not run here')),
  });
  for (let attempt = 0; attempt < 4; attempt++) {
    const run = broken.run({ db: world.db, now: world.clock.now() });
    await expect(run).rejects.toThrow('FFmpeg does not run here');
    expect(await rowOf(id)).toMatchObject({ status: 'wartet', attempts: 0 });
    world.clock.advance(2 * MINUTE_MS);
  }
  expect(await uploadsLeft()).toHaveLength(1);
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'bereit', attempts: 1 });
});

test('above 90 % volume usage no video is converted or stored [T-FLT-10]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  const { files } = world.app.media;
  files.room = async () => 0.9;
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'wartet', attempts: 0, claimed_until: null });
  // Filled by others during the conversion.
  let asked = 0;
  files.room = async () => (asked++ === 0 ? 0.899 : 0.9);
  const before = await listed(untouched);
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'wartet', attempts: 0 });
  expect([await listed(untouched), await workLeft()]).toEqual([before, []]);
  Object.assign(files, untouched);
  await convert();
  expect((await rowOf(id))!.status).toBe('wartet');
  world.clock.advance(2 * MINUTE_MS);
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'bereit', attempts: 1 });
});

test('a stopping server releases its video unchanged [MED-22]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  const task = taskWith(videoProcessor({ dataDir: world.config.dataDir, log: world.app.log }));
  const running = task.run({ db: world.db, now: world.clock.now() });
  await until(() => videoWorkers()[0], 'a worker');
  task.stop!();
  await running;
  expect(await rowOf(id)).toMatchObject({ status: 'wartet', attempts: 0, claimed_until: null });
  expect(await task.run({ db: world.db, now: world.clock.now() })).toBe(0);
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'bereit', attempts: 1 });
});

test('concurrent workers never have the same video [MED-22]', async () => {
  const { user, inserat_id } = await fresh();
  await waiting(user, inserat_id);
  await waiting(user, inserat_id);
  const sources: string[] = [];
  const studio: VideoProcessor = {
    async rebuild({ source }) {
      sources.push(source);
      await until(() => sources.length === 2, 'both');
      return { failure: 'unreadable' };
    },
  };
  const both = [1, 2].map(() => taskWith(studio).run({ db: world.db, now: world.clock.now() }));
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(new Set(sources).size).toBe(2);
});

test('a copied ad shares the files of finished videos, and has no story [MED-18, INV-08]', async () => {
  const { user, inserat_id } = await fresh();
  const own = readFileSync(
    makeVideo(join(folder, 'own.mp4'), { seconds: 1, width: 96, height: 96 }),
  );
  const { id } = await waiting(user, inserat_id, own);
  await waiting(user, inserat_id, small, 'story');
  await convert();
  await waiting(user, inserat_id);
  const copy = (await user.call(duplicateInserat, { inserat_id })).body.inserat_id;
  const { body } = await user.call(getInseratMedia, { inserat_id: copy });
  expect(body).toMatchObject({
    videoSources: [{ status: 'bereit', mainvideo: true }],
    story_video: null,
  });
  const { content_id } = (await rowOf(id))!;
  expect(body.videoSources[0].cloudflare_id).toBe(content_id);

  await user.call(deleteInseratVideo, { attachment_id: id });
  await world.runTasks('media/removal');
  expect(await filesOf(content_id!)).toHaveLength(2);
  await user.call(deleteInseratVideo, { attachment_id: body.videoSources[0].attachment_id });
  await world.runTasks('media/removal');
  expect(await filesOf(content_id!)).toEqual([]);
});

test('where videos are refused none begins, an earlier one waits, and pictures are taken [ACC-56]', async () => {
  const { user, inserat_id } = await fresh();
  const { id } = await waiting(user, inserat_id);
  const refusing = taskWith(
    {
      async rebuild() {
        throw new Error('was asked');
      },
    },
    'an open sandbox',
  );
  expect(await refusing.run({ db: world.db, now: world.clock.now() })).toBe(0);
  expect(await rowOf(id)).toMatchObject({ status: 'wartet', attempts: 0 });
  const rows = uploadsOf(
    { db: world.db, now: world.clock.now(), accountId: user.userId },
    { ...world.app.media, ownsInserat: async () => true, videoRefusal: async () => 'open' },
  );
  const begin = (kind: 'image' | 'video') =>
    rows.begin({
      id: crypto.randomUUID(),
      size: 5,
      metadata: { inserat_id: String(inserat_id), kind, filename: 'film.mp4' },
    });
  await expect(begin('video')).rejects.toMatchObject({ code: 'VIDEOS_REFUSED' });
  await begin('image');
  await convert();
  expect(await rowOf(id)).toMatchObject({ status: 'bereit' });
});
