import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers, type Saving } from '../../../testing/listings/inserate.ts';
import { lives } from '../../../testing/listings/lifecycle-fixtures.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let ads: ReturnType<typeof lives>;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  ads = lives(world, on);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(1000);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const WEEK = 7 * DAY_MS;
/** Of the week that each ad here runs, so much is left. */
const left = (ms: number) => world.clock.set(new Date(+START + WEEK - ms));
const instant = (ms: number) => new Date(+START + ms).toISOString();
const clock = async (ms: number) => {
  world.clock.set(new Date(+START + ms));
  for (let turn = 0; turn < 2; turn++)
    await world.runTasks('publication/clock', 'publication/missed');
};
const only = async () => (await on.list(user))[0]!;
const press = (name: 'top' | 'story', id: number, more: object = {}) =>
  ads.press(name, id, user, more);
const refunds = async () => {
  const { rows } = await sql<{ description: string; amount: number }>`
    select t.description, t.amount from ledger_transfer t join ledger_account w on w.id = t.to_account
     where t.kind = 'refund' and w.owner_id = ${user.userId} order by t.id`.execute(world.db);
  return rows.map(({ description, amount }) => [description, amount]);
};
const promotions = (id: number) =>
  world.db.selectFrom('promotion').selectAll().where('inserat_id', '=', id).orderBy('id').execute();
const renewing = async (id: number, enabled = true) =>
  expect((await user.call(life.autoReactivateInserat, { inserat_id: id, enabled })).status).toBe(
    200,
  );

test.each([
  { hours: 25, top: 80, story: 10, runs: DAY_MS },
  { hours: 24, top: 80, story: 10, runs: DAY_MS },
  { hours: 23, top: 77, story: 10, runs: 23 * HOUR_MS },
  { hours: 8, top: 27, story: 4, runs: 8 * HOUR_MS },
  { hours: 8.9, top: 27, story: 4, runs: 8.9 * HOUR_MS },
  { hours: 1, top: 4, story: 1, runs: HOUR_MS },
])(
  '$hours hours before the end a TopAd costs $top, a story $story, as the list says [FIX-05, EXP-60, EXP-61]',
  async ({ hours, runs, ...prices }) => {
    const id = await ads.adIn('aktiv', user);
    left(hours * HOUR_MS);
    const until = new Date(+world.clock.now() + runs).toISOString();
    const whole = { price: 80, until: new Date(+world.clock.now() + DAY_MS).toISOString() };
    const offered = { hours: Math.min(24, Math.floor(hours)), until };
    expect(await only()).toMatchObject({
      topad_offer: { ...offered, price: prices.top, renewing: hours < 24 ? whole : null },
      story_offer: {
        ...offered,
        price: prices.story,
        renewing: hours < 24 ? { ...whole, price: 10 } : null,
      },
    });
    for (const name of ['top', 'story'] as const) {
      const price = prices[name];
      const other = await press(name, id, { expected_total: price + 1 });
      expect(other).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: price } });
      const { body } = await press(name, id, {
        expected_total: price,
        ...(hours < 24 && { way: 'rest' }),
      });
      expect(body).toMatchObject({ charged: price, inserat: { auto_extend: false } });
      expect(body.inserat[name === 'top' ? 'topad_until' : 'story_until']).toBe(until);
    }
    expect(await on.credits(user)).toBe(1000 - 40 - prices.top - prices.story);
    await clock(WEEK + DAY_MS);
    expect([await refunds(), (await promotions(id)).map(({ state }) => state)]).toEqual([
      [],
      ['done', 'done'],
    ]);
  },
);

test.each([
  ['half an hour', HOUR_MS / 2],
  ['a second', 1000],
  ['all but a millisecond of an hour', HOUR_MS - 1],
])(
  '%s before the end nothing is sold, whether the ad renews itself or not [FIX-05, EXP-60, EXP-61]',
  async (_, ms) => {
    const id = await ads.adIn('aktiv', user);
    left(ms);
    for (const way of [{}, { way: 'rest' }, { way: 'renew' }]) {
      const [top, story] = [await press('top', id, way), await press('story', id, way)];
      const words = 'Die Laufzeit reicht nicht mehr für';
      expect(top).toMatchObject({
        status: 409,
        body: { code: 'PROMOTION_TOO_LONG', message: `${words} TopAd.` },
      });
      expect(story).toMatchObject({ status: 409, body: { message: `${words} eine Story.` } });
    }
    await renewing(id);
    expect(await press('top', id)).toMatchObject({
      status: 409,
      body: { code: 'PROMOTION_TOO_LONG' },
    });
    expect([(await only()).topad_offer!.hours, await on.credits(user)]).toEqual([0, 960]);
  },
);

test.each([25, 23, 8, 1])(
  '%s hours before the end a TopAd of a renewing ad is whole and continues after it [FIX-05, EXP-60, EXP-61]',
  async (hours) => {
    const id = await ads.adIn('aktiv', user);
    await renewing(id);
    left(hours * HOUR_MS);
    const until = new Date(+world.clock.now() + DAY_MS).toISOString();
    expect((await only()).topad_offer).toEqual({ hours: 24, price: 80, until, renewing: null });
    expect((await press('top', id, { expected_total: 80 })).body).toMatchObject({ charged: 80 });
    await clock(WEEK);
    const now = hours === 25 ? null : until;
    expect(await only()).toMatchObject({
      inserat_status: 'aktiv',
      topad_until: now,
      end_at: instant(2 * WEEK),
    });
    await clock(WEEK + DAY_MS);
    expect([await refunds(), await on.credits(user)]).toEqual([[], 1000 - 40 - 80 - 40]);
    expect((await promotions(id)).map(({ state }) => state)).toEqual(['done']);
  },
);

test('the other way switches the renewal on and buys 24 hours; a free ad has only what is left [EXP-61, FIX-05]', async () => {
  const id = await ads.adIn('aktiv', user);
  left(8 * HOUR_MS);
  const until = new Date(+world.clock.now() + DAY_MS).toISOString();
  expect(await press('top', id, { way: 'renew', expected_total: 27 })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', total: 80 },
  });
  expect((await only()).auto_extend).toBe(false);
  const { body } = await press('top', id, { way: 'renew', expected_total: 80 });
  expect(body).toMatchObject({
    charged: 80,
    inserat: { auto_extend: true, reaktivierung: true, topad_until: until },
  });
  // It renews automatically now: the rest alone can still be bought at its share of the price.
  expect((await press('story', id, { way: 'rest', expected_total: 4 })).body).toMatchObject({
    charged: 4,
  });
  for (const way of ['whole', 1, null]) expect((await press('top', id, { way })).status).toBe(422);

  world.clock.set(START);
  const { id: free } = await on.place(user, { inserat_typ: 'free' });
  world.clock.set(new Date(+START + 30 * DAY_MS - 8 * HOUR_MS));
  const offer = (await on.list(user)).find(({ ID }) => ID === free)!.topad_offer;
  expect(offer).toMatchObject({ hours: 8, price: 27, renewing: null });
  expect(await press('top', free, { way: 'renew' })).toMatchObject({
    status: 422,
    body: { errors: { way: 'Automatisch reaktivieren gehört zu Premium.' } },
  });
  expect((await press('top', free, { expected_total: 27 })).body.charged).toBe(27);
});

test('an ad that ends in 24 h 30 min, six times in a row as one more: one charge [EXP-60]', async () => {
  const id = await ads.adIn('aktiv', user);
  left(24.5 * HOUR_MS);
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await press('top', id, { again: true }));
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409, 409]);
  // The ad ends on 27.11. at 13:00, half an hour after the TopAd.
  expect(answers[1]!.body).toMatchObject({
    code: 'PROMOTION_TOO_LONG',
    message: 'TopAd läuft schon bis 27.11., 12:30. Mehr passt nicht in die Laufzeit.',
  });
  expect([await on.credits(user), (await ads.ordersOf(id)).length]).toEqual([880, 2]);
});

test('of a planned ad the hours of its run count, and what it has bought moves with its start [EXP-60]', async () => {
  const later = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  const { id } = await on.place(user, { inserat_typ: '1_day', ...later });
  expect((await press('top', id, { again: true })).body.inserat.topad_until).toBe(
    '2026-11-26T07:30:00.000Z',
  );
  expect(await press('top', id, { again: true })).toMatchObject({
    body: { message: 'TopAd läuft schon bis 26.11., 08:30. Mehr passt nicht in die Laufzeit.' },
  });
  await on.place(user, {
    inserat_id: id,
    inserat_typ: '1_day',
    ...later,
    publish_date: '2026-11-23',
  });
  const [moved] = await promotions(id);
  expect([moved!.from_at, moved!.until_at]).toEqual(
    ['2026-11-23T07:30:00.000Z', '2026-11-24T07:30:00.000Z'].map((at) => new Date(at)),
  );
  await user.call(life.activateInserat, { inserat_id: id });
  expect(await promotions(id)).toMatchObject([
    { from_at: START, until_at: new Date(+START + DAY_MS) },
  ]);
});

test('hours lost by the end of the ad are refunded once, as a movement of their own [EXP-62, FIX-05]', async () => {
  user = await on.rich(40 + 80 + 10 + 39);
  const id = await ads.adIn('aktiv', user);
  left(8.5 * HOUR_MS);
  await press('top', id, { way: 'renew' });
  await press('story', id);
  await clock(WEEK - HOUR_MS);
  expect(await refunds()).toEqual([]);
  // One credit short of the next run: 8.5 of 24 hours have run, 8 are paid.
  await clock(WEEK);
  await Promise.all([clock(WEEK), clock(WEEK)]);
  const back = [
    [`Nicht gelaufen: 16 Stunden TopAd (Inserat ${id})`, 80 - 27],
    [`Nicht gelaufen: 16 Stunden Story (Inserat ${id})`, 10 - 4],
  ];
  expect(await refunds()).toEqual(back);
  expect(await only()).toMatchObject({
    inserat_status: 'abgelaufen',
    topad_until: null,
    topad_offer: null,
  });
  expect(await promotions(id)).toMatchObject([
    { state: 'refunded', refunded: 53, until_at: new Date(+START + WEEK) },
    {},
  ]);
  await user.call(life.reactivateInserat, { inserat_id: id });
  expect(await only()).toMatchObject({
    inserat_status: 'aktiv',
    inserat_topad: false,
    inserat_story: false,
  });
  await clock(2 * WEEK);
  expect(await refunds()).toEqual(back);
});

test('a renewal that is switched off again cuts the TopAd off, and the list says so at once [EXP-62]', async () => {
  const id = await ads.adIn('aktiv', user);
  left(8 * HOUR_MS);
  await press('top', id, { way: 'renew' });
  await renewing(id, false);
  expect(await only()).toMatchObject({ topad_until: instant(WEEK), topad_offer: { hours: 0 } });
  expect((await press('top', id, { again: true })).body.message).toBe(
    'TopAd läuft schon bis 27.11., 13:00. Mehr passt nicht in die Laufzeit.',
  );
  await clock(WEEK);
  expect(await refunds()).toEqual([[`Nicht gelaufen: 16 Stunden TopAd (Inserat ${id})`, 53]]);
});

test('hours lost by a scheduler that starts or renews an ad late are refunded [EXP-62]', async () => {
  const id = await ads.adIn('aktiv', user);
  left(8 * HOUR_MS);
  await press('top', id, { way: 'renew' });
  await clock(WEEK + 5 * HOUR_MS);
  expect([await refunds(), (await only()).inserat_status]).toEqual([[], 'aktiv']);
  await clock(WEEK + DAY_MS);
  expect(await refunds()).toEqual([[`Nicht gelaufen: 5 Stunden TopAd (Inserat ${id})`, 80 - 64]]);

  world.clock.set(START);
  user = await on.rich(1000);
  const later = {
    publish_option: 'Planen',
    publish_date: '2026-11-21',
    publish_time: '13:00',
  } as const;
  const { id: planned } = await on.place(user, {
    inserat_typ: '3_days',
    top_ad_enabled: true,
    ...later,
  });
  const { id: punctual } = await on.place(user, {
    inserat_typ: '3_days',
    top_ad_enabled: true,
    ...later,
  });
  await sql`update inserat set start_at = start_at + interval '2 hours 59 minutes 1 second' where id = ${punctual}`.execute(
    world.db,
  );
  await sql`update promotion set from_at = from_at + interval '2 hours 59 minutes 1 second' where inserat_id = ${punctual}`.execute(
    world.db,
  );
  await clock(DAY_MS + 3 * HOUR_MS);
  await clock(3 * DAY_MS);
  expect(await refunds()).toEqual([
    [`Nicht gelaufen: 3 Stunden TopAd (Inserat ${planned})`, 80 - 70],
  ]);
});

test('a TopAd is closed after the scheduler has ended its ad [EXP-62]', async () => {
  const id = await ads.adIn('aktiv', user);
  left(8 * HOUR_MS);
  await press('top', id, { way: 'renew' });
  world.clock.set(new Date(+START + WEEK + 2 * DAY_MS));
  await world.runTasks('publication/missed');
  expect(await promotions(id)).toMatchObject([{ state: 'due' }]);
  await clock(WEEK + 2 * DAY_MS);
  expect(await refunds()).toEqual([[`Nicht gelaufen: 16 Stunden TopAd (Inserat ${id})`, 53]]);
});

test('what its owner hides or deletes runs on, and hiding says so [EXP-62]', async () => {
  const id = await ads.adIn('aktiv', user);
  await press('top', id);
  const hide = async () => (await user.call(life.hideInserat, { inserat_id: id })).body.message;
  const show = () => user.call(life.activateInserat, { inserat_id: id });
  expect(await hide()).toBe('Ausgeblendet. TopAd läuft weiter.');
  await show();
  await press('story', id);
  expect(await hide()).toBe('Ausgeblendet. TopAd und Story laufen weiter.');
  await clock(DAY_MS);
  expect((await promotions(id)).map(({ state }) => state)).toEqual(['done', 'done']);
  await show();
  expect(await hide()).toBe('Ausgeblendet.');
  await show();
  await press('top', id);
  await user.call(life.deleteInserat, { inserat_id: id });
  await clock(9 * DAY_MS);
  expect((await promotions(id)).map(({ state }) => state)).toEqual(['done', 'done', 'cancelled']);
  expect(await refunds()).toEqual([]);
});

test('lost hours are refunded on deletion, too; hours that ran or were still to come are not [EXP-62]', async () => {
  const id = await ads.adIn('aktiv', user);
  await press('story', id);
  left(8 * HOUR_MS);
  await press('top', id, { way: 'renew' });
  await clock(WEEK + 5 * HOUR_MS);
  const before = await on.credits(user);
  const { body } = await user.call(life.deleteInserat, { inserat_id: id });
  expect([body.refunded, body.message, await on.credits(user)]).toEqual([
    16,
    'Dein Inserat ist gelöscht. 16 Credits sind wieder auf deinem Konto.',
    before + 16,
  ]);
  await clock(WEEK + 2 * DAY_MS);
  expect(await refunds()).toEqual([[`Nicht gelaufen: 5 Stunden TopAd (Inserat ${id})`, 80 - 64]]);
  expect((await promotions(id)).map(({ state }) => state)).toEqual(['done', 'refunded']);

  // The scheduler has not run when the ad is deleted at its end, or hours later.
  for (const late of [0, 5 * HOUR_MS]) {
    world.clock.set(START);
    user = await on.rich(1000);
    const other = await ads.adIn('aktiv', user);
    left(8 * HOUR_MS);
    await press('top', other, { way: 'renew' });
    world.clock.set(new Date(+START + WEEK + late));
    expect((await user.call(life.deleteInserat, { inserat_id: other })).body.refunded).toBe(53);
    await clock(WEEK + 2 * DAY_MS);
    expect(await refunds()).toEqual([[`Nicht gelaufen: 16 Stunden TopAd (Inserat ${other})`, 53]]);
  }
});

test.each(['waits', 'is deleted', 'is moved and deleted'])(
  'earlier lost hours are refunded while the ad, planned again, %s [EXP-62]',
  async (then) => {
    const id = await ads.adIn('aktiv', user);
    left(8 * HOUR_MS);
    await press('top', id, { way: 'renew' });
    await renewing(id, false);
    world.clock.set(new Date(+START + WEEK));
    await world.runTasks('publication/clock');
    const later = {
      publish_option: 'Planen',
      publish_date: '2026-12-10',
      publish_time: '08:30',
    } as const;
    const plan = { inserat_id: id, inserat_typ: '3_days', top_ad_enabled: true, ...later } as const;
    expect((await on.place(user, plan)).body).toMatchObject({ charged: 20 + 5 + 80 });
    const [old] = await promotions(id);
    if (then === 'is moved and deleted')
      await on.place(user, { ...plan, publish_date: '2026-12-20' });
    expect((await promotions(id))[0]).toEqual(old);
    if (then !== 'waits') {
      expect((await user.call(life.deleteInserat, { inserat_id: id })).body.refunded).toBe(
        53 + 105,
      );
    }
    await clock(WEEK + HOUR_MS);
    const row = [`Nicht gelaufen: 16 Stunden TopAd (Inserat ${id})`, 53];
    expect((await refunds()).filter(([words]) => String(words).startsWith('Nicht'))).toEqual([row]);
    const states = (await promotions(id)).map(({ state }) => state);
    expect(states).toEqual(['refunded', then === 'waits' ? 'due' : 'cancelled']);
  },
);

test('consecutive TopAds after a shorter run are refunded at its end, begun or not [EXP-58, EXP-62]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_month', top_ad_enabled: true });
  for (const _ of [2, 3]) await press('top', id, { again: true });
  await on.place(user, { inserat_id: id, inserat_typ: '1_day', top_ad_enabled: true });
  await clock(DAY_MS);
  const row = [`Nicht gelaufen: 24 Stunden TopAd (Inserat ${id})`, 80];
  expect(await refunds()).toEqual([row, row]);
});

test('a closed account gets nothing back, and its TopAd is over [EXP-62]', async () => {
  const id = await ads.adIn('aktiv', user);
  await press('top', id);
  expect((await user.raw('delete_account', { payload: { password: PASSWORD } })).status).toBe(200);
  await world.finishDeletions();
  await clock(9 * DAY_MS);
  expect([await refunds(), await promotions(id)]).toMatchObject([
    [],
    [{ state: 'cancelled', refunded: 0 }],
  ]);
});

test('the editor sells only whole ones, and says where the rest is to be had [EXP-60, FIX-05]', async () => {
  const id = await ads.adIn('aktiv', user);
  const save = (changes: Partial<Saving>) =>
    on.place(user, { inserat_id: id, inserat_typ: '1_week', ...changes });
  left(8 * HOUR_MS);
  const both = { top_ad_enabled: true, story_posted: true };
  const way = 'Schalte «Automatisch reaktivieren» ein, oder buche';
  expect((await save(both)).body.errors).toEqual({
    top_ad_enabled: `TopAd liefe nur noch 8 Stunden. ${way} TopAd in der Liste deiner Inserate.`,
    story_posted: `Story liefe nur noch 8 Stunden. ${way} Story in der Liste deiner Inserate.`,
  });
  expect((await save({ ...both, auto_extend: true })).body).toMatchObject({ charged: 90 });
  left(HOUR_MS / 2);
  // What is paid for is not asked again.
  expect((await save({ ...both, auto_extend: true })).body).toMatchObject({ charged: 0 });

  user = await on.rich(1000);
  const other = await ads.adIn('aktiv', user);
  left(HOUR_MS / 2);
  const late = await on.place(user, {
    inserat_id: other,
    inserat_typ: '1_week',
    ...both,
    auto_extend: true,
  });
  expect(late.body.errors).toEqual({
    top_ad_enabled: 'Die Laufzeit reicht nicht mehr für TopAd.',
    story_posted: 'Die Laufzeit reicht nicht mehr für eine Story.',
  });
  expect(await on.credits(user)).toBe(960);
});

test('a 23-hour run over a daylight saving change refunds the lost TopAd hour [EXP-62]', async () => {
  world.clock.set(new Date('2027-03-27T12:00:00Z'));
  const { id } = await on.place(user, { inserat_typ: '1_day', top_ad_enabled: true });
  world.clock.set(new Date('2027-03-28T11:00:00Z'));
  for (let turn = 0; turn < 2; turn++)
    await world.runTasks('publication/clock', 'publication/missed');
  expect(await refunds()).toEqual([[`Nicht gelaufen: 1 Stunde TopAd (Inserat ${id})`, 3]]);
});
