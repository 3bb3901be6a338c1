import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { deleteInseratImage, saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { placements } from '../../../testing/listings/placements.ts';
import { dataUrl, noise } from '../../../testing/media/images.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let other: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  other = await on.rich(0);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(500);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const FOR_ALL = 'public, max-age=31536000, s-maxage=60, immutable';
const at = (ms: number) => world.clock.set(new Date(START.getTime() + ms));
const fetched = (
  url: string,
  caller: Caller = world.visitor,
  headers: Record<string, string> = {},
) =>
  world.server.inject({
    method: 'GET',
    url,
    headers: { ...(caller.cookie && { cookie: caller.cookie }), ...headers },
  });
const status = async (url: string, caller?: Caller) => (await fetched(url, caller)).statusCode;

let seed = 100;
const addPicture = async (inserat_id: number) => {
  const bytes = await noise(400, 20, ++seed).jpeg().toBuffer();
  const { body } = await user.call(saveInseratImage, {
    inserat_id,
    base64ImageString: dataUrl(bytes),
  });
  return body.image as { url: string; attachment_id: number; cloudflare_id: string };
};
const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
/** A finished video of an ad of the advertiser. */
async function addVideo(
  inserat_id: number,
  place = 'inserat',
  owner = user.userId,
): Promise<string> {
  const content_id = (++seed).toString(16).padStart(64, '0');
  await world.app.media.files.put(`${content_id}-720.mp4`, BYTES);
  await world.app.media.files.put(`${content_id}-poster.webp`, BYTES);
  const row = {
    account_id: owner,
    inserat_id,
    place,
    name: 'x.mp4',
    position: 1,
    created_at: START,
  };
  await world.db
    .insertInto('video')
    .values({ ...row, content_id, status: 'bereit', heights: [720], width: 1280, height: 720 })
    .execute();
  return `/media/${content_id}-720.mp4`;
}

/** Asserts access for the owner only, without caching. */
async function expectOwnersOnly(url: string): Promise<void> {
  const missing = await fetched(`/media/${'0'.repeat(63)}f-320.webp`);
  for (const nobody of [await fetched(url), await fetched(url, other)]) {
    expect([nobody.statusCode, nobody.json()]).toEqual([404, missing.json()]);
    expect(nobody.headers['cache-control']).toBe('no-store');
    expect(nobody.headers.etag).toBeUndefined();
  }
  const own = await fetched(url, user);
  expect(own.statusCode).toBe(200);
  expect(own.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
}
async function expectPublished(url: string): Promise<void> {
  for (const caller of [world.visitor, other, user]) {
    const answer = await fetched(url, caller);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': FOR_ALL,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': url.endsWith('mp4') ? 'video/mp4' : 'image/webp',
    });
  }
}

test('media of a draft are for its owner, published ones for everybody [MED-12, MED-21]', async () => {
  const id = await on.blank(user);
  const urls = [(await addPicture(id)).url, await addVideo(id)];
  urls.push(urls[1]!.replace('720.mp4', 'poster.webp'));
  for (const url of urls) await expectOwnersOnly(url);
  await on.place(user, { inserat_id: id, inserat_typ: '1_week' });
  for (const url of urls) await expectPublished(url);
});

test('hiding, showing and deleting apply from the next request on [T-DEL-01, MED-10]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const picture = await addPicture(id);
  const video = await addVideo(id);
  await expectPublished(video);
  await user.raw(life.hideInserat.name, { payload: { inserat_id: id } });
  for (const url of [picture.url, video]) await expectOwnersOnly(url);
  await user.raw(life.activateInserat.name, { payload: { inserat_id: id } });
  for (const url of [picture.url, video]) await expectPublished(url);
  // Only one image is deleted.
  const { attachment_id } = await addPicture(id);
  const [, second] = (await on.list(user))[0]!.imageSources;
  await user.call(deleteInseratImage, { attachment_id });
  expect([await status(second!.url), await status(second!.url, user)]).toEqual([404, 404]);
  await user.raw(life.deleteInserat.name, { payload: { inserat_id: id } });
  for (const url of [picture.url, video]) {
    expect([await status(url), await status(url, user)]).toEqual([404, 404]);
  }
});

test('media of expired or planned ads are inaccessible by time alone, without any job [T-DEL-01]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_day' });
  const { url } = await addPicture(id);
  at(DAY_MS - 1);
  await expectPublished(url);
  at(DAY_MS);
  await expectOwnersOnly(url);
  await world.runTasks('publication/clock');
  await expectOwnersOnly(url);

  world.clock.set(START);
  const times = { start_at: new Date(START.getTime() + HOUR_MS), status: 'geplant' };
  await world.db.updateTable('inserat').set(times).where('id', '=', id).execute();
  await expectOwnersOnly(url);
  await world.db.updateTable('inserat').set({ status: 'aktiv' }).where('id', '=', id).execute();
  await expectOwnersOnly(url);
});

test("a story's media are inaccessible after a day while its ad continues [MED-25]", async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const video = await addVideo(id, 'story');
  const picture = await addPicture(id);
  // Not published yet.
  await expectOwnersOnly(video);
  await world.db
    .updateTable('inserat')
    .set({ story_until: new Date(START.getTime() + DAY_MS) })
    .where('id', '=', id)
    .execute();
  at(DAY_MS - 1);
  await expectPublished(video);
  at(DAY_MS);
  await expectOwnersOnly(video);
  await expectPublished(picture.url);
  // The same holds for a story image.
  await world.db
    .updateTable('image')
    .set({ place: 'story' })
    .where('id', '=', picture.attachment_id)
    .execute();
  await expectOwnersOnly(picture.url);
});

test('the image of a banner is accessible while the banner is shown [BAN-10]', async () => {
  const bannerOf = placements(world);
  const run = {
    start: new Date(START.getTime() + HOUR_MS),
    end: new Date(START.getTime() + 2 * HOUR_MS),
  };
  const { id: website } = await world.db
    .insertInto('website')
    .values({ name: 'Mondgarten', url: 'https://mond.example', created_at: START })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await bannerOf.banner(user.userId, { run, websites: [website] });
  const draft = await bannerOf.banner(user.userId);
  const { url, attachment_id } = await addPicture(await on.blank(user));
  const hang = (banner_id: number, place = 'banner') =>
    world.db
      .updateTable('image')
      .set({ inserat_id: null, banner_id, place })
      .where('id', '=', attachment_id)
      .execute();
  await hang(draft);
  await expectOwnersOnly(url);
  await hang(id);
  await expectOwnersOnly(url);
  at(HOUR_MS);
  await expectPublished(url);
  // Chosen for a running banner and not saved yet.
  await hang(id, 'banner_neu');
  await expectOwnersOnly(url);
  await hang(id);
  await world.db.updateTable('website').set({ status: 'off' }).where('id', '=', website).execute();
  await expectOwnersOnly(url);
  await world.db.updateTable('website').set({ status: 'on' }).where('id', '=', website).execute();
  await expectPublished(url);
  await world.db.updateTable('banner').set({ hidden_at: START }).where('id', '=', id).execute();
  await expectOwnersOnly(url);
  await world.db.updateTable('banner').set({ hidden_at: null }).where('id', '=', id).execute();
  await expectPublished(url);
  at(2 * HOUR_MS);
  await expectOwnersOnly(url);
  await world.db.updateTable('banner').set({ deleted_at: START }).where('id', '=', id).execute();
  expect(await status(url, user)).toBe(404);
});

test('the image of a club is accessible while the club is shown [CLU-13]', async () => {
  const clubOf = placements(world);
  const run = {
    start: new Date(START.getTime() + HOUR_MS),
    end: new Date(START.getTime() + 2 * HOUR_MS),
  };
  const id = await clubOf.club(user.userId, { run });
  const unplaced = await clubOf.club(user.userId, { placed_at: null });
  const { url, attachment_id } = await addPicture(await on.blank(user));
  const hang = (club_id: number) =>
    world.db
      .updateTable('image')
      .set({ inserat_id: null, club_id, place: 'club' })
      .where('id', '=', attachment_id)
      .execute();
  at(HOUR_MS);
  await hang(unplaced);
  await expectOwnersOnly(url);
  await hang(id);
  await expectPublished(url);
  at(HOUR_MS - 1);
  await expectOwnersOnly(url);
  at(2 * HOUR_MS - 1);
  await expectPublished(url);
  at(2 * HOUR_MS);
  await expectOwnersOnly(url);
  at(HOUR_MS);
  await world.db.updateTable('club').set({ deleted_at: START }).where('id', '=', id).execute();
  expect(await status(url, user)).toBe(404);
});

test('an image on two ads is public while one of them is [MED-12]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const { url, attachment_id } = await addPicture(id);
  const row = await world.db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', attachment_id)
    .executeTakeFirstOrThrow();
  const foreign = await on.blank(other);
  const { id: _id, ...copy } = row;
  await world.db
    .insertInto('image')
    .values({ ...copy, account_id: other.userId, inserat_id: foreign })
    .execute();
  await expectPublished(url);
  await user.raw(life.hideInserat.name, { payload: { inserat_id: id } });
  expect([await status(url, user), await status(url, other), await status(url)]).toEqual([
    200, 200, 404,
  ]);
});

test('an expired session sees neither the file nor its existence, by cookie or token [MED-12]', async () => {
  const { url } = await addPicture(await on.blank(user));
  const missing = `/media/${'0'.repeat(64)}-320.webp`;
  const bearer = { authorization: `Bearer ${user.cookie.split('=')[1]}` };
  expect((await fetched(url, world.visitor, bearer)).statusCode).toBe(200);
  await world.db.deleteFrom('session').where('account_id', '=', user.userId).execute();
  expect([await status(url, user), await status(missing, user)]).toEqual([404, 404]);
  const responses = [
    await fetched(url, world.visitor, bearer),
    await fetched(missing, world.visitor, bearer),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
});

test('a video is served by range, as a whole, and by HEAD [MED-21]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const url = await addVideo(id);
  const whole = await fetched(url);
  const etag = String(whole.headers.etag);
  expect(etag).toBe(`"${url.split('/').at(-1)}"`);
  expect(whole.headers).toMatchObject({ 'content-length': '1000', 'accept-ranges': 'bytes' });
  expect(whole.rawPayload).toEqual(BYTES);

  const cases: [string, number, string | undefined, Buffer][] = [
    ['bytes=0-', 206, 'bytes 0-999/1000', BYTES],
    ['bytes=0-0', 206, 'bytes 0-0/1000', BYTES.subarray(0, 1)],
    ['bytes=10-19', 206, 'bytes 10-19/1000', BYTES.subarray(10, 20)],
    ['BYTES=990-5000', 206, 'bytes 990-999/1000', BYTES.subarray(990)],
    ['bytes=-10', 206, 'bytes 990-999/1000', BYTES.subarray(990)],
    ['bytes=-5000', 206, 'bytes 0-999/1000', BYTES],
    ['bytes=999-', 206, 'bytes 999-999/1000', BYTES.subarray(999)],
    ['bytes=1000-', 416, 'bytes */1000', Buffer.alloc(0)],
    ['bytes=5000-6000', 416, 'bytes */1000', Buffer.alloc(0)],
    ['bytes=-0', 416, 'bytes */1000', Buffer.alloc(0)],
    // Invalid ranges are ignored.
    ...[
      'bytes=5-1',
      'bytes=-',
      'bytes=a-b',
      'bytes=0-1,5-6',
      'items=0-1',
      'bytes=1e3-',
      'bytes',
      '0-1',
    ].map((header): [string, number, undefined, Buffer] => [header, 200, undefined, BYTES]),
    [`bytes=${'9'.repeat(400)}-`, 200, undefined, BYTES],
  ];
  for (const [range, code, contentRange, bytes] of cases) {
    const answer = await fetched(url, world.visitor, { range });
    expect([answer.statusCode, answer.headers['content-range']], range).toEqual([
      code,
      contentRange,
    ]);
    expect(answer.rawPayload.equals(bytes), range).toBe(true);
    expect(Number(answer.headers['content-length']), range).toBe(bytes.length);
    expect(answer.headers['cache-control'], range).toBe(code === 416 ? 'no-store' : FOR_ALL);
  }
  for (const [ifRange, code] of [
    ...([
      [etag, 206],
      [`W/${etag}`, 200],
      ['"other"', 200],
      ['Fri, 20 Nov 2026 12:00:00 GMT', 200],
    ] as const),
  ]) {
    const answer = await fetched(url, world.visitor, { range: 'bytes=1-2', 'if-range': ifRange });
    expect([answer.statusCode, answer.rawPayload.length], ifRange).toEqual([
      code,
      code === 206 ? 2 : 1000,
    ]);
  }

  const head = await world.server.inject({ method: 'HEAD', url, headers: { range: 'bytes=1-2' } });
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  expect(head.headers).toMatchObject({
    'content-length': '1000',
    'content-type': 'video/mp4',
    etag,
  });
  expect(
    (await world.server.inject({ method: 'HEAD', url: url.replace('720', '480') })).statusCode,
  ).toBe(404);
});

test('a cached file returns 304, or 404 once access has ended [MED-12]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const { url } = await addPicture(id);
  const etag = String((await fetched(url)).headers.etag);
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const known = await fetched(url, world.visitor, { 'if-none-match': tag });
    expect([known.statusCode, known.rawPayload.length, known.headers.etag]).toEqual([304, 0, etag]);
    expect(known.headers['cache-control']).toBe(FOR_ALL);
  }
  expect((await fetched(url, world.visitor, { 'if-none-match': '"x"' })).statusCode).toBe(200);
  await user.raw(life.hideInserat.name, { payload: { inserat_id: id } });
  expect((await fetched(url, world.visitor, { 'if-none-match': etag })).statusCode).toBe(404);
});

test('a row with a lost file returns 404, also to its owner [INV-08]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const { url } = await addPicture(id);
  await world.app.media.files.remove(url.split('/').at(-1)!);
  expect([await status(url), await status(url, user)]).toEqual([404, 404]);
});
