import { type Banner, orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  bannersOf,
  bannerWish,
  pictureFor,
  type Wish,
  websiteOf,
} from '../../testing/listings/banners.ts';
import { ad, advertisers, cantons } from '../../testing/listings/inserate.ts';
import { type RawRequest, race } from '../../testing/process/race.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let port: number;
let webseiten: number[];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  webseiten = [await websiteOf(world)];
  port = Number(new URL(await world.server.listen({ host: '127.0.0.1', port: 0 })).port);
  // Only the locks stand between the calls.
  vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
});
afterEach(async () => {
  world.clock.set(START);
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

const wish = (changes: Partial<Wish> = {}) => bannerWish({ webseiten, ...changes });
const send = (user: Caller, action: string, body: object, method = 'POST'): RawRequest => ({
  method,
  path: `/api?action=${action}`,
  headers: { cookie: user.cookie },
  body: JSON.stringify(body),
});
const order = (user: Caller, changes: Partial<Wish>) => send(user, 'order_banner', wish(changes));
const draft = async (user: Caller, changes: Partial<Wish> = {}): Promise<number> =>
  (await user.call(saveBanner, wish(changes))).body.banner.ID;
const statuses = async (user: Caller) =>
  (await bannersOf(user)).map(({ status }) => status).toSorted();

test('ten orders of one banner at once are charged once [BAN-65, T-RACE-02]', async () => {
  const user = await on.rich(1000);
  const ID = await draft(user);
  const answers = await race(
    port,
    Array.from({ length: 10 }, () => order(user, { ID })),
  );
  expect(answers).toEqual(Array(10).fill(200));
  expect([await on.credits(user), await statuses(user)]).toEqual([940, ['aktiv']]);
});

test('three orders at once of what was never saved make one banner [BAN-65, T-RACE-02]', async () => {
  const banner_bild = await pictureFor('a2');
  for (const changes of [{}, { typ: 'a2', banner_bild }] as const) {
    const user = await on.rich(1000);
    const answers = await race(
      port,
      Array.from({ length: 3 }, () => order(user, changes)),
    );
    expect(answers).toEqual([200, 200, 200]);
    expect(await statuses(user)).toEqual(['aktiv']);
  }
});

test('two banners at once with the credits for one: one is placed, the other stays a draft [BAN-65, T-RACE-02]', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await on.rich(60);
    const drafts = [await draft(user, { text: 'Eins' }), await draft(user, { text: 'Zwei' })];
    const answers = await race(
      port,
      drafts.map((ID) => order(user, { ID })),
    );
    expect(answers.toSorted()).toEqual([200, 409]);
    expect([await on.credits(user), await statuses(user)]).toEqual([0, ['aktiv', 'entwurf']]);
  }
});

test('of thirty orders of ads and banners that each cost the whole balance one is placed [T-RACE-02, PRI-22]', async () => {
  const user = await on.rich(120);
  const requests: RawRequest[] = [];
  for (let n = 0; n < 10; n++) {
    requests.push(order(user, { ID: await draft(user), monate: 2 }));
    requests.push(order(user, { monate: 2, text: `Neu ${n}` }));
    const inserat_id = await on.blank(user);
    requests.push(
      send(user, 'saveInserat', ad(inserat_id, { inserat_typ: '1_month', cantons: cantons(7) })),
    );
    // Each blank is another one as soon as something stands in it.
    await user.raw('keepInserat', { payload: ad(inserat_id) });
  }
  const answers = await race(port, requests);
  expect(answers.toSorted()).toEqual([200, ...Array(29).fill(409)]);
  expect(await on.credits(user)).toBe(0);
});

test('an order and a deletion at once: ordered and deleted, or deleted and nothing to order [BAN-23, T-RACE-02]', async () => {
  for (let round = 0; round < 6; round++) {
    const user = await on.rich(60);
    const ID = await draft(user);
    const remove = send(user, 'delete_banner', { banner_id: ID }, 'DELETE');
    const [ordered, deleted] = await race(port, [order(user, { ID }), remove]);
    expect(deleted).toBe(200);
    expect([200, 404]).toContain(ordered);
    expect([await bannersOf(user), await on.credits(user)]).toEqual([[], ordered === 200 ? 0 : 60]);
  }
});

test('five deletions racing a publication refund the price of a planned banner at most once [BAN-23, T-RACE-02]', async () => {
  for (let round = 0; round < 4; round++) {
    const user = await on.rich(60);
    const plan = {
      publish_option: 'Planen',
      publish_date: '2026-11-25',
      publish_time: '08:30',
    } as const;
    const { body } = await user.call(orderBanner, wish(plan));
    const { ID } = body.banner as Banner;
    const deletions = Array.from({ length: 5 }, () =>
      send(user, 'delete_banner', { banner_id: ID }, 'DELETE'),
    );
    const answers = await race(port, [
      send(user, 'activate_banner', { banner_id: ID }),
      ...deletions,
    ]);
    expect(answers.slice(1).toSorted()).toEqual([200, 404, 404, 404, 404]);
    // A publication that came first has used the price.
    expect(await on.credits(user)).toBe(answers[0] === 200 ? 0 : 60);
  }
});

test('schedulers, an order and a deletion racing at the end book at most one paid run [BAN-48, T-RACE-14]', async () => {
  const end = addCalendarMonths(START, 1);
  for (const action of ['delete_banner', 'hide_banner', 'save_banner', 'order_banner']) {
    world.clock.set(START);
    const user = await on.rich(1000);
    const { ID } = (await user.call(orderBanner, wish({ auto_extend: true }))).body
      .banner as Banner;
    world.clock.set(end);
    const body =
      action.startsWith('delete') || action.startsWith('hide')
        ? { banner_id: ID }
        : wish({ ID, auto_extend: true });
    const press = send(user, action, body, action === 'delete_banner' ? 'DELETE' : 'POST');
    const clock = () => world.runTasks('banners/clock');
    const [[answer]] = await Promise.all([race(port, [press]), clock(), clock(), clock()]);
    await clock();
    const bookings = await world.db
      .selectFrom('banner_booking')
      .select('total')
      .where('banner_id', '=', ID)
      .execute();
    const spent = 1000 - (await on.credits(user));
    expect(spent, action).toBe(60 * bookings.length);
    if (action === 'delete_banner') expect([answer, bookings.length <= 2]).toEqual([200, true]);
    // Renewed first in any order; then it is hidden or saved, and there is nothing to order.
    else
      expect([answer, bookings.length], action).toEqual([action === 'order_banner' ? 409 : 200, 2]);
  }
});

test('of two concurrent pictures of one draft one is attached [BAN-38, T-RACE-09]', async () => {
  const user = await on.rich(0);
  const ID = await draft(user, { typ: 'a2' });
  const banner_bild = await pictureFor('a2');
  const keep = () => send(user, 'keep_banner', wish({ ID, typ: 'a2', banner_bild }));
  expect(await race(port, [keep(), keep(), keep()])).toEqual([200, 200, 200]);
  const images = await world.db
    .selectFrom('image')
    .select('place')
    .where('banner_id', '=', ID)
    .execute();
  expect(images).toEqual([{ place: 'banner' }]);
});

test('TOO_MANY_BANNERS T-RACE ten at once for the last place: one gets it', async () => {
  const user = await on.rich(0);
  const row = {
    account_id: user.userId,
    typ: 'a4',
    monate: 1,
    created_at: START,
    changed_at: START,
  };
  await world.db.insertInto('banner').values(Array(199).fill(row)).execute();
  const answers = await race(
    port,
    Array.from({ length: 10 }, () => send(user, 'keep_banner', wish())),
  );
  expect(answers.toSorted()).toEqual([200, ...Array(9).fill(409)]);
});
