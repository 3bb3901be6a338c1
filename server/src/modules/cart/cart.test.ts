import {
  Cart,
  clearCart,
  clearCartByGet,
  getCart,
  updateCart,
} from '@samtrot/shared/cart/contract.ts';
import { PACKAGE_IDS } from '@samtrot/shared/cart/rules.ts';
import { deleteInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ad, advertisers, cantons, type Saving } from '../../testing/listings/inserate.ts';
import { rounds } from '../../testing/process/deep.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';

type Wish = Params<typeof updateCart>;

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(() => world.clock.set(START));
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const week = (inserat_id: number, more: Partial<Wish> = {}): Wish => ({
  inserat_id,
  base_package: '1_week',
  ...more,
});
const cartOf = async (user: Caller, inserat_id?: number) =>
  (await user.call(getCart, inserat_id === undefined ? {} : { inserat_id })).body.cart;
const rowsOf = (user: Caller) =>
  world.db.selectFrom('cart').selectAll().where('account_id', '=', user.userId).execute();
const pictures = (count: number, id: number, accountId: number) =>
  sql`insert into image (account_id, inserat_id, content_id, name, width, height, widths, placeholder, position, created_at)
      select ${accountId}, ${id}, 'x', '', 1, 1, '{1}', '', n, ${START} from generate_series(1, ${count}) n`.execute(
    world.db,
  );

test('the cart has the specified fields and is read back as returned [PRI-23, PRI-25, API-31, API-32]', async () => {
  const user = await on.rich(100);
  const id = await on.blank(user);
  const answer = await user.call(updateCart, week(id, { extra_categories: 1, extra_regions: 2 }));
  const cart = {
    inserat_id: id,
    base_package: '1_week',
    bundle_price: 40,
    bundle_limits: { regions: 3, categories: 3 },
    requested_categories: 4,
    requested_regions: 5,
    extra_categories: 1,
    extra_regions: 2,
    extra_categories_cost: 5,
    extra_regions_cost: 10,
    items: [],
    total_credits: 55,
    updated_at: START.toISOString(),
  };
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, missing: 0, message: expect.any(String) },
  });
  expect(answer.body.cart).toEqual(cart);
  expect(Object.keys(Cart.shape).toSorted()).toEqual(Object.keys(cart).toSorted());
  expect(await user.call(getCart, { inserat_id: id })).toMatchObject({
    status: 200,
    body: { success: true, cart, message: expect.any(String) },
  });
});

test('a free ad includes one region and one category; more cost as in any cart [PRI-21, PRI-24]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const { body } = await user.call(updateCart, { inserat_id: id, base_package: 'free' });
  expect(body.cart).toMatchObject({
    bundle_price: 0,
    bundle_limits: { regions: 1, categories: 1 },
    total_credits: 0,
  });
  const more = await user.call(updateCart, {
    inserat_id: id,
    base_package: 'free',
    extra_regions: 3,
  });
  expect(more.body.cart).toMatchObject({
    extra_regions: 3,
    extra_regions_cost: 15,
    total_credits: 15,
  });
});

test('regions and categories are accepted as a number or as a list [API-31]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const priced = async (more: Partial<Wish>) => {
    const { cart } = (await user.call(updateCart, week(id, more))).body;
    return [
      cart.requested_regions,
      cart.extra_regions,
      cart.requested_categories,
      cart.extra_categories,
    ];
  };
  expect(await priced({ extra_regions: 2, extra_categories: 0 })).toEqual([5, 2, 3, 0]);
  expect(await priced({ extra_regions: ['ZH', 'BE', 'ZH'], extra_categories: [4] })).toEqual([
    5, 2, 4, 1,
  ]);
  expect(await priced({ requested_regions: cantons(4), requested_categories: [1, 2] })).toEqual([
    4, 1, 2, 0,
  ]);
  expect(await priced({ requested_regions: 2, extra_regions: 9 })).toEqual([2, 0, 3, 0]);
});

test('every other extra is a line, and the total is their sum [PRI-28, EDI-29]', async () => {
  const user = await on.rich(0);
  const { id } = await on.place(user, { post_status: 'draft' });
  await pictures(11, id, user.userId);
  const wish: Partial<Wish> = {
    extra_regions: 1,
    publish_option: 'Planen',
    push_taglich: 2,
    inserat_topad: true,
    inserat_farbe: true,
    date_time_pushes: [{ date: '2026-12-01', time: '18:00' }],
    inserat_story: true,
  };
  const { cart } = (await user.call(updateCart, week(id, wish))).body;
  expect(cart.items.map(({ key, total }: { key: string; total: number }) => [key, total])).toEqual([
    ...[
      ['image', 5],
      ['dailyPush', 10],
      ['datedPush', 5],
      ['planned', 5],
      ['topAd', 80],
      ['colour', 20],
      ['story', 10],
    ],
  ]);
  expect(cart.total_credits).toBe(40 + 5 + 5 + 10 + 5 + 5 + 80 + 20 + 10);
  expect(await cartOf(user, id)).toEqual(cart);
});

test('insufficient credits are reported with the missing amount; the cart is saved [PRI-29, ERR-050, API-31]', async () => {
  const user = await on.rich(39);
  const id = await on.blank(user);
  const { status, body } = await user.call(updateCart, week(id));
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, missing: 1, message: 'Nicht genügend Credits' });
  expect(await cartOf(user, id)).toEqual(body.cart);
  await on.grant(user.userId, 1);
  expect((await user.call(updateCart, week(id))).body).toMatchObject({ missing: 0 });
});

test('the last write wins: one cart per ad, and the newest one without a number [PRI-26]', async () => {
  const user = await on.rich(0);
  const first = (await on.place(user, { post_status: 'draft' })).id;
  const second = (await on.place(user, { post_status: 'draft' })).id;
  expect(await cartOf(user)).toBeNull();
  await user.call(updateCart, week(first, { extra_regions: 4 }));
  await user.call(updateCart, week(first));
  await user.call(updateCart, week(first));
  expect(await rowsOf(user)).toHaveLength(1);
  world.clock.advance(1000);
  await user.call(updateCart, { inserat_id: second, base_package: '1_day' });
  expect(await cartOf(user)).toMatchObject({ inserat_id: second, total_credits: 10 });
  world.clock.advance(1000);
  await user.call(updateCart, week(first));
  expect(await cartOf(user)).toMatchObject({ inserat_id: first, total_credits: 40 });
  await user.call(clearCart, { inserat_id: first });
  expect(await cartOf(user)).toMatchObject({ inserat_id: second });
});

describe.each([
  ['by GET [API-33]', clearCartByGet],
  ['by POST [API-34]', clearCart],
])('%s', (_row, clear) => {
  test('clearCart empties the cart, once or twice [API-33, PRI-26]', async () => {
    const user = await on.rich(0);
    const id = await on.blank(user);
    await user.call(updateCart, week(id));
    for (const _press of [1, 2]) {
      const answer = await user.call(clear, { inserat_id: id });
      expect(answer).toMatchObject({
        status: 200,
        body: { success: true, cart: null, message: expect.any(String) },
      });
      expect(await cartOf(user, id)).toBeNull();
    }
  });

  test('a cross-site request is refused and changes nothing [API-34]', async () => {
    const user = await on.rich(0);
    const id = await on.blank(user);
    await user.call(updateCart, week(id));
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const query = { inserat_id: String(id) };
      const answer = await user.raw('clearCart', { method: clear.method, query, headers });
      expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
    }
    expect(await cartOf(user, id)).toMatchObject({ total_credits: 40 });
  });
});

const CALLS = [
  ['POST', 'updateCart'],
  ['GET', 'getCart'],
  ['GET', 'clearCart'],
  ['POST', 'clearCart'],
] as const;

describe.each(CALLS)('%s %s', (method, name) => {
  const sent = (caller: Caller, params: Record<string, unknown>) =>
    caller.raw(
      name,
      method === 'GET'
        ? {
            method,
            query: Object.fromEntries(
              Object.entries(params).map(([key, value]) => [key, String(value)]),
            ),
          }
        : { method, payload: params },
    );

  test('is for logged-in users, with their own number [API-31, API-32, API-33]', async () => {
    const user = await on.rich(0);
    const params = week(await on.blank(user));
    expect(await sent(world.visitor, params)).toMatchObject({
      status: 401,
      body: { code: 'NOT_LOGGED_IN' },
    });
    const foreign = await sent(user, { ...params, user_id: user.userId + 1 });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'WRONG_USER' } });
    expect((await sent(user, { ...params, user_id: user.userId })).status).toBe(200);
  });

  test("another account's ad responds like a missing one, and its cart stays [API-31, API-32, API-33]", async () => {
    const owner = await on.rich(0);
    const other = await on.rich(0);
    const id = await on.blank(owner);
    const deleted = (await on.place(other)).id;
    await world.db
      .updateTable('inserat')
      .set({ status: 'geloescht' })
      .where('id', '=', deleted)
      .execute();
    await owner.call(updateCart, week(id));
    const responses = await Promise.all(
      [id, deleted, 999_999_999].map((inserat_id) => sent(other, week(inserat_id))),
    );
    for (const { status, body } of responses) {
      expect(status).toBe(404);
      expect(body).toEqual(responses[2]!.body);
    }
    expect(await cartOf(owner, id)).toMatchObject({ total_credits: 40 });
  });

  test('an invalid number is refused [API-31, API-32, API-33]', async () => {
    const user = await on.rich(0);
    for (const inserat_id of [
      '',
      'abc',
      '１',
      '-1',
      '1.5',
      '0x10',
      "1' or 1=1",
      '9'.repeat(30),
      '<b>',
      'a\u0000',
    ]) {
      const answer = await sent(user, { ...week(1), inserat_id });
      expect(answer, inserat_id).toMatchObject({
        status: 422,
        body: { errors: { inserat_id: expect.any(String) } },
      });
    }
  });
});

test.each<[string, Record<string, unknown>]>([
  ['no package', { base_package: undefined }],
  ['a package that is none', { base_package: '2_weeks' }],
  ['a package with a null byte', { base_package: '1_week\u0000' }],
  ['a name every object has', { base_package: 'constructor' }],
  ['fewer than none', { extra_regions: -1 }],
  ['half a region', { extra_regions: 1.5 }],
  ['more regions than there are', { requested_regions: 27 }],
  ['more categories than anybody chooses', { extra_categories: 51 }],
  ['more than a number holds', { extra_categories: 1e308 }],
  ['a number as text', { extra_regions: '2' }],
  ['nothing in place of a number', { extra_regions: null }],
  ['an object', { extra_regions: { length: 5 } }],
  ['a huge list', { extra_regions: Array.from({ length: 5_000 }, (_, n) => n) }],
  ['a list with text of any length', { extra_regions: ['x'.repeat(101)] }],
  ['a list with control characters', { requested_categories: ['\u0000'] }],
  ['lists in lists', { requested_regions: [[1]] }],
  ['too many pushes', { push_taglich: 25 }],
  ['a flag as text', { inserat_topad: 'true' }],
  ['a start that is none', { publish_option: 'Später' }],
])('%s is refused at its field and changes nothing [API-31]', async (_title, wrong) => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  await user.call(updateCart, week(id));
  const answer = await user.raw('updateCart', { payload: { ...week(id), ...wrong } });
  const [field] = Object.keys(wrong);
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'INVALID_INPUT', errors: { [field!]: expect.any(String) } },
  });
  expect(await cartOf(user, id)).toMatchObject({ requested_regions: 3, total_credits: 40 });
});

test('prices of the client are ignored [API-31]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const payload = {
    ...week(id),
    bundle_price: 0,
    total_credits: -5,
    bundle_limits: { regions: 26 },
    account_id: 1,
    items: [],
  };
  expect((await user.raw('updateCart', { payload })).body.cart).toMatchObject({
    bundle_price: 40,
    total_credits: 40,
  });
});

test('changes per minute are limited [API-31, ERR-051]', async () => {
  await using limited = await testWorld();
  const user = await limited.user();
  const responses = await Promise.all(
    Array.from({ length: 241 }, () => user.raw('updateCart', { payload: week(1) })),
  );
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
  expect(responses.find(({ status }) => status === 429)!.headers['retry-after']).toEqual(
    expect.any(String),
  );
});

test('placing empties the cart in the same transaction; a refused order keeps it [PRI-26, EDI-29]', async () => {
  const user = await on.rich(45);
  const id = await on.blank(user);
  await user.call(updateCart, week(id, { requested_regions: 5 }));
  const refused = await on.place(user, {
    inserat_id: id,
    inserat_typ: '1_week',
    cantons: cantons(5),
  });
  expect(refused.body).toMatchObject({ code: 'INSUFFICIENT_CREDITS', missing: 5 });
  expect(await cartOf(user)).toMatchObject({ total_credits: 50 });
  await on.grant(user.userId, 5);
  const placed = await on.place(user, {
    inserat_id: id,
    inserat_typ: '1_week',
    cantons: cantons(5),
  });
  expect(placed.body).toMatchObject({ charged: 50, credits: 0 });
  expect([await cartOf(user, id), await cartOf(user), await rowsOf(user)]).toEqual([
    null,
    null,
    [],
  ]);
});

test('during a booking the cart contains only what is new [EDI-29, PRI-26]', async () => {
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '1_week', cantons: cantons(5) });
  const more = (await user.call(updateCart, week(id, { requested_regions: 6 }))).body.cart;
  expect(more).toMatchObject({
    bundle_price: 0,
    bundle_limits: { regions: 5 },
    extra_regions: 1,
    total_credits: 5,
  });
  expect(await cartOf(user)).toEqual(more);
  expect((await user.call(updateCart, week(id, { requested_regions: 2 }))).body.cart).toMatchObject(
    {
      total_credits: 0,
    },
  );
  expect(await cartOf(user, id)).toBeNull();
  const whole = (
    await user.call(updateCart, { inserat_id: id, base_package: '1_month', requested_regions: 6 })
  ).body.cart;
  expect(whole).toMatchObject({
    bundle_price: 60,
    bundle_limits: { regions: 5 },
    total_credits: 65,
  });
  // After its booking the same cart is a new booking.
  await user.call(updateCart, week(id, { requested_regions: 6 }));
  world.clock.advance(8 * DAY_MS);
  expect(await cartOf(user, id)).toMatchObject({
    bundle_price: 40,
    extra_regions: 3,
    total_credits: 55,
  });
});

test('a change after the order creates no cart [PRI-26]', async () => {
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '1_week', cantons: cantons(4) });
  await user.call(updateCart, week(id, { requested_regions: 4 }));
  expect(await cartOf(user)).toBeNull();
});

test('ten concurrent changes and the order charge once and leave no cart of the order [PRI-26]', async () => {
  const user = await on.rich(500);
  const id = await on.blank(user);
  const [placed, ...responses] = await Promise.all([
    user.raw('saveInserat', { payload: ad(id, { inserat_typ: '1_week', cantons: cantons(4) }) }),
    ...Array.from({ length: 10 }, () =>
      user.call(updateCart, week(id, { requested_regions: 4, requested_categories: 1 })),
    ),
  ]);
  expect(placed.body).toMatchObject({ success: true, charged: 45, credits: 455 });
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await cartOf(user, id), await on.credits(user)]).toEqual([null, 455]);
});

test('a cart is deleted with its ad, and with a purged blank draft [PRI-26, EDI-04]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  await user.call(updateCart, week(id));
  world.clock.advance(DAY_MS + 1);
  await world.runTasks('publication/sweep');
  expect(await rowsOf(user)).toEqual([]);
  const { id: kept } = await on.place(user, { post_status: 'draft' });
  await user.call(updateCart, week(kept));
  await world.db
    .updateTable('inserat')
    .set({ status: 'geloescht' })
    .where('id', '=', kept)
    .execute();
  expect(await cartOf(user)).toBeNull();
  expect((await user.call(getCart, { inserat_id: kept })).status).toBe(404);
  const owner = await on.rich(500);
  const { id: running } = await on.place(owner, { inserat_typ: '1_week' });
  await owner.call(updateCart, { ...week(running), base_package: '1_month' });
  expect(await rowsOf(owner)).toHaveLength(1);
  expect((await owner.call(deleteInserat, { inserat_id: running })).status).toBe(200);
  expect(await rowsOf(owner)).toEqual([]);
});

const later = () => ({
  publish_option: 'Planen' as const,
  publish_date: localDate(new Date(world.clock.now().getTime() + 2 * DAY_MS)),
  publish_time: '08:30',
});

interface Wants {
  package: (typeof PACKAGE_IDS)[number];
  regions: number;
  categories: number;
  planned: boolean;
}
const wants: fc.Arbitrary<Wants> = fc.record({
  package: fc.constantFrom(...PACKAGE_IDS),
  regions: fc.integer({ min: 1, max: 8 }),
  categories: fc.integer({ min: 1, max: 8 }),
  planned: fc.boolean(),
});

test('the cart shows what ordering charges, for the first and each later order [PRI-21, PRI-28, PRI-30, EDI-29]', async () => {
  const user = await on.rich(100_000);
  const order = (
    id: number,
    { package: inserat_typ, regions, categories, planned }: Wants,
  ): Saving =>
    ad(id, {
      inserat_typ,
      cantons: cantons(regions),
      categories: Array.from({ length: categories }, (_, n) => n + 1),
      ...(planned && later()),
    });
  const asked = (
    id: number,
    { package: base_package, regions, categories, planned }: Wants,
  ): Wish => ({
    inserat_id: id,
    base_package,
    requested_regions: regions,
    requested_categories: categories,
    publish_option: planned ? 'Planen' : 'Sofort',
  });
  let charged = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(wants, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 13 }),
      async (all, images) => {
        const { id } = await on.place(user, { post_status: 'draft' });
        await pictures(images, id, user.userId);
        for (const want of all) {
          // One free booking a day; the property is about prices.
          world.clock.advance(want.package === 'free' ? DAY_MS : 0);
          const before = await on.credits(user);
          const { cart } = (await user.call(updateCart, asked(id, want))).body;
          const payload = { ...order(id, want), expected_total: cart.total_credits };
          const answer = await user.raw('saveInserat', { payload });
          // Such a start is refused for other reasons (free, already online) and charges nothing.
          if (answer.status === 422) {
            expect(want.planned).toBe(true);
            continue;
          }
          expect(answer.body, JSON.stringify(want)).toMatchObject({
            success: true,
            charged: cart.total_credits,
          });
          expect(before - (await on.credits(user))).toBe(cart.total_credits);
          expect(cart.total_credits).toBe(
            cart.bundle_price +
              cart.extra_regions_cost +
              cart.extra_categories_cost +
              cart.items.reduce((sum: number, { total }: { total: number }) => sum + total, 0),
          );
          charged++;
        }
      },
    ),
    { numRuns: rounds(8, 100) },
  );
  expect(charged).toBeGreaterThan(10);
});
