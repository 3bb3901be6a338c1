import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { goOffline } from '@samtrot/shared/pause-all/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { ad } from '../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../testing/media/images.ts';
import { DEEP, some } from '../../testing/process/deep.ts';
import { CALLS } from '../../testing/world/calls.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { runningBanners } from '../banners/service.ts';
import { publishedClubs } from '../clubs/service.ts';
import { accessTo } from '../media/serving/access.ts';

let world: World;
let next: () => Promise<Owner>;
beforeAll(async () => {
  world = await testWorld();
  next = owners(world, 2000);
});
beforeEach(async () => {
  await world.db.deleteFrom('rate_limit').execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const PLANNED = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
let made = 0;

/** An advertiser with an item of every kind, running and planned; with images where they run. */
async function busy({ imagesOfPlanned = false } = {}): Promise<Owner> {
  const user = await next();
  const webseiten = [await websiteOf(world)];
  const base64ImageString = dataUrl(await quarters(40, 20).jpeg().toBuffer());
  for (const start of [{}, PLANNED]) {
    const withImages = start !== PLANNED || imagesOfPlanned;
    const inserat_id = await user.on.blank(user);
    if (withImages)
      await user.raw('saveInseratImage', { payload: { inserat_id, base64ImageString } });
    const placed = {
      inserat_typ: '1_week',
      story_posted: withImages,
      auto_extend: true,
      ...start,
    } as const;
    expect((await user.raw('saveInserat', { payload: ad(inserat_id, placed) })).status).toBe(200);
    const url = `https://studio-linde.example/${++made}`;
    expect(
      (await user.call(orderBanner, bannerWish({ webseiten, url, auto_extend: true, ...start })))
        .status,
    ).toBe(200);
    const club = await user.call(
      saveClub,
      wholeClub({ monate: 1, club_name: `Haus ${made}`, ...start }),
    );
    expect(club.status).toBe(200);
    const { ID: club_id } = club.body.club;
    if (withImages) await user.raw('save_club_image', { payload: { club_id, base64ImageString } });
  }
  return user;
}

/** Everything visible on any website, read from the tables; images of `of` alone, or of all. */
async function visible(of?: Owner): Promise<unknown[]> {
  const now = world.clock.now();
  const { rows: ads } = await sql`
    select 'inserat', id, account_id from inserat where status = 'aktiv' and start_at <= ${now} and end_at > ${now}`.execute(
    world.db,
  );
  const banners = (await runningBanners(world.db, now)).filter(({ start_at }) => start_at <= now);
  const clubs = await publishedClubs(world.db, { now, limit: 100 });
  const { rows: files } = await sql<{ content_id: string }>`
    select content_id from (select account_id, content_id from image
                            union select account_id, content_id from video) of_items
     where content_id is not null
       and ${of ? sql`account_id = ${of.userId}` : sql`true`}`.execute(world.db);
  const open: string[] = [];
  for (const { content_id } of files)
    if ((await accessTo(world.db, content_id, now)).published) open.push(content_id);
  return [...ads, ...banners, ...clubs, ...open];
}
const clock = () => world.runTasks('publication/clock', 'publication/missed', 'banners/clock');

/** Every call of an account except resuming and deleting the account. */
const OFFERED = () =>
  world.app.handlers
    .map(({ spec }) => spec)
    .filter(({ audience, name }) => audience !== 'visitor' && name !== 'goOnline');
const ALONE =
  /sort|export|password|profile|session|device|log|factor|passkey|delete_account|email/i;
/** So many calls share an owner, each prepared before the pause. */
const SHARING = 8;
const inGroups = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / SHARING) }, (_, nth) =>
    all.filter((_, index) => Math.floor(index / SHARING) === nth),
  );
const named = ({ method, name }: Action) => `${method} ${name}`;
const send = (user: Owner, { method, name }: Action, params: Record<string, unknown>) =>
  user.raw(name, {
    method,
    ...(method === 'GET'
      ? {
          query: Object.fromEntries(
            Object.entries(params).map(([key, value]) => [key, String(value)]),
          ),
        }
      : { payload: params }),
  });

test('while an account is paused no call and no job makes any of its items visible [T-DEL-04, T-DEL-01]', async () => {
  world.clock.set(START);
  const control = await busy({ imagesOfPlanned: true });
  expect((await visible()).length).toBeGreaterThanOrEqual(4);
  await control.call(goOffline, {});
  expect(await visible()).toEqual([]);

  const answers: Record<string, number> = {};
  const offered = nonEmpty(OFFERED());
  const reading = offered.filter(({ method }) => method === 'GET');
  const changing = offered.filter(({ method }) => method !== 'GET');
  // What reads leaves nothing that another call could meet, so that one owner serves for all. Calls
  // that end a session or lead another one have an owner each, in the deep run all that change.
  const alone = (spec: Action) => DEEP || ALONE.test(spec.name);
  const groups = [
    nonEmpty(reading),
    ...some(nonEmpty(changing.filter(alone)), 8).map((spec) => [spec]),
    ...inGroups(changing.filter((spec) => !alone(spec))),
  ];
  for (const specs of groups) {
    await world.db.deleteFrom('rate_limit').execute();
    // The fixtures are created before pausing, so that only the switch can refuse a call.
    const user = await busy();
    const prepared: [(typeof specs)[number], Record<string, unknown>][] = [];
    for (const spec of specs) prepared.push([spec, await CALLS[named(spec)]!.prepare(user)]);
    expect((await user.call(goOffline, {})).status).toBe(200);
    expect(await visible(user), named(specs[0]!)).toEqual([]);
    for (const [spec, params] of prepared) {
      const { status, body } = await send(user, spec, params);
      answers[named(spec)] = status;
      if (DEEP) expect(await visible(user), named(spec)).toEqual([]);
      expect(status, `${named(spec)} ${JSON.stringify(body)}`).toBeLessThan(500);
      const declared = spec.errors.includes('ACCOUNT_OFFLINE');
      if (declared && spec.name !== 'save_banner')
        expect(body, named(spec)).toMatchObject({ success: false, code: 'ACCOUNT_OFFLINE' });
      else if (!['hide_inserat', 'hide_banner', 'withdraw_inserat'].includes(spec.name))
        expect(status, `${named(spec)} ${JSON.stringify(body)}`).toBe(200);
    }
    // Outside the deep run the calls of a group are looked at together.
    expect(await visible(user), specs.map(named).join(', ')).toEqual([]);
    await clock();
    expect(await visible(user), named(specs[0]!)).toEqual([]);
    for (const spec of specs) {
      // Every second call is prepared for an arbitrary paused owner.
      const again = await CALLS[named(spec)]!.prepare(user).catch(() => undefined);
      if (again) await send(user, spec, again);
      if (DEEP) expect(await visible(user), named(spec)).toEqual([]);
    }
    expect(await visible(user), specs.map(named).join(', ')).toEqual([]);
  }
  expect(Object.keys(answers).length).toBeGreaterThan(40);
  // Past every planned start, booked end and renewal.
  for (const days of [5, 8, 31, 40, 400]) {
    world.clock.set(new Date(START.getTime() + days * DAY_MS + HOUR_MS));
    await clock();
    expect(await visible(), `${days}`).toEqual([]);
    expect(await world.app.clockLagMs()).toBe(0);
  }
  world.clock.set(new Date('2099-01-02T12:00:00Z'));
  await clock();
  expect(await visible()).toEqual([]);
});
