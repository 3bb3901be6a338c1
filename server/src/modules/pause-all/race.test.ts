import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { getOffline, goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { ad, advertisers } from '../../testing/listings/inserate.ts';
import { rounds } from '../../testing/process/deep.ts';
import { waiters } from '../../testing/process/gate.ts';
import { type RawRequest, race } from '../../testing/process/race.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { runningBanners } from '../banners/service.ts';
import { publishedClubs } from '../clubs/service.ts';

const ROUNDS = rounds(5, 50);

let world: World;
let on: ReturnType<typeof advertisers>;
let port: number;
let webseiten: number[];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  webseiten = [await websiteOf(world)];
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const press = (user: Caller, action: string, body: object): RawRequest => ({
  path: `/api?action=${action}`,
  body: JSON.stringify(body),
  headers: { cookie: user.cookie },
});
const look = (user: Caller, inserat_id: number): RawRequest => ({
  method: 'GET',
  path: `/api?action=getInserat&inserat_id=${inserat_id}`,
  body: ' ',
  headers: { cookie: user.cookie },
});
let names = 0;
const text = () => `Studio ${++names}`;
const PLANNED = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
const DUE = new Date('2026-11-25T07:30:00Z');

/** Publicly visible items of this account, read from the tables. */
async function visible({ userId }: Caller): Promise<number> {
  const now = world.clock.now();
  const { rows } = await sql<{ ids: number[]; ads: number }>`
    select (select count(*)::int from inserat where account_id = ${userId} and status = 'aktiv' and start_at <= ${now} and end_at > ${now}) as ads,
           array(select id::int from banner where account_id = ${userId}) as ids`.execute(world.db);
  const banners = (await runningBanners(world.db, now)).filter(
    ({ id, start_at }) => rows[0]!.ids.includes(id) && start_at <= now,
  );
  const { rows: clubs } = await sql<{
    public_id: string;
  }>`select public_id from club where account_id = ${userId}`.execute(world.db);
  const shown = (await publishedClubs(world.db, { now, limit: 100 })).filter((club) =>
    clubs.some(({ public_id }) => public_id === club.public_id),
  );
  return rows[0]!.ads + banners.length + shown.length;
}
const runsOf = ({ userId }: Caller) =>
  world.db.selectFrom('offline_run').selectAll().where('account_id', '=', userId).execute();
const clock = () => world.runTasks('publication/clock', 'publication/missed', 'banners/clock');

test(`pausing concurrently with orders, jobs and deletions leaves nothing visible [T-DEL-04]`, async () => {
  const seen = { startedFirst: 0, orderedFirst: 0, backAtOnce: 0, stayedOff: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    world.clock.set(START);
    await world.db.deleteFrom('rate_limit').execute();
    const user = await on.rich(3000);
    const running = (await on.place(user, { inserat_typ: '1_week', push_times: ['08:30'] })).id;
    // Its end and the start of the others are the same instant.
    const renewing = (await on.place(user, { inserat_typ: '1_week', auto_extend: true })).id;
    await world.db.updateTable('inserat').set({ end_at: DUE }).where('id', '=', renewing).execute();
    const planned = (await on.place(user, { inserat_typ: '1_week', ...PLANNED })).id;
    const waiting = (
      await on.place(user, { inserat_typ: '1_week', ...PLANNED, publish_date: '2026-11-30' })
    ).id;
    const draft = await on.blank(user);
    const banner = (await user.call(saveBanner, bannerWish({ webseiten, text: text() }))).body
      .banner.ID;
    const shown = (
      await user.call(orderBanner, bannerWish({ webseiten, text: text(), auto_extend: true }))
    ).body.banner.ID;
    await world.db.updateTable('banner').set({ open_end: DUE }).where('id', '=', shown).execute();
    await world.db
      .updateTable('banner_booking')
      .set({ end_at: DUE })
      .where('banner_id', '=', shown)
      .execute();
    expect(
      (await user.call(saveClub, wholeClub({ monate: 1, club_name: text(), ...PLANNED }))).status,
    ).toBe(200);
    world.clock.set(DUE);
    // Some rounds build the orders of events that chance may leave out.
    const ordering = press(user, 'saveInserat', ad(draft, { inserat_typ: '1_week' }));
    const pausing = press(user, 'goOffline', {});
    const first = { 3: pausing, 4: ordering }[round % 6];
    if (first) expect(await race(port, [first])).toEqual([200]);
    if (round % 6 === 2) await clock();
    const requests = [
      ...(first === ordering ? [] : [ordering]),
      press(user, 'push_inserat', { inserat_id: running }),
      press(user, 'activate_inserat', { inserat_id: waiting }),
      press(user, 'order_banner', bannerWish({ ID: banner, webseiten, text: text() })),
      press(user, 'save_club', wholeClub({ monate: 1, club_name: text() })),
      press(user, 'hide_inserat', { inserat_id: running }),
      look(user, planned),
      look(user, renewing),
      ...(round % 3 === 0 ? [press(user, 'delete_inserat', { inserat_id: planned })] : []),
      ...(round % 3 === 1 ? [press(user, 'delete_banner', { banner_id: shown })] : []),
      ...(round % 2 ? [press(user, 'goOnline', {})] : []),
    ];
    if (first !== pausing) {
      requests.splice(round % (requests.length + 1), 0, pausing);
      requests.splice((round * 7) % (requests.length + 1), 0, pausing);
    }
    const [statuses] = await Promise.all([race(port, requests), clock(), clock()]);
    expect(
      statuses.filter((status) => status >= 500),
      `round ${round}: ${statuses}`,
    ).toEqual([]);
    const { offline } = (await user.call(getOffline, {})).body;
    const runs = await runsOf(user);
    expect(runs.filter(({ ended_at }) => ended_at === null).length).toBe(Number(offline));
    const state = await world.db
      .selectFrom('account')
      .select('offline_at')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(state.offline_at !== null).toBe(offline);
    if (round % 2 === 0) expect([offline, runs.length]).toEqual([true, 1]);
    seen.startedFirst += Number((await statusOf(planned)) === 'ausgeblendet');
    seen.orderedFirst += Number((await statusOf(draft)) === 'ausgeblendet');
    seen.backAtOnce += Number(!offline);
    seen.stayedOff += Number(offline);
    if (!offline) await user.call(goOffline, {});
    await clock();
    expect(await visible(user), `round ${round}`).toBe(0);
    const before = await on.credits(user);
    world.clock.advance(DAY_MS);
    await clock();
    expect([await visible(user), await on.credits(user)], `round ${round}`).toEqual([0, before]);
    expect((await user.call(goOnline, {})).status).toBe(200);
    expect(await visible(user), `round ${round}`).toBeGreaterThan(0);
    await user.call(goOffline, {});
  }
  // Every order of events must have occurred, or the race proves nothing.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});

const statusOf = async (id: number) =>
  (await world.db.selectFrom('inserat').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;

test('ten concurrent pauses are one run; ten concurrent resumes restore everything once [T-DEL-04]', async () => {
  world.clock.set(START);
  const user = await on.rich(500);
  await on.place(user, { inserat_typ: '1_week' });
  for (let round = 0; round < 5; round++) {
    await world.db.deleteFrom('rate_limit').execute();
    const off = await race(port, Array(10).fill(press(user, 'goOffline', {})));
    expect(off).toEqual(Array(10).fill(200));
    expect([(await runsOf(user)).length, await visible(user)]).toEqual([round + 1, 0]);
    world.clock.advance(1000);
    const back = await race(port, Array(10).fill(press(user, 'goOnline', {})));
    expect(back).toEqual(Array(10).fill(200));
    expect(await visible(user)).toBe(1);
  }
  // Five seconds in total, added once each.
  const { end_at } = (await on.list(user))[0]!;
  expect(end_at).toBe(new Date(+START + 7 * DAY_MS + 5000).toISOString());
});

test('pausing concurrently with account deletion leaves no row of the run [T-DEL-04, PRO-22]', async () => {
  for (let round = 0; round < 12; round++) {
    world.clock.set(START);
    await world.db.deleteFrom('rate_limit').execute();
    const user = await on.rich(500);
    await on.place(user, { inserat_typ: '1_week' });
    await user.call(orderBanner, bannerWish({ webseiten, text: text() }));
    await user.call(saveClub, wholeClub({ monate: 1, club_name: text() }));
    if (round % 3 === 0) await user.call(goOffline, {});
    const deletion = press(user, 'delete_account', { password: PASSWORD });
    const requests = [deletion];
    requests.splice(
      round % 2,
      0,
      press(user, round % 3 === 2 ? 'goOnline' : 'goOffline', {}),
      press(user, 'goOffline', {}),
    );
    const statuses = await race(port, requests);
    expect(
      statuses.filter((status) => status !== 200 && status !== 401),
      `${statuses}`,
    ).toEqual([]);
    expect(statuses[requests.indexOf(deletion)], `${statuses}`).toBe(200);
    expect(await visible(user), `${statuses}`).toBe(0);
    await world.finishDeletions();
    const { closed_at, offline_at } = await world.db
      .selectFrom('account')
      .select(['closed_at', 'offline_at'])
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect([closed_at !== null, offline_at]).toEqual([true, null]);
    expect([await visible(user), await runsOf(user)]).toEqual([0, []]);
    expect(
      await world.db
        .selectFrom('offline_item')
        .selectAll()
        .where('run_id', 'not in', world.db.selectFrom('offline_run').select('id'))
        .execute(),
    ).toEqual([]);
  }
});

/** Holds every transaction at its line of the audit log, and counts what waits. */
async function holdAudit() {
  const holder = new pg.Client(world.url);
  await holder.connect();
  await holder.query('begin; lock table audit in share row exclusive mode');
  return {
    waiting: (lock: Parameters<typeof waiters>[1]) => waiters(holder, lock),
    release: () => holder.query('commit'),
    [Symbol.asyncDispose]: () => holder.end(),
  };
}

test('a call that waited for an account deletion changes nothing [T-DEL-04, PRO-22]', async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  const user = await on.rich(500);
  const ad1 = (await on.place(user, { inserat_typ: '1_week' })).id;
  const draft = await on.blank(user);
  await user.call(goOffline, {});
  await using held = await holdAudit();
  const deleting = user.call(deleteAccount, { password: PASSWORD });
  await expect.poll(() => held.waiting({ table: 'audit' }), { interval: 5 }).toHaveLength(1);
  const late = [
    user.raw('goOnline', { body: {} }),
    user.raw('saveInserat', { body: ad(draft, { inserat_typ: '1_week' }) }),
  ];
  await expect.poll(() => held.waiting('advisory'), { interval: 5 }).toHaveLength(2);
  await held.release();
  expect((await deleting).status).toBe(200);
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([401, 401]);
  expect([await visible(user), await statusOf(ad1)]).toEqual([0, 'ausgeblendet']);
});

test('pausing an account blocks a concurrent scheduled start [T-DEL-04]', async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  const user = await on.rich(500);
  const planned = (await on.place(user, { inserat_typ: '1_week', ...PLANNED })).id;
  world.clock.set(new Date(+DUE - 1));
  await using held = await holdAudit();
  const off = user.call(goOffline, {});
  await expect.poll(() => held.waiting({ table: 'audit' }), { interval: 5 }).toHaveLength(1);
  // The start is due while the pausing transaction holds its locks.
  world.clock.set(DUE);
  await clock();
  const looking = user.raw('getInserat', { method: 'GET', query: { inserat_id: String(planned) } });
  await expect.poll(() => held.waiting('row'), { interval: 5 }).toHaveLength(1);
  await held.release();
  expect((await off).status).toBe(200);
  expect((await looking).body.inserat.inserat_status).toBe('geplant');
  await clock();
  expect([await statusOf(planned), await visible(user)]).toEqual(['geplant', 0]);
});
