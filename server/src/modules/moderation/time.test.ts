import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Actors } from '../../platform/action.ts';
import { bannersOf, bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../testing/media/images.ts';
import { house } from '../../testing/world/house.ts';
import { START } from '../../testing/world/world.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 2000 },
);

let team: ReturnType<typeof house>;
let moderator: Actors['staff'];
beforeEach(async () => {
  team = house(fixture.world);
  moderator = await team.person();
});

const after = (ms: number) => fixture.world.clock.set(new Date(START.getTime() + ms));
const clock = async () => {
  for (let turn = 0; turn < 5; turn++) await fixture.world.runTasks('publication/clock');
};
const rowOf = (id: number) =>
  fixture.world.db.selectFrom('inserat').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const HELD_MS = 10 * DAY_MS + 12_345;

test('ten days held: booking, TopAd, story and colour end later by that long [BOF-29]', async () => {
  const { on, user } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week', color_enabled: true });
  await user.call(life.topInserat, { inserat_id: id });
  const base64ImageString = dataUrl(await quarters(40, 20).jpeg().toBuffer());
  await user.raw('saveInseratImage', { payload: { inserat_id: id, base64ImageString } });
  await user.call(life.storyInserat, { inserat_id: id });
  const before = await rowOf(id);
  expect([before.colour, before.story_until]).toEqual([true, expect.any(Date)]);
  after(HOUR_MS);
  const { id: hold } = await team.hold(moderator, 'inserat', id);
  after(HOUR_MS + DAY_MS);
  await clock();
  after(HOUR_MS + HELD_MS);
  await clock();
  // The owner reads it as if it were released now.
  expect((await on.list(user))[0]).toMatchObject({
    inserat_status: 'aktiv',
    end_at: new Date(before.end_at!.getTime() + HELD_MS).toISOString(),
    inserat_topad: true,
  });
  const lifted = await team.release(moderator, hold);
  const now = await rowOf(id);
  const later = (at: Date | null) => new Date(at!.getTime() + HELD_MS);
  expect(now).toMatchObject({
    status: 'aktiv',
    end_at: later(before.end_at),
    topad_until: later(before.topad_until),
    story_until: later(before.story_until),
    colour: true,
    held_at: null,
  });
  expect(lifted).toMatchObject({ life: 'aktiv', ends_at: now.end_at, refunded: 0 });
  const promotion = fixture.world.db.selectFrom('promotion').selectAll();
  const due = { state: 'due', missed_ms: 0 };
  expect(await promotion.where('inserat_id', '=', id).orderBy('id').execute()).toMatchObject([
    { until_at: later(before.topad_until), ...due },
    { until_at: later(before.story_until), ...due },
  ]);
  fixture.world.clock.set(new Date(now.end_at!.getTime() - 1));
  await clock();
  expect((await rowOf(id)).status).toBe('aktiv');
  fixture.world.clock.advance(1);
  await clock();
  expect((await rowOf(id)).status).toBe('abgelaufen');
});

test('two pushes due while held come back as credits, once [BOF-30]', async () => {
  const { on, user } = fixture;
  const { id } = await on.place(user, {
    inserat_typ: '1_week',
    date_time_pushes: [
      { date: '2026-11-21', time: '12:00' },
      { date: '2026-11-22', time: '12:00' },
      { date: '2026-11-24', time: '12:00' },
    ],
  });
  const before = await on.credits(user);
  const { id: hold } = await team.hold(moderator, 'inserat', id);
  after(2 * DAY_MS + HOUR_MS);
  await clock();
  await fixture.world.runTasks('publication/missed');
  expect(await on.credits(user)).toBe(before);
  expect((await team.release(moderator, hold)).refunded).toBe(10);
  expect(await on.credits(user)).toBe(before + 10);
  await expect(team.release(moderator, hold)).rejects.toMatchObject({ code: 'NOTHING_HELD' });
  after(4 * DAY_MS + HOUR_MS);
  await clock();
  expect(await on.credits(user)).toBe(before + 10);
});

test('days that a hold has added bring no daily push that was given back [BOF-29, BOF-30]', async () => {
  const { on, user } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week', push_times: ['12:00'] });
  const { end_at } = await rowOf(id);
  const { id: hold } = await team.hold(moderator, 'inserat', id);
  after(2 * DAY_MS + HOUR_MS);
  await clock();
  const { refunded } = await team.release(moderator, hold);
  expect(refunded).toBeGreaterThan(0);
  // What its owner saves plans its pushes again.
  const kept = ad(id, { inserat_typ: '1_week', push_times: ['12:00'], titel: 'Danach' });
  expect((await user.call(saveInserat, kept)).status).toBe(200);
  const pushes = await fixture.world.db
    .selectFrom('push')
    .select(['state', 'due_at'])
    .where('inserat_id', '=', id)
    .execute();
  const due = pushes.filter(({ state }) => state === 'due');
  expect(pushes.filter(({ state }) => state === 'refunded')).toHaveLength(2);
  expect(due).toHaveLength(5);
  expect(due.filter(({ due_at }) => due_at >= end_at!)).toEqual([]);
});

test('a free booking runs on: released after its end the ad is over [BOF-31]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: 'free' });
  const { end_at } = await rowOf(id);
  const { id: hold } = await team.hold(moderator, 'inserat', id);
  world.clock.set(new Date(end_at!.getTime() + HOUR_MS));
  await clock();
  expect((await rowOf(id)).status).toBe('abgelaufen');
  expect((await team.release(moderator, hold)).life).toBe('abgelaufen');
  const [held, released] = (await world.mails(user.email))
    .slice(-2)
    .map((mail) => JSON.stringify(mail));
  expect(held).toContain('Die Laufzeit läuft weiter bis');
  expect(held).not.toContain('Bezahlte Zeit');
  expect(released).toContain('Die Laufzeit ist inzwischen zu Ende');
});

test('a plan whose start has passed starts at release in full, another as planned [BOF-32]', async () => {
  const { on, user } = fixture;
  const plan = (date: string) =>
    on.place(user, {
      inserat_typ: '1_week',
      publish_option: 'Planen',
      publish_date: date,
      publish_time: '12:00',
    });
  const [soon, later] = [await plan('2026-11-21'), await plan('2026-11-25')];
  const holds = [];
  for (const { id } of [soon, later]) holds.push(await team.hold(moderator, 'inserat', id));
  after(2 * DAY_MS);
  await clock();
  expect((await rowOf(soon.id)).status).toBe('geplant');
  for (const { id } of holds) await team.release(moderator, id);
  const now = fixture.world.clock.now();
  expect(await rowOf(soon.id)).toMatchObject({
    status: 'aktiv',
    start_at: now,
    end_at: new Date(now.getTime() + 7 * DAY_MS),
  });
  expect(await rowOf(later.id)).toMatchObject({ status: 'geplant' });
  after(5 * DAY_MS);
  await clock();
  expect(await rowOf(later.id)).toMatchObject({
    status: 'aktiv',
    start_at: new Date('2026-11-25T11:00:00Z'),
  });
});

test('months of a banner and a club end later by exactly the time held [BOF-29]', async () => {
  const { user, world } = fixture;
  const webseiten = [await websiteOf(world)];
  const banner = (await user.call(orderBanner, bannerWish({ webseiten }))).body.banner;
  const club = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club;
  after(HOUR_MS);
  const holds = [
    await team.hold(moderator, 'banner', banner.ID),
    await team.hold(moderator, 'club', club.ID),
  ];
  after(HOUR_MS + 40 * DAY_MS);
  await clock();
  await world.runTasks('banners/clock');
  after(HOUR_MS + 40 * DAY_MS + 7000);
  const later = (at: string | null) => new Date(Date.parse(at!) + 40 * DAY_MS + 7000).toISOString();
  for (const { id } of holds) await team.release(moderator, id);
  expect((await bannersOf(user))[0]).toMatchObject({
    status: 'aktiv',
    end_at: later(banner.end_at),
  });
  const { Clubs } = (await user.call(state, {})).body.state as unknown as {
    Clubs: { end_at: string }[];
  };
  expect(Clubs[0]).toMatchObject({ end_at: later(club.end_at) });
});

test('held while everything is offline: its time stands still once [BOF-28, BOF-29]', async () => {
  const { on, user, world } = fixture;
  const webseiten = [await websiteOf(world)];
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const banner = (await user.call(orderBanner, bannerWish({ webseiten }))).body.banner;
  const club = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club;
  const ends = async () => [
    (await on.list(user)).find(({ ID }) => ID === id)!.end_at!,
    (await bannersOf(user))[0]!.end_at!,
    ((await user.call(state, {})).body.state as unknown as { Clubs: { end_at: string }[] })
      .Clubs[0]!.end_at,
  ];
  const before = await ends();
  /** Each order of the four: offline from day 1, held from day 2, and so on. */
  const holdAll = async () => [
    await team.hold(moderator, 'inserat', id),
    await team.hold(moderator, 'banner', banner.ID),
    await team.hold(moderator, 'club', club.ID),
  ];
  let still = 0;
  let now = 0;
  const step = (days: number, stands: boolean) => {
    now += days * DAY_MS;
    if (stands) still += days * DAY_MS;
    after(now);
  };
  const expected = () => before.map((at) => new Date(Date.parse(at) + still).toISOString());
  step(1, false);
  await user.call(goOffline, {});
  step(1, true);
  let holds = await holdAll();
  step(1, true);
  await user.call(goOnline, {});
  step(1, true);
  for (const hold of holds) await team.release(moderator, hold.id);
  expect(await ends()).toEqual(expected());
  step(1, false);
  holds = await holdAll();
  step(1, true);
  await user.call(goOffline, {});
  step(1, true);
  for (const hold of holds) await team.release(moderator, hold.id);
  step(1, true);
  await user.call(goOnline, {});
  expect(await ends()).toEqual(expected());
  const { rows } = {
    rows: await world.db.selectFrom('inserat').select('status').where('id', '=', id).execute(),
  };
  expect(rows).toEqual([{ status: 'aktiv' }]);
});
