import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { ACCOUNT_QUOTA_BYTES } from '@samtrot/shared/media/rules.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ad, advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, noise, quarters } from '../../../testing/media/images.ts';
import { partnerKey } from '../../../testing/partners/partner.ts';
import { listed } from '../../../testing/process/files.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let untouched: World['app']['media']['files'];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  untouched = { ...world.app.media.files };
});
afterEach(() => Object.assign(world.app.media.files, untouched));
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

let pictures = 0;
const add = async (user: Caller, inserat_id: number) => {
  const bytes = await noise(40, 20, ++pictures).png().toBuffer();
  return user.call(saveInseratImage, {
    inserat_id,
    base64ImageString: dataUrl(bytes, 'image/png'),
  });
};
const imagesOf = (user: Caller) =>
  world.db
    .selectFrom('image')
    .select(['content_id', 'bytes'])
    .where('account_id', '=', user.userId)
    .execute();
const full = { status: 507, body: { success: false, code: 'STORAGE_FULL' } };

test('on a full volume uploads are refused while money and delivery continue [T-FLT-10]', async () => {
  const user = await on.rich(100);
  const id = await on.blank(user);
  const before = await listed(untouched);
  const { files } = world.app.media;
  // Known from the volume's usage …
  files.room = async () => 0.95;
  expect(await add(user, id)).toMatchObject(full);
  files.room = async () => 0.9;
  expect(await add(user, id)).toMatchObject(full);
  // … or from a failing write.
  files.room = async () => 0.899;
  let puts = 0;
  files.put = async (...put) => {
    if (++puts > 1)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    await untouched.put(...put);
  };
  const large = await noise(700, 20, 77).png().toBuffer();
  const refused = user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString: dataUrl(large, 'image/png'),
  });
  expect(await refused).toMatchObject(full);
  expect(puts).toBe(2);
  expect(await imagesOf(user)).toEqual([]);

  files.room = async () => 1;
  const booked = await user.call(saveInserat, ad(id, { inserat_typ: '1_week' }));
  expect(booked.status).toBe(200);
  expect(await on.credits(user)).toBeLessThan(100);
  const key = await partnerKey(world);
  const headers = { authorization: `Bearer ${key}` };
  const delivered = await world.send('', { method: 'GET', url: '/partner/v1/ads', headers });
  expect(delivered.body.ads).toHaveLength(1);
  expect(await world.send('', { method: 'GET', url: '/readyz' })).toMatchObject({
    status: 200,
    body: { ready: true, storage_used: 1 },
  });

  // Already stored files of the image are removed.
  Object.assign(files, untouched);
  expect(await listed(files)).toHaveLength(before.length + 1);
  world.clock.advance(2 * 3600_000);
  await world.runTasks('media/removal');
  expect(await listed(files)).toEqual(before);
  expect((await add(user, id)).status).toBe(200);
  expect(await on.wrongBooks()).toEqual([]);
});

test('an image counts with all its files [INV-08]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const bytes = await noise(700, 20, 5).jpeg().toBuffer();
  await user.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(bytes) });
  const [image] = await imagesOf(user);
  let sum = 0;
  for (const name of await listed(untouched)) {
    if (name.startsWith(image!.content_id)) sum += (await untouched.sizeOf(name))!;
  }
  expect(image!.bytes).toBe(sum);
});

test('the quota can be used up to the last byte, and affects only its account [INV-08]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const bytes = dataUrl(await quarters().jpeg().toBuffer());
  const save = (caller: Caller, inserat_id: number) =>
    caller.call(saveInseratImage, { inserat_id, base64ImageString: bytes });
  expect((await save(user, id)).status).toBe(200);
  const size = (await imagesOf(user))[0]!.bytes;
  const leave = async (rest: number) => {
    await world.db.deleteFrom('video').where('account_id', '=', user.userId).execute();
    await world.db.deleteFrom('upload').where('account_id', '=', user.userId).execute();
    const images = (await imagesOf(user)).reduce((sum, image) => sum + image.bytes, 0);
    const of = { account_id: user.userId, inserat_id: id, created_at: world.clock.now() };
    const upload = crypto.randomUUID();
    await world.db
      .insertInto('video')
      .values({ ...of, place: 'inserat', name: 'x', position: 1, upload_id: upload, bytes: 1000 })
      .execute();
    await world.db
      .insertInto('upload')
      .values({
        ...of,
        id: crypto.randomUUID(),
        kind: 'video',
        expires_at: new Date('2099-01-01'),
        size: ACCOUNT_QUOTA_BYTES - 1000 - images - rest,
      })
      .execute();
  };
  await leave(size - 1);
  const refusal = { status: 409, body: { success: false, code: 'QUOTA_REACHED' } };
  expect(await save(user, id)).toMatchObject(refusal);
  await leave(size);
  // Two concurrent: one fits.
  const two = await Promise.all([save(user, id), save(user, id)]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await save(user, id)).toMatchObject(refusal);
  const other = await on.rich(0);
  expect((await save(other, await on.blank(other))).status).toBe(200);
});
