import {
  type Banner,
  deleteBanner,
  duplicateBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import { ACCOUNT_QUOTA_BYTES } from '@samtrot/shared/media/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bannersOf,
  bannerWish,
  pictureFor,
  type Wish,
  websiteOf,
} from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let site: number;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  site = await websiteOf(world);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(2000);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const wish = (changes: Partial<Wish> = {}) => bannerWish({ webseiten: [site], ...changes });
const order = (changes: Partial<Wish> = {}) => user.call(orderBanner, wish(changes));
const state = async () => ({ banners: await bannersOf(user), credits: await on.credits(user) });
const imagesOf = (banner_id: number) =>
  world.db
    .selectFrom('image')
    .select(['place', 'bytes'])
    .where('banner_id', '=', banner_id)
    .execute();
const rowOf = (id: number) =>
  world.db.selectFrom('banner').selectAll().where('id', '=', id).executeTakeFirst();
const counted = (banner_id: number) =>
  world.db
    .insertInto('banner_day')
    .values({ banner_id, website_id: site, day: '2026-11-20', views: 12, clicks: 1 })
    .execute();
const figuresOf = (banner_id: number) =>
  world.db.selectFrom('banner_day').select('views').where('banner_id', '=', banner_id).execute();

test('an order whose response was lost is replayed on a retry and charged once [INV-10, BAN-65]', async () => {
  const { body: draft } = await user.call(saveBanner, wish({ text: 'Entwurf' }));
  const { ID, version } = draft.banner;
  const orders = {
    neu: wish({ text: 'Neu' }),
    entwurf: wish({ ID, version, text: 'Entwurf' }),
    bild: wish({ typ: 'a2', banner_bild: await pictureFor('a2') }),
  };
  for (const [key, payload] of Object.entries(orders)) {
    const press = () =>
      user.raw('order_banner', { payload, headers: { 'idempotency-key': `verloren-${key}` } });
    const first = await press();
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const before = await state();
    // The row of a process killed between the commit of the order and storing the response.
    const lost = { status: null, answer: null, held_until: new Date(+world.clock.now() + 60_000) };
    await world.db
      .updateTable('idempotency')
      .set(lost)
      .where('account_id', '=', user.userId)
      .execute();
    world.clock.advance(61_000);
    const again = await press();
    expect([again.status, again.body], key).toEqual([200, first.body]);
    expect(await state(), key).toEqual(before);
    await world.db
      .updateTable('idempotency')
      .set({ ...lost, held_until: null })
      .execute();
    await user.call(deleteBanner, { banner_id: first.body.banner.ID });
    expect(await press(), key).toMatchObject({ status: 404, body: { code: 'BANNER_NOT_FOUND' } });
  }
  expect([await bannersOf(user), await on.credits(user)]).toEqual([[], 2000 - 60 - 60 - 400]);
});

test('nothing of a deleted banner stays: contents, figures, pictures and their files [BAN-23]', async () => {
  // A picture that no other banner has.
  const banner_bild = dataUrl(await noise(715, 244).jpeg().toBuffer());
  const { body } = await order({ typ: 'a2', banner_bild });
  const { ID } = body.banner as Banner;
  const { url } = body.banner.banner_bild as { url: string };
  await counted(ID);
  expect((await user.call(deleteBanner, { banner_id: ID })).status).toBe(200);
  expect([await imagesOf(ID), await figuresOf(ID)]).toEqual([[], []]);
  expect((await world.send(user.cookie, { method: 'GET', url })).status).toBe(404);
  const { body: draft } = await user.call(saveBanner, wish());
  await user.call(deleteBanner, { banner_id: draft.banner.ID });
  expect(await rowOf(draft.banner.ID)).toBeUndefined();
});

test('a closed account leaves no figures of its banners [BAN-23, API-37]', async () => {
  const { ID } = (await order()).body.banner;
  await counted(ID);
  expect((await user.raw('delete_account', { payload: { password: PASSWORD } })).status).toBe(200);
  await world.finishDeletions();
  expect(await figuresOf(ID)).toEqual([]);
});

test('QUOTA_REACHED a copy counts with its picture: the last byte may be used, and not one more [BAN-21]', async () => {
  const { ID } = (await order({ typ: 'a2', banner_bild: await pictureFor('a2') })).body.banner;
  const { bytes } = (await imagesOf(ID))[0]!;
  const inserat_id = await on.blank(user);
  const leave = async (rest: number) => {
    await world.db.deleteFrom('upload').where('account_id', '=', user.userId).execute();
    const upload = {
      id: crypto.randomUUID(),
      account_id: user.userId,
      inserat_id,
      kind: 'video',
      created_at: START,
    };
    const size = ACCOUNT_QUOTA_BYTES - bytes - rest;
    await world.db
      .insertInto('upload')
      .values({ ...upload, size, expires_at: new Date('2099-01-01') })
      .execute();
  };
  await leave(bytes - 1);
  const before = await state();
  expect(await user.call(duplicateBanner, { banner_id: ID })).toMatchObject({
    status: 409,
    body: { code: 'QUOTA_REACHED' },
  });
  expect(await state()).toEqual(before);
  await leave(bytes);
  expect((await user.call(duplicateBanner, { banner_id: ID })).status).toBe(200);
});
