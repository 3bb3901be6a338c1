import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import {
  duplicateInserat,
  reactivateInserat,
  storyInserat,
} from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import {
  deleteInseratImage,
  saveInseratImage,
  saveInseratVideo,
} from '@samtrot/shared/media/contract.ts';
import { ACCOUNT_QUOTA_BYTES } from '@samtrot/shared/media/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ad, advertisers, type Saving } from '../../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import { uploader } from '../../../testing/media/uploads.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';

const TOLD = 'Für eine Story braucht das Inserat mindestens ein Bild.';
const WEEK = 40;
const STORY = 10;
const posted: Partial<Saving> = {
  inserat_typ: '1_week',
  story_posted: true,
  story_title: 'Heute am See',
};

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function fresh() {
  const user = await on.rich(200);
  return { user, id: await on.blank(user) };
}
const base64ImageString = async () => dataUrl(await quarters().jpeg().toBuffer());
const withPicture = async (user: Caller, inserat_id: number) =>
  user.call(saveInseratImage, {
    inserat_id,
    base64ImageString: await base64ImageString(),
    place: 'story',
  });
async function withFilm(user: Caller, inserat_id: number, status: 'wartet' | 'gescheitert') {
  const bytes = Buffer.from('kein Film, aber lang genug');
  const upload_id = await uploader(world).sent(user, { inserat_id, kind: 'video', bytes });
  await user.call(saveInseratVideo, { inserat_id, upload_id, place: 'story' });
  if (status === 'gescheitert') await world.runTasks('media/videos');
}
const fetched = async (url: string, cookie = '') =>
  (await world.server.inject({ method: 'GET', url, headers: { cookie } })).statusCode;

test('a story of its own picture needs no other picture, is paid once and shown for its day only [MED-23, MED-25]', async () => {
  const { user, id } = await fresh();
  const refused = await user.call(saveInserat, ad(id, posted));
  expect(refused).toMatchObject({ status: 422, body: { errors: { story_posted: TOLD } } });
  const { body } = await withPicture(user, id);
  expect(await fetched(body.image.url)).toBe(404);
  const placed = await user.call(saveInserat, ad(id, posted));
  expect(placed).toMatchObject({
    status: 200,
    body: { charged: WEEK + STORY, inserat: { inserat_story: true } },
  });
  expect(placed.body.inserat.story_image.url).toBe(body.image.url);
  expect((await user.call(saveInserat, ad(id, posted))).body.charged).toBe(0);
  expect(await fetched(body.image.url)).toBe(200);
  world.clock.advance(DAY_MS);
  expect(await fetched(body.image.url)).toBe(404);
  expect(await fetched(body.image.url, user.cookie)).toBe(200);
});

test('a video being converted counts for a story, an unreadable one does not [MED-23, MED-25]', async () => {
  const waiting = await fresh();
  await withFilm(waiting.user, waiting.id, 'wartet');
  expect((await waiting.user.call(saveInserat, ad(waiting.id, posted))).body).toMatchObject({
    charged: WEEK + STORY,
  });
  await world.runTasks('media/videos');

  const { user, id } = await fresh();
  await withFilm(user, id, 'gescheitert');
  const refused = await user.call(saveInserat, ad(id, posted));
  expect(refused).toMatchObject({ status: 422, body: { errors: { story_posted: TOLD } } });
  expect(
    (await user.call(saveInserat, ad(id, { ...posted, story_posted: false }))).body.charged,
  ).toBe(WEEK);
  const later = await user.call(storyInserat, { inserat_id: id });
  expect(later).toMatchObject({ status: 422, body: { errors: { story_posted: TOLD } } });
  expect(await on.credits(user)).toBe(200 - WEEK);
});

test('a story with its own picture needs no other, and continues when it is removed [INS-34, MED-25, MED-32]', async () => {
  const { user, id } = await fresh();
  expect((await user.call(saveInserat, ad(id, { inserat_typ: '1_week' }))).status).toBe(200);
  const { body } = await withPicture(user, id);
  expect(await fetched(body.image.url)).toBe(404);
  const bought = await user.call(storyInserat, { inserat_id: id });
  expect(bought).toMatchObject({
    status: 200,
    body: { charged: STORY, inserat: { inserat_story: true } },
  });
  expect(await fetched(body.image.url)).toBe(200);
  await user.call(deleteInseratImage, { attachment_id: body.image.attachment_id });
  expect(await fetched(body.image.url)).toBe(404);
  const [left] = await on.list(user);
  expect(left).toMatchObject({ inserat_story: true, story_image: null, story_video: null });
  const again = await user.call(storyInserat, { inserat_id: id, again: true });
  expect(again).toMatchObject({ status: 422, body: { errors: { story_posted: TOLD } } });
});

test('a copy and another run have the story’s picture only where it belongs [INS-27, MED-25]', async () => {
  const { user, id } = await fresh();
  await withPicture(user, id);
  await user.call(saveInserat, ad(id, posted));
  const copy = await user.call(duplicateInserat, { inserat_id: id });
  expect(copy.body.inserat).toMatchObject({ story_image: null, story_posted: false });
  world.clock.advance(8 * DAY_MS);
  await world.runTasks('publication/clock');
  const again = await user.call(reactivateInserat, { inserat_id: id });
  expect(again.body).toMatchObject({
    charged: WEEK,
    inserat: { inserat_story: false, story_posted: false },
  });
  const url = again.body.inserat.story_image.url as string;
  expect(await fetched(url)).toBe(404);
  expect(await fetched(url, user.cookie)).toBe(200);
});

test('QUOTA_REACHED a copy counts with its pictures: the last byte may be used, and not one more [INS-35]', async () => {
  const { user, id } = await fresh();
  const sent = await user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString: await base64ImageString(),
  });
  expect(sent.status).toBe(200);
  const { bytes } = await world.db
    .selectFrom('image')
    .select('bytes')
    .where('inserat_id', '=', id)
    .executeTakeFirstOrThrow();
  const leave = async (rest: number) => {
    await world.db.deleteFrom('upload').where('account_id', '=', user.userId).execute();
    const upload = {
      id: crypto.randomUUID(),
      account_id: user.userId,
      inserat_id: id,
      kind: 'video',
    };
    const times = { created_at: world.clock.now(), expires_at: new Date('2099-01-01') };
    await world.db
      .insertInto('upload')
      .values({ ...upload, ...times, size: ACCOUNT_QUOTA_BYTES - bytes - rest })
      .execute();
  };
  await leave(bytes - 1);
  const refused = await user.call(duplicateInserat, { inserat_id: id });
  expect(refused).toMatchObject({ status: 409, body: { code: 'QUOTA_REACHED' } });
  expect(await on.list(user)).toHaveLength(1);
  await leave(bytes);
  expect((await user.call(duplicateInserat, { inserat_id: id })).status).toBe(200);
});
