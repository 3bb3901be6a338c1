import { Banner, getBanners } from '@samtrot/shared/banners/contract.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placements } from '../../testing/listings/placements.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import * as media from '../media/service.ts';
import { bookingsByCause, deleteContent } from './service.ts';

let world: World;
let on: ReturnType<typeof placements>;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = placements(world);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await world.user();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const MONTH = { start: START, end: addCalendarMonths(START, 1) };
/** Short enough that a session outlives it. */
const HOUR = { start: START, end: new Date(START.getTime() + HOUR_MS) };
const list = async (caller: Caller): Promise<Banner[]> => {
  const answer = await caller.call(getBanners, {});
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body.Banners;
};
const website = async (name: string) => {
  const row = { name, url: `https://${name}.example`, created_at: START };
  return (
    await world.db.insertInto('website').values(row).returning('id').executeTakeFirstOrThrow()
  ).id;
};
const PICTURE = {
  contentId: 'c'.repeat(64),
  width: 715,
  height: 244,
  placeholder: 'data:image/webp;base64,AAAA',
  phash: '0'.repeat(64),
  removed: [],
  files: [320, 640, 715].map((width) => ({ width, bytes: new Uint8Array() })),
};
const hang = (accountId: number, bannerId: number) =>
  world.db
    .transaction()
    .execute((db) =>
      media.attachToBanner(
        { db, now: START },
        { accountId, bannerId, name: 'Ferien.jpg', picture: PICTURE },
      ),
    );

test('getBanners is for those who are logged in, and only for themselves [API-25]', async () => {
  expect(await world.visitor.call(getBanners, {})).toMatchObject({
    status: 401,
    body: { code: 'NOT_LOGGED_IN' },
  });
  const query = { user_id: String(user.userId + 1) };
  const foreign = await user.raw('getBanners', { method: 'GET', query });
  expect(foreign).toMatchObject({ status: 403, body: { success: false, code: 'WRONG_USER' } });
  expect(await user.call(getBanners, { user_id: user.userId })).toMatchObject({
    status: 200,
    body: { Banners: [] },
  });
});

test.each([
  ['abc'],
  [''],
  ['1 OR 1=1'],
  ['9'.repeat(400)],
  ['<b>1</b>'],
  ['１２'],
  ['1\u0000'],
  ['-1'],
  ['1.5'],
])('getBanners with %j as user_id returns no banners [API-25]', async (user_id) => {
  const answer = await user.raw('getBanners', { method: 'GET', query: { user_id } });
  expect([403, 422]).toContain(answer.status);
  expect(answer.body).toMatchObject({ success: false });
  expect(answer.body.Banners).toBeUndefined();
});

test('getBanners is a GET [API-25]', async () => {
  expect((await user.raw('getBanners', { method: 'POST' })).status).toBe(405);
});

test('a booked banner in the fields of the list [BAN-07, BAN-08, X-20]', async () => {
  const websites = [await website('mondgarten'), await website('seerose')];
  const ID = await on.banner(user.userId, { run: MONTH, websites, monate: 1, auto_extend: true });
  const banners = await list(user);
  expect(banners).toEqual([
    {
      ID,
      post_title: 'Studio Linde',
      text: 'Studio Linde',
      url: 'https://studio-linde.example/',
      typ: 'a4',
      TYPE: 'banner',
      status: 'aktiv',
      monate: 1,
      banner_credits: 78,
      banner_bild: '',
      start_datum: '20.11.2026 13:00',
      end_datum: '20.12.2026 13:00',
      post_date: '20.11.2026 13:00',
      start_at: START.toISOString(),
      end_at: MONTH.end.toISOString(),
      created_at: START.toISOString(),
      publish_option: 'Sofort',
      publish_date: '',
      publish_time: '',
      webseiten: websites,
      auto_extend: true,
      zahlen: [],
      version: 1,
      saved_at: null,
      unsaved: null,
    },
  ]);
  expect(Banner.safeParse(banners[0]).success).toBe(true);
  // Only the owner is shown the websites under these ids.
  const shown = async (caller: Caller) => (await caller.call(state, {})).body.state.webseiten;
  const sites = ['mondgarten', 'seerose'].map((name) => ({
    name,
    url: `https://${name}.example`,
    status: 'on',
  }));
  expect(await shown(user)).toEqual(
    sites.map((site, index) => ({ id: websites[index], accepts: 'erotisch', ...site })),
  );
  expect(await shown(world.visitor)).toEqual(sites);
});

test('a draft has neither start nor end nor cost [BAN-07]', async () => {
  await on.banner(user.userId, { typ: 'a1', text: '', monate: 3 });
  expect(await list(user)).toMatchObject([
    {
      status: 'entwurf',
      post_title: 'Leaderboard, studio-linde.example',
      monate: 3,
      banner_credits: 0,
      start_datum: '',
      end_datum: '',
      start_at: null,
      end_at: null,
      webseiten: [],
      auto_extend: false,
    },
  ]);
});

test('the picture of a banner has its three sizes, never larger than it came [BAN-07]', async () => {
  const bannerId = await on.banner(user.userId, { typ: 'a2', run: MONTH });
  await hang(user.userId, bannerId);
  const url = (width: number) => `/media/${PICTURE.contentId}-${width}.webp`;
  expect((await list(user))[0]?.banner_bild).toEqual({
    url: url(715),
    sizes: { medium: url(640), large: url(715), full: url(715) },
    width: 715,
    height: 244,
    placeholder: PICTURE.placeholder,
  });
  // One picture for one banner.
  await expect(hang(user.userId, bannerId)).rejects.toMatchObject({ code: '23505' });
});

test('what was counted stands with each website, and of another banner nothing [BAN-07]', async () => {
  const websites = [await website('klangwald'), await website('steinhof')];
  const ID = await on.banner(user.userId, { run: MONTH, websites });
  const other = await on.banner(user.userId, { run: MONTH, websites });
  const day = (
    banner_id: number,
    website_id: number,
    date: string,
    views: number,
    clicks: number,
  ) => ({
    banner_id,
    website_id,
    day: new Date(date),
    views,
    clicks,
  });
  await world.db
    .insertInto('banner_day')
    .values([
      ...[day(ID, websites[0]!, '2026-11-20', 5, 1), day(ID, websites[0]!, '2026-11-21', 7, 0)],
      day(other, websites[1]!, '2026-11-20', 100, 10),
    ])
    .execute();
  const [second, first] = await list(user);
  expect(first).toMatchObject({ ID, zahlen: [{ website: websites[0], views: 12, clicks: 1 }] });
  expect(second).toMatchObject({
    ID: other,
    zahlen: [{ website: websites[1], views: 100, clicks: 10 }],
  });
});

test('a planned start is returned until it has come [BAN-08, BAN-44]', async () => {
  const planned_at = instantOf('2027-03-28', '03:30');
  world.clock.set(new Date(planned_at.getTime() - HOUR_MS));
  const user = await world.user();
  const run = { start: planned_at, end: addCalendarMonths(planned_at, 1) };
  await on.banner(user.userId, { run });
  const wish = { publish_option: 'Planen', publish_date: '2027-03-28', publish_time: '03:30' };
  expect(await list(user)).toMatchObject([
    { status: 'geplant', start_datum: '28.03.2027 03:30', ...wish },
  ]);
  world.clock.set(new Date(planned_at.getTime() - 1));
  expect(await list(user)).toMatchObject([{ status: 'geplant', ...wish }]);
  world.clock.set(planned_at);
  const gone = { publish_option: 'Sofort', publish_date: '', publish_time: '' };
  expect(await list(user)).toMatchObject([{ status: 'aktiv', ...gone }]);
});

test('every status is exact to the millisecond, without a run of the scheduler [BAN-10, BAN-11, X-23]', async () => {
  const planned = { start: new Date(START.getTime() + 1), end: HOUR.end };
  await on.banner(user.userId);
  await on.banner(user.userId, { run: planned });
  await on.banner(user.userId, { run: HOUR });
  await on.banner(user.userId, { run: HOUR, hidden_at: START });
  const statuses = async () => (await list(user)).map(({ status }) => status);
  expect(await statuses()).toEqual(['ausgeblendet', 'aktiv', 'geplant', 'entwurf']);
  world.clock.set(new Date(HOUR.end.getTime() - 1));
  expect(await statuses()).toEqual(['ausgeblendet', 'aktiv', 'aktiv', 'entwurf']);
  world.clock.set(HOUR.end);
  expect(await statuses()).toEqual(['abgelaufen', 'abgelaufen', 'abgelaufen', 'entwurf']);
});

test('state has the same banners, newest first, without deleted ones and those of others [FRM-34, BAN-04]', async () => {
  const other = await world.user();
  const foreign = await on.banner(other.userId, { run: MONTH });
  const first = await on.banner(user.userId, { run: MONTH });
  await on.banner(user.userId, { run: MONTH, deleted_at: START });
  const second = await on.banner(user.userId);
  const banners = await list(user);
  expect(banners.map(({ ID }) => ID)).toEqual([second, first]);
  expect((await user.call(state, {})).body.state.Banners).toEqual(banners);
  expect((await list(other)).map(({ ID }) => ID)).toEqual([foreign]);
});

test.each<[string, Parameters<typeof on.banner>[1]]>([
  ['another type', { typ: 'a5' }],
  ['no month', { monate: 0 }],
  ['thirteen months', { monate: 13 }],
  ['an address that runs a script while it is booked', { url: 'javascript:alert(1)', run: MONTH }],
  ['an address that is endless', { url: `https://x.example/${'a'.repeat(2000)}` }],
  ['a text that is endless', { text: 'a'.repeat(201) }],
])('the database takes no banner with %s [BAN-35, BAN-46, BAN-42]', async (_what, columns) => {
  await expect(on.banner(user.userId, columns)).rejects.toMatchObject({ code: '23514' });
});

test('a booking belongs to its own banner and ends after it begins [BAN-07]', async () => {
  const [one, two] = [await on.banner(user.userId, { run: MONTH }), await on.banner(user.userId)];
  const { booking_id } = await world.db
    .selectFrom('banner')
    .select('booking_id')
    .where('id', '=', one)
    .executeTakeFirstOrThrow();
  await expect(
    world.db.updateTable('banner').set({ booking_id }).where('id', '=', two).execute(),
  ).rejects.toMatchObject({ code: '23503' });
  await expect(
    world.db.updateTable('banner').set({ hidden_at: START }).where('id', '=', two).execute(),
  ).rejects.toMatchObject({ code: '23514' });
  await expect(on.banner(user.userId, { run: { start: START, end: START } })).rejects.toMatchObject(
    { code: '23514' },
  );
});

test('a deleted account leaves only empty rows for bookings, and no banner is shown [API-37]', async () => {
  const other = await world.user();
  await on.banner(other.userId, { run: MONTH });
  const paid = await on.banner(user.userId, {
    typ: 'a2',
    run: MONTH,
    auto_extend: true,
    text: 'Kanarienvogel',
  });
  await hang(user.userId, paid);
  await hang(user.userId, await on.banner(user.userId, { url: 'https://kanarienvogel.example' }));
  const deleted = await on.banner(user.userId, { run: MONTH, deleted_at: START });
  world.clock.advance(5);
  const now = world.clock.now();
  await world.db.transaction().execute((db) => deleteContent({ db, now }, user.userId));

  expect(await list(user)).toEqual([]);
  const rows = await world.db
    .selectFrom('banner')
    .selectAll()
    .where('account_id', '=', user.userId)
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { id: paid, text: '', url: '', auto_extend: false, deleted_at: now, changed_at: now },
    { id: deleted, text: '', url: '', deleted_at: START },
  ]);
  expect(await world.db.selectFrom('image').selectAll().execute()).toMatchObject(
    (await world.db
      .selectFrom('image')
      .selectAll()
      .where('account_id', '<>', user.userId)
      .execute()) as object[],
  );
  expect(JSON.stringify(rows)).not.toMatch(/kanarienvogel/i);
  expect(await list(other)).toHaveLength(1);
});

test('bookings are found behind causes of the wallet, of the account alone [BAN-65]', async () => {
  const other = await world.user();
  const [mine, theirs] = [
    await on.banner(user.userId, { run: MONTH }),
    await on.banner(other.userId, { run: MONTH }),
  ];
  const bookings = await world.db
    .selectFrom('banner_booking')
    .select(['id', 'banner_id'])
    .execute();
  const causeOf = (banner: number) =>
    `banner:${bookings.find(({ banner_id }) => banner_id === banner)!.id}`;
  const found = (...causes: string[]) =>
    world.db.transaction().execute((db) => bookingsByCause(db, user.userId, causes));
  expect(await found(causeOf(mine), causeOf(theirs), 'topup:1')).toMatchObject([
    {
      id: Number(causeOf(mine).slice(7)),
      banner_id: mine,
      typ: 'a4',
      months: 1,
      base: 60,
      surcharge: 18,
    },
  ]);
  for (const cause of [
    `x${causeOf(mine)}`,
    `${causeOf(mine)}x`,
    'banner:x',
    `banner:${'9'.repeat(16)}`,
  ])
    expect(await found(cause), cause).toEqual([]);
  expect(await found()).toEqual([]);
});
