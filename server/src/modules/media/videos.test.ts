import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getInseratMedia, saveInseratVideo } from '@samtrot/shared/media/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listed } from '../../testing/files.ts';
import { advertisers } from '../../testing/inserate.ts';
import { notesIn } from '../../testing/mp4.ts';
import { uploader } from '../../testing/uploads.ts';
import { makeVideo } from '../../testing/videos.ts';
import { type Caller, testWorld, type World } from '../../testing/world.ts';

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

/** An upload that has become a video of an ad, waiting. */
async function waiting(
  user: Caller,
  inserat_id: number,
  bytes: Buffer = small,
  place: 'inserat' | 'story' = 'inserat',
) {
  const upload_id = await tus.sent(user, { inserat_id, kind: 'video', bytes });
  const saved = await user.call(saveInseratVideo, { inserat_id, upload_id, place, inserat_typ: '1_week' });
  expect(saved.status).toBe(200);
  expect(saved.body.video).toMatchObject({ status: 'wartet', progress: 0, url: '', thumbnail: '' });
  return { id: saved.body.video.attachment_id as number, upload_id };
}
async function fresh() {
  const user = await on.rich(100);
  const inserat_id = await on.blank(user);
  return { user, inserat_id };
}
const rowOf = (id: number) => world.db.selectFrom('video').selectAll().where('id', '=', id).executeTakeFirst();
const convert = () => world.runTasks('media/videos');
const uploadsLeft = () => world.app.media.uploads.ids();
const workLeft = () => readdir(join(world.config.dataDir, 'videos')).catch(() => []);
const filesOf = async (contentId: string) => (await listed(untouched)).filter((name) => name.startsWith(contentId));

test('MED-18 MED-21 MED-22 an uploaded video is rebuilt, its raw bytes go, and it is shown with its poster', async () => {
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
