import { adsAnswer, type DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import {
  deleteInseratImage,
  rateInseratMedia,
  saveInseratImage,
} from '@samtrot/shared/media/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../../testing/media/images.ts';
import { exactly, partnerKey } from '../../../testing/partners/partner.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let key: string;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  user = await on.rich(500);
  key = await partnerKey(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

let questions = 0;
/** The website's current ad, not from a cache. */
async function delivered(): Promise<DeliveredAd | undefined> {
  const url = `/partner/v1/ads?_=${++questions}`;
  const { body } = await world.send('', {
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${key}` },
  });
  return exactly(adsAnswer, body).ads[0] as DeliveredAd | undefined;
}
/** Every address of the portal in this value. */
const addressesIn = (found: unknown) => [
  ...new Set(JSON.stringify(found).match(/(?<=http:\/\/localhost:3000)\/media\/[^"]+/g) ?? []),
];
/** The statuses without a session. */
const statuses = async (urls: string[]) =>
  new Set(
    await Promise.all(
      urls.map(async (url) => (await world.server.inject({ method: 'GET', url })).statusCode),
    ),
  );

let seed = 700;
async function addPicture(inserat_id: number, place: 'inserat' | 'story' = 'inserat') {
  const bytes = await noise(700, 20, ++seed).jpeg().toBuffer();
  const { body } = await user.call(saveInseratImage, {
    inserat_id,
    base64ImageString: dataUrl(bytes),
    place,
  });
  return body.image as { url: string; attachment_id: number; cloudflare_id: string };
}
async function addVideo(inserat_id: number, place: 'inserat' | 'story'): Promise<void> {
  const content_id = (++seed).toString(16).padStart(64, '0');
  for (const name of ['720.mp4', '480.mp4', 'poster.webp'])
    await world.app.media.files.put(`${content_id}-${name}`, Buffer.from(name));
  const row = {
    account_id: user.userId,
    inserat_id,
    place,
    name: 'x.mp4',
    position: 1,
    created_at: START,
  };
  await world.db
    .insertInto('video')
    .values({
      ...row,
      content_id,
      status: 'bereit',
      heights: [720, 480],
      width: 1280,
      height: 720,
      duration_ms: 9000,
    })
    .execute();
}

test('delivered addresses are public; they return 404 after the content is removed [T-DEL-01, MED-12, MED-21, MED-25]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const post = (until: Date | null) =>
    world.db
      .updateTable('inserat')
      .set({ story_until: until, story_title: 'Heute' })
      .where('id', '=', id)
      .execute();
  const [kept, removed] = [await addPicture(id), await addPicture(id)];
  await addVideo(id, 'inserat');
  const storyPicture = await addPicture(id, 'story');
  // Uploaded but not published: none of its addresses is delivered.
  const quiet = addressesIn(await delivered());
  expect(quiet.filter((url) => url.includes(storyPicture.cloudflare_id))).toEqual([]);
  await post(new Date(START.getTime() + DAY_MS));
  const all = addressesIn(await delivered());
  expect(all.filter((url) => url.includes(storyPicture.cloudflare_id)).length).toBeGreaterThan(0);
  expect(all.length).toBeGreaterThanOrEqual(quiet.length + 1);
  expect(await statuses(all)).toEqual(new Set([200]));

  await user.raw(life.hideInserat.name, { payload: { inserat_id: id } });
  expect([await delivered(), await statuses(all)]).toEqual([undefined, new Set([404])]);
  await user.raw(life.activateInserat.name, { payload: { inserat_id: id } });
  expect(addressesIn(await delivered()).toSorted()).toEqual(all.toSorted());
  expect(await statuses(all)).toEqual(new Set([200]));

  await user.call(deleteInseratImage, { attachment_id: removed.attachment_id });
  const left = addressesIn(await delivered());
  expect(left).not.toEqual(all);
  expect(await statuses(left)).toEqual(new Set([200]));
  expect(await statuses(all.filter((url) => !left.includes(url)))).toEqual(new Set([404]));

  // Rated above the website's limit: no longer delivered to it, still delivered elsewhere.
  await user.call(rateInseratMedia, {
    attachment_id: kept.attachment_id,
    kind: 'image',
    rating: 'explizit',
  });
  expect(addressesIn(await delivered()).filter((url) => url.includes(kept.cloudflare_id))).toEqual(
    [],
  );

  // A story video; both end after a day while the ad continues.
  await world.db.deleteFrom('image').where('place', '=', 'story').execute();
  await addVideo(id, 'story');
  const film = addressesIn((await delivered())!.story);
  expect(film.map((url) => url.split('-').at(-1)).toSorted()).toEqual([
    '480.mp4',
    '720.mp4',
    'poster.webp',
  ]);
  expect(await statuses(film)).toEqual(new Set([200]));
  world.clock.set(new Date(START.getTime() + DAY_MS));
  const after = (await delivered())!;
  expect([after.story, await statuses(film)]).toEqual([null, new Set([404])]);
  expect(await statuses(addressesIn(after))).toEqual(new Set([200]));

  await user.raw(life.deleteInserat.name, { payload: { inserat_id: id } });
  expect([await delivered(), await statuses(addressesIn(after))]).toEqual([
    undefined,
    new Set([404]),
  ]);
});
