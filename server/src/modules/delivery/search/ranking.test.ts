import { adsAnswer, type DeliveredAd, type Tombstone } from '@samtrot/shared/delivery/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advertisers, type Saving } from '../../../testing/listings/inserate.ts';
import { exactly, partnerKey } from '../../../testing/partners/partner.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let key: string;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  user = await on.rich(2000);
  key = await partnerKey(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const HALF_DAY_MS = DAY_MS / 2;
const names = new Map<string, number>();
let questions = 0;
/** Bypasses the cache by an ignored parameter. */
async function asked(query = '') {
  const url = `/partner/v1/ads?_=${++questions}${query}`;
  return exactly(
    adsAnswer,
    (await world.send('', { method: 'GET', url, headers: { authorization: `Bearer ${key}` } }))
      .body,
  );
}
const isShown = (ad: DeliveredAd | Tombstone): ad is DeliveredAd => !('deleted' in ad);
const shown = async () => (await asked()).ads.filter(isShown);
const order = async () => (await shown()).map(({ name }) => name);
async function at(ms: number) {
  world.clock.set(new Date(START.getTime() + ms));
  await world.runTasks('publication/clock', 'publication/missed');
}
async function placed(name: string, changes: Partial<Saving> = {}) {
  const { id, status } = await on.place(user, { name, inserat_typ: '1_week', ...changes });
  expect(status).toBe(200);
  names.set(name, id);
}
async function press({ name }: { name: string }, who: string) {
  const answer = await user.raw(name, { payload: { inserat_id: names.get(who) } });
  expect(answer.status, `${name} ${who}`).toBe(200);
}

test('publication, pushes, renewal and TopAd order the list; hidden and deleted ads leave it [INS-14, INS-43, decisions 5]', async () => {
  await placed('Anna', { inserat_typ: '1_day', auto_extend: true });
  await at(HOUR_MS);
  await placed('Berta');
  await at(2 * HOUR_MS);
  await placed('Carla', { date_time_pushes: [{ date: '2026-11-21', time: '12:00' }] });
  expect(await order()).toEqual(['Carla', 'Berta', 'Anna']);
  await at(3 * HOUR_MS);
  await press(life.pushInserat, 'Berta');
  expect(await order()).toEqual(['Berta', 'Carla', 'Anna']);
  await at(4 * HOUR_MS);
  await press(life.topInserat, 'Anna');
  expect(await order()).toEqual(['Anna', 'Berta', 'Carla']);
  expect((await shown()).map(({ topad_until }) => topad_until)).toEqual([
    new Date(START.getTime() + 4 * HOUR_MS + DAY_MS).toISOString(),
    null,
    null,
  ]);
  // The push of 12:00 in Zurich lifts an ad below the TopAds only.
  await at(23 * HOUR_MS);
  expect(await order()).toEqual(['Anna', 'Carla', 'Berta']);
  // Auto-renewed at its end; TopAd until then, afterwards ranked by the renewal.
  await at(DAY_MS + HOUR_MS);
  await press(life.pushInserat, 'Berta');
  expect(await order()).toEqual(['Anna', 'Berta', 'Carla']);
  await at(4 * HOUR_MS + DAY_MS);
  expect(await order()).toEqual(['Berta', 'Anna', 'Carla']);
  const { next_since, ads } = await asked();
  await press(life.hideInserat, 'Berta');
  await press(life.deleteInserat, 'Anna');
  expect(await order()).toEqual(['Carla']);
  const removed = (await asked(`&since=${next_since}`)).ads.filter((ad) => !isShown(ad));
  expect(removed.map(({ id }) => id).toSorted()).toEqual(
    ads
      .slice(0, 2)
      .map(({ id }) => id)
      .toSorted(),
  );
  await at(HALF_DAY_MS + DAY_MS);
  await press(life.activateInserat, 'Berta');
  expect((await order()).toSorted()).toEqual(['Berta', 'Carla']);
});
