import { hideInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { lives } from '../../testing/listings/lifecycle-fixtures.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { delivered, gone } from '../delivery-receipts/placements.ts';
import { addWebsite, setAccepts, setLink, setStatus } from '../partners/service.ts';

let world: World;
let ads: ReturnType<typeof lives>;
let owner: Caller;
/** Ids of the websites, the first and the second. */
let moon: number;
let lake: number;

const manage = <T>(work: (ctx: Parameters<typeof addWebsite>[0]) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, now: START, actor: { kind: 'cli' } }));
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
const deliver = (itemId: number, websiteId: number) =>
  delivered(world.db, [{ kind: 'inserat', itemId, websiteId, at: at(1), lastAt: at(1) }]);
const pages = async () => (await owner.call(state, {})).body.state.ad_pages;

beforeAll(async () => {
  world = await testWorld();
  const on = advertisers(world);
  ads = lives(world, on);
  owner = await on.rich(5_000);
  await manage(async (ctx) => {
    moon = (await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mond.example' })).id;
    lake = (await addWebsite(ctx, { name: 'Seerose', url: 'https://see.example' })).id;
    await setLink(ctx, 'Mondgarten', 'inserat', 'https://mond.example/inserat/{id}');
  });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(at(2));
  await world.db.deleteFrom('placement').execute();
});

test('an ad that is online has its page on the first website that has it [EXP-19]', async () => {
  world.clock.set(START);
  const id = await ads.adIn('aktiv', owner);
  world.clock.set(at(2));
  expect(await pages()).toEqual([]);
  await deliver(id, lake);
  expect(await pages()).toEqual([
    { inserat_id: id, website: 'Seerose', url: 'https://see.example' },
  ]);
  await deliver(id, moon);
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const first = {
    inserat_id: id,
    website: 'Mondgarten',
    url: `https://mond.example/inserat/${public_id}`,
  };
  expect(await pages()).toEqual([first]);

  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'off'));
  expect(await pages()).toMatchObject([{ website: 'Seerose' }]);
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'on'));
  await gone(world.db, [
    { kind: 'inserat', itemId: id, websiteId: moon, at: at(2), by: 'webhook' },
  ]);
  expect(await pages()).toMatchObject([{ website: 'Seerose' }]);

  await owner.call(hideInserat, { inserat_id: id });
  expect(await pages()).toEqual([]);
});

test('an ad of somebody else is on no page of this account [EXP-19]', async () => {
  const other = await advertisers(world).rich(500);
  world.clock.set(START);
  const id = await ads.adIn('aktiv', other);
  world.clock.set(at(2));
  await deliver(id, moon);
  expect(await pages()).toEqual([]);
  expect((await other.call(state, {})).body.state.ad_pages).toMatchObject([{ inserat_id: id }]);
});

test('the account reads what each website accepts, and visitors do not [EXP-16]', async () => {
  await manage((ctx) => setAccepts(ctx, 'Seerose', 'jugendfrei'));
  const accepts = async () =>
    (await owner.call(state, {})).body.state.webseiten.map(
      ({ name, accepts: most }: { name: string; accepts: string }) => [name, most],
    );
  expect(await accepts()).toEqual([
    ['Mondgarten', 'erotisch'],
    ['Seerose', 'jugendfrei'],
  ]);
  const { body } = await world.visitor.call(state, {});
  expect(JSON.stringify(body.state.webseiten)).not.toContain('accepts');
});

test('the account reads how many websites show each rating, without those that are off [EXP-53]', async () => {
  await manage((ctx) => setAccepts(ctx, 'Seerose', 'jugendfrei'));
  const reach = async () => (await owner.call(state, {})).body.state.rating_reach;
  expect(await reach()).toEqual({ jugendfrei: 2, erotisch: 1, explizit: 0, of: 2 });
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'explizit'));
  expect(await reach()).toEqual({ jugendfrei: 2, erotisch: 1, explizit: 1, of: 2 });
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'off'));
  expect(await reach()).toEqual({ jugendfrei: 1, erotisch: 0, explizit: 0, of: 1 });
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'on'));
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'erotisch'));
});
