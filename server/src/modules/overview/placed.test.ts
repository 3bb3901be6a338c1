import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { getPlaced, hideSuggestions } from '@samtrot/shared/overview/placed-contract.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { START } from '../../testing/world/world.ts';
import { delivered, gone } from '../delivery-receipts/placements.ts';
import { addWebsite, setAccepts, setLink, setStatus } from '../partners/service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 100 },
);
/** Ids of the websites, the first and the second. */
let moon: number;
let lake: number;
const manage = <T>(work: (ctx: Parameters<typeof addWebsite>[0]) => Promise<T>) =>
  fixture.world.db.transaction().execute((db) => work({ db, now: START, actor: { kind: 'cli' } }));
beforeAll(() =>
  manage(async (ctx) => {
    moon = (await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mond.example' })).id;
    lake = (await addWebsite(ctx, { name: 'Seerose', url: 'https://see.example' })).id;
    await setLink(ctx, 'Mondgarten', 'inserat', 'https://mond.example/inserat/{id}');
  }),
);
beforeEach(async () => {
  await manage((ctx) => setStatus(ctx, 'Seerose', 'on'));
});

const after = (ms: number) => new Date(START.getTime() + ms);
const set = (ms: number) => fixture.world.clock.set(after(ms));
const get = async (id: number): Promise<Output<typeof getPlaced>> =>
  (await fixture.user.call(getPlaced, { inserat_id: id })).body;
const place = async (changes = {}) => (await fixture.on.place(fixture.user, changes)).id;
const picture = (id: number, rating: Rating) =>
  fixture.world.db
    .insertInto('image')
    .values({
      account_id: fixture.user.userId,
      inserat_id: id,
      content_id: 'x',
      name: '',
      width: 1,
      height: 1,
      widths: [1],
      placeholder: '',
      position: 0,
      rating,
      created_at: START,
    })
    .execute();
const arrive = (itemId: number, websiteId: number, ms: number) =>
  delivered(fixture.world.db, [
    { kind: 'inserat', itemId, websiteId, at: after(ms), lastAt: after(ms) },
  ]);

test('an ad just placed is on its way to each website that is on, then arrived after seconds [EXP-22]', async () => {
  const id = await place();
  const onTheWay = { arrived_after: null, without_pictures: false };
  const page = `https://mond.example/inserat/${await publicId(id)}`;
  expect(await get(id)).toMatchObject({
    online: true,
    websites: [
      { id: moon, name: 'Mondgarten', url: page, ...onTheWay },
      { id: lake, name: 'Seerose', url: 'https://see.example', ...onTheWay },
    ],
  });
  await arrive(id, lake, 2_600);
  set(MINUTE_MS);
  expect((await get(id)).websites).toMatchObject([
    { name: 'Mondgarten', arrived_after: null },
    { name: 'Seerose', arrived_after: 3 },
  ]);
  await gone(fixture.world.db, [
    { kind: 'inserat', itemId: id, websiteId: lake, at: after(30_000), by: 'webhook' },
  ]);
  expect((await get(id)).websites[1]!.arrived_after).toBeNull();
  await manage((ctx) => setStatus(ctx, 'Seerose', 'off'));
  expect((await get(id)).websites.map(({ name }) => name)).toEqual(['Mondgarten']);
});

test('an arrival before the withdrawal does not count for the ad placed again [EXP-22]', async () => {
  const id = await place();
  await arrive(id, moon, 1_000);
  set(MINUTE_MS);
  await fixture.user.call(life.withdrawInserat, { inserat_id: id });
  expect(await get(id)).toMatchObject({ online: false, websites: [], withdraw_until: null });
  set(2 * MINUTE_MS);
  await place({ inserat_id: id });
  expect((await get(id)).websites[0]!.arrived_after).toBeNull();
});

test('a website that shows none of the pictures is marked, one that shows some is not [EXP-24]', async () => {
  await manage((ctx) => setAccepts(ctx, 'Seerose', 'jugendfrei'));
  const id = await place();
  const marked = async () =>
    (await get(id)).websites.filter((one) => one.without_pictures).map(({ name }) => name);
  expect(await marked()).toEqual([]);
  await picture(id, 'erotisch');
  expect(await marked()).toEqual(['Seerose']);
  await picture(id, 'jugendfrei');
  expect(await marked()).toEqual([]);
});

test.each([
  ['free', {}, 0, after(10 * MINUTE_MS).toISOString()],
  ['with a package', { inserat_typ: '1_week' }, 40, null],
])(
  'an ad %s tells what placing it cost, and until when it can be withdrawn [EXP-20, EXP-28]',
  async (_which, changes, cost, until) => {
    const id = await place(changes);
    expect(await get(id)).toMatchObject({ cost, withdraw_until: until });
    await fixture.user.call(life.pushInserat, { inserat_id: id, expected_total: 5 });
    expect(await get(id)).toMatchObject({ cost, withdraw_until: null });
  },
);

test('ten minutes later, and after a withdrawal on that day, nothing can be withdrawn [EXP-28]', async () => {
  const id = await place();
  set(10 * MINUTE_MS);
  expect((await get(id)).withdraw_until).toBeNull();
  set(0);
  await fixture.user.call(life.withdrawInserat, { inserat_id: id });
  expect((await get(await place({ name: 'Berta' }))).withdraw_until).toBeNull();
});

test('suggestions stay away for 30 days on the account that wanted none [EXP-25]', async () => {
  const id = await place();
  expect((await get(id)).suggests).toBe(true);
  expect((await fixture.user.call(hideSuggestions, {})).status).toBe(200);
  set(30 * DAY_MS - 1);
  expect((await get(id)).suggests).toBe(false);
  set(30 * DAY_MS);
  expect((await get(id)).suggests).toBe(true);
  const other = await fixture.on.rich(0);
  const { id: theirs } = await fixture.on.place(other);
  expect((await other.call(getPlaced, { inserat_id: theirs })).body.suggests).toBe(true);
  expect((await other.call(getPlaced, { inserat_id: id })).body.code).toBe('INSERAT_NOT_FOUND');
});

test('the account tells whether ads need a confirmed address [EXP-29]', async () => {
  expect((await fixture.user.call(state, {})).body.state.email_required).toBe(
    fixture.world.config.requireConfirmedEmail,
  );
});

const publicId = async (id: number) =>
  (
    await fixture.world.db
      .selectFrom('inserat')
      .select('public_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).public_id;
