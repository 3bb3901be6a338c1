import {
  deleteBanner,
  hideBanner,
  keepBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bannerWish, pictureFor, type Wish, websiteOf } from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { correctRating } from '../media/service.ts';
import { runningBanners, runningVersions } from './service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let webseiten: number[];
let listener: pg.Client;
let received: string[] = [];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  user = await on.rich(100_000);
  webseiten = [await websiteOf(world), await websiteOf(world, 'mondgarten')];
  listener = new pg.Client({ connectionString: world.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => received.push(String(payload)));
  await listener.query('listen delivery');
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  await world.db.deleteFrom('idempotency').execute();
  await world.db
    .updateTable('banner')
    .set({ deleted_at: START, open_end: null, alert_at: null })
    .execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await listener.end();
  await world[Symbol.asyncDispose]();
});

const wish = (changes: Partial<Wish> = {}) => bannerWish({ webseiten, ...changes });
const order = async (changes: Partial<Wish> = {}): Promise<number> => {
  const { status, body } = await user.call(orderBanner, wish(changes));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.banner.ID;
};
const running = async () => runningBanners(world.db, world.clock.now());
/** Notifications during an action; one on the same channel marks the end. */
const notifiedBy = async (action: () => Promise<unknown>): Promise<string[]> => {
  await listener.query('select 1');
  received = [];
  await action();
  await listener.query('select 1');
  return received.filter((payload) => payload === 'banner');
};

test('running banners are booked, not hidden, not deleted and before their end [BAN-65, X-20]', async () => {
  const link = await order();
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  const planned = await order({ ...plan, text: 'Später' });
  const shown = await order({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const hidden = await order({ text: 'Versteckt' });
  await user.call(hideBanner, { banner_id: hidden });
  const gone = await order({ text: 'Weg' });
  await user.call(deleteBanner, { banner_id: gone });
  await user.call(saveBanner, wish({ text: 'Entwurf' }));

  const found = await running();
  const start = instantOf('2026-11-25', '08:30');
  expect(found).toMatchObject([
    {
      id: link,
      typ: 'a4',
      text: 'Studio Linde',
      url: 'https://studio-linde.example/',
      websites: webseiten,
      start_at: START,
      end_at: addCalendarMonths(START, 1),
      content_id: null,
      widths: null,
      rating: null,
    },
    { id: planned, text: 'Später', start_at: start, end_at: addCalendarMonths(start, 1) },
    {
      id: shown,
      typ: 'a2',
      text: '',
      width: 715,
      height: 244,
      rating: 'jugendfrei',
      content_id: expect.any(String),
    },
  ]);
  expect(new Set(found.map(({ public_id }) => public_id)).size).toBe(3);
  world.clock.set(addCalendarMonths(START, 1));
  expect((await running()).map(({ id }) => id)).toEqual([planned]);
});

test('a picture that is gone takes its banner off, whatever took it [BAN-65]', async () => {
  const ID = await order({ typ: 'a2', banner_bild: await pictureFor('a2') });
  expect(await running()).toHaveLength(1);
  await world.db.deleteFrom('image').where('banner_id', '=', ID).execute();
  expect(await running()).toEqual([]);
});

test('each visible change notifies the banner server, an autosave does not [X-20]', async () => {
  const { body } = await user.call(saveBanner, wish());
  const { ID } = body.banner;
  const banner = ['banner'];
  const typed = wish({ ID, text: 'Winter' });
  expect(await notifiedBy(() => user.call(keepBanner, typed))).toEqual([]);
  expect(await notifiedBy(() => user.call(orderBanner, wish({ ID })))).toEqual(banner);
  expect(await notifiedBy(() => user.call(keepBanner, typed))).toEqual([]);
  expect(await notifiedBy(() => user.call(saveBanner, typed))).toEqual(banner);
  expect(await notifiedBy(() => user.call(hideBanner, { banner_id: ID }))).toEqual(banner);
  expect(
    await notifiedBy(() => user.raw('activate_banner', { payload: { banner_id: ID } })),
  ).toEqual(banner);
  expect(await notifiedBy(() => user.call(deleteBanner, { banner_id: ID }))).toEqual(banner);
});

test('another picture, its rating and a moved start notify the banner server [X-20, MED-12]', async () => {
  const ID = await order({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const other = { ID, typ: 'a2', banner_bild: await pictureFor('a2') } as const;
  expect(await notifiedBy(() => user.call(saveBanner, wish(other)))).toContain('banner');
  const { id } = await world.db
    .selectFrom('image')
    .select('id')
    .where('banner_id', '=', ID)
    .executeTakeFirstOrThrow();
  const correct = () =>
    world.db
      .transaction()
      .execute((db) =>
        correctRating(
          { db, now: START, actor: { kind: 'cli' } },
          { kind: 'image', id, rating: 'explizit' },
        ),
      );
  expect(await notifiedBy(correct)).toEqual(['banner']);
  expect(await running()).toMatchObject([{ rating: 'explizit' }]);
  const plan = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  } as const;
  const planned = await order({ ...plan, text: 'Später' });
  const moved = wish({ ID: planned, ...plan, publish_date: '2026-12-25', text: 'Später' });
  expect(await notifiedBy(() => user.call(saveBanner, moved))).toEqual(['banner']);
});

test('a renewal notifies the banner server and is shown without a gap [BAN-48, X-20]', async () => {
  const owner = await on.rich(1000);
  const renewing = wish({ auto_extend: true });
  expect((await owner.call(orderBanner, renewing)).status).toBe(200);
  world.clock.set(new Date(+addCalendarMonths(START, 1)));
  expect(await notifiedBy(() => world.runTasks('banners/clock'))).toEqual(['banner']);
  expect(await running()).toMatchObject([{ start_at: addCalendarMonths(START, 1) }]);
});

test('what changed of a running banner gives it another version, and no other one', async () => {
  const still = await order({ text: 'Bleibt' });
  const ID = await order({ typ: 'a1', banner_bild: await pictureFor('a1') });
  const versions = () => runningVersions(world.db, world.clock.now());
  const [website] = webseiten;
  const on = { banner_id: ID, website_id: website! };
  const table = (name: 'banner' | 'image', values: object) =>
    world.db
      .updateTable(name)
      .set(values)
      .where(name === 'banner' ? 'id' : 'banner_id', '=', ID)
      .execute();
  const changes: Record<string, () => Promise<unknown>> = {
    address: () => table('banner', { url: 'https://anders.example/' }),
    rating: () => table('image', { rating: 'erotisch' }),
    'website less': () =>
      world.db
        .deleteFrom('banner_webseite')
        .where('banner_id', '=', ID)
        .where('website_id', '=', website!)
        .execute(),
    'website more': () => world.db.insertInto('banner_webseite').values(on).execute(),
    end: () =>
      world.db
        .updateTable('banner_booking')
        .set({ end_at: addCalendarMonths(START, 2) })
        .where('banner_id', '=', ID)
        .execute(),
  };
  for (const [what, change] of Object.entries(changes)) {
    const before = await versions();
    await change();
    const after = await versions();
    expect(after.get(ID), what).not.toBe(before.get(ID));
    expect(after.get(still), what).toBe(before.get(still));
  }
  const read = await runningBanners(world.db, world.clock.now(), [ID]);
  expect(read.map(({ id, rating }) => [id, rating])).toEqual([[ID, 'erotisch']]);
  expect([...(await versions()).keys()]).toEqual((await running()).map(({ id }) => id));
});
