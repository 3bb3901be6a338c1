import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adBuilder } from '../../testing/listings/ads.ts';
import { websiteOf } from '../../testing/listings/banners.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { placementsOf } from './placements.ts';
import { recorder } from './recorder.ts';

let world: World;
let website: number;
let ids: number[];
beforeAll(async () => {
  world = await testWorld();
  website = await websiteOf(world);
  const ads = adBuilder(world.db);
  ids = [];
  for (let n = 0; n < 20; n++) ids.push((await ads.add()).id);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
const things = (some: number[]) => some.map((id) => ({ kind: 'inserat' as const, id, mark: 1 }));
const make = (limits = {}) => recorder({ db: world.db, log: world.app.log }, limits);
const known = () => placementsOf(world.db, website, 'inserat', ids);

test('T-LOAD memory is bounded while the database fails; dropped events are repeated later', async () => {
  const small = make({ mostWaiting: 5 });
  small.delivered(website, things(ids), at(0));
  small.gone(website, things(ids.slice(10)), 'since', at(0));
  small.asked(website, at(0));
  await small.flush();
  expect((await known()).size).toBe(5);
  small.delivered(website, things(ids.slice(0, 8)), at(1));
  await small.stop();
  const rows = await known();
  expect(ids.filter((id) => rows.has(id))).toEqual(ids.slice(0, 8));
  expect(ids.map((id) => rows.get(id)?.delivered_at?.getTime()).slice(0, 8)).toEqual([
    ...Array(5).fill(at(0).getTime()),
    ...Array(3).fill(at(1).getTime()),
  ]);
  expect([...rows.values()].every(({ gone_at }) => gone_at === null)).toBe(true);
});

test('T-LOAD the memory of recent deliveries is bounded: the oldest is written once more', async () => {
  const bounded = make({ mostKnown: 8 });
  const [first, ...others] = things(ids);
  bounded.delivered(website, [first!], at(20));
  await bounded.flush();
  bounded.delivered(website, [first!], at(21));
  await bounded.flush();
  expect((await known()).get(first!.id)?.last_delivered_at).toEqual(at(20));
  bounded.delivered(website, others, at(22));
  bounded.delivered(website, [first!], at(23));
  await bounded.stop();
  expect((await known()).get(first!.id)?.last_delivered_at).toEqual(at(23));
});

test('an item delivered, removed and delivered again within one second is present [decisions 7]', async () => {
  const [one, two] = things(ids.slice(15));
  const process = make();
  process.delivered(website, [one!, two!], at(40));
  process.gone(website, [one!, two!], 'since', at(41));
  process.delivered(website, [one!], at(42));
  await process.stop();
  const rows = await known();
  expect(rows.get(one!.id)).toMatchObject({ last_delivered_at: at(42), gone_at: null });
  expect(rows.get(two!.id)).toMatchObject({
    last_delivered_at: at(40),
    gone_at: at(41),
    gone_by: 'since',
  });
});
