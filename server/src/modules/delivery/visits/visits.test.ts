import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type App, compose } from '../../../app/compose.ts';
import { buildServer } from '../../../app/server.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { placements } from '../../../testing/listings/placements.ts';
import { rounds } from '../../../testing/process/deep.ts';
import { SOON } from '../../../testing/process/eventually.ts';
import { simulateOutage, standingTime } from '../../../testing/process/outage.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';
import { addWebsite, issueKey, revokeKeys, setAccepts } from '../../partners/service.ts';
import { record } from '../../statistics/service.ts';
import type { Seen } from '../../statistics/visits.ts';
import { deliveryEdge } from '../routes.ts';

let world: World;
/** A second server process: same database and secret, separate memory. */
let other: { app: App; server: FastifyInstance };
let on: ReturnType<typeof advertisers>;
let owner: Caller;
let site: { id: number; key: string };
let second: { id: number; key: string };
let ad: { id: number; name: string };

const BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1';
const TODAY = '2026-11-20';
const ahead = (ms: number) => new Date(START.getTime() + ms);
const ctx = () => ({ now: world.clock.now(), actor: { kind: 'cli' as const } });

interface VisitInput {
  kind?: string;
  visitor?: string;
  user_agent?: string;
}
const address = (name: string, list = 'ads') => `/partner/v1/${list}/${name}/views`;
const send = (
  url: string,
  payload: object | string,
  { key = site.key, server = world.server, headers = {} as Record<string, string> } = {},
) =>
  server.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const visitOf = ({ visitor = 'besucher-1', user_agent = BROWSER, ...more }: VisitInput = {}) => ({
  visitor,
  user_agent,
  ...more,
});
const visit = (more: VisitInput = {}, options: Parameters<typeof send>[2] = {}, name = ad.name) =>
  send(address(name), visitOf(more), options);

const flush = () => Promise.all([world.app.writeCounts(), other.app.writeCounts()]);
interface Day {
  day: string;
  website: number;
  figures: [views: number, ...presses: number[]];
}
async function days(id = ad.id, kind = 'inserat'): Promise<Day[]> {
  await flush();
  const rows = await world.db
    .selectFrom('visit_day')
    .select([
      'website_id',
      sql<string>`day::text`.as('day'),
      'views',
      'phone',
      'whatsapp',
      'homepage',
      'sms',
    ])
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .orderBy('day')
    .orderBy('website_id')
    .execute();
  return rows.map((row) => ({
    day: row.day,
    website: row.website_id,
    figures: [
      ...([row.views, row.phone, row.whatsapp, row.homepage] as const),
      ...(row.sms > 0 ? [row.sms] : []),
    ],
  }));
}
const views = async (id = ad.id) => (await days(id)).reduce((sum, { figures: [n] }) => sum + n, 0);
const row = (id = ad.id) =>
  world.db.selectFrom('inserat').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function newAd(): Promise<typeof ad> {
  const { id, status } = await on.place(owner, { inserat_typ: '1_week' });
  expect(status).toBe(200);
  return { id, name: (await row(id)).public_id };
}
let sites = 0;
const newSite = (name: string) =>
  world.db.transaction().execute(async (db) => {
    const { id } = await addWebsite(
      { ...ctx(), db },
      { name, url: `https://${name.toLowerCase()}.example` },
    );
    return { id, key: await issueKey({ ...ctx(), db }, name) };
  });

beforeAll(async () => {
  world = await testWorld();
  const { config, db, pool, clock } = world;
  const app = compose({ config, db, pool, clock, log: world.app.log });
  other = { app, server: await buildServer(app) };
  await other.server.ready();
  on = advertisers(world);
  site = await newSite('Mondgarten');
  second = await newSite('Seerose');
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await other.server.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await flush();
  world.clock.set(START);
  owner = await on.rich(500);
  ad = await newAd();
});

test('a visit is counted by day, hour, website and kind, and appears in the list [T-DEL-11, decisions 7]', async () => {
  const answer = await visit();
  expect([answer.statusCode, answer.json()]).toEqual([202, { success: true }]);
  for (const kind of ['phone', 'whatsapp', 'sms', 'homepage', 'view']) await visit({ kind });
  await visit({ visitor: 'besucher-2' });
  await visit({ visitor: 'besucher-2' }, { key: second.key });
  expect(await days()).toEqual([
    { day: TODAY, website: site.id, figures: [2, 1, 1, 1, 1] },
    { day: TODAY, website: second.id, figures: [1, 0, 0, 0] },
  ]);
  const hours = await world.db
    .selectFrom('visit_hour')
    .selectAll()
    .where('inserat_id', '=', ad.id)
    .execute();
  expect(hours).toEqual([{ inserat_id: ad.id, hour: START, views: 3, contacts: 4 }]);
  expect((await on.list(owner))[0]).toMatchObject({ ID: ad.id, views: 3 });
});

test('counting causes no change, no notification and no new list place [T-DEL-11]', async () => {
  const changes = () =>
    world.db.selectFrom('delivery_change').selectAll().where('inserat_id', '=', ad.id).execute();
  const [before, changesBefore] = [await row(), await changes()];
  await visit();
  expect(await views()).toBe(1);
  expect(await row()).toEqual({ ...before, views: before.views + 1 });
  expect(await changes()).toEqual(changesBefore);
});

test('a club is counted too, and other items by its name are not [T-DEL-11]', async () => {
  const place = placements(world);
  const run = { start: START, end: ahead(3 * DAY_MS) };
  const id = await place.club(owner.userId, { run });
  const club = await world.db
    .selectFrom('club')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await send(address(club.public_id, 'clubs'), visitOf());
  await send(address(club.public_id, 'clubs'), visitOf({ kind: 'homepage' }));
  expect((await send(address(club.public_id), visitOf())).statusCode).toBe(404);
  expect((await send(address(ad.name, 'clubs'), visitOf())).statusCode).toBe(404);
  expect(await days(id, 'club')).toEqual([{ day: TODAY, website: site.id, figures: [1, 0, 0, 1] }]);
  const after = await world.db
    .selectFrom('club')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(after).toEqual(club);
  world.clock.set(run.end);
  expect((await send(address(club.public_id, 'clubs'), visitOf())).statusCode).toBe(404);
});

test('a visit sent 100 times in parallel to two processes, before and after a flush, counts once [T-DEL-11]', async () => {
  for (let round = 0; round < 2; round++) {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        visit(
          { kind: index % 3 ? 'view' : 'phone' },
          { server: index % 2 ? world.server : other.server },
        ),
      ),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([202]));
    expect(await days()).toEqual([{ day: TODAY, website: site.id, figures: [1, 1, 0, 0] }]);
  }
});

test('two processes writing the same visits in parallel count each once without a deadlock [T-DEL-11]', async () => {
  const ads = [ad, await newAd(), await newAd()];
  for (let round = 0; round < 5; round++) {
    const sending = [];
    for (let index = 0; index < 120; index++)
      for (const server of [world.server, other.server])
        sending.push(
          visit({ visitor: `besucher-${round}-${index % 40}` }, { server }, ads[index % 3]!.name),
        );
    await Promise.all(sending);
    await flush();
  }
  for (const { id } of ads) {
    const figure = (await row(id)).views;
    expect(figure).toBe(200);
    expect(await views(id)).toBe(figure);
  }
});

test.each([
  ['just before', 30 * MINUTE_MS - 1, 1],
  ['after', 30 * MINUTE_MS, 2],
])(
  'a visit repeated by the same visitor %s 30 minutes: %i ms later, %i in total [T-DEL-11]',
  async (_, ms, counted) => {
    await visit();
    await flush();
    world.clock.advance(ms);
    await visit({}, { server: other.server });
    expect(await views()).toBe(counted);
  },
);

test('the 30 minutes start at the counted visit, not at the last repeat [T-DEL-11]', async () => {
  for (const minutes of [0, 20, 29, 31, 60, 61]) {
    world.clock.set(ahead(minutes * MINUTE_MS));
    await visit();
    await flush();
  }
  // At 0, 31 and 61.
  expect(await views()).toBe(3);
});

test('another visitor, website, item or kind is not a repeat [T-DEL-11]', async () => {
  const another = await newAd();
  await visit();
  await visit({ visitor: 'besucher-2' });
  await visit({ kind: 'phone' });
  await visit({}, { key: second.key });
  await visit({}, {}, another.name);
  expect(await days()).toEqual([
    { day: TODAY, website: site.id, figures: [2, 1, 0, 0] },
    { day: TODAY, website: second.id, figures: [1, 0, 0, 0] },
  ]);
  expect(await views(another.id)).toBe(1);
});

test("each Swiss day counts separately; the previous day's visitors are unknown [T-DEL-11]", async () => {
  const midnight = new Date('2026-11-20T23:00:00Z');
  for (const [ms, visitor] of [
    [-MINUTE_MS, 'besucher-1'],
    [-1, 'besucher-1'],
    [0, 'besucher-1'],
    [0, 'besucher-1'],
  ] as const) {
    world.clock.set(new Date(midnight.getTime() + ms));
    await visit({ visitor });
  }
  expect(await days()).toEqual([
    { day: '2026-11-20', website: site.id, figures: [1, 0, 0, 0] },
    { day: '2026-11-21', website: site.id, figures: [1, 0, 0, 0] },
  ]);
  await world.runTasks('delivery/purge');
  const secrets = await sql<{ day: string }>`select day::text as day from day_secret`.execute(
    world.db,
  );
  expect(secrets.rows).toEqual([{ day: '2026-11-21' }]);
});

test.each([
  ['a robot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a program', 'curl/8.9.1'],
  ['a script', 'python-requests/2.32'],
  ['a headless browser', BROWSER.replace('Safari', 'HeadlessChrome')],
  ['nobody by name', ''],
  ['blanks', '  '],
])('%s gets a response and is not counted [T-DEL-11]', async (_, user_agent) => {
  const answer = await visit({ user_agent });
  expect([answer.statusCode, answer.json()]).toEqual([202, { success: true }]);
  expect(await days()).toEqual([]);
});

test('unknown, planned, hidden, expired and deleted items and invalid ids return 404 [PUB-06]', async () => {
  const missing = '00000000-0000-4000-8000-000000000000';
  for (const name of [missing, 'x', String(ad.id), ad.name.toUpperCase(), `${ad.name}0`])
    expect((await visit({}, {}, name)).statusCode, name).toBe(404);
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-11-01',
    publish_time: '12:00',
  } as const;
  const { id: later } = await on.place(owner, { inserat_typ: '1_week', ...planned });
  expect((await visit({}, {}, (await row(later)).public_id)).statusCode).toBe(404);

  for (const server of [world.server, other.server])
    expect((await visit({}, { server })).statusCode).toBe(202);
  await owner.call(life.hideInserat, { inserat_id: ad.id });
  for (const server of [world.server, other.server])
    await expect.poll(async () => (await visit({}, { server })).statusCode, SOON).toBe(404);
  await owner.call(life.activateInserat, { inserat_id: ad.id });
  expect((await visit()).statusCode).toBe(202);
  // The end is checked per request; no scheduler ran.
  world.clock.advance(8 * DAY_MS);
  expect((await visit()).statusCode).toBe(404);
  world.clock.set(START);
  await owner.call(life.deleteInserat, { inserat_id: ad.id });
  await expect.poll(async () => (await visit()).statusCode, SOON).toBe(404);
});

test('the body is validated field by field; anything but a JSON object is malformed [PUB-06]', async () => {
  const wrong: [field: string, value: unknown][] = [
    ...(['visitor', 'user_agent'] as const).flatMap((field): [string, unknown][] => [
      [field, undefined],
      [field, null],
      [field, 7],
      [field, {}],
    ]),
    ...['', 'kurz', 'x'.repeat(201), 'mit leerschlag', 'grün-und-blau', 'zeile\numbruch'].map(
      (text): [string, unknown] => ['visitor', text],
    ),
    ['user_agent', 'x'.repeat(1001)],
    ...['', 'click', 'VIEW', 7, null, ['view']].map((kind): [string, unknown] => ['kind', kind]),
  ];
  for (const [field, value] of wrong) {
    const answer = await send(address(ad.name), { ...visitOf(), [field]: value });
    expect(
      [answer.statusCode, Object.keys(answer.json().errors ?? {})],
      JSON.stringify([field, value]),
    ).toEqual([422, [field]]);
  }
  for (const body of ['[]', 'null', '"x"', '7', '{"visitor":', ''])
    expect(
      (await send(address(ad.name), body, { headers: { 'content-type': 'application/json' } }))
        .statusCode,
      body,
    ).toBe(400);
  for (const type of ['text/plain', 'application/xml'])
    expect(
      (await send(address(ad.name), '{}', { headers: { 'content-type': type } })).statusCode,
    ).toBeGreaterThanOrEqual(400);
  expect(await days()).toEqual([]);
});

test('a missing, wrong or revoked key, or one in the query, counts nothing [T-DEL-07]', async () => {
  for (const key of ['', 'x', `${site.key}x`]) {
    const answer = await visit({}, { key });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'KEY_REFUSED']);
  }
  expect(
    (await send(`${address(ad.name)}?key=${site.key}`, visitOf(), { key: '' })).statusCode,
  ).toBe(401);
  const name = `Abendrot${++sites}`;
  const third = await newSite(name);
  expect((await visit({}, { key: third.key })).statusCode).toBe(202);
  await world.db.transaction().execute((db) => revokeKeys({ ...ctx(), db }, name));
  await expect.poll(async () => (await visit({}, { key: third.key })).statusCode, SOON).toBe(401);
  expect((await world.server.inject({ method: 'GET', url: address(ad.name) })).statusCode).toBe(
    404,
  );
});

test("a website that accepts none of an item's images may still count visits [PUB-06]", async () => {
  await world.db
    .transaction()
    .execute((db) => setAccepts({ ...ctx(), db }, 'Seerose', 'jugendfrei'));
  expect((await visit({}, { key: second.key })).statusCode).toBe(202);
  expect(await views()).toBe(1);
});

test('visits have a separate limit per website [T-LOAD-02]', async () => {
  const { config, db, pool, clock } = world;
  const strict = compose({
    config: { ...config, limitFactor: 0.005 },
    db,
    pool,
    clock,
    log: world.app.log,
  });
  const server = await buildServer(strict);
  onTestFinished(() => server.close());
  // All within one minute, the window of the limit.
  using _standing = standingTime();
  const statuses = [];
  for (let index = 0; index < 31; index++) statuses.push((await visit({}, { server })).statusCode);
  expect(statuses.filter((status) => status === 202)).toHaveLength(30);
  const refused = await visit({}, { server });
  expect(refused.statusCode).toBe(429);
  expect(refused.json().retry_after).toBeGreaterThan(0);
  expect(refused.json().retry_after).toBeLessThanOrEqual(60);
  expect((await visit({}, { server, key: second.key })).statusCode).toBe(202);
  const list = {
    method: 'GET',
    url: '/partner/v1/lists',
    headers: { authorization: `Bearer ${site.key}` },
  } as const;
  expect((await server.inject(list)).statusCode).toBe(200);
});

test('a visit of a cached item costs no statement, and many are written in one batch [T-DEL-11]', async () => {
  await visit({ visitor: 'der-erste' });
  await flush();
  using query = vi.spyOn(world.pool, 'connect');
  for (let index = 0; index < 40; index++) await visit({ visitor: `besucher-${index}` });
  // Except the key, which is refreshed once a second.
  const before = query.mock.calls.length;
  expect(before).toBeLessThan(20);
  await world.app.writeCounts();
  // None if the flush interval has just ended.
  expect(query.mock.calls.length - before).toBeLessThanOrEqual(1);
  expect(await views()).toBe(41);
});

/**
 * Waits until the server has processed every notification sent so far, and caches the item again.
 */
async function drainNotifications(): Promise<void> {
  const listener = await world.pool.connect();
  try {
    await listener.query('listen delivery');
    const heard = once(listener, 'notification');
    await world.pool.query("select pg_notify('delivery', 'ende')");
    await heard;
  } finally {
    listener.release(true);
  }
  // The listener of the server may come a moment later.
  await expect
    .poll(async () => {
      await visit();
      using connect = vi.spyOn(world.pool, 'connect');
      await visit();
      return connect.mock.calls.length;
    })
    .toBe(0);
}

test('during a database outage visits are queued, and written once afterwards [T-DEL-11]', async () => {
  using _standing = standingTime();
  await visit();
  await flush();
  await drainNotifications();
  {
    using _away = simulateOutage(world.pool);
    expect((await visit({ visitor: 'besucher-2' })).statusCode).toBe(202);
    await expect(world.app.writeCounts()).rejects.toThrow('away');
    expect((await visit({ visitor: 'besucher-2' })).statusCode).toBe(202);
    await expect(world.app.writeCounts()).rejects.toThrow('away');
  }
  expect(await views()).toBe(2);
});

test('a failing onSeen rolls back the batch, which is counted with the next flush [T-DEL-11]', async () => {
  const fingerprint = createHash('sha256').update('einer').digest();
  const one = {
    fingerprint,
    kind: 'inserat',
    itemId: ad.id,
    websiteId: site.id,
    visit: 'view',
    at: START,
    day: TODAY,
  } as const;
  await expect(record(world.db, [one], () => Promise.reject(new Error('deaf')))).rejects.toThrow(
    'deaf',
  );
  expect([await views(), (await row()).views]).toEqual([0, 0]);
  const seen: Seen[] = [];
  const write = async (_: unknown, events: readonly Seen[]) => void seen.push(...events);
  for (let n = 0; n < 2; n++)
    await record(
      world.db,
      [one, { ...one, visit: 'phone', fingerprint: createHash('sha256').update('n').digest() }],
      write,
    );
  expect([await views(), seen]).toEqual([
    1,
    [{ kind: 'inserat', itemId: ad.id, websiteId: site.id, at: START }],
  ]);
});

test('a view is passed on with its time [T-DEL-11]', async () => {
  const { config, db, pool, clock } = world;
  const seen: Seen[] = [];
  const edge = deliveryEdge({
    ...config,
    db,
    pool,
    clock,
    log: world.app.log,
    secret: config.sessionSecret,
    onSeen: async (_, events) => void seen.push(...events),
  });
  const server = await buildServer({
    ...other.app,
    routes: [edge.routes],
    fromMemory: edge.fromMemory,
  });
  await visit({ kind: 'view' }, { server });
  await visit({ kind: 'phone' }, { server });
  world.clock.advance(MINUTE_MS);
  await edge.writeCounts();
  await server.close();
  expect(seen).toEqual([{ kind: 'inserat', itemId: ad.id, websiteId: site.id, at: START }]);
});

test('a shutdown flushes the queued visits [T-DEL-11]', async () => {
  const { config, db, pool, clock } = world;
  const third = await buildServer(compose({ config, db, pool, clock, log: world.app.log }));
  await visit({}, { server: third });
  await third.close();
  expect(await views()).toBe(1);
});

test('visits of a deleted item are not written, and written ones are deleted [T-DEL-03]', async () => {
  const place = placements(world);
  const club = await place.club(owner.userId, { run: { start: START, end: ahead(DAY_MS) } });
  const { public_id } = await world.db
    .selectFrom('club')
    .select('public_id')
    .where('id', '=', club)
    .executeTakeFirstOrThrow();
  await visit();
  await send(address(public_id, 'clubs'), visitOf());
  expect([await views(), (await days(club, 'club')).length]).toEqual([1, 1]);
  await visit({ visitor: 'besucher-2' });
  await send(address(public_id, 'clubs'), visitOf({ visitor: 'besucher-2' }));
  expect((await owner.call(life.deleteInserat, { inserat_id: ad.id })).status).toBe(200);
  expect((await owner.raw('delete_club', { payload: { club_id: club } })).status).toBe(200);
  expect([await days(), await days(club, 'club'), (await row()).views]).toEqual([[], [], 0]);
  const hours = await world.db
    .selectFrom('visit_hour')
    .selectAll()
    .where('inserat_id', '=', ad.id)
    .execute();
  expect(hours).toEqual([]);
});

test('deleting an item during a flush neither deadlocks nor leaves rows [T-DEL-03, T-LOAD-02]', async () => {
  await on.grant(owner.userId, 2000);
  for (let round = 0; round < rounds(5, 8); round++) {
    const ads = [await newAd(), await newAd(), await newAd()];
    for (let index = 0; index < 60; index++)
      await visit(
        { visitor: `besucher-${index}` },
        { server: index % 2 ? world.server : other.server },
        ads[index % 3]!.name,
      );
    const [responses] = await Promise.all([
      Promise.all(ads.map(({ id }) => owner.call(life.deleteInserat, { inserat_id: id }))),
      flush(),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { id } of ads) expect([await days(id), (await row(id)).views]).toEqual([[], 0]);
  }
});

test('fingerprints are purged after an hour, hourly counts after 60 days, daily ones stay [T-DEL-11]', async () => {
  const count = async (table: 'visit_seen' | 'visit_hour') =>
    (await world.db.selectFrom(table).selectAll().execute()).length;
  await sql`delete from visit_seen`.execute(world.db);
  await sql`delete from visit_hour`.execute(world.db);
  await visit();
  await flush();
  const clean = async (ms: number) => {
    world.clock.set(ahead(ms));
    await world.runTasks('statistics/purge');
    return [await count('visit_seen'), await count('visit_hour')];
  };
  expect(await clean(HOUR_MS)).toEqual([1, 1]);
  expect(await clean(HOUR_MS + 1)).toEqual([0, 1]);
  expect(await clean(60 * DAY_MS + HOUR_MS)).toEqual([0, 1]);
  expect(await clean(60 * DAY_MS + HOUR_MS + 1)).toEqual([0, 0]);
  expect(await views()).toBe(1);
});

test("no table or log contains a visitor's address, browser or identifier [T-DEL-11, decisions 7]", async () => {
  const marks = {
    visitor: 'kanarienvogel-4711',
    user_agent: `${BROWSER} Kanarienbrowser/9`,
    ip: '203.0.113.77',
  };
  const headers = { 'x-forwarded-for': marks.ip, 'user-agent': 'Kanarienprogramm/1' };
  await visit({ visitor: marks.visitor, user_agent: marks.user_agent }, { headers });
  await visit(
    { visitor: marks.visitor, user_agent: marks.user_agent, kind: 'nichts' },
    { headers },
  );
  expect(await views()).toBe(1);
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`.execute(world.db);
  const plain = ['sha256', 'md5', 'sha1'].flatMap((name) =>
    (['hex', 'base64', 'binary'] as const).map((form) =>
      createHash(name).update(marks.visitor).digest(form),
    ),
  );
  const traces = [/kanarien/i, /203\.0\.113\.77/, /iPhone OS 19/];
  for (const { name } of nonEmpty(tables)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.raw(name)}`.execute(
      world.db,
    );
    const text = rows
      .flatMap((one) =>
        Object.values(one).map((value) =>
          Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value),
        ),
      )
      .join('\n');
    for (const trace of traces) expect(text, name).not.toMatch(trace);
    for (const hash of plain) expect(text.includes(hash), name).toBe(false);
  }
  const log = world.lines.join('\n');
  for (const trace of [/kanarienvogel/i, /kanarienbrowser/i, /iPhone OS 19/, /203\.0\.113\.77/])
    expect(log).not.toMatch(trace);
  expect(log).not.toContain(site.key);
  expect(await world.db.selectFrom('visit_seen').selectAll().execute()).not.toEqual([]);
});
