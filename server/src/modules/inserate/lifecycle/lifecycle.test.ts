import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { InseratStatus } from '@samtrot/shared/inserate/status.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { ACTIONS, lives, planned, premium } from '../../../testing/listings/lifecycle-fixtures.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let ads: ReturnType<typeof lives>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  ads = lives(world, on);
  user = await on.rich(100_000);
});
beforeEach(async () => {
  world.clock.set(START);
  // One account makes more calls than the rate limit allows.
  await world.db.deleteFrom('rate_limit').execute();
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const PAID = Object.keys(ACTIONS).filter((name) => ACTIONS[name]!.price > 0);

const adIn = (state: InseratStatus, owner = user) => ads.adIn(state, owner);
const press = (name: string, id: unknown, who: Caller = user, more: object = {}) =>
  ads.press(name, id, who, more);
const statusOf = (id: number) => ads.statusOf(id);
const ordersOf = (id: number) => ads.ordersOf(id);

const NOBODYS = [
  '20001x',
  null,
  '',
  -1,
  1.5,
  {},
  [1],
  '1; drop',
  '<b>1</b>',
  'x'.repeat(5000),
  '\u0000',
  '١',
  2 ** 60,
];

test.each(nonEmpty(Object.keys(ACTIONS)))(
  '%s is refused without a session, malformed, and for another or unknown ad [INS-17, T-AUTH-01]',
  async (name) => {
    const id = await adIn('aktiv');
    const before = await on.credits(user);
    expect(await press(name, id, world.visitor)).toMatchObject({
      status: 401,
      body: { code: 'NOT_LOGGED_IN' },
    });
    for (const wrong of NOBODYS) {
      const { status, body } = await press(name, wrong);
      expect({ wrong, status: [400, 404, 422].includes(status), success: body.success }).toEqual({
        wrong,
        status: true,
        success: false,
      });
    }
    const other = await on.rich(1000);
    const missing = await press(name, 999_999_999, other);
    const foreign = await press(name, id, other);
    expect(foreign).toMatchObject({ status: 404, body: missing.body });
    expect(await on.credits(other)).toBe(1000);
    expect([await statusOf(id), await on.credits(user)]).toEqual(['aktiv', before]);
  },
);

test.each(nonEmpty(PAID))(
  '%s: another price than the one shown, and one credit too few [INS-31, PRI-30]',
  async (name) => {
    const { price } = ACTIONS[name]!;
    const owner = await on.rich(40 + price - 1);
    const state = name === 'reactivate' ? 'abgelaufen' : 'aktiv';
    const id = await adIn(state, owner);
    for (const expected_total of [price - 1, price + 1, 0]) {
      expect(await press(name, id, owner, { expected_total })).toMatchObject({
        status: 409,
        body: { code: 'PRICE_CHANGED', total: price },
      });
    }
    expect(await press(name, id, owner, { expected_total: price })).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_CREDITS', missing: 1, message: 'Nicht genügend Credits' },
    });
    expect([await on.credits(owner), await statusOf(id), (await ordersOf(id)).length]).toEqual([
      price - 1,
      state,
      1,
    ]);
    await on.grant(owner.userId, 1);
    expect((await press(name, id, owner, { expected_total: price })).body).toMatchObject({
      charged: price,
      credits: 0,
    });
  },
);

test.each(['push', 'top', 'story'])(
  '%s called five times concurrently with five keys acts and charges five times [INS-31, INS-33, PRI-18]',
  async (name) => {
    const { price } = ACTIONS[name]!;
    const id = await adIn('aktiv');
    const before = await on.credits(user);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => press(name, id, user, { again: true })),
    );
    expect(answers.map(({ status, body }) => [status, body.charged])).toEqual(
      Array(5).fill([200, price]),
    );
    expect(await on.credits(user)).toBe(before - 5 * price);
    const orders = await ordersOf(id);
    expect(new Set(orders.map(({ cause }) => cause)).size).toBe(6);
    const [ad] = (await on.list(user)).filter(({ ID }) => ID === id) as [Inserat];
    const until = new Date(+START + 5 * DAY_MS).toISOString();
    if (name === 'top') expect([ad.inserat_topad, ad.topad_until]).toEqual([true, until]);
    if (name === 'story') expect([ad.inserat_story, ad.story_until]).toEqual([true, until]);
  },
);

test.each(nonEmpty(PAID))(
  '%s called ten times concurrently without a key books once; a later call books again [FIX-07]',
  async (name) => {
    const { price } = ACTIONS[name]!;
    const owner = await on.rich(40 + 2 * price);
    const id = await adIn(name === 'reactivate' ? 'abgelaufen' : 'aktiv', owner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => press(name, id, owner)));
    expect(answers[0]).toMatchObject({ status: 200, body: { charged: price } });
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
    world.clock.advance(2_999);
    const late = await press(name, id, owner, { expected_total: price });
    expect(late).toMatchObject({
      body: answers[0]!.body,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect([await on.credits(owner), (await ordersOf(id)).length]).toEqual([price, 2]);
    if (!['push', 'top', 'story'].includes(name)) return;
    expect((await press(name, id, owner, { again: true })).body).toMatchObject({
      charged: price,
      credits: 0,
    });
    expect(await press(name, id, owner)).toMatchObject({ body: answers[0]!.body });
    world.clock.advance(1);
    expect(await press(name, id, owner)).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_CREDITS' },
    });
    // A refused call does not affect the next one.
    await on.grant(owner.userId, price);
    expect(await press(name, id, owner)).toMatchObject({ status: 200, body: { charged: price } });
  },
);

test('five concurrent colours are charged once; TopAds racing for credits of two buy two [INS-32, PRI-19]', async () => {
  const owner = await on.rich(40 + 20 + 2 * 80 + 79);
  const id = await adIn('aktiv', owner);
  const colours = await Promise.all(
    Array.from({ length: 5 }, () => press('colour', id, owner, { again: true })),
  );
  expect(colours.map(({ body }) => body.charged).toSorted()).toEqual([0, 0, 0, 0, 20]);
  const tops = await Promise.all(
    Array.from({ length: 5 }, () => press('top', id, owner, { again: true })),
  );
  expect(tops.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
  expect(await on.credits(owner)).toBe(79);
  const row = await world.db
    .selectFrom('inserat')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([row.colour, row.topad_until]).toEqual([true, new Date(+START + 2 * DAY_MS)]);
});

test('an expired ad reactivated five times at once is booked once [INS-39, EDI-29, T-RACE-02]', async () => {
  const id = await adIn('abgelaufen');
  const before = await on.credits(user);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => press('reactivate', id, user, { again: true })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect([await on.credits(user), (await ordersOf(id)).length]).toEqual([before - 40, 2]);
});

test('the same call sent twice with one Idempotency-Key acts once [INS-31]', async () => {
  const id = await adIn('aktiv');
  const before = await on.credits(user);
  const send = () =>
    user.raw('push_inserat', {
      payload: { inserat_id: id },
      headers: { 'idempotency-key': 'push-once-1' },
    });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(await on.credits(user)).toBe(before - 5);
});

test('a story without a picture is refused and costs nothing [INS-34, MED-23]', async () => {
  const { id } = await on.place(user, premium);
  const before = await on.credits(user);
  expect(await press('story', id)).toMatchObject({
    status: 422,
    body: { errors: { story_posted: expect.any(String) } },
  });
  expect(await on.credits(user)).toBe(before);
});

test('a push lifts the ad at once and counts for no dated push [INS-31]', async () => {
  const id = await adIn('aktiv');
  world.clock.advance(3_600_000);
  expect((await press('auto', id, user, { enabled: false })).body.inserat.last_push_at).toBeNull();
  const pushed = await press('push', id);
  expect(pushed.body.inserat.last_push_at).toBe(world.clock.now().toISOString());
  const row = await world.db
    .selectFrom('inserat')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([row.lifted_at, row.date_time_pushes]).toEqual([world.clock.now(), []]);
  const date_time_pushes = [{ date: '2026-11-24', time: '09:00' }];
  const edit = await on.place(user, { inserat_id: id, ...premium, date_time_pushes });
  expect(edit.body.charged).toBe(5);
  const push = await world.db
    .selectFrom('push')
    .selectAll()
    .where('inserat_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(push.cause).toBe((await ordersOf(id)).at(-1)!.cause);
});

test('pushes of a planned ad come at its free noons, one after the other, until none is left [INS-14, INS-31]', async () => {
  const { id } = await on.place(user, { ...planned, inserat_typ: '3_days' });
  const answers = [];
  for (let press_ = 0; press_ < 4; press_++)
    answers.push(await press('push', id, user, { again: true }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
  expect(answers[0]!.body.message).toContain('25.11.2026, 12:00');
  expect(answers[2]!.body.inserat.date_time_pushes).toEqual(
    ['25', '26', '27'].map((day) => ({ date: `2026-11-${day}`, time: '12:00' })),
  );
});

test('a planned ad that is started now runs its whole package from now, at no further price [INS-38]', async () => {
  const { id } = await on.place(user, { ...planned, top_ad_enabled: true, story_posted: false });
  const before = await on.credits(user);
  const { body } = await press('activate', id);
  expect(body.inserat).toMatchObject({
    inserat_status: 'aktiv',
    start_zeit: '20.11.2026 13:00',
    end_zeit: '27.11.2026 13:00',
    topad_until: new Date(+START + DAY_MS).toISOString(),
  });
  expect(await on.credits(user)).toBe(before);
});

test('a reactivated ad keeps package, regions and daily pushes, without what is bought once [INS-39, INS-35]', async () => {
  const changes = { ...premium, push_times: ['18:00'], top_ad_enabled: true, color_enabled: true };
  const { id, body } = await on.place(user, changes);
  expect(body.charged).toBe(40 + 5 + 80 + 20);
  world.clock.advance(8 * DAY_MS);
  await world.runTasks('publication/clock');
  const ended = (await on.list(user)).find(({ ID }) => ID === id);
  expect(ended).toMatchObject({ inserat_status: 'abgelaufen', inserat_farbe: false });
  const again = await press('reactivate', id, user, { expected_total: 45 });
  expect(again.body).toMatchObject({
    charged: 45,
    inserat: {
      top_ad_enabled: false,
      color_enabled: false,
      inserat_farbe: false,
      push_times: ['18:00'],
    },
  });
  expect(again.body.inserat.paid).toMatchObject({ dailyPushes: 1, topAd: false, colour: false });
});

test('automatic reactivation is switched on and off, for premium only [INS-40, INS-44, EDI-98]', async () => {
  const id = await adIn('aktiv');
  const flip = (enabled: unknown) => press('auto', id, user, { enabled });
  expect((await flip(true)).body.inserat).toMatchObject({ reaktivierung: true, auto_extend: true });
  expect((await flip(false)).body.inserat).toMatchObject({
    reaktivierung: false,
    auto_extend: false,
  });
  for (const wrong of ['true', 1, null]) expect((await flip(wrong)).status).toBe(422);
  const free = await on.rich(0);
  const { id: freeId } = await on.place(free);
  expect(await press('auto', freeId, free)).toMatchObject({
    status: 422,
    body: { errors: { enabled: expect.any(String) } },
  });
  expect((await press('auto', freeId, free, { enabled: false })).status).toBe(200);
});

test('what is forbidden does not come online again [INS-51, INS-39]', async () => {
  const id = await adIn('abgelaufen');
  await world.db
    .updateTable('inserat')
    .set({ titel: 'auch ohne Kondom' })
    .where('id', '=', id)
    .execute();
  const answer = await press('reactivate', id);
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { titel: expect.stringContaining('nicht erlaubt') } },
  });
  expect(await statusOf(id)).toBe('abgelaufen');
});
