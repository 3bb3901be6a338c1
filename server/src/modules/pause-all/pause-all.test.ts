import {
  getBanners,
  hideBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import { getClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import {
  adsAnswer,
  clubsAnswer,
  type DeliveredAd,
  type DeliveredClub,
} from '@samtrot/shared/delivery/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { getOffline, goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compose } from '../../app/compose.ts';
import { buildServer } from '../../app/server.ts';
import { bannersOf, bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../testing/media/images.ts';
import { exactly, partnerCopy } from '../../testing/partners/partner.ts';
import { rounds } from '../../testing/process/deep.ts';
import { SOON } from '../../testing/process/eventually.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { addWebsite, issueKey, publicIdOf } from '../partners/service.ts';

let world: World;
/** A second server process: same database, separate memory. */
let other: FastifyInstance;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let site: { id: number; key: string; publicId: string };

beforeAll(async () => {
  world = await testWorld();
  const { config, db, pool, app, clock } = world;
  other = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  await other.ready();
  on = advertisers(world);
  site = await world.db.transaction().execute(async (inner) => {
    const ctx = { db: inner, now: START, actor: { kind: 'cli' as const } };
    const { id } = await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    return {
      id,
      key: await issueKey(ctx, 'Mondgarten'),
      publicId: await publicIdOf(inner, 'Mondgarten'),
    };
  });
});
beforeEach(async () => {
  world.clock.set(START);
  const all = await world.db
    .selectFrom('account')
    .select('id')
    .where('closed_at', 'is', null)
    .execute();
  // Ends the bookings of earlier tests.
  for (const table of ['inserat', 'banner', 'club'] as const) {
    const gone =
      table === 'inserat' ? { status: 'geloescht', alert_at: null } : { deleted_at: START };
    await world.db
      .updateTable(table as 'inserat')
      .set(gone as never)
      .where('account_id', 'in', [0, ...all.map(({ id }) => id)])
      .execute();
  }
  await world.db.deleteFrom('rate_limit').execute();
  user = await on.rich(20_000);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await other.close();
  await world[Symbol.asyncDispose]();
});

const at = (ms: number) => world.clock.set(new Date(START.getTime() + ms));
const iso = (ms: number) => new Date(START.getTime() + ms).toISOString();
const clock = () => world.runTasks('publication/clock', 'publication/missed', 'banners/clock');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ask = async (url: string, server = world.server) => {
  const headers = url.startsWith('/partner')
    ? { authorization: `Bearer ${site.key}` }
    : { 'user-agent': BROWSER };
  const answer = await server.inject({ method: 'GET', url, headers });
  const json = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: json ? answer.json() : answer.body };
};

/** Counts of ads, stories, clubs and banners on a website, and whether its frame has a banner. */
async function shown(server = world.server) {
  const count = async (path: string, list: string) =>
    (await ask(`/partner/v1/${path}`, server)).body[list].length;
  return {
    ads: await count('ads?limit=100', 'ads'),
    stories: (await ask('/partner/v1/ads?limit=100', server)).body.ads.filter(
      ({ story }: DeliveredAd) => story,
    ).length,
    clubs: await count('clubs?limit=100', 'clubs'),
    banners: await count('banners?slot=a4&count=10', 'banners'),
    frame: (await ask(`/embed/${site.publicId}/a4`, server)).body.includes('/b/c/'),
  };
}
const NOTHING = { ads: 0, stories: 0, clubs: 0, banners: 0, frame: false };
const everywhere = (expected: object) =>
  Promise.all(
    [world.server, other].map((server) => expect.poll(() => shown(server), SOON).toEqual(expected)),
  );

const picture = async () => dataUrl(await quarters(40, 20).jpeg().toBuffer());
let links = 0;
const link = async (changes: object = {}) => {
  const url = `https://studio-linde.example/${++links}`;
  return (await user.call(orderBanner, bannerWish({ webseiten: [site.id], url, ...changes }))).body
    .banner.ID as number;
};
const house = async (changes: object = {}) =>
  (await user.call(saveClub, wholeClub({ monate: 1, club_name: `Haus ${++links}`, ...changes })))
    .body.club.ID as number;
const clubOf = async (club_id: number) => (await user.call(getClub, { club_id })).body.club;
const adOf = async (id: number) => (await on.list(user)).find(({ ID }) => ID === id)!;
const bannerOf = async (id: number) => (await bannersOf(user)).find(({ ID }) => ID === id)!;
const PLANNED = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
const auditOf = (action: string) =>
  world.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', action)
    .where('object', '=', `account:${user.userId}`)
    .orderBy('id')
    .execute();

/** The rule holds for any number; `many.test.ts` counts the statements of many. */
const ADS = rounds(15, 50);

test(`${ADS} ads, 5 banners and clubs disappear everywhere and are restored unchanged for free [T-DEL-04, T-DEL-01]`, async () => {
  const ads: number[] = [];
  for (let n = 0; n < ADS; n++) {
    if (n % 25 === 0) await world.db.deleteFrom('rate_limit').execute();
    ads.push(
      (
        await on.place(user, {
          inserat_typ: '3_days',
          titel: `Nummer ${n}`,
          push_times: n % 5 ? [] : ['09:00'],
        })
      ).id,
    );
  }
  const { body } = await user.raw('saveInseratImage', {
    payload: { inserat_id: ads[0], base64ImageString: await picture() },
  });
  expect((await user.call(life.storyInserat, { inserat_id: ads[0]! })).status).toBe(200);
  for (let n = 0; n < 5; n++) await link();
  const clubs = [await house(), await house()];
  const inClub = await user.raw('save_club_image', {
    payload: { club_id: clubs[0], base64ImageString: await picture() },
  });
  const hidden = (await on.place(user, { inserat_typ: '3_days' })).id;
  await user.call(life.hideInserat, { inserat_id: hidden });
  const hiddenBanner = await link();
  await user.call(hideBanner, { banner_id: hiddenBanner });
  const stranger = await on.rich(100);
  await on.place(stranger, { inserat_typ: '3_days' });

  await everywhere({ ads: ADS + 1, stories: 1, clubs: 2, banners: 5, frame: true });
  const media = [body.image.url, inClub.body.image.url] as string[];
  const paths = media.map((url) => new URL(url, 'http://localhost').pathname);
  for (const path of paths) expect((await ask(path)).status).toBe(200);
  const get = (path: string) =>
    world.send('', {
      method: 'GET',
      url: `/partner/v1/${path}`,
      headers: { authorization: `Bearer ${site.key}` },
    });
  const copies = [
    partnerCopy<DeliveredAd>({
      list: 'ads',
      get,
      read: (raw) =>
        (({ ads: entries, ...rest }) => ({ entries, ...rest }))(exactly(adsAnswer, raw)),
    }),
    partnerCopy<DeliveredClub>({
      list: 'clubs',
      get,
      read: (raw) =>
        (({ clubs: entries, ...rest }) => ({ entries, ...rest }))(exactly(clubsAnswer, raw)),
    }),
  ] as const;
  for (const copy of copies) await copy.start();
  const before = [...copies[0].known.keys()];
  const [credits, ends] = [
    await on.credits(user),
    new Map((await on.list(user)).map((ad) => [ad.ID, ad.end_at])),
  ];

  at(HOUR_MS);
  const off = await user.call(goOffline, {});
  expect(off).toMatchObject({
    status: 200,
    body: {
      success: true,
      offline: true,
      message: 'Du bist überall offline.',
      run: { begun_at: iso(HOUR_MS), ended_at: null, inserate: ADS, banners: 5, clubs: 2 },
    },
  });
  await everywhere({ ...NOTHING, ads: 1 });
  for (const path of paths) expect((await ask(path)).status).toBe(404);
  for (const copy of copies) await copy.update();
  expect([copies[0].known.size, copies[1].known.size]).toEqual([1, 0]);
  const gone = before.filter((id) => !copies[0].known.has(id));
  expect(gone.length).toBe(ADS);
  for (const id of nonEmpty(gone.slice(0, 5)))
    expect((await ask(`/partner/v1/ads/${id}`)).status).toBe(404);
  expect((await user.call(state, {})).body.state.offline_at).toBe(iso(HOUR_MS));
  expect(await on.credits(user)).toBe(credits);

  // Pausing again changes nothing.
  at(2 * HOUR_MS);
  expect((await user.call(goOffline, {})).body).toMatchObject({
    offline: true,
    message: 'Du bist schon überall offline.',
    run: { begun_at: iso(HOUR_MS), inserate: ADS },
  });
  at(HOUR_MS + 10 * DAY_MS);
  await clock();
  expect((await adOf(ads[7]!)).inserat_status).toBe('ausgeblendet');
  const back = await user.call(goOnline, {});
  expect(back).toMatchObject({
    status: 200,
    body: { offline: false, left: [], message: 'Du bist wieder online.' },
  });
  expect(back.body.run).toMatchObject({
    begun_at: iso(HOUR_MS),
    ended_at: iso(HOUR_MS + 10 * DAY_MS),
    inserate: ADS,
    banners: 5,
    clubs: 2,
  });
  // The other one has ended, and so has the story.
  await everywhere({ ads: ADS, stories: 0, clubs: 2, banners: 5, frame: true });
  for (const path of paths) expect((await ask(path)).status).toBe(200);
  for (const copy of copies) await copy.update();
  expect([...copies[0].known.keys()].toSorted()).toEqual(gone.toSorted());
  expect(copies[1].known.size).toBe(2);
  for (const ad of nonEmpty(await on.list(user))) {
    if (ad.ID === hidden)
      expect(ad).toMatchObject({ inserat_status: 'ausgeblendet', hidden_at: iso(0) });
    else
      expect(ad).toMatchObject({
        inserat_status: 'aktiv',
        hidden_at: null,
        end_at: iso(Date.parse(ends.get(ad.ID)!) - START.getTime() + 10 * DAY_MS),
      });
  }
  const month = Date.parse('2026-12-20T12:00:00Z') - START.getTime();
  for (const banner of nonEmpty(await bannersOf(user))) {
    const is =
      banner.ID === hiddenBanner
        ? { status: 'ausgeblendet', end_at: iso(month) }
        : { status: 'aktiv', end_at: iso(month + 10 * DAY_MS) };
    expect(banner).toMatchObject(is);
  }
  for (const id of clubs)
    expect(await clubOf(id)).toMatchObject({ start_at: iso(0), end_at: iso(month + 10 * DAY_MS) });
  expect(await on.credits(user)).toBe(credits);
  expect((await user.call(goOnline, {})).body).toMatchObject({
    offline: false,
    left: [],
    message: 'Du bist schon online.',
  });
  expect(await auditOf('account_offline')).toEqual([
    { details: { inserate: ADS, banners: 5, clubs: 2 } },
  ]);
  expect(await auditOf('account_online')).toEqual([
    { details: { inserate: ADS, banners: 5, clubs: 2, left: 0 } },
  ]);
});

test('planned items wait while the account is paused and start in full when it resumes [decisions 10]', async () => {
  const { id } = await on.place(user, { inserat_typ: '3_days', ...PLANNED, top_ad_enabled: true });
  const dated = await on.place(user, {
    inserat_typ: '3_days',
    ...PLANNED,
    date_time_pushes: [{ date: '2026-11-25', time: '12:00' }],
  });
  const later = (
    await on.place(user, { inserat_typ: '3_days', ...PLANNED, publish_date: '2026-12-20' })
  ).id;
  const [banner, laterBanner] = [
    await link({ ...PLANNED, auto_extend: true }),
    await link({ ...PLANNED, publish_date: '2026-12-20' }),
  ];
  const [club, laterClub] = [
    await house(PLANNED),
    await house({ ...PLANNED, publish_date: '2026-12-20' }),
  ];
  expect((await user.call(goOffline, {})).body.run).toMatchObject({
    inserate: 0,
    banners: 0,
    clubs: 0,
  });
  const credits = await on.credits(user);
  // Past the start, and past the end of the month the banner was booked for.
  for (const days of [6, 40]) {
    at(days * DAY_MS);
    await clock();
    await everywhere(NOTHING);
    expect((await adOf(id)).inserat_status).toBe('geplant');
    expect((await bannerOf(banner)).status).toBe('geplant');
    expect(Date.parse((await clubOf(club)).start_at)).toBeGreaterThan(+world.clock.now());
  }
  expect(await world.app.clockLagMs()).toBe(0);
  // The missed dated push is refunded.
  expect(await on.credits(user)).toBe(credits + 5);
  at(20 * DAY_MS);
  expect((await user.call(goOnline, {})).body).toMatchObject({ left: [] });
  await everywhere({ ads: 2, stories: 0, clubs: 1, banners: 1, frame: true });
  const now = iso(20 * DAY_MS);
  expect(await adOf(id)).toMatchObject({
    inserat_status: 'aktiv',
    start_at: now,
    end_at: iso(23 * DAY_MS),
    topad_until: iso(21 * DAY_MS),
  });
  expect(await adOf(dated.id)).toMatchObject({ inserat_status: 'aktiv', start_at: now });
  expect(await bannerOf(banner)).toMatchObject({
    status: 'aktiv',
    start_at: now,
    end_at: '2027-01-10T12:00:00.000Z',
  });
  expect(await clubOf(club)).toMatchObject({ start_at: now, end_at: '2027-01-10T12:00:00.000Z' });
  expect(await adOf(later)).toMatchObject({
    inserat_status: 'geplant',
    start_at: '2026-12-20T07:30:00.000Z',
  });
  expect(await bannerOf(laterBanner)).toMatchObject({
    status: 'geplant',
    start_at: '2026-12-20T07:30:00.000Z',
  });
  expect(await clubOf(laterClub)).toMatchObject({ start_at: '2026-12-20T07:30:00.000Z' });
  expect(await on.credits(user)).toBe(credits + 5);
  at(30 * DAY_MS);
  await clock();
  await everywhere({ ads: 1, stories: 0, clubs: 2, banners: 2, frame: true });
});

test('daily pushes of a waiting ad are postponed with it and all run later [decisions 10]', async () => {
  const { id } = await on.place(user, { inserat_typ: '3_days', ...PLANNED, push_times: ['12:00'] });
  const credits = await on.credits(user);
  await user.call(goOffline, {});
  for (const days of [6, 7, 20]) {
    at(days * DAY_MS);
    await clock();
  }
  await user.call(goOnline, {});
  const pushes = async (state: string) =>
    (
      await world.db
        .selectFrom('push')
        .select('slot')
        .where('inserat_id', '=', id)
        .where('state', '=', state)
        .execute()
    ).length;
  expect([await pushes('due'), await pushes('refunded')]).toEqual([3, 0]);
  for (let hours = 20 * 24; hours <= 24 * 24; hours++) {
    at(hours * HOUR_MS);
    await clock();
  }
  expect([await pushes('done'), await pushes('refunded')]).toEqual([3, 0]);
  expect(await on.credits(user)).toBe(credits);
});

test('what comes back is reminded of its end a day before it [CON-81, decisions 10]', async () => {
  const club_id = await house();
  at(HOUR_MS);
  await user.call(goOffline, {});
  at(HOUR_MS + 2 * DAY_MS);
  expect((await user.call(goOnline, {})).status).toBe(200);
  const { alert_at } = await world.db
    .selectFrom('club')
    .select('alert_at')
    .where('id', '=', club_id)
    .executeTakeFirstOrThrow();
  const end = new Date((await clubOf(club_id)).end_at);
  expect(alert_at).toEqual(new Date(end.getTime() - DAY_MS));
});

test('a planned item that missed its start while paused is fully refunded when deleted [decisions 10]', async () => {
  const credits = await on.credits(user);
  const inserat_id = (await on.place(user, { inserat_typ: '3_days', ...PLANNED })).id;
  const [banner_id, club_id] = [await link(PLANNED), await house(PLANNED)];
  await user.call(goOffline, {});
  at(9 * DAY_MS);
  await clock();
  expect(
    [(await adOf(inserat_id)).planned_refund, (await clubOf(club_id)).planned_refund].every(
      (open) => open > 0,
    ),
  ).toBe(true);
  expect((await user.call(life.deleteInserat, { inserat_id })).status).toBe(200);
  expect(
    (await user.raw('delete_banner', { method: 'DELETE', payload: { banner_id } })).status,
  ).toBe(200);
  expect((await user.raw('delete_club', { payload: { club_id } })).status).toBe(200);
  expect(await on.credits(user)).toBe(credits);
  const { left } = (await user.call(goOnline, {})).body;
  expect(left).toEqual([
    { title: `Banner ${banner_id}`, reason: 'Inzwischen gelöscht.' },
    { title: `Club ${club_id}`, reason: 'Inzwischen gelöscht.' },
  ]);
});

test('items that cannot resume are listed with the reason and keep their time [decisions 10]', async () => {
  const [deleted, forbidden, ended, fine] = [
    (await on.place(user, { inserat_typ: '3_days', titel: 'Gelöscht' })).id,
    (await on.place(user, { inserat_typ: '3_days', titel: 'Ruhige Stunden' })).id,
    (await on.place(user, { inserat_typ: 'free', titel: 'Gratis' })).id,
    (await on.place(user, { inserat_typ: '3_days', titel: 'Bleibt' })).id,
  ];
  const banner = await link();
  await user.call(goOffline, {});
  await user.call(life.deleteInserat, { inserat_id: deleted });
  // As if the word had been forbidden since.
  await world.db
    .updateTable('inserat')
    .set({ titel: 'AO möglich' })
    .where('id', '=', forbidden)
    .execute();
  await world.db
    .updateTable('banner')
    .set({ text: 'AO möglich' })
    .where('id', '=', banner)
    .execute();
  at(31 * DAY_MS);
  const { left, message } = (await user.call(goOnline, {})).body;
  expect(message).toBe('Du bist wieder online, aber nicht mit allem.');
  expect(left).toEqual([
    { title: `Inserat ${deleted}`, reason: 'Inzwischen gelöscht.' },
    { title: 'AO möglich', reason: expect.stringContaining('nicht erlaubt') },
    { title: 'Gratis', reason: 'Die Laufzeit ist vorbei.' },
    { title: expect.any(String), reason: expect.stringContaining('nicht erlaubt') },
  ]);
  expect((await adOf(forbidden)).inserat_status).toBe('ausgeblendet');
  expect((await adOf(ended)).inserat_status).toBe('abgelaufen');
  expect((await adOf(fine)).inserat_status).toBe('aktiv');
  expect(await bannerOf(banner)).toMatchObject({
    status: 'ausgeblendet',
    end_at: '2027-01-20T12:00:00.000Z',
  });
  at(61 * DAY_MS);
  await clock();
  expect((await bannerOf(banner)).status).toBe('abgelaufen');
});

test('each website has a receipt of delivered and removed items and the time it took [decisions 10]', async () => {
  const websites = [
    site.id,
    await websiteOf(world, 'seerose'),
    await websiteOf(world, 'leer'),
  ] as const;
  const ads = [
    (await on.place(user, { inserat_typ: '3_days' })).id,
    (await on.place(user, { inserat_typ: '3_days' })).id,
  ];
  const [banner, club] = [await link(), await house()];
  await on.place(user, { inserat_typ: '3_days', ...PLANNED });
  const placed = (kind: string, item_id: number, website_id: number, more: object = {}) =>
    world.db
      .insertInto('placement')
      .values({ kind, item_id, website_id, delivered_at: START, ...more })
      .execute();
  for (const id of ads)
    for (const website of [websites[0], websites[1]]) await placed('inserat', id, website);
  await placed('banner', banner, websites[0]);
  // Removed before and delivered again: counts. Removed before and never read again: does not.
  await placed('club', club, websites[0], { gone_at: new Date(+START - 1), gone_by: 'since' });
  await placed('club', club, websites[1], {
    delivered_at: new Date(+START - 2),
    gone_at: new Date(+START - 1),
    gone_by: 'asked',
  });
  at(HOUR_MS);
  const receipts = (answer: { body: { run: { websites: unknown[] } } }) => answer.body.run.websites;
  const none = { confirmed_at: null, seconds: null };
  expect(receipts(await user.call(goOffline, {}))).toEqual([
    { website_id: websites[0], name: 'Mondgarten', items: 4, confirmed: 1, ...none },
    { website_id: websites[1], name: 'seerose', items: 2, confirmed: 0, ...none },
  ]);
  const note = (website: number, ms: number) =>
    world.db
      .updateTable('placement')
      .set({ gone_at: new Date(+START + HOUR_MS + ms), gone_by: 'webhook' })
      .where('website_id', '=', website)
      .where('kind', '<>', 'banner')
      .where('item_id', 'in', [...ads, club])
      .where(({ eb, or }) =>
        or([
          eb('gone_at', 'is', null),
          eb('gone_at', '<>', new Date(+START - 1)),
          eb('website_id', '=', websites[0]),
        ]),
      )
      .execute();
  await note(websites[0], 1500);
  const confirmed = [
    {
      website_id: websites[0],
      name: 'Mondgarten',
      items: 4,
      confirmed: 4,
      confirmed_at: iso(HOUR_MS + 1500),
      seconds: 1.5,
    },
    { website_id: websites[1], name: 'seerose', items: 2, confirmed: 0, ...none },
  ];
  expect(receipts(await user.call(getOffline, {}))).toEqual(confirmed);
  // A read after resuming does not change the receipts.
  await user.call(goOnline, {});
  await world.db
    .updateTable('placement')
    .set({ delivered_at: new Date(+START + 2 * HOUR_MS), gone_at: null, gone_by: null })
    .execute();
  const after = await user.call(getOffline, {});
  expect(after.body.offline).toBe(false);
  expect(receipts(after)).toEqual(confirmed);
});

test('only the owner can pause the account; without any run the state is empty [decisions 10]', async () => {
  for (const spec of [getOffline, goOffline, goOnline] as const) {
    expect((await world.visitor.call(spec, {})).status).toBe(401);
    expect((await user.call(spec, { user_id: user.userId + 1 } as never)).status).toBe(403);
    expect((await user.call(spec, { user_id: { $gt: 0 } } as never)).status).toBe(
      spec.method === 'GET' ? 403 : 400,
    );
  }
  expect((await user.call(getOffline, {})).body).toMatchObject({ offline: false, run: null });
  expect((await user.call(goOnline, {})).body).toMatchObject({
    offline: false,
    run: null,
    left: [],
  });
  const stranger = await on.rich(100);
  await on.place(stranger, { inserat_typ: '3_days' });
  await user.call(goOffline, {});
  await everywhere({ ...NOTHING, ads: 1 });
  expect((await stranger.call(getOffline, {})).body).toMatchObject({ offline: false, run: null });
  await user.call(goOnline, {});
  for (let n = 0; n < 19; n++) await user.call(goOnline, {});
  expect((await user.call(goOnline, {})).body.code).toBe('TOO_MANY_ATTEMPTS');
});

test('at its end a running booking is not renewed while paused; a paused one is renewed after [decisions 10]', async () => {
  const { id } = await on.place(user, { inserat_typ: '3_days', auto_extend: true });
  const running = (await on.place(user, { inserat_typ: '1_week', auto_extend: true })).id;
  const banner = await link({ auto_extend: true });
  at(3 * DAY_MS);
  const credits = await on.credits(user);
  await user.call(goOffline, {});
  await clock();
  expect((await adOf(id)).inserat_status).toBe('abgelaufen');
  at(13 * DAY_MS);
  await user.call(goOnline, {});
  at(16 * DAY_MS);
  await clock();
  expect([(await adOf(running)).inserat_status, await on.credits(user)]).toEqual([
    'aktiv',
    credits,
  ]);
  at(17 * DAY_MS);
  await clock();
  expect([(await adOf(running)).inserat_status, await on.credits(user)]).toEqual([
    'aktiv',
    credits - 40,
  ]);
  expect(
    (await user.call(getBanners, {})).body.Banners.find(({ ID }: { ID: number }) => ID === banner),
  ).toMatchObject({
    end_at: '2026-12-30T12:00:00.000Z',
  });
  at(40 * DAY_MS);
  await clock();
  expect(await bannerOf(banner)).toMatchObject({ status: 'aktiv' });
});

test('while paused, drafts and free changes are saved; charges and publication are refused [decisions 10]', async () => {
  const hidden = (await on.place(user, { inserat_typ: '1_week' })).id;
  const planned = (await on.place(user, { inserat_typ: '1_week', ...PLANNED })).id;
  const [banner_id, plannedBanner] = [
    await link({ text: 'Vorher' }),
    await link({ ...PLANNED, text: 'Geplant' }),
  ];
  const [club_id, plannedClub] = [await house({ titel: 'Vorher' }), await house(PLANNED)];
  const urls = new Map((await bannersOf(user)).map(({ ID, url }) => [ID, url]));
  await user.call(goOffline, {});
  const credits = await on.credits(user);
  const draft = await on.place(user, { inserat_typ: '1_week', post_status: 'draft' });
  expect([draft.status, draft.body.inserat.inserat_status]).toEqual([200, 'entwurf']);
  const changed = await on.place(user, {
    inserat_id: hidden,
    inserat_typ: '1_week',
    titel: 'Andere Stunden',
  });
  expect(changed.body).toMatchObject({
    charged: 0,
    inserat: { titel: 'Andere Stunden', inserat_status: 'ausgeblendet' },
  });
  const moved = await on.place(user, {
    inserat_id: planned,
    inserat_typ: '1_week',
    ...PLANNED,
    publish_date: '2026-11-28',
  });
  expect(moved.body).toMatchObject({
    charged: 0,
    inserat: { inserat_status: 'geplant', start_at: '2026-11-28T07:30:00.000Z' },
  });
  const banner = (ID: number, changes: object) =>
    user.call(saveBanner, bannerWish({ ID, webseiten: [site.id], url: urls.get(ID)!, ...changes }));
  expect((await banner(banner_id, { text: 'Nachher' })).body.banner).toMatchObject({
    text: 'Nachher',
    status: 'ausgeblendet',
  });
  expect(
    (await banner(plannedBanner, { ...PLANNED, publish_date: '2026-11-28' })).body.banner,
  ).toMatchObject({
    status: 'geplant',
    start_at: '2026-11-28T07:30:00.000Z',
  });
  const clubWish = (id: number, changes: object = {}) =>
    user.call(saveClub, wholeClub({ club_id: id, ...changes }));
  expect((await clubWish(club_id, { titel: 'Nachher' })).body).toMatchObject({
    charged: 0,
    club: { titel: 'Nachher' },
  });
  expect(
    (await clubWish(plannedClub, { ...PLANNED, publish_date: '2026-11-28' })).body.club.start_at,
  ).toBe('2026-11-28T07:30:00.000Z');

  const refusals = [
    await on.place(user, { inserat_id: hidden, inserat_typ: '1_week', color_enabled: true }),
    await on.place(user, { inserat_id: planned, inserat_typ: '1_week' }),
    await on.place(user, { inserat_id: draft.id, inserat_typ: 'free' }),
    await on.place(user, { inserat_id: draft.id, inserat_typ: '1_week', ...PLANNED }),
    await banner(plannedBanner, { publish_option: 'Sofort' }),
    await user.call(orderBanner, bannerWish({ webseiten: [site.id], ...PLANNED })),
    await clubWish(plannedClub, { publish_option: 'Sofort' }),
    await clubWish(club_id, { monate: 1, version: (await clubOf(club_id)).version }),
    await user.call(saveClub, wholeClub({ monate: 1, ...PLANNED })),
  ];
  const message = 'Du bist überall offline. Schalte auf der Startseite zuerst wieder online.';
  for (const [index, { status, body }] of refusals.entries())
    expect({ status, body }, `${index}`).toMatchObject({
      status: 409,
      body: { success: false, code: 'ACCOUNT_OFFLINE', message },
    });
  expect(await on.credits(user)).toBe(credits);
  await everywhere(NOTHING);
  await user.call(goOnline, {});
  const titles = async () =>
    (await ask('/partner/v1/ads?limit=100')).body.ads.map(({ titel }: DeliveredAd) => titel);
  await expect.poll(titles, SOON).toEqual(['Andere Stunden']);
});
