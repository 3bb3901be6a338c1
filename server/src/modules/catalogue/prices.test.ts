import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { getCart, updateCart } from '@samtrot/shared/cart/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { deleteInserat, pushInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { PRICES, TOPUP_PACKAGES } from '@samtrot/shared/testing/prices.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { ad, advertisers } from '../../testing/listings/inserate.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { pricesAt, topupPackagesAt } from './service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeEach(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const MIDNIGHT = new Date(START.getTime() + DAY_MS);
const dearer = { ...PRICES.packages, '1_week': 45 };
const versionOf = async (list: string, number: number) =>
  (
    await world.db
      .selectFrom('catalogue_version')
      .select('id')
      .where('list', '=', list)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).id;
const versionsOf = async () =>
  (
    await world.db
      .selectFrom('booking')
      .select('catalogue_version_id as version')
      .orderBy('id')
      .execute()
  ).map(({ version }) => version);

test('the first version of each list has the prices that all rules of prices are tested with [BOF-109]', async () => {
  const moment = { db: world.db, now: world.clock.now() };
  expect(await pricesAt(moment)).toMatchObject(PRICES);
  expect(await topupPackagesAt(moment)).toMatchObject(TOPUP_PACKAGES);
});

test('packages of credits are offered cheapest first, however they are listed [GUT-04, BOF-109]', async () => {
  const packages = TOPUP_PACKAGES.toReversed();
  expect(packages.map(({ francs }) => francs)).not.toEqual(TOPUP_PACKAGES.map((one) => one.francs));
  await releasedVersion(world, 'topup_packages', packages);
  const moment = { db: world.db, now: world.clock.now() };
  expect(await topupPackagesAt(moment)).toMatchObject(TOPUP_PACKAGES);
});

test('a version counts from its moment on, to the instant, for state and order [BOF-117]', async () => {
  await releasedVersion(world, 'packages', dearer, MIDNIGHT);
  const user = await on.rich(500);
  const priceNow = async () => (await user.call(state, {})).body.state.prices.packages['1_week'];
  world.clock.set(new Date(MIDNIGHT.getTime() - 1));
  expect(await priceNow()).toBe(40);
  expect((await on.place(user, { inserat_typ: '1_week' })).body.charged).toBe(40);
  world.clock.set(MIDNIGHT);
  expect(await priceNow()).toBe(45);
  expect((await on.place(user, { inserat_typ: '1_week' })).body.charged).toBe(45);
  expect(await versionsOf()).toEqual([
    await versionOf('packages', 1),
    await versionOf('packages', 2),
  ]);
});

test('a cart quoted before and ordered after the change is refused with both totals [BOF-114]', async () => {
  await releasedVersion(world, 'packages', dearer, MIDNIGHT);
  const user = await on.rich(500);
  const id = await on.blank(user);
  world.clock.set(new Date(MIDNIGHT.getTime() - 1));
  const { cart } = (await user.call(updateCart, { inserat_id: id, base_package: '1_week' })).body;
  world.clock.set(MIDNIGHT);
  const order = (expected_total: number) =>
    user.raw('saveInserat', {
      payload: { ...ad(id, { inserat_typ: '1_week' }), expected_total },
    });
  const refused = await order(cart.total_credits);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', total: 45, expected_total: 40 },
  });
  expect(await on.credits(user)).toBe(500);
  expect((await user.call(getCart, { inserat_id: id })).body.cart.total_credits).toBe(45);
  expect((await order(45)).body).toMatchObject({ charged: 45, credits: 455 });
});

test('an order that names no total is refused while its cart was quoted at another price [BOF-114]', async () => {
  await releasedVersion(world, 'packages', dearer, MIDNIGHT);
  const user = await on.rich(500);
  const id = await on.blank(user);
  await user.call(updateCart, { inserat_id: id, base_package: '1_week' });
  world.clock.set(MIDNIGHT);
  const order = () => user.raw('saveInserat', { payload: ad(id, { inserat_typ: '1_week' }) });
  expect((await order()).body).toMatchObject({ code: 'PRICE_CHANGED', total: 45 });
  await user.call(updateCart, { inserat_id: id, base_package: '1_week' });
  expect((await order()).body.charged).toBe(45);
});

test('clubs and credits are refused at another price than was seen [BOF-114]', async () => {
  const user = await on.rich(500);
  await releasedVersion(world, 'club_prices', { month: 60 });
  const club = await user.call(saveClub, wholeClub({ monate: 2, expected_total: 100 }));
  expect(club.body).toMatchObject({ code: 'PRICE_CHANGED', total: 120, expected_total: 100 });
  await releasedVersion(world, 'topup_packages', [{ id: 1, francs: 55, credits: 50, bonus: 0 }]);
  const topup = await user.call(walletTopup, { topup_option_id: 1, payment_amount: 50 });
  expect(topup.body).toMatchObject({ code: 'PRICE_CHANGED', price: 55 });
  expect(await on.credits(user)).toBe(500);
});

test('pushes bring back what they cost when they were bought, whatever they cost since [BOF-113]', async () => {
  const user = await on.rich(500);
  const { id, body } = await on.place(user, {
    inserat_typ: '1_week',
    date_time_pushes: [{ date: '2026-11-24', time: '18:00' }],
  });
  expect(body.charged).toBe(45);
  await releasedVersion(world, 'extras', { ...PRICES.extras, datedPush: 9 });
  expect((await user.call(pushInserat, { inserat_id: id, expected_total: 9 })).body.charged).toBe(
    9,
  );
  const { refunded } = (await user.call(deleteInserat, { inserat_id: id })).body;
  expect(refunded).toBe(5);
});

test('a renewal costs what is valid then [BOF-113]', async () => {
  const user = await on.rich(500);
  await on.place(user, { inserat_typ: '1_week', auto_extend: true });
  await releasedVersion(world, 'packages', dearer, MIDNIGHT);
  world.clock.advance(7 * DAY_MS);
  await world.runTasks('publication/clock');
  expect(await on.credits(user)).toBe(500 - 40 - 45);
  expect(await versionsOf()).toEqual([
    await versionOf('packages', 1),
    await versionOf('packages', 2),
  ]);
});

test('who renews automatically at a higher price is mailed seven days before, once [BOF-113]', async () => {
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '1_month', auto_extend: true });
  const { id: second } = await on.place(user, { inserat_typ: '1_week', auto_extend: true });
  await on.place(user, { inserat_typ: '1_month' });
  const other = await on.rich(500);
  await on.place(other, { inserat_typ: '1_day', auto_extend: true });
  const begin = new Date(START.getTime() + 8 * DAY_MS);
  const prices = { ...PRICES.packages, '1_week': 45, '1_month': 110, '1_day': 9 };
  await releasedVersion(world, 'packages', prices, begin);
  const run = () => world.runTasks('publication/prices');
  const told = async () =>
    (await world.mails()).filter(
      ({ subject }) => subject === 'Deine Verlängerung kostet bald mehr',
    );
  await run();
  expect(await told()).toEqual([]);
  world.clock.advance(DAY_MS);
  await Promise.all([run(), run()]);
  await run();
  const [mail, ...more] = await told();
  expect(more).toEqual([]);
  expect(mail!.recipient).toBe(user.email);
  expect(mail!.text).toContain(`Nummer ${id} kostet dann 110 Credits statt 100 Credits`);
  expect(mail!.text).toContain(`Nummer ${second} kostet dann 45 Credits statt 40 Credits`);
  // Includes renewals enabled later; a late worker catches up.
  const { id: late } = await on.place(other, { inserat_typ: '1_month', auto_extend: true });
  world.clock.set(new Date(begin.getTime() + DAY_MS));
  await on.place(other, { inserat_typ: '1_month', auto_extend: true });
  await run();
  const last = (await told()).slice(1);
  expect(last).toHaveLength(1);
  expect(last[0]!.text).toContain(`Nummer ${late} kostet`);
  expect(last[0]!.text.match(/Nummer \d+ kostet/g)).toHaveLength(1);
});

test('a banner that renews at a higher price is announced, too, by all that it pays for [BOF-113]', async () => {
  const user = await on.rich(500);
  const webseiten = [await websiteOf(world), await websiteOf(world, 'nacht')];
  const ordered = await user.call(orderBanner, bannerWish({ webseiten, auto_extend: true }));
  const begin = new Date(START.getTime() + 7 * DAY_MS);
  await releasedVersion(world, 'banner_prices', { ...PRICES.banners, website: 50 }, begin);
  for (let times = 0; times < 2; times++) await world.runTasks('publication/prices');
  const mails = (await world.mails(user.email)).filter(
    ({ subject }) => subject === 'Deine Verlängerung kostet bald mehr',
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(
    `Nummer ${ordered.body.banner.ID} kostet dann 90 Credits statt 78 Credits`,
  );
});

test('the database refuses to change what is released [BOF-113]', async () => {
  await expect(
    world.db
      .updateTable('catalogue_version')
      .set({ content: '{}' })
      .where('list', '=', 'packages')
      .execute(),
  ).rejects.toThrow('never changes');
});
