import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorker } from '../../platform/worker.ts';
import { adBuilder } from '../../testing/listings/ads.ts';
import { placements } from '../../testing/listings/placements.ts';
import { isSigned, listener, type Receiver, receiver } from '../../testing/partners/receiver.ts';
import { rounds } from '../../testing/process/deep.ts';
import { someoneWaits } from '../../testing/process/gate.ts';
import { until } from '../../testing/process/workers.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { delivered } from '../delivery-receipts/placements.ts';
import { keepAsTheyAre, setAccepts, setStatus } from '../partners/service.ts';
import { rotateHook } from './service.ts';

/** A page of the feed has 200. */
const CHANGES = rounds(250, 450);

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
  await world.db.deleteFrom('image').execute();
  await world.db.deleteFrom('inserat').execute();
  // Bookings of earlier tests end with their clubs.
  await world.db
    .updateTable('club_booking')
    .set({ start_at: ahead(-9 * DAY_MS), end_at: ahead(-8 * DAY_MS) })
    .execute();
  partner = await receiver();
  name = `Mondgarten ${++websites}`;
  website = await listener(world, name, partner.url);
});
afterEach(() => partner[Symbol.asyncDispose]());

const ahead = (ms: number) => new Date(START.getTime() + ms);
const make = () => world.runTasks('webhooks/enqueue');
/** Enqueues and sends everything due; returns and clears what arrived. */
async function sent(): Promise<string[]> {
  world.clock.advance(1000);
  await make();
  await world.runTasks('webhooks/send');
  return partner.take();
}
/** Like `sent`, but keeps what arrived. */
const sentTo = async ({ messages }: Receiver) => {
  world.clock.advance(1000);
  await make();
  await world.runTasks('webhooks/send');
  expect(messages).not.toEqual([]);
};
const manage = <T>(work: (ctx: Parameters<typeof setAccepts>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const placement = (itemId: number) =>
  world.db
    .selectFrom('placement')
    .selectAll()
    .where('website_id', '=', website.id)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
/** Makes each edit differ. */
let edits = 0;
const edited = () => ({ titel: `Titel ${++edits}`, changed_at: world.clock.now() });

test('an ad that says less of where its advertiser is found is sent as changed, without a street [EXP-52]', async () => {
  const address = { strasse_und_nummer: 'Seeweg 4', postleitzahl: '8001', ort: 'Zürich' };
  const ad = await ads.add({ ...address, adresse_anzeigen: true, ort_anzeigen: true });
  await sent();
  const region = { adresse_anzeigen: false, ort_anzeigen: false };
  await ads.change(ad, { ...region, changed_at: world.clock.now() });
  await sentTo(partner);
  expect(JSON.stringify(partner.messages)).not.toMatch(/Seeweg|"8001/);
  expect(partner.take()).toEqual([`ad.changed ${ad.publicId}`]);
});

test('an ad is sent as published, changed, lifted, taken down and published again [decisions 7]', async () => {
  const before = await ads.add();
  await sent();
  const ad = await ads.add();
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  await ads.change(ad, edited());
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
  await ads.change(ad, { lifted_at: world.clock.now() });
  expect(await sent()).toEqual([`ad.lifted ${ad.publicId}`]);
  await ads.change(ad, edited());
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
  await ads.change(ad, { status: 'ausgeblendet' });
  expect(await sent()).toEqual([`ad.taken_down ${ad.publicId}`]);
  expect(await placement(ad.id)).toMatchObject({ gone_at: world.clock.now(), gone_by: 'webhook' });
  await ads.change(ad, { status: 'aktiv', changed_at: world.clock.now() });
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  expect(await placement(ad.id)).toMatchObject({ told_at: world.clock.now(), gone_at: null });
  await world.db.deleteFrom('inserat').where('id', '=', ad.id).execute();
  expect(await sent()).toEqual([`ad.taken_down ${ad.publicId}`]);
  expect(await sent()).toEqual([]);
  expect(before.publicId).not.toBe(ad.publicId);
});

test('an order of a banner that is under way holds up no take-down [BOF-26]', async () => {
  const ad = await ads.add();
  await sent();
  const order = await world.db.startTransaction().execute();
  await keepAsTheyAre(order, [website.id]);
  await ads.change(ad, { status: 'ausgeblendet' });
  const told = await sent();
  await order.commit().execute();
  expect(told).toEqual([`ad.taken_down ${ad.publicId}`]);
});

test('a website is switched off only after the orders that are under way [BOF-118]', async () => {
  const order = await world.db.startTransaction().execute();
  await keepAsTheyAre(order, [website.id]);
  let off = false;
  const switched = manage((ctx) => setStatus(ctx, name, 'off')).finally(() => (off = true));
  while (!off && !(await someoneWaits(world.pool)));
  const before = off;
  await order.commit().execute();
  await switched;
  expect([before, off]).toEqual([false, true]);
});

test('a message follows Standard Webhooks and contains only the id of its item [decisions 7]', async () => {
  const ad = await ads.add();
  await sentTo(partner);
  const [message] = partner.messages;
  expect(message!.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'webhook-timestamp': String(world.clock.now().getTime() / 1000),
  });
  expect(message!.headers).not.toHaveProperty('cookie');
  expect(message!.headers).not.toHaveProperty('authorization');
  expect(website.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(isSigned(message!, website.secret)).toBe(true);
  expect(isSigned({ ...message!, body: `${message!.body} ` }, website.secret)).toBe(false);
  const said = {
    type: 'ad.published',
    timestamp: world.clock.now().toISOString(),
    data: { id: ad.publicId },
  };
  expect(JSON.parse(message!.body)).toEqual(said);
});

test('after a rotation both secrets sign for a day, then only the new one [decisions 7]', async () => {
  const secret = await manage((ctx) => rotateHook(ctx, name, world.config.sessionSecret));
  expect(secret).not.toBe(website.secret);
  for (const [later, old] of [
    [DAY_MS - MINUTE_MS, true],
    [DAY_MS, false],
  ] as const) {
    world.clock.set(ahead(later));
    await ads.add({ end_at: ahead(9 * DAY_MS) });
    await make();
    await world.runTasks('webhooks/send');
    const message = partner.messages.pop()!;
    expect([isSigned(message, secret), isSigned(message, website.secret)]).toEqual([true, old]);
  }
});

test('an item the website never received is sent neither as changed nor as taken down [decisions 7]', async () => {
  const short = await ads.add();
  await make();
  await ads.change(short, { status: 'geloescht' });
  expect(await sent()).toEqual([]);
  await ads.add({ status: 'entwurf' });
  const old = await ads.add({ start_at: ahead(-9 * DAY_MS), end_at: ahead(-DAY_MS) });
  await ads.change(old, { status: 'abgelaufen' });
  expect(await sent()).toEqual([]);
});

test('a delivery recorded just after its take-down is still followed by a take-down [T-DEL-01]', async () => {
  const ad = await ads.add();
  const club = await placements(world).club(ad.accountId, {
    run: { start: START, end: ahead(9 * DAY_MS) },
  });
  const { public_id } = await world.db
    .selectFrom('club')
    .select('public_id')
    .where('id', '=', club)
    .executeTakeFirstOrThrow();
  // As if both had existed before the endpoint was set.
  const beginning = { webhook_since_ads: null, webhook_since_clubs: null };
  await world.db.updateTable('website').set(beginning).where('id', '=', website.id).execute();
  expect(await sent()).toEqual([]);
  const given = (kind: 'inserat' | 'club', itemId: number) => {
    const at = world.clock.now();
    return { kind, itemId, websiteId: website.id, at, lastAt: at };
  };
  const events = [given('inserat', ad.id), given('club', club)];
  await ads.change(ad, { status: 'ausgeblendet' });
  await world.db
    .updateTable('club')
    .set({ hidden_at: world.clock.now() })
    .where('id', '=', club)
    .execute();
  expect(await sent()).toEqual([]);
  await delivered(world.db, events);
  expect((await sent()).toSorted()).toEqual([
    `ad.taken_down ${ad.publicId}`,
    `club.taken_down ${public_id}`,
  ]);
  expect(await sent()).toEqual([]);
});

test('an item read by the API counts as received: its end is sent, and otherwise only changes [decisions 7]', async () => {
  const ad = await ads.add();
  // As if it had existed before the endpoint was set.
  await world.db
    .updateTable('website')
    .set({ webhook_since_ads: null })
    .where('id', '=', website.id)
    .execute();
  expect(await sent()).toEqual([]);
  await world.db
    .insertInto('placement')
    .values({
      kind: 'inserat',
      item_id: ad.id,
      website_id: website.id,
      delivered_at: world.clock.now(),
      last_delivered_at: world.clock.now(),
    })
    .execute();
  world.clock.advance(1000);
  // It was fetched since it was lifted last.
  await ads.change(ad, edited());
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
  await world.db.updateTable('placement').set({ lifted_at: null }).execute();
  world.clock.advance(1000);
  await ads.change(ad, { lifted_at: world.clock.now() });
  expect(await sent()).toEqual([`ad.lifted ${ad.publicId}`]);
  await ads.change(ad, { status: 'geloescht' });
  expect(await sent()).toEqual([`ad.taken_down ${ad.publicId}`]);
});

test('an end by time is sent at its instant without a write [decisions 7]', async () => {
  const ad = await ads.add({ end_at: ahead(DAY_MS), topad_until: ahead(MINUTE_MS) });
  await sent();
  world.clock.set(ahead(MINUTE_MS));
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
  world.clock.set(ahead(DAY_MS - 5000));
  expect(await sent()).toEqual([]);
  world.clock.set(ahead(DAY_MS));
  expect(await sent()).toEqual([`ad.taken_down ${ad.publicId}`]);
  await ads.change(ad, { status: 'abgelaufen' });
  expect(await sent()).toEqual([]);
});

test('clubs are sent like ads, with their start and end [decisions 7]', async () => {
  const owner = await world.user();
  const place = placements(world);
  const id = await place.club(owner.userId, {
    run: { start: ahead(MINUTE_MS), end: ahead(DAY_MS) },
  });
  expect(await sent()).toEqual([]);
  world.clock.set(ahead(MINUTE_MS));
  const { public_id } = await world.db
    .selectFrom('club')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await sent()).toEqual([`club.published ${public_id}`]);
  await world.db
    .updateTable('club')
    .set({ titel: 'Neu', changed_at: world.clock.now() })
    .where('id', '=', id)
    .execute();
  expect(await sent()).toEqual([`club.changed ${public_id}`]);
  world.clock.set(ahead(DAY_MS));
  expect(await sent()).toEqual([`club.taken_down ${public_id}`]);
});

test('a changed rating limit sends the affected items [decisions 7]', async () => {
  const ad = await ads.add();
  await ads.image(ad, 'e'.repeat(64), { rating: 'explizit' });
  const other = await ads.add();
  expect((await sent()).sort()).toEqual(
    [`ad.published ${ad.publicId}`, `ad.published ${other.publicId}`].sort(),
  );
  await manage((ctx) => setAccepts(ctx, name, 'explizit'));
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
  await manage((ctx) => setAccepts(ctx, name, 'jugendfrei'));
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
});

test('several changes before a run are one message with the current state [decisions 7]', async () => {
  const ad = await ads.add();
  await sent();
  const waiting = async () =>
    world.db
      .selectFrom('webhook_message')
      .select(['event', 'message_id'])
      .where('website_id', '=', website.id)
      .where('due_at', 'is not', null)
      .execute();
  await ads.change(ad, edited());
  await make();
  const [first] = await waiting();
  world.clock.advance(1000);
  await ads.change(ad, { lifted_at: world.clock.now() });
  await make();
  // Never attempted, so it keeps its message_id.
  expect(await waiting()).toEqual([{ event: 'lifted', message_id: first!.message_id }]);
  await ads.change(ad, { status: 'ausgeblendet' });
  await make();
  expect(await waiting()).toEqual([{ event: 'taken_down', message_id: first!.message_id }]);
  await ads.change(ad, { status: 'aktiv', ...edited() });
  await make();
  expect((await waiting()).map(({ event }) => event)).toEqual(['lifted']);
  expect(await sent()).toEqual([`ad.lifted ${ad.publicId}`]);
  await ads.change(ad, { status: 'ausgeblendet' });
  await make();
  await ads.change(ad, { status: 'aktiv', ...edited() });
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
});

test('a change is sent once although the feed repeats it during a long transaction [decisions 7]', async () => {
  const transaction = await world.db.startTransaction().execute();
  await sql`select pg_current_xact_id()`.execute(transaction);
  const ad = await ads.add();
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  expect(await sent()).toEqual([]);
  await ads.change(ad, edited());
  expect(await sent()).toEqual([`ad.changed ${ad.publicId}`]);
  expect(await sent()).toEqual([]);
  await transaction.rollback().execute();
  expect(await sent()).toEqual([]);
});

test('a change by an earlier transaction that commits last is sent too [decisions 7]', async () => {
  const ad = await ads.add();
  await sent();
  const slow = await world.db.startTransaction().execute();
  await sql`select pg_current_xact_id()`.execute(slow);
  await ads.change(ad, edited());
  const first = await sent();
  await slow
    .updateTable('inserat')
    .set({ titel: 'Zuletzt', changed_at: ahead(DAY_MS) })
    .where('id', '=', ad.id)
    .execute();
  await slow.commit().execute();
  const [last, after] = [await sent(), await sent()];
  expect([first, last, after]).toEqual([
    [`ad.changed ${ad.publicId}`],
    [`ad.changed ${ad.publicId}`],
    [],
  ]);
});

test('an end by time is sent while the feed repeats an earlier change [decisions 7]', async () => {
  const transaction = await world.db.startTransaction().execute();
  await sql`select pg_current_xact_id()`.execute(transaction);
  const ad = await ads.add({ topad_until: ahead(MINUTE_MS) });
  const first = await sent();
  world.clock.set(ahead(MINUTE_MS));
  const [end, after] = [await sent(), await sent()];
  await transaction.rollback().execute();
  expect([first, end, after]).toEqual([
    [`ad.published ${ad.publicId}`],
    [`ad.changed ${ad.publicId}`],
    [],
  ]);
});

test('after a restore to another database (resync) every later change is sent [decisions 7]', async () => {
  const ad = await ads.add();
  await sent();
  const beyond = { horizon: 9_000_000_000, at: world.clock.now().getTime(), accepts: ['erotisch'] };
  await world.db
    .updateTable('website')
    .set({ webhook_since_ads: JSON.stringify(beyond) })
    .where('id', '=', website.id)
    .execute();
  await world.db.updateTable('webhook_message').set({ version: 9_000_000_000 }).execute();
  await ads.change(ad, { status: 'geloescht' });
  expect(await sent()).toEqual([`ad.taken_down ${ad.publicId}`]);
  expect(await sent()).toEqual([]);
});

test('a disabled website receives nothing, and the changes once it is enabled again [decisions 7]', async () => {
  const ad = await ads.add();
  await sent();
  await world.db
    .updateTable('website')
    .set({ status: 'off' })
    .where('id', '=', website.id)
    .execute();
  await ads.change(ad, { status: 'geloescht' });
  expect(await sent()).toEqual([]);
  await world.db
    .updateTable('website')
    .set({ status: 'on' })
    .where('id', '=', website.id)
    .execute();
  expect(await sent()).toEqual([`ad.taken_down ${ad.publicId}`]);
});

test(`${CHANGES} changes over several pages are sent once each [decisions 7]`, async () => {
  await Promise.all(Array.from({ length: CHANGES }, () => ads.add()));
  const received = await sent();
  expect(new Set(received).size).toBe(CHANGES);
  expect(received).toHaveLength(CHANGES);
});

test("the documented example program accepts the portal's signatures only [decisions 7]", async () => {
  await ads.add();
  await sentTo(partner);
  const { headers, body } = partner.messages[0]!;
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/PARTNERS.md'), 'utf8');
  const [, program] = text.match(/```python\n([\s\S]+?)```/)!;
  const asked = (changes: object = {}) => {
    const now = world.clock.now().getTime() / 1000;
    const input = JSON.stringify({ secret: website.secret, headers, body, now, ...changes });
    const ask = `${program}\nimport json, sys\nq = json.load(sys.stdin)\nq["body"] = q["body"].encode()\nprint(is_signed(**q))`;
    return execFileSync('python3', ['-c', ask], { input }).toString().trim();
  };
  expect(asked()).toBe('True');
  expect(
    asked({
      headers: { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` },
    }),
  ).toBe('True');
  expect(asked({ body: body.replace('published', 'taken_down') })).toBe('False');
  expect(asked({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` })).toBe('False');
  expect(asked({ headers: { ...headers, 'webhook-id': 'another' } })).toBe('False');
  expect(asked({ now: world.clock.now().getTime() / 1000 + 301 })).toBe('False');
});

test('a running worker sends publications and take-downs on notification alone [T-DEL-01]', async () => {
  const tasks = world.app.tasks.filter(({ name: task }) => task.startsWith('webhooks/'));
  // Polling alone would be too late.
  const asleep = tasks.map((task) => ({ ...task, everyMs: 600_000 }));
  const worker = startWorker({ ...world.app, tasks: asleep, tickMs: 600_000 });
  let repeated = 0;
  const arrives = async (type: string, publicId: string) => {
    const received = () =>
      partner.messages.some((message) => message.type === type && message.thing === publicId);
    let next = performance.now() + 2_000;
    // Another test's transaction may hide a change until a later notification; a failed call is due
    // again after its backoff by the test clock.
    const receivedOrRepeated = async () => {
      if (received() || performance.now() < next) return received();
      next += 2_000;
      repeated++;
      world.clock.advance(60_000);
      await sql`select pg_notify('delivery', '')`.execute(world.db);
      return false;
    };
    await until(receivedOrRepeated, `${type} of ${publicId}`);
  };
  try {
    for (let n = 0; n < 10; n++) {
      const ad = await ads.add();
      await arrives('ad.published', ad.publicId);
      world.clock.advance(1000);
      await ads.change(ad, { status: 'ausgeblendet' });
      await arrives('ad.taken_down', ad.publicId);
      world.clock.advance(1000);
    }
  } finally {
    await worker.stop();
  }
  expect(partner.messages.length).toBeGreaterThanOrEqual(20);
  expect(repeated).toBeLessThan(10);
});

test("a website's cursor does not invalidate the cached websites [decisions 7]", async () => {
  const payloads: string[] = [];
  const client = await world.pool.connect();
  client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
  await client.query('listen delivery');
  await ads.add();
  await sent();
  await client.query('select 1');
  expect(payloads).not.toContain('website');
  expect(payloads).toContain('');
  await manage((ctx) => setAccepts(ctx, name, 'explizit'));
  await until(() => payloads.includes('website'), 'a notice about the website');
  client.release(true);
});
