import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import type { DB } from '../../platform/schema.generated.ts';
import { adBuilder, type TestAd } from '../../testing/listings/ads.ts';
import { isSigned, listener, type Receiver, receiver } from '../../testing/partners/receiver.ts';
import { rounds } from '../../testing/process/deep.ts';
import { someoneWaits } from '../../testing/process/gate.ts';
import { startProgram } from '../../testing/process/program.ts';
import { pick, pseudoRandom } from '../../testing/process/random.ts';
import { until } from '../../testing/process/workers.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { claim, due } from './dispatcher-store.ts';
import { webhookTasks } from './jobs.ts';
import { resend, setHook } from './service.ts';

const WAITING = rounds(150, 500);

let world: World;
let ads: ReturnType<typeof adBuilder>;
let partner: Receiver;
let website: { id: number; secret: string };
let websites = 0;
let name: string;

beforeAll(async () => {
  world = await testWorld();
  ads = adBuilder(world.db);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.updateTable('website').set({ status: 'off' }).execute();
  await world.db.deleteFrom('webhook_message').execute();
  await world.db.deleteFrom('inserat').execute();
  partner = await receiver();
  name = `Mondgarten ${++websites}`;
  website = await listener(world, name, partner.url);
});
afterEach(() => partner[Symbol.asyncDispose]());

const LONG = new Date(START.getTime() + 400 * DAY_MS);
const lasting = () => ads.add({ end_at: LONG });
const make = () => world.runTasks('webhooks/enqueue');
const send = () => world.runTasks('webhooks/send');
async function sent(): Promise<string[]> {
  world.clock.advance(1000);
  await make();
  await send();
  return partner.take();
}
const messages = (of = website.id) =>
  world.db
    .selectFrom('webhook_message')
    .selectAll()
    .where('website_id', '=', of)
    .orderBy('id')
    .execute();
const waiting = async (of = website.id) =>
  (await messages(of)).filter(({ due_at }) => due_at !== null);
const manage = <T>(work: (ctx: Parameters<typeof resend>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const standing = async () => (await world.send('', { method: 'GET', url: '/readyz' })).body;
const sender = () => world.app.tasks.find((one) => one.name === 'webhooks/send')!;
/** Dispatches due messages without waiting for responses. */
const look = () => sender().run({ db: world.db, now: world.clock.now() });
let edits = 0;
const edit = (ad: TestAd) =>
  ads.change(ad, { titel: `Titel ${++edits}`, changed_at: world.clock.now() });
const hide = (ad: TestAd) => ads.change(ad, { status: 'ausgeblendet' });
const others = (more: { turn?: () => Promise<void> } = {}): ReturnType<typeof webhookTasks> =>
  webhookTasks({
    clock: world.clock,
    log: world.app.log,
    master: world.config.sessionSecret,
    local: true,
    ...more,
  });
const audits = (action: string) =>
  world.db
    .selectFrom('audit')
    .select(['actor', 'object'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();

test('a message locked during its dispatch is sent once the lock is released [T-DEL-01]', async () => {
  await lasting();
  await make();
  await world.db.transaction().execute(async (db) => {
    await db.selectFrom('webhook_message').select('id').forUpdate().execute();
    await look();
    const blocked = () => someoneWaits(world.pool, 'row');
    await until(blocked, 'a claim that waits for the lock');
    expect(partner.messages).toHaveLength(0);
  });
  await until(() => partner.messages.length === 1, 'the message');
});

test('a failing message is retried with backoff, becomes a dead letter and is resent on request [T-DEL-02]', async () => {
  partner.status(503);
  const ad = await lasting();
  await make();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    await send();
    expect(partner.messages).toHaveLength(attempt);
    // A concurrent run changes nothing.
    await send();
    expect(partner.messages).toHaveLength(attempt);
    const [row] = await messages();
    expect(row).toMatchObject({
      attempts: attempt,
      last_status: 503,
      last_error: 'answered 503',
      delivered_at: null,
    });
    if (row!.due_at) {
      pauses.push(row!.due_at.getTime() - world.clock.now().getTime());
      world.clock.set(new Date(row!.due_at.getTime() - 1));
      await send();
      expect(partner.messages).toHaveLength(attempt);
      world.clock.set(row!.due_at);
    }
  }
  const plan = [
    5_000,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
  ];
  expect(pauses).toHaveLength(plan.length);
  for (const [n, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(plan[n]!);
    expect(pause).toBeLessThanOrEqual(plan[n]! * 1.1);
  }
  expect(new Set(partner.messages.map(({ id }) => id)).size).toBe(1);
  expect(partner.messages.every((message) => isSigned(message, website.secret))).toBe(true);
  expect(await messages()).toMatchObject([{ due_at: null, dead_at: world.clock.now() }]);
  expect(await standing()).toMatchObject({ ready: true, webhook_waiting_ms: 0, webhook_dead: 1 });

  partner.status(204);
  partner.take();
  expect(await manage((ctx) => resend(ctx, name))).toEqual({ dead: 1, sent: 1 });
  expect(await standing()).toMatchObject({ webhook_dead: 0 });
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  expect(await manage((ctx) => resend(ctx, name))).toEqual({ dead: 0, sent: 0 });
});

test('a dead letter is re-enqueued with current data: as a take-down, or not at all [T-DEL-02]', async () => {
  const [ended, notified, fresh] = [await lasting(), await lasting(), await lasting()];
  partner.status(500);
  await make();
  await send();
  await world.db
    .updateTable('webhook_message')
    .set({ due_at: null, dead_at: world.clock.now() })
    .where('website_id', '=', website.id)
    .execute();
  partner.take();
  partner.status(200);
  await edit(notified);
  expect(await sent()).toEqual([`ad.published ${notified.publicId}`]);
  // The take-down was not enqueued: the website's cursor is unset.
  await world.db
    .updateTable('website')
    .set({ webhook_since_ads: null })
    .where('id', '=', website.id)
    .execute();
  await hide(ended);
  await make();
  expect(await manage((ctx) => resend(ctx, name))).toEqual({ dead: 3, sent: 2 });
  expect((await sent()).sort()).toEqual(
    [`ad.published ${fresh.publicId}`, `ad.taken_down ${ended.publicId}`].sort(),
  );
});

test(`a take-down overtakes ${WAITING} waiting messages [decisions 7]`, async () => {
  const gone = await lasting();
  await sent();
  partner.status(500);
  await Promise.all(Array.from({ length: WAITING }, lasting));
  await make();
  await send();
  expect(await waiting()).toHaveLength(WAITING);
  await hide(gone);
  partner.take();
  partner.status(204);
  world.clock.advance(MINUTE_MS);
  await make();
  await send();
  const order = partner.take();
  expect(order).toHaveLength(WAITING + 1);
  // Messages are sent concurrently: it is among the first.
  expect(order.slice(0, 6)).toContain(`ad.taken_down ${gone.publicId}`);
  expect(await waiting()).toEqual([]);
});

test('a long queue waits for its turns, a take-down for none [RUN-14]', async () => {
  const [gone, changed] = [await lasting(), await lasting()];
  await sent();
  await edit(changed);
  await hide(gone);
  world.clock.advance(MINUTE_MS);
  await make();
  const turns: (() => void)[] = [];
  const task = others({ turn: () => new Promise((go) => turns.push(go)) }).find(
    ({ name }) => name === 'webhooks/send',
  )!;
  await task.run({ db: world.db, now: world.clock.now() });
  await until(
    async () => turns.length > 0 && (await waiting()).length === 1,
    'the take-down alone accepted',
  );
  expect(partner.take()).toEqual([`ad.taken_down ${gone.publicId}`]);
  for (const go of turns) go();
  await task.drained!();
  expect(partner.take()).toEqual([`ad.changed ${changed.publicId}`]);
  expect(await waiting()).toEqual([]);
});

test('after a ten-minute outage a website receives the final state of every item [T-DEL-02]', async () => {
  const random = pseudoRandom(71);
  const all: TestAd[] = [];
  for (let n = 0; n < 12; n++) all.push(await lasting());
  const before = new Map<string, string>();
  const listen = () => {
    for (const { thing, type } of partner.messages.splice(0)) before.set(thing, type);
  };
  await sent();
  await make();
  listen();
  const shown = new Map(all.map((ad) => [ad.publicId, true]));
  partner.status(502);
  for (let n = 0; n < 60; n++) {
    const ad = pick(random, all);
    const show = random() < 0.5;
    await ads.change(ad, {
      status: show ? 'aktiv' : 'ausgeblendet',
      titel: `Stand ${n}`,
      changed_at: world.clock.now(),
    });
    shown.set(ad.publicId, show);
    world.clock.advance(10_000);
    await make();
    await send();
  }
  partner.messages.length = 0;
  partner.status(200);
  for (let tries = 0; ; tries++) {
    const next = (await waiting()).map(({ due_at }) => due_at!.getTime()).sort((a, b) => a - b)[0];
    if (next === undefined) break;
    expect(tries).toBeLessThan(100);
    world.clock.set(new Date(Math.max(next, world.clock.now().getTime() + 1000)));
    await send();
  }
  // The newest by timestamp, not by arrival.
  const said = partner.messages.toSorted((a, b) =>
    JSON.parse(a.body).timestamp < JSON.parse(b.body).timestamp ? -1 : 1,
  );
  for (const { thing, type } of said) before.set(thing, type);
  for (const { publicId } of nonEmpty(all))
    expect(before.get(publicId) !== 'ad.taken_down', publicId).toBe(shown.get(publicId));
});

test('a change during a delivery is sent as a new message [decisions 7]', async () => {
  const ad = await lasting();
  const held = partner.hold();
  await make();
  await look();
  await until(() => held.length === 1, 'the message is on the way');
  world.clock.advance(1000);
  await edit(ad);
  await make();
  partner.status(204);
  held.pop()!.writeHead(204).end();
  await sender().drained!();
  expect(partner.messages.map(({ type }) => type)).toEqual(['ad.published', 'ad.published']);
  expect(partner.messages[0]!.id).not.toBe(partner.messages[1]!.id);
  expect(await waiting()).toEqual([]);
});

test('a take-down does not wait for a slow response, which does not undo it [decisions 7]', async () => {
  const ad = await lasting();
  const held = partner.hold();
  await make();
  await look();
  await until(() => held.length === 1, 'the message is on the way');
  world.clock.advance(1000);
  await hide(ad);
  await make();
  partner.status(204);
  await look();
  await until(
    async () => (await messages()).some(({ delivered_at }) => delivered_at),
    'the take-down is accepted',
  );
  held.pop()!.writeHead(204).end();
  await sender().drained!();
  expect(partner.take()).toEqual([`ad.published ${ad.publicId}`, `ad.taken_down ${ad.publicId}`]);
  const placement = await world.db
    .selectFrom('placement')
    .selectAll()
    .where('item_id', '=', ad.id)
    .where('website_id', '=', website.id)
    .executeTakeFirstOrThrow();
  expect(placement).toMatchObject({ told_at: START, gone_by: 'webhook' });
  expect(await sent()).toEqual([]);
});

test('a late response hurries no take-down that waits for its next attempt [decisions 7]', async () => {
  const ad = await lasting();
  const held = partner.hold();
  await make();
  await look();
  await until(() => held.length === 1, 'the message is on the way');
  world.clock.advance(1000);
  await hide(ad);
  await make();
  partner.status(503);
  await look();
  await until(async () => (await messages())[0]?.last_status === 503, 'the take-down is refused');
  const [{ due_at } = { due_at: null }] = await messages();
  expect(due_at!.getTime()).toBeGreaterThan(world.clock.now().getTime());
  held.pop()!.writeHead(204).end();
  await sender().drained!();
  expect(await messages()).toMatchObject([{ event: 'taken_down', due_at }]);
});

test('a message that may have arrived without a response is followed by a take-down [decisions 7]', async () => {
  const ad = await lasting();
  partner.behaviour.answer = (response) => response.destroy();
  await make();
  await send();
  expect(await messages()).toMatchObject([{ last_status: null, last_error: 'ECONNRESET' }]);
  const [{ id } = { id: '' }] = partner.messages;
  partner.take();
  partner.status(204);
  await hide(ad);
  await make();
  await send();
  expect(partner.messages).toMatchObject([{ type: 'ad.taken_down', thing: ad.publicId }]);
  expect(partner.messages[0]!.id).not.toBe(id);
});

test('410 disables this endpoint only and is recorded in the audit log [decisions 7]', async () => {
  await using other = await receiver();
  const second = await listener(world, `Zweite ${websites}`, other.url);
  const ad = await lasting();
  partner.status(410);
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  expect(other.take()).toEqual([`ad.published ${ad.publicId}`]);
  expect(await messages()).toEqual([]);
  await edit(ad);
  expect(await sent()).toEqual([]);
  expect(other.take()).toEqual([`ad.changed ${ad.publicId}`]);
  expect(await waiting(second.id)).toEqual([]);
  const row = await world.db
    .selectFrom('website')
    .select(['webhook_url', 'webhook_since_ads'])
    .where('id', '=', website.id)
    .executeTakeFirst();
  expect(row).toEqual({ webhook_url: null, webhook_since_ads: null });
  expect(await audits('website_webhook_gone')).toEqual([
    { actor: 'system', object: `website:${website.id}` },
  ]);
});

test('410 of a replaced address disables nothing: the message goes to the new one [decisions 7]', async () => {
  await using other = await receiver();
  const ad = await lasting();
  const held = partner.hold();
  await make();
  await look();
  await until(() => held.length === 1, 'the message is on the way');
  await manage((ctx) => setHook(ctx, name, other.url, true));
  held.pop()!.writeHead(410).end();
  await sender().drained!();
  world.clock.advance(2 * MINUTE_MS);
  await send();
  expect(other.take()).toEqual([`ad.published ${ad.publicId}`]);
  const gone = await audits('website_webhook_gone');
  expect(gone.filter(({ object }) => object === `website:${website.id}`)).toEqual([]);
});

test('a redirect is not followed [decisions 7]', async () => {
  await using other = await receiver();
  const ad = await lasting();
  partner.status(302, { location: other.url });
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  expect(other.take()).toEqual([]);
  expect(await messages()).toMatchObject([{ last_error: 'answered 302', delivered_at: null }]);
});

test('slow or dead endpoints delay no others; concurrency per endpoint is limited [decisions 7]', async () => {
  await using slow = await receiver();
  const held = slow.hold();
  const silent = await listener(world, `Langsam ${websites}`, slow.url);
  const dead = await listener(world, `Tot ${websites}`, 'http://localhost:1/webhook');
  for (let n = 0; n < 20; n++) await lasting();
  await make();
  await look();
  await until(
    () => partner.messages.length === 20 && held.length === 4,
    'the others have heard everything',
  );
  await look();
  await until(
    async () => (await messages(dead.id)).every(({ last_error }) => last_error),
    'the dead one was tried',
  );
  expect(new Set((await messages(dead.id)).map(({ last_error }) => last_error))).toEqual(
    new Set(['ECONNREFUSED']),
  );
  expect(held).toHaveLength(4);
  const more = await lasting();
  world.clock.advance(1000);
  await make();
  await look();
  await until(
    () => partner.messages.some(({ thing }) => thing === more.publicId),
    'also what came later',
  );
  expect(held).toHaveLength(4);
  slow.status(200);
  for (const response of held) response.writeHead(200).end();
  await sender().drained!();
  expect(await waiting(silent.id)).toEqual([]);
});

test('two concurrent workers enqueue and send each message once [decisions 7]', async () => {
  const second = others();
  for (let n = 0; n < 60; n++) await lasting();
  const both = async (index: 0 | 1) => {
    const own = world.app.tasks.find(({ name: task }) => task === second[index]!.name)!;
    const work = async (task: typeof own) => {
      while ((await task.run({ db: world.db, now: world.clock.now() })) > 0);
      await task.drained?.();
    };
    await Promise.all([work(own), work(second[index]!), work(own), work(second[index]!)]);
  };
  for (let round = 0; round < 3; round++) {
    world.clock.advance(1000);
    await both(0);
    await both(0);
    await both(1);
    const received = partner.take();
    expect(received).toHaveLength(60);
    expect(new Set(received).size).toBe(60);
    await world.db
      .updateTable('inserat')
      .set({ changed_at: world.clock.now(), titel: `Runde ${round}` })
      .execute();
  }
});

test('a worker killed before recording the response resends with the same webhook-id [T-FLT-02]', async () => {
  const ad = await lasting();
  await make();
  expect(await sendingProcess('webhook.after_answer:1')).toBe('SIGKILL');
  await send();
  expect(partner.messages).toHaveLength(1);
  world.clock.advance(61_000);
  await send();
  const [first, again] = partner.messages;
  expect([again?.id, again?.body]).toEqual([first!.id, first!.body]);
  expect(first!.thing).toBe(ad.publicId);
  expect(isSigned(again!, website.secret)).toBe(true);
  expect(await waiting()).toEqual([]);
  world.clock.advance(DAY_MS);
  await send();
  expect(partner.messages).toHaveLength(2);
});

test('removing an address deletes waiting messages, replacing it keeps them; old ones are purged [decisions 7]', async () => {
  await using other = await receiver();
  partner.status(500);
  const ad = await lasting();
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  await manage((ctx) => setHook(ctx, name, other.url, true));
  world.clock.advance(10_000);
  await send();
  expect(other.take()).toEqual([`ad.published ${ad.publicId}`]);
  await edit(ad);
  await make();
  await manage((ctx) => setHook(ctx, name, null, true));
  expect(await waiting()).toEqual([]);
  await edit(ad);
  await make();
  await send();
  expect(other.take()).toEqual([]);
  expect(
    (await audits('website_webhook_set')).filter(
      ({ object }) => object === `website:${website.id}`,
    ),
  ).toHaveLength(3);
  await world.db
    .insertInto('webhook_message')
    .values({
      website_id: website.id,
      kind: 'inserat',
      item_id: 1,
      public_id: ad.publicId,
      event: 'changed',
      version: 0,
      created_at: START,
      said_at: START,
      dead_at: START,
    })
    .execute();
  world.clock.advance(31 * DAY_MS);
  await world.runTasks('webhooks/purge');
  expect(await messages()).toMatchObject([{ dead_at: START }]);
  world.clock.advance(370 * DAY_MS);
  await world.runTasks('webhooks/purge');
  expect(await messages()).toEqual([]);
});

test('/readyz reports the age of the oldest waiting message and stays ready [decisions 7]', async () => {
  partner.status(500);
  await lasting();
  await make();
  world.clock.advance(90_000);
  expect(await standing()).toMatchObject({
    ready: true,
    webhook_waiting_ms: 90_000,
    webhook_dead: 0,
  });
});

test("claiming take-downs does not scan a website's other due messages [decisions 7]", async () => {
  const long = new Date(START.getTime() - HOUR_MS);
  await sql`
    insert into webhook_message (website_id, kind, item_id, public_id, event, version, created_at, said_at, due_at)
    select ${website.id}, 'inserat', n, gen_random_uuid(), 'changed', 0, ${long}, ${long}, ${long}::timestamptz + n * interval '1 ms'
      from generate_series(1, 20000) n`.execute(world.db);
  const owner = connect(world.url, { role: null });
  await sql`analyze webhook_message`.execute(owner.db);
  await owner.db.destroy();
  const asked: CompiledQuery[] = [];
  const logged = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: world.pool }),
    log: ({ query }) => void asked.push(query),
  });
  expect(await due(logged, START, 6)).toMatchObject([
    { website_id: website.id, take_downs: 0, others: 6 },
  ]);
  const mine = { websiteId: website.id, now: START, leaseMs: 1 };
  expect(await claim(logged, { ...mine, takeDownsOnly: true, wait: false })).toBeUndefined();
  expect(await claim(logged, { ...mine, takeDownsOnly: false, wait: false })).toMatchObject({
    item_id: 1,
  });
  expect(asked).toHaveLength(3);
  for (const { sql: text, parameters } of asked) {
    const { rows } = await world.pool.query(`explain (analyze, timing off) ${text}`, [
      ...parameters,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const passed = [...plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].map(
      ([, n]) => Number(n),
    );
    expect(Math.max(0, ...passed), plan).toBeLessThan(50);
  }
});

/** Runs the sending task in a process that exits at this fail point; returns how it ended. */
function sendingProcess(points: string): Promise<number | string> {
  const script = `
    import { armFailPoints } from '../../platform/failpoints.ts';
    import { connect } from '../../platform/db.ts';
    import { webhookTasks } from './jobs.ts';
    armFailPoints(process.env.POINTS);
    const { db } = connect(process.env.DATABASE, { max: 2 });
    const now = new Date(Number(process.env.NOW));
    const log = { warn: console.error };
    const tasks = webhookTasks({ clock: { now: () => now }, log, master: process.env.MASTER, local: true });
    const send = tasks.find(({ name }) => name === 'webhooks/send');
    await send.run({ db, now });
    await send.drained();
    await db.destroy();`;
  return startProgram(script, {
    folder: import.meta.dirname,
    env: {
      DATABASE: world.url,
      POINTS: points,
      NOW: String(world.clock.now().getTime()),
      MASTER: world.config.sessionSecret,
    },
  }).ended;
}
