import { updateCart } from '@samtrot/shared/cart/contract.ts';
import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import {
  type PackageChange,
  quotePackageChange,
  saveInserat,
} from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterExchange } from '@samtrot/shared/topups/debt.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payments } from '../../../app/payments.ts';
import { ad, advertisers, cantons, type Saving } from '../../../testing/listings/inserate.ts';
import { lives } from '../../../testing/listings/lifecycle-fixtures.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';
import * as topups from '../../topups/service.ts';

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

const at = (ms: number) => world.clock.set(new Date(+START + ms));
const clock = async (ms: number) => {
  at(ms);
  for (let turn = 0; turn < 3; turn++)
    await world.runTasks('publication/clock', 'publication/missed');
};
const instant = (ms: number) => new Date(+START + ms).toISOString();
const quoted = async (id: number, changes: Partial<Saving>) => {
  const { status, body } = await user.call(quotePackageChange, ad(id, changes));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.change as PackageChange;
};
const pushStates = async (id: number) => {
  const { rows } = await sql<{ state: string; n: number }>`
    select kind || ' ' || state as state, count(*)::int as n from push where inserat_id = ${id} group by 1`.execute(
    world.db,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};
const only = async () => (await on.list(user))[0]!;

/** Quotes the change, orders it at that price and compares every line with ledger and ad. */
async function change(id: number, wish: Partial<Saving>, owed = 0): Promise<PackageChange> {
  const before = {
    credits: await on.credits(user),
    ad: await only(),
    pushes: await pushStates(id),
  };
  const asked = await quoted(id, wish);
  expect([await on.credits(user), (await only()).paid]).toEqual([before.credits, before.ad.paid]);
  const { status, body } = await on.place(user, {
    inserat_id: id,
    ...wish,
    expected_total: asked.total,
  });
  expect([status, body.charged], JSON.stringify(body)).toEqual([200, asked.total]);
  const after = await only();
  expect(await on.credits(user)).toBe(
    afterExchange({ balance: before.credits, owed }, asked).after,
  );
  expect([after.inserat_typ, after.end_at]).toEqual([asked.to, asked.new_end_at]);
  expect(before.ad.end_at).toBe(asked.old_end_at);
  const states = await pushStates(id);
  const back = (kind: 'daily' | 'dated') =>
    (states[`${kind} refunded`] ?? 0) - (before.pushes[`${kind} refunded`] ?? 0);
  const { daily, dated, again } = asked.pushes;
  expect([back('daily'), back('dated')]).toEqual([daily.count + again.count, dated.count]);
  expect(asked.refund).toBe(daily.credits + dated.credits + again.credits);
  const stay = (['colour', 'topAd', 'story'] as const).filter((kind) => asked.stays.includes(kind));
  expect(stay.map((kind) => after.paid![kind])).toEqual(stay.map(() => true));
  const until = { topAd: after.topad_until, story: after.story_until };
  const had = { topAd: before.ad.topad_until, story: before.ad.story_until };
  for (const kind of ['topAd', 'story'] as const) {
    if (asked.cut.some((cut) => cut.kind === kind)) expect(until[kind]).toBe(asked.new_end_at);
    else if (before.ad.inserat_status === 'aktiv') expect(until[kind]).toBe(had[kind]);
  }
  const { rows } = await sql<{ total: number; items: PackageChange['items'] }>`
    select o.total, o.items from booking_order o join booking b on b.id = o.booking_id
     where b.inserat_id = ${id} order by o.id desc limit 1`.execute(world.db);
  expect(rows[0]).toEqual({ total: asked.total, items: asked.items });
  expect(rows[0]!.items.reduce((sum, { total }) => sum + total, 0)).toBe(asked.total);
  return asked;
}

const MONTH = { inserat_typ: '1_month' } as const;
const WEEK = { inserat_typ: '1_week' } as const;

test('1 month with colour to 1 week after 15 days: lost days are named, the colour stays free [FIX-06, EXP-58]', async () => {
  const { id } = await on.place(user, { ...MONTH, color_enabled: true, top_ad_enabled: true });
  at(15 * DAY_MS);
  const asked = await change(id, { ...WEEK, color_enabled: true });
  expect(asked).toMatchObject({
    from: '1_month',
    to: '1_week',
    lost_ms: 15 * DAY_MS,
    lost_paid: true,
    stays: ['colour'],
    old_end_at: instant(30 * DAY_MS),
    new_end_at: instant(22 * DAY_MS),
    credit: 0,
    total: 40,
    refund: 0,
  });
  expect(await only()).toMatchObject({ inserat_farbe: true, inserat_topad: false });
});

test.each([
  { minutes: 5, total: 60, credit: 40, lost: 0 },
  { minutes: 60, total: 60, credit: 40, lost: 0 },
  { minutes: 61, total: 100, credit: 0, lost: 7 * DAY_MS - 61 * MINUTE_MS },
])(
  '1 week to 1 month after $minutes minutes costs $total and keeps all extras [FIX-06, EXP-58, EXP-59]',
  async ({ minutes, total, credit, lost }) => {
    const id = await ads.adIn('aktiv', user);
    const extras = {
      top_ad_enabled: true,
      color_enabled: true,
      story_posted: true,
      push_times: ['09:00', '18:00'],
      cantons: cantons(5),
      date_time_pushes: [{ date: '2026-11-23', time: '12:00' }],
    };
    await on.place(user, { inserat_id: id, ...WEEK, ...extras });
    const paid = 40 + 80 + 20 + 10 + 10 + 10 + 5;
    expect(await on.credits(user)).toBe(1000 - paid);
    at(minutes * MINUTE_MS);
    const asked = await change(id, { ...MONTH, ...extras });
    const none = { count: 0, credits: 0 };
    expect(asked).toMatchObject({
      total,
      credit,
      lost_ms: lost,
      pushes: { daily: none, dated: none },
      refund: 0,
    });
    expect(asked.stays).toEqual(['colour', 'topAd', 'story']);
    expect(asked.items).toEqual([
      {
        key: 'package',
        label: '1 Monat Premium',
        note: credit ? '40 schon bezahlt' : '',
        quantity: 1,
        unit: total,
        total,
      },
    ]);
    // Paid pushes are delivered in the new run; none is charged again or missed.
    await clock(2 * DAY_MS);
    expect((await on.place(user, { inserat_id: id, ...MONTH, ...extras })).body.charged).toBe(0);
    world.clock.set(new Date('2026-11-23T11:00:00Z'));
    await world.runTasks('publication/clock');
    expect((await pushStates(id))['dated done']).toBe(1);
  },
);

test('pushes after the new end are refunded, those before it stay, and new ones are charged [EXP-58, FIX-06]', async () => {
  const dates = ['2026-11-25', '2026-12-01', '2026-12-15'].map((date) => ({ date, time: '12:00' }));
  const { id } = await on.place(user, { ...MONTH, push_times: ['18:00'], date_time_pushes: dates });
  await clock(5 * HOUR_MS);
  at(DAY_MS);
  const wish = { ...WEEK, push_times: ['18:00'], date_time_pushes: dates, cantons: cantons(4) };
  const asked = await change(id, wish);
  // One of 30 daily pushes was delivered, 7 are kept.
  expect(asked).toMatchObject({
    pushes: {
      daily: { count: 22, credits: Math.floor((5 * 22) / 30) },
      dated: { count: 2, credits: 10 },
    },
    new_end_at: instant(8 * DAY_MS),
    total: 45,
    refund: 13,
    stays: [],
  });
  expect((await only()).date_time_pushes).toEqual([dates[0]]);
  expect((await only()).paid).toMatchObject({ dailyPushes: 1, datedPushes: 1, regions: 4 });
  for (let day = 1; day <= 7; day++) await clock(day * DAY_MS + 5 * HOUR_MS);
  expect(await pushStates(id)).toEqual({
    'daily done': 8,
    'daily refunded': 22,
    'dated refunded': 3,
  });
});

test.each([5, 40])(
  'with %d credits owed a refund settles them first, and the balance is the one named before [EXP-58, EXP-96]',
  async (owed) => {
    const dates = Array.from({ length: 12 }, (_, day) => ({
      date: `2026-12-${String(day + 1).padStart(2, '0')}`,
      time: '12:00',
    }));
    user = await on.rich(100 + 5 * dates.length - owed);
    const payment = await toppedUp();
    const { id } = await on.place(user, { ...MONTH, date_time_pushes: dates });
    await world.db.transaction().execute((db) => {
      const ctx = { db, now: world.clock.now(), actor: { kind: 'cli' } } as const;
      return topups.orderRefund(ctx, { paymentId: payment, reason: 'Wunsch', mayOwe: true });
    });
    expect(await on.credits(user)).toBe(0);
    at(DAY_MS);
    const asked = await change(id, { inserat_typ: '1_day', date_time_pushes: dates }, owed);
    expect(asked.refund).toBe(5 * dates.length);
    expect(await on.credits(user)).toBe(asked.refund - owed - asked.total);
  },
);

/** 100 credits + 10 bonus for CHF 100.-; the id of the payment. */
async function toppedUp(): Promise<string> {
  const { config, db, clock, outside } = world;
  const { providers } = payments({
    config,
    db,
    clock,
    fetch: (url, init) => outside.fetch(url, init),
  });
  const { payment_id: id, payment_url } = (await user.call(walletTopup, { topup_option_id: 2 }))
    .body;
  const ref = payment_url.split('/').at(-1)!;
  await db.updateTable('sandbox.payment').set({ status: 'paid' }).where('id', '=', ref).execute();
  await topups.settle({ db, now: clock.now(), provider: providers.named('sandbox')! }, ref);
  return id;
}

test('a daily time whose last push was delivered is kept; a removed one stays paid for [EXP-58]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_day', push_times: ['14:00', '20:00'] });
  await clock(2 * HOUR_MS);
  const asked = await change(id, { ...WEEK, push_times: ['14:00'] });
  expect(asked).toMatchObject({ total: 40, credit: 0, lost_ms: 22 * HOUR_MS, refund: 0 });
  expect((await only()).paid).toMatchObject({ dailyPushes: 2 });
  const { body } = await on.place(user, {
    inserat_id: id,
    ...WEEK,
    push_times: ['14:00', '21:00'],
  });
  expect(body.charged).toBe(0);
  // Another month: every booking of the chain still knows its payer.
  expect(await change(id, { ...MONTH, push_times: ['14:00', '21:00', '08:00'] })).toMatchObject({
    total: 65,
    credit: 40,
  });
});

test('to free and from free: bought extras are kept, and a free run has no credit [EXP-58, EXP-59]', async () => {
  const { id } = await on.place(user, { ...MONTH, color_enabled: true, cantons: cantons(5) });
  at(5 * MINUTE_MS);
  const free = await change(id, { inserat_typ: 'free', color_enabled: true, cantons: cantons(3) });
  expect(free).toMatchObject({ total: 0, credit: 0, lost_paid: true, stays: ['colour'] });
  expect((await only()).paid).toMatchObject({ package: 'free', regions: 3, colour: true });
  at(10 * MINUTE_MS);
  const week = await change(id, { ...WEEK, color_enabled: true, cantons: cantons(5) });
  expect(week).toMatchObject({
    total: 40,
    credit: 0,
    lost_paid: false,
    lost_ms: 30 * DAY_MS - 5 * MINUTE_MS,
  });
});

test('a planned ad keeps its extras, moved with its start; deletion refunds all of them [FIX-06, EXP-59]', async () => {
  const later = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  const dates = [{ date: '2026-11-26', time: '12:00' }];
  const { id } = await on.place(user, {
    ...WEEK,
    ...later,
    top_ad_enabled: true,
    date_time_pushes: dates,
  });
  at(5 * MINUTE_MS);
  const moved = { ...later, publish_date: '2026-11-27' };
  const asked = await change(id, {
    ...MONTH,
    ...moved,
    top_ad_enabled: true,
    date_time_pushes: dates,
  });
  expect(asked).toMatchObject({
    total: 60,
    pushes: { dated: { count: 1, credits: 5 } },
    stays: ['topAd'],
    refund: 5,
  });
  expect((await only()).topad_until).toBe('2026-11-28T07:30:00.000Z');
  const { body } = await user.call(life.deleteInserat, { inserat_id: id });
  expect([body.refunded, await on.credits(user)]).toEqual([40 + 5 + 80 + 60, 1000]);
});

test('what a replaced plan paid for has run with its successor and is not refunded later [FIX-06, EXP-59]', async () => {
  const far = {
    publish_option: 'Planen',
    publish_date: '2027-10-20',
    publish_time: '08:30',
  } as const;
  const extras = { color_enabled: true, top_ad_enabled: true, story_posted: true };
  const id = await ads.adIn('aktiv', user);
  await clock(8 * DAY_MS);
  const before = await on.credits(user);
  await on.place(user, { inserat_id: id, ...WEEK, ...far, ...extras });
  expect(before - (await on.credits(user))).toBe(155);
  at(8 * DAY_MS + 5 * MINUTE_MS);
  expect(await change(id, { ...MONTH, publish_option: 'Sofort', ...extras })).toMatchObject({
    total: 60,
  });
  await clock(40 * DAY_MS);
  expect((await on.list(user))[0]).toMatchObject({ inserat_status: 'abgelaufen' });
  const again = await on.place(user, { inserat_id: id, ...far, inserat_typ: '1_day' });
  expect(again.body).toMatchObject({ charged: 15, inserat: { planned_refund: 15 } });
  expect((await user.call(life.deleteInserat, { inserat_id: id })).body.refunded).toBe(15);
  expect(await on.credits(user)).toBe(before - 155 - 60);
});

test('a plan moved past its first start is refunded in full, too [FIX-06, EXP-59]', async () => {
  const soon = {
    publish_option: 'Planen',
    publish_date: '2026-11-22',
    publish_time: '08:30',
  } as const;
  const { id } = await on.place(user, { ...WEEK, ...soon, top_ad_enabled: true });
  const later = { ...soon, publish_date: '2026-12-10', top_ad_enabled: true };
  expect(await change(id, { ...MONTH, ...later })).toMatchObject({ total: 60, stays: ['topAd'] });
  await clock(5 * DAY_MS);
  expect((await only()).planned_refund).toBe(45 + 80 + 60);
  const { body } = await user.call(life.deleteInserat, { inserat_id: id });
  expect([body.refunded, await on.credits(user)]).toEqual([45 + 80 + 60, 1000]);
});

test('the quote names the end of consecutive TopAds in a shorter run, and their refund [EXP-58, EXP-62]', async () => {
  const id = await ads.adIn('aktiv', user);
  await on.place(user, { inserat_id: id, ...MONTH, top_ad_enabled: true, story_posted: true });
  for (const _ of [2, 3]) await ads.press('top', id, user, { again: true });
  const wish = { inserat_typ: '1_day', top_ad_enabled: true, story_posted: true } as const;
  // With automatic renewal they continue.
  expect(await quoted(id, { ...wish, auto_extend: true })).toMatchObject({
    stays: ['topAd', 'story'],
    cut: [],
  });
  at(6 * HOUR_MS);
  const asked = await change(id, wish);
  expect(asked).toMatchObject({
    stays: ['story'],
    cut: [{ kind: 'topAd', credits: 60 + 80 }],
    refund: 0,
  });
  const before = await on.credits(user);
  await clock(30 * HOUR_MS);
  expect((await on.credits(user)) - before).toBe(140);

  // Of a plan they move with its start.
  world.clock.set(START);
  user = await on.rich(1000);
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-12-01',
    publish_time: '08:30',
  } as const;
  const { id: planned } = await on.place(user, { ...WEEK, ...plan, top_ad_enabled: true });
  await ads.press('top', planned, user, { again: true });
  const moved = {
    ...plan,
    publish_date: '2026-12-10',
    inserat_typ: '1_day',
    top_ad_enabled: true,
  } as const;
  expect(await change(planned, moved)).toMatchObject({
    stays: [],
    cut: [{ kind: 'topAd', credits: 80 }],
  });
});

/** Credits refunded for pushes of this ad, by the ledger. */
const pushesBack = async (id: number) => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(t.amount), 0)::int as sum from ledger_transfer t join push p on t.cause = 'push:' || p.id
     where p.inserat_id = ${id}`.execute(world.db);
  return rows[0]!.sum;
};

test.each([
  // Fewer days: pushes outside the new run are refunded by share, the rest is kept.
  {
    from: '1_month',
    to: '1_week',
    times: ['18:00'],
    wished: ['18:00'],
    due: 7,
    fallen: 23,
    back: 3,
  },
  {
    from: '1_month',
    to: '1_week',
    times: ['09:00', '18:00'],
    wished: ['09:00', '18:00'],
    due: 14,
    fallen: 46,
    back: 7,
  },
  {
    from: '1_week',
    to: '1_month',
    times: ['18:00'],
    wished: ['18:00'],
    due: 30,
    fallen: 0,
    back: 0,
  },
  {
    from: '1_month',
    to: '1_week',
    times: ['18:00'],
    wished: ['19:00'],
    due: 7,
    fallen: 23,
    back: 3,
  },
  { from: '1_week', to: '1_month', times: ['18:00'], wished: [], due: 0, fallen: 0, back: 0 },
] as const)(
  'daily times $times of a planned $from, then $wished in a $to: kept once, $back refunded [EXP-58, FIX-06, PRI-15]',
  async ({ from, to, times, wished, due, fallen, back }) => {
    const plan = {
      publish_option: 'Planen',
      publish_date: '2026-11-25',
      publish_time: '08:30',
    } as const;
    const { id } = await on.place(user, { ...plan, inserat_typ: from, push_times: [...times] });
    const later = { ...plan, publish_date: '2027-02-10', inserat_typ: to };
    const asked = await change(id, { ...later, push_times: [...wished] });
    expect(asked).toMatchObject({
      refund: back,
      pushes: { daily: { count: fallen, credits: back } },
    });
    expect(asked.items.some(({ key, total }) => key === 'dailyPush' && total > 0)).toBe(false);
    const states = await pushStates(id);
    expect([states['daily due'] ?? 0, states['daily refunded'] ?? 0]).toEqual([due, fallen]);
    expect(await pushesBack(id)).toBe(back);
    expect((await only()).paid).toMatchObject({ dailyPushes: times.length });

    // Added again it is paid for; nothing more is refunded or planned.
    const { body } = await on.place(user, { inserat_id: id, ...later, push_times: [...times] });
    expect([body.charged, await pushesBack(id)]).toEqual([0, back]);
    expect((await pushStates(id))['daily due']).toBe(PACKAGES[to].days * times.length);
    await user.call(life.deleteInserat, { inserat_id: id });
    expect(await on.credits(user)).toBe(1000);
  },
);

test('a daily time that was carried over and never runs is refunded once [EXP-58, PRI-15]', async () => {
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  const { id } = await on.place(user, { ...plan, ...MONTH, push_times: ['18:00'] });
  const moved = { ...plan, publish_date: '2027-02-10', push_times: ['18:00'] };
  expect(await change(id, { ...moved, ...WEEK })).toMatchObject({ refund: 3 });
  // And back into a shorter run: the rows of the first plan are reused.
  expect(
    await change(id, { ...moved, publish_date: '2026-11-25', inserat_typ: '3_days' }),
  ).toMatchObject({
    refund: 1,
  });
  expect(await pushStates(id)).toMatchObject({ 'daily due': 3, 'daily refunded': 27 });
  world.clock.set(new Date('2026-11-25T07:30:00Z'));
  await world.runTasks('publication/clock');
  await user.call(life.deleteInserat, { inserat_id: id });
  const { 'daily refunded': missed, 'daily due': due } = await pushStates(id);
  expect([await pushesBack(id), missed, due]).toEqual([5, 30, undefined]);
});

test.each([
  // Month to week and back: refunds are charged again, so the total is that of no change.
  { way: ['1_month', '1_week', '1_month'] as const, back: [3, 2], daily: [0, 5], due: 30, net: 5 },
  // One push stays, so not all is refunded; a second shorter run drops nothing of it.
  { way: ['1_week', '1_day'] as const, back: [4], daily: [0], due: 1, net: 1 },
  {
    way: ['1_month', '1_week', '1_day', '3_days'] as const,
    back: [3, 1, 1],
    daily: [0, 0, 5],
    due: 3,
    net: 5,
  },
])(
  'the daily pushes of a plan that goes $way are paid with $net for $due [EXP-58, FIX-06]',
  async ({ way, back, daily, due, net }) => {
    const plan = {
      publish_option: 'Planen',
      publish_date: '2026-11-25',
      publish_time: '08:30',
    } as const;
    const { id } = await on.place(user, { ...plan, inserat_typ: way[0], push_times: ['18:00'] });
    let paid = 5;
    for (const [n, inserat_typ] of way.slice(1).entries()) {
      const asked = await change(id, { ...plan, inserat_typ, push_times: ['18:00'] });
      const charged = asked.items.find(({ key }) => key === 'dailyPush')?.total ?? 0;
      expect([asked.refund, charged]).toEqual([back[n], daily[n]]);
      paid += charged - asked.refund;
    }
    expect([paid, (await pushStates(id))['daily due']]).toEqual([net, due]);
    expect(await only()).toMatchObject({
      paid: { dailyPushes: 1 },
      short_daily_times: net < 5 ? 1 : 0,
    });
    // Removed and added again it costs nothing, and the plan refunds all that is left.
    expect(
      (await on.place(user, { inserat_id: id, ...plan, inserat_typ: way.at(-1)! })).body.charged,
    ).toBe(0);
    const again = await on.place(user, {
      inserat_id: id,
      ...plan,
      inserat_typ: way.at(-1)!,
      push_times: ['18:00'],
    });
    expect([again.body.charged, (await pushStates(id))['daily due']]).toEqual([0, due]);
    await user.call(life.deleteInserat, { inserat_id: id });
    expect(await on.credits(user)).toBe(1000);
  },
);

test('whether pushes that fall away all lie behind the new end is said for each kind [EXP-58]', async () => {
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  const dates = ['2026-11-26', '2026-12-01'].map((date) => ({ date, time: '12:00' }));
  const { id } = await on.place(user, {
    ...WEEK,
    ...plan,
    date_time_pushes: dates,
    push_times: ['18:00'],
  });
  const day: Partial<Saving> = {
    ...plan,
    inserat_typ: '1_day',
    date_time_pushes: dates,
    push_times: ['18:00'],
  };
  expect(await quoted(id, day)).toMatchObject({
    pushes: { dated: { count: 2, behind_end: true }, daily: { count: 6, behind_end: true } },
  });
  expect(await quoted(id, { ...day, publish_date: '2026-11-28' })).toMatchObject({
    pushes: { dated: { count: 2, behind_end: false }, daily: { count: 6, behind_end: false } },
  });
  expect(await change(id, { ...day, publish_date: '2026-12-02' })).toMatchObject({
    pushes: { dated: { count: 2, behind_end: false }, daily: { count: 6, behind_end: false } },
  });

  // A push missed while its ad was online is refunded, too.
  world.clock.set(START);
  user = await on.rich(1000);
  const { id: other } = await on.place(user, {
    ...MONTH,
    date_time_pushes: [{ date: '2026-11-21', time: '12:00' }],
  });
  at(2 * DAY_MS);
  expect(await change(other, WEEK)).toMatchObject({
    pushes: { dated: { count: 1, behind_end: false } },
  });
});

test('a larger package within an hour of an upgrade credits its price; a smaller one nothing [EXP-59]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_day' });
  at(5 * MINUTE_MS);
  expect(await change(id, WEEK)).toMatchObject({ total: 30, credit: 10 });
  at(64 * MINUTE_MS);
  expect(await change(id, MONTH)).toMatchObject({ total: 60, credit: 40 });
  at(65 * MINUTE_MS);
  expect(await change(id, { inserat_typ: '3_days' })).toMatchObject({ total: 20, credit: 0 });
  expect(await on.credits(user)).toBe(1000 - 10 - 30 - 60 - 20);
});

test('the cart names the price of the question [EXP-58, EXP-59]', async () => {
  const dates = ['2026-11-25', '2026-12-15'].map((date) => ({ date, time: '12:00' }));
  const extras = { color_enabled: true, push_times: ['18:00'], cantons: cantons(4) };
  const { id } = await on.place(user, { ...MONTH, ...extras, date_time_pushes: dates });
  const total = async (inserat_typ: '1_week' | '1_month', pushes: number) => {
    const wish = {
      inserat_id: id,
      base_package: inserat_typ,
      requested_regions: 4,
      requested_categories: 1,
    };
    const { body } = await user.call(updateCart, {
      ...wish,
      push_taglich: 1,
      date_time_pushes: pushes,
      inserat_farbe: true,
    });
    return body.cart.total_credits;
  };
  // Of two dated pushes one is dropped; another one is new.
  const more = [...dates.slice(0, 1), { date: '2026-11-24', time: '12:00' }];
  const asked = await quoted(id, { ...WEEK, ...extras, date_time_pushes: more });
  expect([asked.total, await total('1_week', 2), await total('1_month', 2)]).toEqual([45, 45, 0]);
});

test('the quote is empty for the same package and refuses what saving refuses [EXP-58]', async () => {
  const { id } = await on.place(user, WEEK);
  expect(await quoted(id, WEEK)).toBeNull();
  const blank = await on.blank(user);
  expect(await quoted(blank, MONTH)).toBeNull();
  const never = {
    ...MONTH,
    publish_option: 'Planen',
    publish_date: 'bald',
    publish_time: '',
  } as const;
  expect((await user.call(quotePackageChange, ad(id, never))).status).toBe(422);
  const payload = ad(id, MONTH);
  expect(await world.visitor.raw('quotePackageChange', { payload })).toMatchObject({ status: 401 });
  const other = await on.rich(0);
  expect(await other.raw('quotePackageChange', { payload })).toMatchObject({
    body: { code: 'INSERAT_NOT_FOUND' },
  });
  expect((await user.raw('quotePackageChange', { payload: { inserat_id: 'x' } })).status).toBe(422);
  await user.call(life.hideInserat, { inserat_id: id });
  const hidden = await user.call(quotePackageChange, payload);
  expect(hidden).toMatchObject({
    status: 422,
    body: { errors: { inserat_typ: expect.stringContaining('zuerst ein') } },
  });
  await user.call(life.activateInserat, { inserat_id: id });
  const asked = await quoted(id, MONTH);
  at(61 * MINUTE_MS);
  expect(
    await on.place(user, { inserat_id: id, ...MONTH, expected_total: asked.total }),
  ).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', total: 100 },
  });
  expect([await on.credits(user), (await only()).inserat_typ]).toEqual([960, '1_week']);
});

test('where saving finds the free ad of the day used, the question does too, until the next day [EXP-58, INS-45]', async () => {
  const { id } = await on.place(user, WEEK);
  expect((await on.place(user, { inserat_typ: 'free' })).status).toBe(200);
  const used = { status: 409, body: { code: 'FREE_AD_USED' } };
  const free = ad(id, { inserat_typ: 'free' });
  expect([
    await user.call(quotePackageChange, free),
    await user.call(saveInserat, free),
  ]).toMatchObject([used, used]);
  // Another account's ad and one of the same package are not refused.
  expect((await on.place(await on.rich(0), { inserat_typ: 'free' })).status).toBe(200);
  expect(await quoted(id, WEEK)).toBeNull();
  expect(await quoted(id, MONTH)).toMatchObject({ to: '1_month' });
  at(DAY_MS);
  expect(await quoted(id, { inserat_typ: 'free' })).toMatchObject({ to: 'free', total: 0 });
});

test('where placing needs a confirmed address, the question about another package does too [EXP-58, API-27]', async () => {
  await using strict = await testWorld({ REQUIRE_VERIFIED_EMAIL: '1' });
  const strictOn = advertisers(strict);
  const owner = await strictOn.rich(1000);
  const confirmed = (email_confirmed_at: Date | null) =>
    strict.db
      .updateTable('account')
      .set({ email_confirmed_at })
      .where('id', '=', owner.userId)
      .execute();
  await confirmed(START);
  const { id } = await strictOn.place(owner, WEEK);
  await confirmed(null);
  const month = ad(id, MONTH);
  const refused = { status: 409, body: { code: 'EMAIL_UNCONFIRMED' } };
  expect([
    await owner.call(quotePackageChange, month),
    await owner.call(saveInserat, month),
  ]).toMatchObject([refused, refused]);
  expect(await owner.call(quotePackageChange, ad(id, WEEK))).toMatchObject({
    status: 200,
    body: { change: null },
  });
  await confirmed(START);
  expect(await owner.call(quotePackageChange, month)).toMatchObject({
    body: { change: { total: 60 } },
  });
});
