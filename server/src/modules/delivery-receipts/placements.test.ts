import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { websiteOf } from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { lives } from '../../testing/listings/lifecycle-fixtures.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { delivered, gone, notified, type Placement, placementsOf, seen } from './placements.ts';

let world: World;
let owner: Caller;
let ads: ReturnType<typeof lives>;
let website: number;
let itemId: number;
beforeAll(async () => {
  world = await testWorld();
  owner = await world.user();
  const on = advertisers(world);
  await on.grant(owner.userId, 10_000);
  ads = lives(world, on);
  website = await websiteOf(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  itemId = await ads.adIn('aktiv', owner);
});

const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
const on = (minutes: number) =>
  ({ kind: 'inserat', itemId, websiteId: website, at: at(minutes) }) as const;
const deliver = (minutes: number, last = minutes) =>
  delivered(world.db, [{ ...on(minutes), lastAt: at(last) }]);
const go = (minutes: number, by: 'since' | 'webhook' = 'since') =>
  gone(world.db, [{ ...on(minutes), by }]);
const row = async (): Promise<Placement> =>
  (await placementsOf(world.db, website, 'inserat', [itemId])).get(itemId)!;
const press = async (name: 'hide' | 'activate', minutes: number) => {
  world.clock.set(at(minutes));
  expect((await ads.press(name, itemId, owner)).status).toBe(200);
};

test('the first delivery of a run stays, the last one moves, whichever comes first [decisions 7]', async () => {
  await deliver(20, 30);
  await deliver(10);
  await deliver(12);
  expect(await row()).toMatchObject({
    delivered_at: at(10),
    last_delivered_at: at(30),
    gone_at: null,
    seen_at: null,
  });
});

test('a confirmed removal stays until the item is shown and delivered again [decisions 7]', async () => {
  await deliver(1);
  await press('hide', 5);
  await go(6);
  await go(7, 'webhook');
  expect(await row()).toMatchObject({ delivered_at: at(1), gone_at: at(6), gone_by: 'since' });
  // A copy that left in the last second before it was forgotten.
  await deliver(6.01);
  expect(await row()).toMatchObject({ gone_at: at(6) });
  await press('activate', 8);
  await deliver(9);
  expect(await row()).toMatchObject({
    delivered_at: at(9),
    last_delivered_at: at(9),
    gone_at: null,
    gone_by: null,
  });
});

test('a delivery written late by another process is still known as removed [decisions 7]', async () => {
  await press('hide', 3);
  await go(4);
  await deliver(2);
  expect(await row()).toMatchObject({ delivered_at: at(2), gone_at: at(4), gone_by: 'since' });
});

test('a late confirmation of a removal does not change later deliveries [decisions 7]', async () => {
  await deliver(5);
  await go(4);
  expect(await row()).toMatchObject({ delivered_at: at(5), gone_at: null });
});

test('a gap that the website never noticed begins a new run all the same [decisions 7]', async () => {
  await deliver(1);
  await seen(world.db, [on(2), on(3)]);
  await press('hide', 4);
  await press('activate', 6);
  await deliver(7);
  expect(await row()).toMatchObject({ delivered_at: at(7), seen_at: at(2), last_seen_at: at(3) });
  await seen(world.db, [on(8)]);
  await seen(world.db, [on(9)]);
  expect(await row()).toMatchObject({ seen_at: at(8), last_seen_at: at(9) });
});

test('a published message after a take-down opens a new run and sets the position in the list [decisions 7]', async () => {
  await notified(world.db, [{ ...on(1), liftedAt: at(0) }]);
  expect(await row()).toMatchObject({ told_at: at(1), lifted_at: at(0), delivered_at: null });
  await go(3, 'webhook');
  expect(await row()).toMatchObject({ gone_at: at(3), gone_by: 'webhook' });
  await deliver(2);
  await notified(world.db, [
    { ...on(4), liftedAt: at(0) },
    { ...on(5), liftedAt: at(4) },
  ]);
  expect(await row()).toMatchObject({
    told_at: at(5),
    lifted_at: at(4),
    delivered_at: null,
    last_delivered_at: null,
    gone_at: null,
    gone_by: null,
  });
});

test('nothing is written for a removed website; equal items in one statement are one row [decisions 7]', async () => {
  const elsewhere = { ...on(1), websiteId: 987_654, lastAt: at(1) };
  await delivered(world.db, [elsewhere, { ...on(3), lastAt: at(4) }, { ...on(2), lastAt: at(2) }]);
  await seen(world.db, [elsewhere, on(4), on(3)]);
  await gone(world.db, [
    { ...elsewhere, by: 'asked' },
    { ...on(9), by: 'asked' },
    { ...on(8), by: 'since' },
  ]);
  expect(
    await world.db.selectFrom('placement').selectAll().where('item_id', '=', itemId).execute(),
  ).toMatchObject([
    {
      delivered_at: at(2),
      last_delivered_at: at(4),
      seen_at: at(3),
      last_seen_at: at(4),
      gone_at: at(8),
      gone_by: 'since',
    },
  ]);
  for (const write of [delivered, notified, gone, seen]) await write(world.db, []);
  expect(await placementsOf(world.db, website, 'banner', [itemId])).toEqual(new Map());
});
