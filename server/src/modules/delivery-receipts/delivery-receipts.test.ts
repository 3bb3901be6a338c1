import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { activateBanner, hideBanner } from '@samtrot/shared/banners/contract.ts';
import { getDelivery, type WebsiteDelivery } from '@samtrot/shared/delivery-receipts/contract.ts';
import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { activateInserat, hideInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { lives } from '../../testing/listings/lifecycle-fixtures.ts';
import { placements } from '../../testing/listings/placements.ts';
import { someoneWaits } from '../../testing/process/gate.ts';
import { until } from '../../testing/process/workers.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { addWebsite, setAccepts, setLink, setStatus } from '../partners/service.ts';
import { record } from '../statistics/service.ts';
import { asked, delivered, gone, notified, seen } from './placements.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let ads: ReturnType<typeof lives>;
let place: ReturnType<typeof placements>;
let owner: Caller;
let other: Caller;
/** Ids of the two websites. */
let moon: number;
let lake: number;

const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
const iso = (minutes: number) => at(minutes).toISOString();
const manage = <T>(work: (ctx: Parameters<typeof addWebsite>[0]) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, now: START, actor: { kind: 'cli' } }));
const there = (kind: PlacedKind, itemId: number, minutes: number, websiteId = moon) =>
  ({ kind, itemId, websiteId, at: at(minutes) }) as const;
const deliver = (kind: PlacedKind, id: number, minutes: number, websiteId = moon) =>
  delivered(world.db, [{ ...there(kind, id, minutes, websiteId), lastAt: at(minutes) }]);

/** The answer, with the websites by name. */
async function proofOf(kind: PlacedKind, id: number) {
  const { status, body } = await owner.call(getDelivery, { kind, id });
  expect(status, JSON.stringify(body)).toBe(200);
  const { success: _, websites, ...rest } = body;
  const named = Object.fromEntries((websites as WebsiteDelivery[]).map((one) => [one.name, one]));
  return { ...rest, on: named as Record<string, WebsiteDelivery> };
}

beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  ads = lives(world, on);
  place = placements(world);
  [owner, other] = [await on.rich(50_000), await on.rich(500)];
  await manage(async (ctx) => {
    moon = (await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mond.example' })).id;
    lake = (await addWebsite(ctx, { name: 'Seerose', url: 'https://see.example' })).id;
  });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('placement').execute();
  await world.db.deleteFrom('website_day').execute();
});

test('receipts of a foreign, deleted or malformed item or without a session are refused [decisions 7]', async () => {
  const id = await ads.adIn('aktiv', owner);
  const club = await place.club(owner.userId);
  const banner = await place.banner(owner.userId);
  expect(await world.visitor.call(getDelivery, { kind: 'inserat', id })).toMatchObject({
    status: 401,
    body: { code: 'NOT_LOGGED_IN' },
  });
  for (const [kind, mine, code] of [
    ['inserat', id, 'INSERAT_NOT_FOUND'],
    ['club', club, 'CLUB_NOT_FOUND'],
    ['banner', banner, 'BANNER_NOT_FOUND'],
  ] as const) {
    expect(await other.call(getDelivery, { kind, id: mine })).toMatchObject({
      status: 404,
      body: { code },
    });
    expect(await owner.call(getDelivery, { kind, id: 987_654 })).toMatchObject({
      status: 404,
      body: { code },
    });
    expect((await owner.call(getDelivery, { kind, id: mine })).status).toBe(200);
  }
  const deleted = await ads.adIn('geloescht', owner);
  await world.db.updateTable('club').set({ deleted_at: START }).where('id', '=', club).execute();
  await world.db
    .updateTable('banner')
    .set({ deleted_at: START })
    .where('id', '=', banner)
    .execute();
  for (const [kind, gone] of [
    ['inserat', deleted],
    ['club', club],
    ['banner', banner],
  ] as const)
    expect((await owner.call(getDelivery, { kind, id: gone })).status).toBe(404);
  for (const query of [
    {},
    { kind: 'inserat' },
    { kind: 'story', id: '1' },
    { kind: 'inserat', id: 'x' },
  ])
    expect(
      await owner.raw('getDelivery', { method: 'GET', query: query as Record<string, string> }),
    ).toMatchObject({
      status: 422,
      body: { code: 'INVALID_INPUT' },
    });
});

test('an ad is ready on every website, delivered to one, seen on it, taken down and confirmed [decisions 7]', async () => {
  await manage((ctx) => setLink(ctx, 'Mondgarten', 'inserat', 'https://mond.example/i/{id}'));
  const id = await ads.adIn('aktiv', owner);
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const nothing = {
    told_at: null,
    delivered_at: null,
    last_delivered_at: null,
    seen_at: null,
    last_seen_at: null,
    views: 0,
    gone_at: null,
    gone_by: null,
    missed_days: [],
  };
  expect(await proofOf('inserat', id)).toEqual({
    kind: 'inserat',
    id,
    title: 'Ruhige Stunden am See',
    online: true,
    online_since: iso(0),
    ended_at: null,
    on: {
      Mondgarten: {
        id: moon,
        name: 'Mondgarten',
        url: `https://mond.example/i/${public_id}`,
        accepted: true,
        step: 'bereit',
        queued_at: iso(0),
        ...nothing,
      },
      Seerose: {
        id: lake,
        name: 'Seerose',
        url: 'https://see.example',
        accepted: true,
        step: 'bereit',
        queued_at: iso(0),
        ...nothing,
      },
    },
  });
  await notified(world.db, [{ ...there('inserat', id, 1), liftedAt: at(0) }]);
  await deliver('inserat', id, 2);
  await deliver('inserat', id, 20);
  expect((await proofOf('inserat', id)).on).toMatchObject({
    Mondgarten: {
      step: 'geliefert',
      told_at: iso(1),
      delivered_at: iso(2),
      last_delivered_at: iso(20),
    },
    Seerose: { step: 'bereit', told_at: null },
  });
  await seen(world.db, [there('inserat', id, 3), there('inserat', id, 9)]);
  await world.db
    .insertInto('visit_day')
    .values(
      [
        { website_id: moon, day: '2026-11-20', views: 2 },
        { website_id: moon, day: '2026-11-19', views: 70 },
        { website_id: lake, day: '2026-11-21', views: 4 },
      ].map((row) => ({ kind: 'inserat', item_id: id, ...row })),
    )
    .execute();
  expect((await proofOf('inserat', id)).on).toMatchObject({
    Mondgarten: { step: 'gesehen', seen_at: iso(3), last_seen_at: iso(9), views: 2 },
    Seerose: { step: 'bereit', views: 4 },
  });
  world.clock.set(at(30));
  await ads.press('hide', id, owner);
  expect(await proofOf('inserat', id)).toMatchObject({
    online: false,
    online_since: iso(0),
    ended_at: iso(30),
    on: {
      Mondgarten: { step: 'entfernung_offen', delivered_at: iso(2), gone_at: null },
      Seerose: { step: 'nie' },
    },
  });
  await gone(world.db, [
    { ...there('inserat', id, 31), by: 'since' },
    { ...there('inserat', id, 32, lake), by: 'asked' },
  ]);
  expect((await proofOf('inserat', id)).on).toMatchObject({
    Mondgarten: { step: 'entfernt', gone_at: iso(31), gone_by: 'since' },
    Seerose: { step: 'nie', gone_at: null, gone_by: null },
  });
  world.clock.set(at(40));
  await ads.press('activate', id, owner);
  expect(await proofOf('inserat', id)).toMatchObject({
    online: true,
    online_since: iso(40),
    ended_at: null,
    on: {
      Mondgarten: {
        step: 'bereit',
        queued_at: iso(40),
        delivered_at: null,
        seen_at: null,
        gone_at: null,
      },
    },
  });
  await deliver('inserat', id, 41);
  expect((await proofOf('inserat', id)).on).toMatchObject({
    Mondgarten: { step: 'geliefert', delivered_at: iso(41), seen_at: null, last_seen_at: null },
  });
});

test('an expired ad is off from its end, whenever the job wrote it; a draft never was online [decisions 7]', async () => {
  const id = await ads.adIn('aktiv', owner);
  const row = await world.db
    .selectFrom('inserat')
    .select('end_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const end = row.end_at!;
  await deliver('inserat', id, 1);
  world.clock.set(new Date(end.getTime() - 1));
  expect(await proofOf('inserat', id)).toMatchObject({ online: true, ended_at: null });
  world.clock.set(new Date(end.getTime() + MINUTE_MS));
  const over = { online: false, online_since: iso(0), ended_at: end.toISOString() };
  expect(await proofOf('inserat', id)).toMatchObject({
    ...over,
    on: { Mondgarten: { step: 'entfernung_offen' } },
  });
  await world.runTasks('publication/clock');
  expect(await proofOf('inserat', id)).toMatchObject(over);
  world.clock.set(START);
  for (const state of ['leer', 'entwurf', 'geplant'] as const) {
    const never = await ads.adIn(state, owner);
    expect(await proofOf('inserat', never)).toMatchObject({
      online: false,
      online_since: null,
      ended_at: null,
      on: { Mondgarten: { step: 'nie', queued_at: null, missed_days: [] } },
    });
  }
});

test('a website switched off is listed only where it holds something, with an open removal [decisions 7]', async () => {
  const id = await ads.adIn('aktiv', owner);
  await deliver('inserat', id, 1, lake);
  await manage((ctx) => setStatus(ctx, 'Seerose', 'off'));
  try {
    expect((await proofOf('inserat', id)).on).toMatchObject({
      Seerose: { step: 'entfernung_offen' },
    });
    const fresh = await ads.adIn('aktiv', owner);
    expect(Object.keys((await proofOf('inserat', fresh)).on)).toEqual(['Mondgarten']);
  } finally {
    await manage((ctx) => setStatus(ctx, 'Seerose', 'on'));
  }
});

test('a club follows its booking: planned, expired, without an end, and paused [decisions 7]', async () => {
  await manage((ctx) => setLink(ctx, 'Seerose', 'club', 'https://see.example/club/{id}'));
  const endless = await place.club(owner.userId);
  expect(await proofOf('club', endless)).toMatchObject({
    title: 'Haus Linde',
    online: true,
    online_since: iso(0),
    ended_at: null,
    on: {
      Mondgarten: { url: 'https://mond.example', step: 'bereit' },
      Seerose: { url: expect.stringMatching(/^https:\/\/see\.example\/club\/[0-9a-f-]{36}$/) },
    },
  });
  const id = await place.club(owner.userId, { run: { start: at(10), end: at(100) } });
  expect(await proofOf('club', id)).toMatchObject({
    online: false,
    online_since: null,
    ended_at: null,
  });
  world.clock.set(at(10));
  expect(await proofOf('club', id)).toMatchObject({
    online: true,
    online_since: iso(10),
    ended_at: null,
  });
  await deliver('club', id, 11);
  expect((await proofOf('club', id)).on).toMatchObject({ Mondgarten: { step: 'geliefert' } });
  world.clock.set(at(50));
  await world.db
    .updateTable('club')
    .set({ hidden_at: at(50), changed_at: at(50) })
    .where('id', '=', id)
    .execute();
  expect(await proofOf('club', id)).toMatchObject({
    online: false,
    online_since: iso(10),
    ended_at: iso(50),
    on: { Mondgarten: { step: 'entfernung_offen' } },
  });
  await world.db.updateTable('club').set({ hidden_at: null }).where('id', '=', id).execute();
  world.clock.set(at(100));
  expect(await proofOf('club', id)).toMatchObject({
    online: false,
    online_since: iso(10),
    ended_at: iso(100),
  });
  await gone(world.db, [{ ...there('club', id, 101), by: 'webhook' }]);
  expect((await proofOf('club', id)).on).toMatchObject({
    Mondgarten: { step: 'entfernt', gone_at: iso(101), gone_by: 'webhook' },
  });
  const entry = await place.club(owner.userId, { placed_at: null });
  expect(await proofOf('club', entry)).toMatchObject({
    online: false,
    online_since: null,
    ended_at: null,
  });
});

test('a banner is listed where it is booked; its end requires no confirmation [decisions 7]', async () => {
  const run = { start: at(0), end: at(1000) };
  const id = await place.banner(owner.userId, { run, websites: [moon] });
  expect(await proofOf('banner', id)).toMatchObject({
    title: 'Studio Linde',
    online: true,
    online_since: iso(0),
  });
  expect(Object.keys((await proofOf('banner', id)).on)).toEqual(['Mondgarten']);
  await deliver('banner', id, 1);
  await seen(world.db, [there('banner', id, 2)]);
  await world.db
    .insertInto('banner_day')
    .values({ banner_id: id, website_id: moon, day: '2026-11-20', views: 3, clicks: 1 })
    .execute();
  expect((await proofOf('banner', id)).on).toMatchObject({
    Mondgarten: { step: 'gesehen', views: 3, gone_at: null, url: 'https://mond.example' },
  });
  world.clock.set(at(60));
  await world.db
    .updateTable('banner')
    .set({ hidden_at: at(50) })
    .where('id', '=', id)
    .execute();
  expect(await proofOf('banner', id)).toMatchObject({
    online: false,
    online_since: iso(0),
    ended_at: iso(50),
    on: { Mondgarten: { step: 'entfernt', gone_at: iso(50), gone_by: 'live' } },
  });
  await world.db.updateTable('banner').set({ hidden_at: null }).where('id', '=', id).execute();
  world.clock.set(at(1000));
  expect(await proofOf('banner', id)).toMatchObject({
    online: false,
    ended_at: iso(1000),
    on: { Mondgarten: { step: 'entfernt', gone_at: iso(1000), gone_by: 'live' } },
  });
  world.clock.set(START);
  const planned = await place.banner(owner.userId, {
    run: { start: at(10), end: at(20) },
    websites: [moon, lake],
  });
  expect(await proofOf('banner', planned)).toMatchObject({
    online: false,
    online_since: null,
    ended_at: null,
    on: { Mondgarten: { step: 'nie' }, Seerose: { step: 'nie' } },
  });
  const draft = await place.banner(owner.userId);
  expect(await proofOf('banner', draft)).toMatchObject({
    online: false,
    online_since: null,
    on: {},
  });
});

test('a planned item that waits behind a pause never was online, even past its start [decisions 7]', async () => {
  const run = { start: at(10), end: at(100) };
  const club = await place.club(owner.userId, { run });
  const banner = await place.banner(owner.userId, { run, websites: [moon] });
  await world.db
    .updateTable('club')
    .set({ hidden_at: at(5) })
    .where('id', '=', club)
    .execute();
  await world.db
    .updateTable('banner')
    .set({ hidden_at: at(5), paused_at: at(5), open_end: null })
    .where('id', '=', banner)
    .execute();
  const never = {
    online: false,
    online_since: null,
    ended_at: null,
    on: { Mondgarten: { step: 'nie', queued_at: null, gone_at: null } },
  };
  for (const minutes of [5, 50, 200]) {
    world.clock.set(at(minutes));
    expect(await proofOf('club', club)).toMatchObject(never);
    expect(await proofOf('banner', banner)).toMatchObject(never);
  }
});

test('a website that accepts less shows none of a banner, and says so [decisions 7]', async () => {
  const run = { start: at(0), end: at(1000) };
  const id = await place.banner(owner.userId, { typ: 'a2', text: '', run, websites: [moon, lake] });
  await place.picture(owner.userId, { banner_id: id }, { rating: 'explizit' });
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'explizit'));
  try {
    expect((await proofOf('banner', id)).on).toMatchObject({
      Mondgarten: { accepted: true, step: 'bereit', queued_at: iso(0) },
      Seerose: { accepted: false, step: 'nie', queued_at: null },
    });
    await deliver('banner', id, 4);
    await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'erotisch'));
    expect((await proofOf('banner', id)).on).toMatchObject({
      Mondgarten: { accepted: false, step: 'entfernt', gone_at: iso(4), gone_by: 'live' },
    });
  } finally {
    await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'erotisch'));
  }
});

const ask = (websiteId: number, ...days: string[]) =>
  asked(
    world.db,
    days.map((day) => ({ websiteId, day, at: START })),
  );

test('days without a request of a website are listed, from the first day of the run, not today [decisions 7]', async () => {
  const id = await place.club(owner.userId, { placed_at: new Date('2026-11-10T22:59:59Z') });
  const website = await manage((ctx) =>
    addWebsite(ctx, { name: 'Neuland', url: 'https://neu.example' }),
  );
  await world.db
    .updateTable('website')
    .set({ created_at: new Date('2026-11-17T23:30:00Z') })
    .where('id', '=', website.id)
    .execute();
  await world.db
    .updateTable('website')
    .set({ created_at: new Date('2026-01-01T00:00:00Z') })
    .where('id', 'in', [moon, lake])
    .execute();
  // Earlier than the run; the second of its days; the day before yesterday.
  await ask(moon, '2026-11-01', '2026-11-11', '2026-11-18');
  await ask(website.id, '2026-11-01');
  const missed = async () => {
    const { on } = await proofOf('club', id);
    return ['Mondgarten', 'Seerose', 'Neuland'].map((name) => on[name]!.missed_days);
  };
  const afterIt = [
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
  ];
  expect(await missed()).toEqual([
    ['2026-11-10', ...afterIt, '2026-11-19'],
    // It never asked for anything: nothing is known of its days.
    [],
    ['2026-11-18', '2026-11-19'],
  ]);
  await world.db
    .updateTable('club')
    .set({ hidden_at: new Date('2026-11-13T12:00:00Z') })
    .where('id', '=', id)
    .execute();
  expect(await missed()).toEqual([['2026-11-10', '2026-11-12', '2026-11-13'], [], []]);
  await manage((ctx) => setStatus(ctx, 'Neuland', 'off'));
});

test('at most ninety missed days are listed; a website with embeds only is judged by its views [decisions 7]', async () => {
  const club = await place.club(owner.userId, { placed_at: new Date('2026-01-05T12:00:00Z') });
  await ask(moon, '2026-01-03');
  const days = (await proofOf('club', club)).on.Mondgarten!.missed_days;
  expect([days.length, days[0], days.at(-1)]).toEqual([90, '2026-08-22', '2026-11-19']);
  const run = { start: new Date(START.getTime() - 3 * DAY_MS), end: at(1000) };
  const banner = await place.banner(owner.userId, { run, websites: [moon] });
  await world.db
    .insertInto('banner_day')
    .values({ banner_id: banner, website_id: moon, day: '2026-11-18', views: 1 })
    .execute();
  expect((await proofOf('banner', banner)).on.Mondgarten!.missed_days).toEqual([
    '2026-11-17',
    '2026-11-19',
  ]);
});

test('what was noted in the moment in which an account was closed goes all the same [decisions 7, API-37]', async () => {
  const id = await ads.adIn('aktiv', owner);
  await deliver('inserat', id, 0);
  const kept = () =>
    world.db.selectFrom('placement').select('item_id').where('item_id', '=', id).execute();
  const closed = (closed_at: Date | null) =>
    world.db.updateTable('account').set({ closed_at }).where('id', '=', owner.userId).execute();
  await world.runTasks('delivery-receipts/purge');
  expect(await kept()).toHaveLength(1);
  await closed(world.clock.now());
  await world.runTasks('delivery-receipts/purge');
  await closed(null);
  expect(await kept()).toEqual([]);
});

test('receipts are kept for 400 days after their last event, then purged [decisions 7]', async () => {
  const [old, known] = [await ads.adIn('aktiv', owner), await ads.adIn('aktiv', owner)];
  for (const id of [old, known]) await deliver('inserat', id, 0);
  await gone(world.db, [{ ...there('inserat', old, 1), by: 'since' }]);
  await seen(world.db, [there('inserat', known, 3)]);
  await ask(moon, '2026-11-20', '2026-11-21');
  const left = async () => ({
    placements: (await world.db.selectFrom('placement').select('item_id').execute()).map(
      ({ item_id }) => item_id,
    ),
    days: (await world.db.selectFrom('website_day').select('day').execute()).length,
  });
  world.clock.set(new Date(at(1).getTime() + 400 * DAY_MS));
  await world.runTasks('delivery-receipts/purge');
  expect(await left()).toEqual({ placements: [old, known], days: 2 });
  world.clock.advance(MINUTE_MS);
  await world.runTasks('delivery-receipts/purge');
  expect(await left()).toEqual({ placements: [known], days: 2 });
  world.clock.advance(HOUR_MS + DAY_MS);
  await world.runTasks('delivery-receipts/purge');
  expect(await left()).toEqual({ placements: [], days: 1 });
});

test('account deletion deletes its receipts; later events about them are discarded [API-37]', async () => {
  const leaving = await on.rich(500);
  const id = await ads.adIn('aktiv', leaving);
  const club = await place.club(leaving.userId);
  const banner = await place.banner(leaving.userId, {
    run: { start: at(0), end: at(1000) },
    websites: [moon],
  });
  const stays = await ads.adIn('aktiv', owner);
  const all = [
    ['inserat', id],
    ['club', club],
    ['banner', banner],
    ['inserat', stays],
  ] as const;
  for (const [kind, item] of all) await deliver(kind, item, 1);
  const rows = () => world.db.selectFrom('placement').select('item_id').execute();
  expect(await rows()).toHaveLength(4);
  expect((await leaving.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  expect(await rows()).toEqual([{ item_id: stays }]);
  for (const [kind, item] of all.slice(0, 3)) {
    await deliver(kind, item, 2);
    await seen(world.db, [there(kind, item, 2)]);
    await gone(world.db, [{ ...there(kind, item, 3), by: 'since' }]);
    await notified(world.db, [{ ...there(kind, item, 3), liftedAt: null }]);
  }
  expect(await rows()).toEqual([{ item_id: stays }]);
});

const closingWaits = () => someoneWaits(world.pool);

test('account deletion while visits are written: neither blocks the other, nothing remains [API-37, INV-19]', async () => {
  const leaving = await on.rich(500);
  const [first, second] = [await ads.adIn('aktiv', leaving), await ads.adIn('aktiv', leaving)];
  const club = await place.club(leaving.userId);
  for (const id of [first, second]) await deliver('inserat', id, 1);
  await deliver('club', club, 1);
  const visit = (itemId: number, kind: 'inserat' | 'club' = 'inserat') => ({
    fingerprint: Buffer.from(`besuch ${kind} ${itemId}`),
    kind,
    itemId,
    websiteId: moon,
    visit: 'view' as const,
    at: at(2),
    day: '2026-11-20',
  });
  expect((await leaving.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  let closing: Promise<void> | undefined;
  await record(world.db, [visit(first), visit(second), visit(club, 'club')], async (tx, events) => {
    closing = world.finishDeletions();
    await until(closingWaits, 'the closing waits');
    await seen(tx, events);
  });
  await closing;
  expect(await world.db.selectFrom('placement').selectAll().execute()).toEqual([]);
});

test('account deletion locks ads in the same order as visits [API-37, T-LOAD-02]', async () => {
  const leaving = await on.rich(500);
  const [first, second] = [await ads.adIn('aktiv', leaving), await ads.adIn('aktiv', leaving)];
  // Where it lies in the table it comes last now.
  await sql`update inserat set version = version + 1 where id = ${first}`.execute(world.db);
  expect((await leaving.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  let closing: Promise<void> | undefined;
  await world.db.transaction().execute(async (tx) => {
    const hold = (id: number) =>
      sql`select from inserat where id = ${id} for no key update`.execute(tx);
    await hold(first);
    closing = world.finishDeletions();
    await until(closingWaits, 'the closing waits');
    await hold(second);
  });
  await closing;
});

test.each([
  ['noticed', true],
  ['did not notice', false],
])(
  'after pausing and resuming, ad, club and banner agree, where a website %s the end [FIX-26]',
  async (_name, noticed) => {
    const user = await on.rich(1000);
    const run = { start: at(-60), end: at(20 * 24 * 60) };
    const things = [
      ['inserat', await ads.adIn('aktiv', user)],
      ['club', await place.club(user.userId, { run })],
      ['banner', await place.banner(user.userId, { run, websites: [moon] })],
    ] as const;
    const stories = async () =>
      Promise.all(
        things.map(async ([kind, id]) => {
          const { online, online_since, websites } = (await user.call(getDelivery, { kind, id }))
            .body;
          const { step, told_at, queued_at, delivered_at } = websites.find(
            (site: WebsiteDelivery) => site.id === moon,
          );
          return { online, online_since, step, told_at, queued_at, delivered_at };
        }),
      );
    for (const [kind, id] of things) await deliver(kind, id, 2);
    world.clock.set(at(60));
    expect((await user.call(goOffline, {})).status).toBe(200);
    if (noticed)
      await gone(world.db, [
        { ...there(things[0][0], things[0][1], 61), by: 'since' },
        { ...there(things[1][0], things[1][1], 61), by: 'since' },
      ]);
    world.clock.set(at(120));
    expect((await user.call(goOnline, {})).status).toBe(200);
    world.clock.set(at(125));
    const back = { online: true, online_since: iso(120), told_at: null, queued_at: iso(120) };
    const waiting = { ...back, step: 'bereit', delivered_at: null };
    expect(await stories()).toEqual([waiting, waiting, waiting]);
    for (const [kind, id] of things) await deliver(kind, id, 130);
    const fetched = { ...back, step: 'geliefert', delivered_at: iso(130) };
    expect(await stories()).toEqual([fetched, fetched, fetched]);
  },
);

test.each([
  ['noticed', true],
  ['did not notice', false],
])(
  'after hiding and showing by hand, ad and banner agree, where a website %s the end [FIX-26]',
  async (_name, noticed) => {
    const user = await on.rich(1000);
    const inserat = await ads.adIn('aktiv', user);
    const run = { start: at(-60), end: at(20 * 24 * 60) };
    const banner = await place.banner(user.userId, { run, websites: [moon] });
    const story = async (kind: PlacedKind, id: number) => {
      const { online, online_since, websites } = (await user.call(getDelivery, { kind, id })).body;
      const { step, told_at, queued_at, delivered_at, views } = websites.find(
        (site: WebsiteDelivery) => site.id === moon,
      );
      return { online, online_since, step, told_at, queued_at, delivered_at, views };
    };
    const stories = async () => [await story('inserat', inserat), await story('banner', banner)];
    const both = [
      ['inserat', inserat],
      ['banner', banner],
    ] as const;
    for (const [kind, id] of both) await deliver(kind, id, 2);
    world.clock.set(at(60));
    expect((await user.call(hideInserat, { inserat_id: inserat })).status).toBe(200);
    expect((await user.call(hideBanner, { banner_id: banner })).status).toBe(200);
    if (noticed) await gone(world.db, [{ ...there('inserat', inserat, 61), by: 'since' }]);
    world.clock.set(at(120));
    expect((await user.call(activateInserat, { inserat_id: inserat })).status).toBe(200);
    expect((await user.call(activateBanner, { banner_id: banner })).status).toBe(200);
    world.clock.set(at(125));
    const back = {
      online: true,
      online_since: iso(120),
      told_at: null,
      queued_at: iso(120),
      views: 0,
    };
    const waiting = { ...back, step: 'bereit', delivered_at: null };
    expect(await stories()).toEqual([waiting, waiting]);
    for (const [kind, id] of both) await deliver(kind, id, 130);
    const fetched = { ...back, step: 'geliefert', delivered_at: iso(130) };
    expect(await stories()).toEqual([fetched, fetched]);
  },
);
