import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { deleteInserat, reactivateInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { getInseratMedia, saveInseratVideo } from '@samtrot/shared/media/contract.ts';
import { ACCOUNT_QUOTA_BYTES } from '@samtrot/shared/media/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ad, advertisers } from '../../testing/listings/inserate.ts';
import { uploader } from '../../testing/media/uploads.ts';
import { makeVideo } from '../../testing/media/videos.ts';
import { listed } from '../../testing/process/files.ts';
import { someoneWaits } from '../../testing/process/gate.ts';
import { until } from '../../testing/process/workers.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import { videoTask } from './jobs.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let tus: ReturnType<typeof uploader>;
let untouched: World['app']['media']['files'];
const folder = mkdtempSync(join(tmpdir(), 'samtrot-hostile-'));
const film = readFileSync(makeVideo(join(folder, 'film.mp4'), { seconds: 1 }));
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

async function fresh(credits = 300) {
  const user = await on.rich(credits);
  const id = await on.blank(user);
  return { user, id, image: { inserat_id: String(id), kind: 'image', filename: 'bild.jpg' } };
}
async function withVideo(
  user: Caller,
  inserat_id: number,
  { place = 'inserat' as 'inserat' | 'story', bytes = film },
) {
  const upload_id = await tus.sent(user, { inserat_id, kind: 'video', bytes });
  const saved = await user.call(saveInseratVideo, {
    inserat_id,
    upload_id,
    place,
    inserat_typ: '1_week',
  });
  expect(saved.status).toBe(200);
  return saved.body.video.attachment_id as number;
}
const uploadsOf = ({ userId }: Caller) =>
  world.db.selectFrom('upload').select('id').where('account_id', '=', userId).execute();

test('an upload started during account deletion leaves nothing [T-UPL-87, INV-08]', async () => {
  const { user, image } = await fresh();
  const deletion = await world.pool.connect();
  try {
    await deletion.query('begin');
    await deletion.query('select lock_account($1, true)', [user.userId]);
    const begun = tus.begin(user, image, 20, { first: Buffer.alloc(20) });
    await until(() => someoneWaits(world.pool, 'advisory'), 'the upload waits for the closing');
    await deletion.query('update account set closed_at = now() where id = $1', [user.userId]);
    await deletion.query('commit');
    expect(await begun).toMatchObject({ status: 401, body: { code: 'NOT_LOGGED_IN' } });
  } finally {
    deletion.release();
  }
  expect(await uploadsOf(user)).toEqual([]);
  await world.runTasks('media/uploads');
  expect(await world.app.media.uploads.ids()).toEqual([]);
});

test('deleting an ad deletes its uploads in progress, also from the quota [INV-08]', async () => {
  const { user, id, image } = await fresh();
  const upload = await tus.begun(user, image, 20);
  await tus.patch(user, upload, { offset: 0, bytes: Buffer.alloc(10) });
  expect((await user.call(saveInserat, ad(id, { post_status: 'draft' }))).status).toBe(200);
  expect((await user.call(deleteInserat, { inserat_id: id })).status).toBe(200);
  expect(await uploadsOf(user)).toEqual([]);
  await world.runTasks('media/uploads');
  expect(await world.app.media.uploads.ids()).not.toContain(upload);
  expect((await tus.patch(user, upload, { offset: 10, bytes: Buffer.alloc(10) })).status).toBe(404);
});

test('a free ad is published without videos, wherever they came from [MED-19, CON-57]', async () => {
  const { user, id } = await fresh();
  const video = await withVideo(user, id, {});
  const message = 'Videos gehören zu Premium. Lösche sie oder wähle Premium.';
  const refused = await user.call(saveInserat, ad(id, { inserat_typ: 'free' }));
  expect(refused).toMatchObject({ status: 422, body: { errors: { inserat_typ: message } } });
  expect((await user.call(saveInserat, ad(id, { inserat_typ: '1_week' }))).status).toBe(200);

  // After it has expired another package may be chosen on reactivation.
  world.clock.advance(8 * DAY_MS);
  await world.runTasks('publication/clock');
  expect((await user.call(keepInserat, ad(id, { inserat_typ: 'free' }))).status).toBe(200);
  const again = await user.call(reactivateInserat, { inserat_id: id });
  expect(again).toMatchObject({ status: 422, body: { errors: { inserat_typ: message } } });
  await world.db.deleteFrom('video').where('id', '=', video).execute();
  expect((await user.call(reactivateInserat, { inserat_id: id })).status).toBe(200);
});

test("a small file with a large conversion does not exceed the account's quota [INV-08]", async () => {
  const { user, id } = await fresh();
  const other = await on.blank(user);
  await withVideo(user, id, {});
  const before = await listed(untouched);
  await world.db
    .insertInto('upload')
    .values({
      id: crypto.randomUUID(),
      account_id: user.userId,
      inserat_id: other,
      kind: 'video',
      created_at: world.clock.now(),
      expires_at: new Date('2099-01-01'),
      size: ACCOUNT_QUOTA_BYTES - 1,
    })
    .execute();
  await world.runTasks('media/videos');
  const { body } = await user.call(getInseratMedia, { inserat_id: id });
  expect(body.videoSources).toMatchObject([
    {
      status: 'gescheitert',
      failure:
        'Dein Speicherplatz für Bilder und Videos ist aufgebraucht. Lösche, was du nicht mehr brauchst.',
    },
  ]);
  world.clock.advance(2 * DAY_MS);
  await world.runTasks('media/removal');
  expect(await listed(untouched)).toEqual(before);
  await world.db.deleteFrom('upload').where('account_id', '=', user.userId).execute();
});

test.each([
  ['at once', 0],
  ['when the queue is hours long', 3 * HOUR_MS],
])('an account with many videos does not delay others, %s [T-FLT-13]', async (_when, waited) => {
  const [many, one] = [await fresh(), await fresh()];
  const first = await withVideo(many.user, many.id, {});
  world.clock.advance(MINUTE_MS);
  const second = await withVideo(many.user, many.id, {});
  world.clock.advance(MINUTE_MS);
  const theirs = await withVideo(one.user, one.id, {});
  const task = videoTask({
    ...world.app.media,
    work: join(world.config.dataDir, 'videos'),
    log: world.app.log,
    processor: { rebuild: async () => ({ failure: 'unreadable' }) },
    videoRefusal: async () => null,
  });
  world.clock.advance(waited);
  const turns: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await task.run({ db: world.db, now: world.clock.now() });
    const rows = await world.db
      .selectFrom('video')
      .select('id')
      .where('status', '=', 'gescheitert')
      .execute();
    turns.push(
      ...rows
        .map(({ id }) => id)
        .filter((id) => [first, second, theirs].includes(id) && !turns.includes(id)),
    );
  }
  expect(turns).toEqual([first, theirs, second]);
});

test('on a full volume uploads in progress wait, and continue once there is room [T-FLT-10]', async () => {
  const { user, image } = await fresh();
  const upload = await tus.begun(user, image, 20);
  await tus.patch(user, upload, { offset: 0, bytes: Buffer.alloc(10) });
  world.app.media.files.room = async () => 0.9;
  const refused = await tus.patch(user, upload, { offset: 10, bytes: Buffer.alloc(10) });
  expect(refused).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
  expect((await tus.send(user, 'HEAD', `/media/uploads/${upload}`)).headers['upload-offset']).toBe(
    '10',
  );
  Object.assign(world.app.media.files, untouched);
  const whole = await tus.patch(user, upload, { offset: 10, bytes: Buffer.alloc(10) });
  expect(whole).toMatchObject({ status: 204, headers: { 'upload-offset': '20' } });
});

test('more bytes than announced, wrong lengths and other tricks are refused without changes [T-UPL-79, T-UPL-88]', async () => {
  const { user, image } = await fresh();
  const upload = await tus.begun(user, image, 20);
  const over = await tus.patch(user, upload, { offset: 0, bytes: Buffer.alloc(21) });
  expect(over.status).toBe(413);
  const head = async () => (await tus.send(user, 'HEAD', `/media/uploads/${upload}`)).headers;
  expect(Number((await head())['upload-offset'])).toBeLessThanOrEqual(20);
  const tooMuch = await tus.begin(user, image, 20, { first: Buffer.alloc(40) });
  expect(tooMuch.status).toBe(413);
  for (const row of nonEmpty(
    await world.db.selectFrom('upload').selectAll().where('account_id', '=', user.userId).execute(),
  ))
    expect((await world.app.media.uploads.read(row.id))?.length ?? 0).toBeLessThanOrEqual(row.size);

  const headers = { 'x-http-method-override': 'DELETE' };
  await tus.send(user, 'HEAD', `/media/uploads/${upload}`, { headers });
  expect(await uploadsOf(user)).toContainEqual({ id: upload });
  for (const length of ['-1', '1e3', '0x10', '20.5', '', '99999999999999999999', 'NaN']) {
    const answer = await tus.begin(user, image, 20, { headers: { 'upload-length': length } });
    expect(answer.status, length).toBeGreaterThanOrEqual(400);
    expect(answer.status, length).toBeLessThan(500);
  }
  for (const offset of [-1, 1e21, Number.NaN]) {
    const answer = await tus.patch(user, upload, { offset, bytes: Buffer.alloc(1) });
    expect([400, 403, 409], String(offset)).toContain(answer.status);
  }
  for (const more of [{ 'upload-defer-length': '1' }, { 'upload-concat': 'partial' }] as Record<
    string,
    string
  >[]) {
    const answer = await tus.begin(user, image, 20, { headers: more });
    expect(answer.status).toBe(400);
  }
  for (const id of [
    '..%2f..%2fetc%2fpasswd',
    `${upload}.json`,
    upload.toUpperCase(),
    `${upload}%00`,
  ]) {
    const answer = await tus.send(user, 'HEAD', `/media/uploads/${id}`);
    expect([400, 404], id).toContain(answer.status);
  }
});
